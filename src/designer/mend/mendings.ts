import type { Path } from '../../domain/problem/index.ts';
import { isTableNode } from '../../kernel/index.ts';
import { nameOfNode } from '../canvas/model/designActions.ts';
import { withKeys, withValue } from '../canvas/model/edits.ts';
import { fieldChoices, proposeKey, renameInExpression, usedKeys } from '../canvas/model/fieldKeys.ts';
import { isObject, keyOf, nodeAt, nodePathIn, valueAt, type FormDoc, type RawNode } from '../canvas/model/nodes.ts';
import { titleOfNode } from '../canvas/model/palette.ts';
import { FORM_TAGS, propertySchemas, schemaOfTag, SCREEN_TAGS, titleOfTag } from '../editor/grammarDocs.ts';
import type { LocatedProblem } from '../editor/located.ts';
import type { Syllables } from '../keys/proposeFieldKey.ts';
import { nearest } from './nearest.ts';

/** An edit that fixes a problem. */
export interface Mending {
  /** Label of the button. */
  label: string;
  change(doc: FormDoc): FormDoc;
}

/** A problem of the document on the canvas: its path there, and the parameters of its message. */
interface Given {
  doc: FormDoc;
  path: Path;
  params: LocatedProblem['params'];
  /** The node at or around the place. */
  node: RawNode | null;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const into = (to: unknown): string => `改为“${String(to)}”`;

const setTo = (path: Path, value: unknown, label = into(value)): Mending => ({
  label,
  change: (doc) => withValue(doc, path, value),
});

/** Removes the property at a path. */
function without(path: Path, label: string): Mending | null {
  const key = path.at(-1);
  if (typeof key !== 'string') return null;
  return { label, change: (doc) => withKeys(doc, path.slice(0, -1), { [key]: undefined }) };
}

/** The sub-table that contains a path, or null. */
function tableAround(doc: FormDoc, path: Path): RawNode | null {
  for (let length = path.length - 1; length > 0; length -= 1) {
    const node = nodeAt(doc, path.slice(0, length));
    if (node && isTableNode(node)) return node;
  }
  return null;
}

/** The key of the field that a wrong name probably means: the field with this label, else the most similar key. */
function meantField(doc: FormDoc, path: Path, name: string): string | null {
  const fields = fieldChoices(doc, tableAround(doc, path));
  const called = fields.filter(({ label }) => label === name);
  if (called.length === 1) return called[0]?.value ?? null;
  return nearest(
    name,
    fields.map(({ value }) => value),
  );
}

const labelOf = (doc: FormDoc, key: string): string =>
  fieldChoices(doc).find(({ value }) => value === key)?.label ?? key;

function expressionName({ doc, path, params }: Given): Mending | null {
  const [name, written] = [text(params.name), valueAt(doc, path)];
  const to = name === '' ? null : meantField(doc, path, name);
  if (to === null || typeof written !== 'string') return null;
  const next = renameInExpression(written, name, to);
  return next === written ? null : setTo(path, next, into(labelOf(doc, to)));
}

function reference({ doc, path, params }: Given): Mending | null {
  const name = text(params.name);
  if (name === '' || valueAt(doc, path) !== name || !/^(日期)?字段$|^列$/.test(text(params.kind))) return null;
  const to = meantField(doc, path, name);
  return to === null ? null : setTo(path, to, into(labelOf(doc, to)));
}

/** Replaces a duplicate or invalid key by the one that the import would give it. References still point at the first field. */
function fieldKey({ doc, path, params }: Given): Mending | null {
  const renamed = text(params.renamed);
  const isFree = renamed !== '' && !usedKeys(doc).has(renamed);
  return path.at(-1) === '__vModel__' && isFree ? setTo(path, renamed) : null;
}

/** Sets a missing key, made from the name. */
function noKey({ doc, path }: Given, syllables: Syllables | null): Mending | null {
  const node = nodeAt(doc, path);
  if (!node || keyOf(node) !== undefined) return null;
  const key = proposeKey(nameOfNode(node), usedKeys(doc), syllables);
  return { label: `设为“${key}”`, change: (now) => withKeys(now, path, { __vModel__: key }) };
}

function unknownKey({ doc, path, params, node }: Given): Mending | null {
  const key = text(params.key);
  if (!node || path.at(-1) !== key) return null;
  const known = Object.keys(propertySchemas(node.tag)).filter((one) => node[one] === undefined);
  const to = nearest(key, known);
  if (to === null) return without(path, `删去“${key}”`);
  const name = propertySchemas(node.tag)[to]?.['x-name'] ?? to;
  return {
    label: into(name),
    change: (now) => withKeys(now, path.slice(0, -1), { [key]: undefined, [to]: valueAt(doc, path) }),
  };
}

/** Replaces a misspelt tag. A tag that resembles none of this build is left untouched. */
function unknownTag({ path, params }: Given, tags: readonly { tag: string }[]): Mending | null {
  const to = nearest(
    text(params.tag),
    tags.map(({ tag }) => tag),
  );
  return to === null ? null : setTo(path.at(-1) === 'tag' ? path : [...path, 'tag'], to, into(titleOfTag(to) ?? to));
}

const ENUM = /^应为(“.*”)之一$/;
const LIMIT = /^不能(?:大于|小于) (-?\d+(?:\.\d+)?)$/;
const MISSING = /^缺少“([\w-]+)”$/;
const STRANGE = /^没有属性“(.+)”$/;

const isNeeded = (node: RawNode, key: string): boolean =>
  key === 'tag' || key === '__vModel__' || (schemaOfTag(node.tag)?.required ?? []).includes(key);

/** Fixes a value that does not match the schema (DOC_SHAPE): a missing or unknown property, a limit, an enum, a wrong type. Parses the details that `kernel` writes. */
function shape({ doc, path, params, node }: Given): Mending | null {
  const detail = text(params.detail);
  const value = valueAt(doc, path);
  const missing = MISSING.exec(detail)?.[1];
  if (missing !== undefined) return missingKey(doc, path, missing);
  const strange = STRANGE.exec(detail)?.[1];
  if (strange !== undefined) {
    const own = path.at(-1) === strange ? path : [...path, strange];
    return valueAt(doc, own) === undefined ? null : without(own, `删去“${strange}”`);
  }
  if (value === undefined) return null;
  const limit = LIMIT.exec(detail)?.[1];
  if (limit !== undefined) return setTo(path, Number(limit));
  const words = ENUM.exec(detail)?.[1]?.slice(1, -1).split('”、“');
  if (words) {
    const to = nearest(String(value), words);
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
  if (typeof key !== 'string' || !node || isNeeded(node, key)) return null;
  const name = propertySchemas(node.tag)[key]?.['x-name'] ?? key;
  return without(path, `删去“${name}”`);
}

/** Sets a missing property: the label or value of an option from the other of the two, a label or title from the widget's name. */
function missingKey(doc: FormDoc, path: Path, key: string): Mending | null {
  const owner = valueAt(doc, path);
  if (!isObject(owner)) return null;
  const other = key === 'value' ? owner.label : key === 'label' ? owner.value : undefined;
  if (nodeAt(doc, path) === null && (typeof other === 'string' || typeof other === 'number'))
    return { label: into(other), change: (now) => withKeys(now, path, { [key]: other }) };
  const node = nodeAt(doc, path);
  if (!node || (key !== 'label' && key !== 'title')) return null;
  const name = titleOfNode(node);
  return { label: `命名为“${name}”`, change: (now) => withKeys(now, path, { [key]: name }) };
}

function locked({ path, node }: Given): Mending | null {
  if (!node || path.at(-1) !== 'required') return null;
  return { label: '取消必填', change: (doc) => withKeys(doc, path.slice(0, -1), { required: undefined }) };
}

/** The edit that fixes a problem; null where a person has to decide. `path`: its place in the document on the canvas. */
export function mendingOf(
  { code, params }: LocatedProblem,
  path: Path,
  doc: FormDoc,
  syllables: Syllables | null = null,
): Mending | null {
  const own = nodePathIn(doc, path);
  const given: Given = { doc, path, params, node: own ? nodeAt(doc, own) : null };
  switch (code) {
    case 'DOC_EXPRESSION_NAME':
      return expressionName(given);
    case 'DOC_REFERENCE':
      return reference(given);
    case 'DOC_DUPLICATE_KEY':
    case 'DOC_KEY':
      return fieldKey(given);
    case 'DOC_NO_KEY':
      return noKey(given, syllables);
    case 'DOC_UNKNOWN_KEY':
      return unknownKey(given);
    case 'DOC_UNKNOWN_TAG':
      return unknownTag(given, 'root' in doc ? SCREEN_TAGS : FORM_TAGS);
    case 'DOC_FUNCTION':
      return without(path, `删去“${text(params.key)}”`);
    case 'DOC_LOCKED':
      return locked(given);
    case 'DOC_FORM_KEY':
      return valueAt(doc, path) === params.given ? setTo(path, params.formKey) : null;
    case 'DOC_SCREEN_KEY':
      return valueAt(doc, path) === params.given ? setTo(path, params.screenKey) : null;
    case 'DOC_SHAPE':
      return shape(given);
    default:
      return null;
  }
}
