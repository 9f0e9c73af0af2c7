import type { Path } from '../../domain/problem/index.ts';
import { isTableNode } from '../../kernel/index.ts';
import { nameOfNode } from '../canvas/model/designActions.ts';
import { withKeys, withValue } from '../canvas/model/edits.ts';
import { fieldChoices, proposeKey, usedKeys } from '../canvas/model/fieldKeys.ts';
import { isObject, keyOf, nodeAt, nodePathIn, valueAt, type CanvasDoc, type RawNode } from '../canvas/model/nodes.ts';
import { titleOfNode } from '../canvas/model/palette.ts';
import { renameInExpression, renamingOfFields } from '../canvas/model/renameNames.ts';
import { FORM_TAGS, propertySchemas, schemaOfTag, SCREEN_TAGS, titleOfTag } from '../editor/grammarDocs.ts';
import type { LocatedProblem } from '../editor/located.ts';
import type { ToSyllables } from '../keys/generateKeyFromName.ts';
import { nearestWord } from './nearest.ts';

/** An edit that fixes a problem. */
export interface QuickFix {
  /** Label of the button. */
  label: string;
  change(doc: CanvasDoc): CanvasDoc;
}

/** The input of the functions that find the fix for a problem. These functions return null if no fix is clear. */
interface FixInput {
  /** The document on the canvas. */
  doc: CanvasDoc;
  /** The path of the problem in `doc`. */
  path: Path;
  params: LocatedProblem['params'];
  /** The node at the path, or the innermost node around the path. */
  node: RawNode | null;
}

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');
const labelOfChange = (replacement: unknown): string => `改为“${String(replacement)}”`;

/** Returns the fix that sets a value at a path. */
const fixBySetting = (path: Path, value: unknown, label = labelOfChange(value)): QuickFix => ({
  label,
  change: (doc) => withValue(doc, path, value),
});

/** Returns the fix that removes the property at a path; null if the path leads to an item of a list. */
function fixByRemoving(path: Path, label: string): QuickFix | null {
  const key = path.at(-1);
  if (typeof key !== 'string') return null;
  return { label, change: (doc) => withKeys(doc, path.slice(0, -1), { [key]: undefined }) };
}

/** Returns the sub-table that contains a path, or null. */
function enclosingTable(doc: CanvasDoc, path: Path): RawNode | null {
  for (let length = path.length - 1; length > 0; length -= 1) {
    const node = nodeAt(doc, path.slice(0, length));
    if (node && isTableNode(node)) return node;
  }
  return null;
}

/**
 * Returns the key of the field that a wrong name probably means: a field with this label, else the most similar key.
 * Null if unclear.
 */
function guessField(doc: CanvasDoc, path: Path, name: string): string | null {
  const fields = fieldChoices(doc, enclosingTable(doc, path));
  const fieldsWithLabel = fields.filter(({ label }) => label === name);
  if (fieldsWithLabel.length === 1) return fieldsWithLabel[0]?.value ?? null;
  return nearestWord(
    name,
    fields.map(({ value }) => value),
  );
}

/** Matches the kinds of names that mean a field, a date field or a column. */
const FIELD_KIND = /^(日期)?字段$|^列$/;

const labelOf = (doc: CanvasDoc, key: string): string =>
  fieldChoices(doc).find(({ value }) => value === key)?.label ?? key;

/** Replaces an unknown name in an expression. */
function fixExpressionName({ doc, path, params }: FixInput): QuickFix | null {
  const [name, expression] = [textOrEmpty(params.name), valueAt(doc, path)];
  const replacement = name === '' ? null : guessField(doc, path, name);
  if (replacement === null || typeof expression !== 'string') return null;
  const next = renameInExpression(expression, renamingOfFields(new Map([[name, replacement]])));
  return next === expression ? null : fixBySetting(path, next, labelOfChange(labelOf(doc, replacement)));
}

