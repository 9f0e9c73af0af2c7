import { reportFlaw, reportWarning, type Context, type KeyScope } from './context.ts';
import { isUnsafeKey } from './text/scripts.ts';
import { insideOf } from './innerElements.ts';
import { isObject, readSource, textOf, type Placed, type Source } from './source.ts';
import { isElementName } from './tags.ts';

const VALID = /^[A-Za-z_$\u4e00-\u9fa5][\w$\u4e00-\u9fa5-]*$/;
const MAX = 64;

/** Names that plain objects carry; a field of such a name could not be told from them. */
const isTaken = (key: string): boolean => isUnsafeKey(key) || key in Object.prototype;

function repaired(key: string): string {
  const plain = key.replace(/[^\w$\u4e00-\u9fa5-]/g, '_').slice(0, MAX - 4);
  const named = /^[A-Za-z_$\u4e00-\u9fa5]/.test(plain) ? plain : `f_${plain}`;
  return isTaken(named) ? `${named}_1` : named;
}

/** How far the numbers of a name have been given, by scope: thousands of the same name are not tried from 2 on each time. */
const given = new WeakMap<KeyScope, Map<string, number>>();

function unique(key: string, { keys }: Context): string {
  if (!keys.has(key)) return key;
  const counts = given.get(keys) ?? new Map<string, number>();
  given.set(keys, counts);
  const stem = key.slice(0, MAX - 6);
  for (let count = counts.get(stem) ?? 2; ; count += 1) {
    const candidate = `${stem}_${count}`;
    if (keys.has(candidate)) continue;
    counts.set(stem, count + 1);
    return candidate;
  }
}

/** A short number of a text, the same on every machine. */
function hashOf(text: string): string {
  let hash = 5381;
  for (const char of text) hash = ((hash * 33) ^ (char.codePointAt(0) ?? 0)) >>> 0;
  return hash.toString(36);
}

/**
 * Other designers give every element a number of its own; it is stable, so it may stand in for a missing key. Without
 * one, a designer's element is known by its words and by the keys inside it, not by where it stands.
 */
function stableKey(source: Source, tag: string, context: Context): string {
  const name = textOf(source, 'componentName');
  const id = textOf(source, 'formId') || textOf(source, 'idf');
  if (name !== '' && !isElementName(name)) return name;
  if (id !== '') return `field${id}`;
  const inner = insideOf(source, context)
    .map(({ value }) => (isObject(value) ? textOf(readSource(value, []), '__vModel__') : ''))
    .join();
  const words = textOf(source, 'label') + inner;
  return source.isForeign && words !== '' ? `${tag === 'subTable' ? 'table' : 'field'}_${hashOf(words)}` : '';
}

/** Where forks write the key, the family's own names first. */
const KEYS = [
  '__vModel__',
  'vModel',
  'prop',
  '_vModel_',
  'v-model',
  'fieldName',
  'fieldKey',
  'columnName',
  'field',
  'model',
  'dataIndex',
  'name',
] as const;

/** The first that says something; a mere `name` only where it could be a key and is no label. */
function placedKey(source: Source): Placed | undefined {
  const found = KEYS.find((key) => {
    const text = textOf(source, key);
    return text.trim() !== '' && (!WEAK.has(key) || (/^[A-Za-z_]\w*$/.test(text) && !isElementName(text)));
  });
  return found === undefined
    ? (source.entries.get('__vModel__') ?? source.entries.get('vModel'))
    : source.entries.get(found);
}
const WEAK: ReadonlySet<string> = new Set(['field', 'model', 'name']);

/**
 * FK-001: the field's key, unique in its scope. A duplicate is renamed (the first keeps its name), a key that is no
 * name is repaired, a missing one made from the element's own number or words; each is one warning. Without any of
 * them the key depends on the position, which no record could rely on: an error.
 */
export function takeKey(source: Source, tag: string, context: Context): string {
  const placed = placedKey(source);
  const path = placed?.path ?? source.path;
  const written =
    typeof placed?.value === 'string' || typeof placed?.value === 'number' ? String(placed.value).trim() : '';
  let key = written;
  if (key === '') {
    const stable = stableKey(source, tag, context);
    const position = source.path.filter((part) => typeof part === 'number').join('_');
    key = unique(repaired(stable === '' ? `field_${position}` : stable), context);
    reportFlaw(context, stable !== '', 'DOC_NO_KEY', source.path, { tag, renamed: key });
  } else if (!VALID.test(key) || key.length > MAX || isTaken(key)) {
    key = unique(repaired(key), context);
    reportWarning(context, 'DOC_KEY', path, { key: written, renamed: key });
  } else if (context.keys.has(key)) {
    key = unique(key, context);
    reportWarning(context, 'DOC_DUPLICATE_KEY', path, { key: written, renamed: key });
  }
  context.keys.add(key);
  return key;
}
