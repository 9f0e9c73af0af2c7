import type { Path } from '../../domain/problem/index.ts';
import { isTableNode } from '../../kernel/index.ts';
import { nameOfNode } from '../canvas/model/designActions.ts';
import { withKeys, withValue } from '../canvas/model/edits.ts';
import { fieldChoices, proposeKey, usedKeys } from '../canvas/model/fieldKeys.ts';
import { isObject, keyOf, nodeAt, nodePathIn, valueAt, type FormDoc, type RawNode } from '../canvas/model/nodes.ts';
import { titleOfNode } from '../canvas/model/palette.ts';
import { renameInExpression, renamingOfFields } from '../canvas/model/renameNames.ts';
import { FORM_TAGS, propertySchemas, schemaOfTag, SCREEN_TAGS, titleOfTag } from '../editor/grammarDocs.ts';
import type { LocatedProblem } from '../editor/located.ts';
import type { ToSyllables } from '../keys/generateKeyFromName.ts';
import { nearest } from './nearest.ts';

/** An edit that fixes a problem. */
export interface QuickFix {
  /** Label of the button. */
  label: string;
  change(doc: FormDoc): FormDoc;
}

/** A problem of the document on the canvas: its path and the parameters of its message. */
interface FixInput {
  doc: FormDoc;
  path: Path;
  params: LocatedProblem['params'];
  /** The node at the path, or the innermost node around the path. */
  node: RawNode | null;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const changeLabel = (to: unknown): string => `改为“${String(to)}”`;

const setTo = (path: Path, value: unknown, label = changeLabel(value)): QuickFix => ({
  label,
  change: (doc) => withValue(doc, path, value),
});

/** Removes the property at a path. */
function removeKey(path: Path, label: string): QuickFix | null {
  const key = path.at(-1);
  if (typeof key !== 'string') return null;
  return { label, change: (doc) => withKeys(doc, path.slice(0, -1), { [key]: undefined }) };
}

/** Returns the sub-table that contains a path, or null. */
function enclosingTable(doc: FormDoc, path: Path): RawNode | null {
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
function guessField(doc: FormDoc, path: Path, name: string): string | null {
  const fields = fieldChoices(doc, enclosingTable(doc, path));
  const withLabel = fields.filter(({ label }) => label === name);
  if (withLabel.length === 1) return withLabel[0]?.value ?? null;
  return nearest(
    name,
    fields.map(({ value }) => value),
  );
}

const labelOf = (doc: FormDoc, key: string): string =>
  fieldChoices(doc).find(({ value }) => value === key)?.label ?? key;

function fixExpressionName({ doc, path, params }: FixInput): QuickFix | null {
  const [name, expression] = [text(params.name), valueAt(doc, path)];
  const to = name === '' ? null : guessField(doc, path, name);
  if (to === null || typeof expression !== 'string') return null;
  const next = renameInExpression(expression, renamingOfFields(new Map([[name, to]])));
  return next === expression ? null : setTo(path, next, changeLabel(labelOf(doc, to)));
}

function fixReference({ doc, path, params }: FixInput): QuickFix | null {
  const name = text(params.name);
  if (name === '' || valueAt(doc, path) !== name || !/^(日期)?字段$|^列$/.test(text(params.kind))) return null;
  const to = guessField(doc, path, name);
  return to === null ? null : setTo(path, to, changeLabel(labelOf(doc, to)));
}

/**
 * Replaces a duplicate or invalid key by the key that an import would generate. References still refer to the first
 * field.
 */
function fixFieldKey({ doc, path, params }: FixInput): QuickFix | null {
  const renamed = text(params.renamed);
  const isFree = renamed !== '' && !usedKeys(doc).has(renamed);
  return path.at(-1) === '__vModel__' && isFree ? setTo(path, renamed) : null;
}

/** Sets a missing key, made from the name. */
function addMissingKey({ doc, path }: FixInput, syllables: ToSyllables | null): QuickFix | null {
  const node = nodeAt(doc, path);
  if (!node || keyOf(node) !== undefined) return null;
  const key = proposeKey(nameOfNode(node), usedKeys(doc), syllables);
  return { label: `设为“${key}”`, change: (current) => withKeys(current, path, { __vModel__: key }) };
}

function fixUnknownKey({ doc, path, params, node }: FixInput): QuickFix | null {
  const key = text(params.key);
  if (!node || path.at(-1) !== key) return null;
  const unsetKeys = Object.keys(propertySchemas(node.tag)).filter((candidate) => node[candidate] === undefined);
  const to = nearest(key, unsetKeys);
  if (to === null) return removeKey(path, `删去“${key}”`);
  const name = propertySchemas(node.tag)[to]?.['x-name'] ?? to;
  return {
    label: changeLabel(name),
    change: (current) => withKeys(current, path.slice(0, -1), { [key]: undefined, [to]: valueAt(doc, path) }),
  };
}

/** Replaces a misspelt tag. A tag that is not similar to a known tag is not changed. */
function fixUnknownTag({ path, params }: FixInput, tags: readonly { tag: string }[]): QuickFix | null {
  const to = nearest(
    text(params.tag),
    tags.map(({ tag }) => tag),
  );
  return to === null
    ? null
    : setTo(path.at(-1) === 'tag' ? path : [...path, 'tag'], to, changeLabel(titleOfTag(to) ?? to));
}

const ENUM_DETAIL = /^应为(“.*”)之一$/;
const LIMIT_DETAIL = /^不能(?:大于|小于) (-?\d+(?:\.\d+)?)$/;
const MISSING_PROPERTY = /^缺少“([\w-]+)”$/;
const UNKNOWN_PROPERTY = /^没有属性“(.+)”$/;

const isRequired = (node: RawNode, key: string): boolean =>
  key === 'tag' || key === '__vModel__' || (schemaOfTag(node.tag)?.required ?? []).includes(key);

/**
 * Fixes a value that does not match the schema (DOC_SHAPE): a missing or unknown property, a limit, an enum, a wrong
 * type. Parses the detail text of the problem, which comes from `kernel`.
 */
function fixShape({ doc, path, params, node }: FixInput): QuickFix | null {
  const detail = text(params.detail);
  const value = valueAt(doc, path);
  const missing = MISSING_PROPERTY.exec(detail)?.[1];
  if (missing !== undefined) return addMissingProperty(doc, path, missing);
  const unknown = UNKNOWN_PROPERTY.exec(detail)?.[1];
  if (unknown !== undefined) {
    const propertyPath = path.at(-1) === unknown ? path : [...path, unknown];
    return valueAt(doc, propertyPath) === undefined ? null : removeKey(propertyPath, `删去“${unknown}”`);
  }
  if (value === undefined) return null;
  const limit = LIMIT_DETAIL.exec(detail)?.[1];
  if (limit !== undefined) return setTo(path, Number(limit));
  const allowedValues = ENUM_DETAIL.exec(detail)?.[1]?.slice(1, -1).split('”、“');
  if (allowedValues) {
    const to = nearest(String(value), allowedValues);
    if (to !== null) return setTo(path, to);
  }
  if (
    /^应为(整数|数字)/.test(detail) &&
    typeof value === 'string' &&
    value.trim() !== '' &&
    Number.isFinite(Number(value))
  )
    return setTo(path, detail.startsWith('应为整数') ? Math.round(Number(value)) : Number(value));
  if (detail.startsWith('应为整数') && typeof value === 'number') return setTo(path, Math.round(value));
  if (detail.startsWith('应为文本') && typeof value === 'number') return setTo(path, String(value));
  const key = path.at(-1);
  if (typeof key !== 'string' || !node || isRequired(node, key)) return null;
  const name = propertySchemas(node.tag)[key]?.['x-name'] ?? key;
  return removeKey(path, `删去“${name}”`);
}

/**
 * Sets a missing property: the label of an option from its value or the reverse, a label or title from the widget's
 * name.
 */
function addMissingProperty(doc: FormDoc, path: Path, key: string): QuickFix | null {
  const owner = valueAt(doc, path);
  if (!isObject(owner)) return null;
  const other = key === 'value' ? owner.label : key === 'label' ? owner.value : undefined;
  if (nodeAt(doc, path) === null && (typeof other === 'string' || typeof other === 'number'))
    return { label: changeLabel(other), change: (current) => withKeys(current, path, { [key]: other }) };
  const node = nodeAt(doc, path);
  if (!node || (key !== 'label' && key !== 'title')) return null;
  const name = titleOfNode(node);
  return { label: `命名为“${name}”`, change: (current) => withKeys(current, path, { [key]: name }) };
}

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
  doc: FormDoc,
  syllables: ToSyllables | null = null,
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
      return addMissingKey(input, syllables);
    case 'DOC_UNKNOWN_KEY':
      return fixUnknownKey(input);
    case 'DOC_UNKNOWN_TAG':
      return fixUnknownTag(input, 'root' in doc ? SCREEN_TAGS : FORM_TAGS);
    case 'DOC_FUNCTION':
      return removeKey(path, `删去“${text(params.key)}”`);
    case 'DOC_LOCKED':
      return fixLockedField(input);
    case 'DOC_FORM_KEY':
      return valueAt(doc, path) === params.given ? setTo(path, params.formKey) : null;
    case 'DOC_SCREEN_KEY':
      return valueAt(doc, path) === params.given ? setTo(path, params.screenKey) : null;
    case 'DOC_SHAPE':
      return fixShape(input);
    default:
      return null;
  }
}