/** Replaces the unknown name of a field or column. */
function fixReference({ doc, path, params }: FixInput): QuickFix | null {
  const name = textOrEmpty(params.name);
  if (name === '' || valueAt(doc, path) !== name || !FIELD_KIND.test(textOrEmpty(params.kind))) return null;
  const replacement = guessField(doc, path, name);
  return replacement === null ? null : fixBySetting(path, replacement, labelOfChange(labelOf(doc, replacement)));
}

/**
 * Replaces a duplicate or invalid key by the key that an import would generate. References to a duplicate key then mean
 * the first field.
 */
function fixFieldKey({ doc, path, params }: FixInput): QuickFix | null {
  const renamed = textOrEmpty(params.renamed);
  const isFree = renamed !== '' && !usedKeys(doc).has(renamed);
  return path.at(-1) === '__vModel__' && isFree ? fixBySetting(path, renamed) : null;
}

/** Gives a field without a key a key that is made from its name. */
function addMissingKey({ doc, path }: FixInput, toSyllables: ToSyllables | null): QuickFix | null {
  const node = nodeAt(doc, path);
  if (!node || keyOf(node) !== undefined) return null;
  const key = proposeKey(nameOfNode(node), usedKeys(doc), toSyllables);
  return { label: `设为“${key}”`, change: (current) => withKeys(current, path, { __vModel__: key }) };
}

/** Renames an unknown property to the most similar property that is not set; removes it if none is similar. */
function fixUnknownKey({ doc, path, params, node }: FixInput): QuickFix | null {
  const key = textOrEmpty(params.key);
  if (!node || path.at(-1) !== key) return null;
  const unsetKeys = Object.keys(propertySchemas(node.tag)).filter((candidate) => node[candidate] === undefined);
  const replacement = nearestWord(key, unsetKeys);
  if (replacement === null) return fixByRemoving(path, `删去“${key}”`);
  const name = propertySchemas(node.tag)[replacement]?.['x-name'] ?? replacement;
  return {
    label: labelOfChange(name),
    change: (current) => withKeys(current, path.slice(0, -1), { [key]: undefined, [replacement]: valueAt(doc, path) }),
  };
}

/** Replaces a misspelt tag. A tag that is not similar to a known tag is not changed. */
function fixUnknownTag({ path, params }: FixInput, tags: readonly { tag: string }[]): QuickFix | null {
  const replacement = nearestWord(
    textOrEmpty(params.tag),
    tags.map(({ tag }) => tag),
  );
  return replacement === null
    ? null
    : fixBySetting(
        path.at(-1) === 'tag' ? path : [...path, 'tag'],
        replacement,
        labelOfChange(titleOfTag(replacement) ?? replacement),
      );
}

// the detail texts of DOC_SHAPE: an allowed value, a limit, a missing property, an unknown property
const ENUM_DETAIL = /^应为(“.*”)之一$/;
const LIMIT_DETAIL = /^不能(?:大于|小于) (-?\d+(?:\.\d+)?)$/;
const MISSING_PROPERTY = /^缺少“([\w-]+)”$/;
const UNKNOWN_PROPERTY = /^没有属性“(.+)”$/;

const isRequired = (node: RawNode, key: string): boolean =>
  key === 'tag' || key === '__vModel__' || (schemaOfTag(node.tag)?.required ?? []).includes(key);

/**
 * Fixes a value that does not match the schema (DOC_SHAPE): a missing or unknown property, a limit, an enum, a wrong
 * type. A property that cannot be corrected is removed if it is optional. Parses the detail text of the problem, which
 * comes from `kernel`.
 */
function fixShape({ doc, path, params, node }: FixInput): QuickFix | null {
  const detail = textOrEmpty(params.detail);
  const value = valueAt(doc, path);
  const missingKey = MISSING_PROPERTY.exec(detail)?.[1];
  if (missingKey !== undefined) return addMissingProperty(doc, path, missingKey);
  const unknownKey = UNKNOWN_PROPERTY.exec(detail)?.[1];
  if (unknownKey !== undefined) {
    const propertyPath = path.at(-1) === unknownKey ? path : [...path, unknownKey];
    return valueAt(doc, propertyPath) === undefined ? null : fixByRemoving(propertyPath, `删去“${unknownKey}”`);
  }
  if (value === undefined) return null;
  const limit = LIMIT_DETAIL.exec(detail)?.[1];
  if (limit !== undefined) return fixBySetting(path, Number(limit));
  const allowedValues = ENUM_DETAIL.exec(detail)?.[1]?.slice(1, -1).split('”、“');
  if (allowedValues) {
    const replacement = nearestWord(String(value), allowedValues);
    if (replacement !== null) return fixBySetting(path, replacement);
  }
  if (
    /^应为(整数|数字)/.test(detail) &&
    typeof value === 'string' &&
    value.trim() !== '' &&
    Number.isFinite(Number(value))
  )
    return fixBySetting(path, detail.startsWith('应为整数') ? Math.round(Number(value)) : Number(value));
  if (detail.startsWith('应为整数') && typeof value === 'number') return fixBySetting(path, Math.round(value));
  if (detail.startsWith('应为文本') && typeof value === 'number') return fixBySetting(path, String(value));
  const key = path.at(-1);
  if (typeof key !== 'string' || !node || isRequired(node, key)) return null;
  const name = propertySchemas(node.tag)[key]?.['x-name'] ?? key;
  return fixByRemoving(path, `删去“${name}”`);
}

/**
 * Sets a missing property: an option gets its value as its label or its label as its value; a node gets the name of its
 * widget as its label or title.
 */
function addMissingProperty(doc: CanvasDoc, path: Path, key: string): QuickFix | null {
  const target = valueAt(doc, path);
  if (!isObject(target)) return null;
  const counterparts: Readonly<Record<string, unknown>> = { value: target.label, label: target.value };
  const counterpart = counterparts[key];
  if (nodeAt(doc, path) === null && (typeof counterpart === 'string' || typeof counterpart === 'number'))
    return { label: labelOfChange(counterpart), change: (current) => withKeys(current, path, { [key]: counterpart }) };
  const node = nodeAt(doc, path);
  if (!node || (key !== 'label' && key !== 'title')) return null;
  const name = titleOfNode(node);
  return { label: `命名为“${name}”`, change: (current) => withKeys(current, path, { [key]: name }) };
}

/** Returns the fix that removes `required` from a field that no user can edit; null if the problem is elsewhere. */
function fixLockedField({ path, node }: FixInput): QuickFix | null {
  if (!node || path.at(-1) !== 'required') return null;
  return { label: '取消必填', change: (doc) => withKeys(doc, path.slice(0, -1), { required: undefined }) };
}

/**
 * Returns the edit that fixes a problem; null if there is no clear fix. `path`: the path in the document on the canvas.
 */
export function quickFixFor(
  { code, params }: LocatedProblem,
  path: Path,
  doc: CanvasDoc,
  toSyllables: ToSyllables | null = null,
): QuickFix | null {
  const nodePath = nodePathIn(doc, path);
  const input: FixInput = { doc, path, params, node: nodePath ? nodeAt(doc, nodePath) : null };
  switch (code) {
    case 'DOC_EXPRESSION_NAME':
      return fixExpressionName(input);
    case 'DOC_REFERENCE':
      return fixReference(input);
    case 'DOC_DUPLICATE_KEY':
    case 'DOC_KEY':
      return fixFieldKey(input);
    case 'DOC_NO_KEY':
      return addMissingKey(input, toSyllables);
    case 'DOC_UNKNOWN_KEY':
      return fixUnknownKey(input);
    case 'DOC_UNKNOWN_TAG':
      return fixUnknownTag(input, 'root' in doc ? SCREEN_TAGS : FORM_TAGS);
    case 'DOC_FUNCTION':
      return fixByRemoving(path, `删去“${textOrEmpty(params.key)}”`);
    case 'DOC_LOCKED':
      return fixLockedField(input);
    case 'DOC_FORM_KEY':
      return valueAt(doc, path) === params.given ? fixBySetting(path, params.formKey) : null;
    case 'DOC_SCREEN_KEY':
      return valueAt(doc, path) === params.given ? fixBySetting(path, params.screenKey) : null;
    case 'DOC_SHAPE':
      return fixShape(input);
    default:
      return null;
  }
}
