import { reportFlaw, reportWarning, type Context, type KeyScope } from './context.ts';
import { isUnsafeKey } from './text/scripts.ts';
import { innerElementsOf } from './innerElements.ts';
import { isObject, readSource, textOf, type LocatedValue, type Source } from './source.ts';
import { isElementName } from './tags.ts';

/**
 * Matches a field key: Latin letters, Chinese characters, digits, `_`, `$` and `-`. The first character is neither a
 * digit nor `-`.
 */
const VALID_KEY = /^[A-Za-z_$\u4e00-\u9fa5][\w$\u4e00-\u9fa5-]*$/;
const MAX_KEY_LENGTH = 64;

/**
 * Returns true if the key is the name of a property that every object has, such as `constructor`; no field may have
 * such a key.
 */
const isReserved = (key: string): boolean => isUnsafeKey(key) || key in Object.prototype;

/** Replaces characters that a field key may not contain, and shortens the key. */
function repairKey(key: string): string {
  const cleanedKey = key.replace(/[^\w$\u4e00-\u9fa5-]/g, '_').slice(0, MAX_KEY_LENGTH - 4);
  const withLetter = /^[A-Za-z_$\u4e00-\u9fa5]/.test(cleanedKey) ? cleanedKey : `f_${cleanedKey}`;
  return isReserved(withLetter) ? `${withLetter}_1` : withLetter;
}

/**
 * The next number to append to a duplicate key, by scope and by the key without the number (shortened, `stem`). Without
 * this cache, each of thousands of equal keys would try every number from 2 on again.
 */
const nextNumbers = new WeakMap<KeyScope, Map<string, number>>();

/** Returns the key, with a number appended if the scope already has the key. */
function uniqueKey(key: string, { usedKeys }: Context): string {
  if (!usedKeys.has(key)) return key;
  const numbersByStem = nextNumbers.get(usedKeys) ?? new Map<string, number>();
  nextNumbers.set(usedKeys, numbersByStem);
  const stem = key.slice(0, MAX_KEY_LENGTH - 6);
  for (let suffix = numbersByStem.get(stem) ?? 2; ; suffix += 1) {
    const numberedKey = `${stem}_${suffix}`;
    if (usedKeys.has(numberedKey)) continue;
    numbersByStem.set(stem, suffix + 1);
    return numberedKey;
  }
}

/** Returns a short hash of a text, the same on every machine. */
function hashOf(text: string): string {
  let hash = 5381;
  for (const char of text) hash = ((hash * 33) ^ (char.codePointAt(0) ?? 0)) >>> 0;
  return hash.toString(36);
}

/**
 * Derives a key that stays the same when the element is moved, for an element without a field key. Uses, in this order:
 * the component name unless it is the name of an element kind; the id in the other designer; for an element of another
 * designer, a hash of its label and of the keys inside it. '' if the element has none of these.
 */
function stableKey(source: Source, tag: string, context: Context): string {
  const name = textOf(source, 'componentName');
  const id = textOf(source, 'formId') || textOf(source, 'idf');
  if (name !== '' && !isElementName(name)) return name;
  if (id !== '') return `field${id}`;
  const innerKeys = innerElementsOf(source, context)
    .map(({ value }) => (isObject(value) ? textOf(readSource(value, []), '__vModel__') : ''))
    .join();
  const texts = textOf(source, 'label') + innerKeys;
  return source.isForeign && texts !== '' ? `${tag === 'subTable' ? 'table' : 'field'}_${hashOf(texts)}` : '';
}

/** Keys under which forks of the designers write the field key, in order of preference. */
const FIELD_KEY_NAMES = [
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

/**
 * Returns the first non-empty entry with a field key. An entry named in `AMBIGUOUS_KEY_NAMES` only counts if its text
 * can be a field key and is not the name of an element. If there is none, returns the empty entry of `__vModel__` or
 * `vModel`, at whose path problems are reported; undefined if the element has neither.
 */
function findKeyEntry(source: Source): LocatedValue | undefined {
  const keyName = FIELD_KEY_NAMES.find((key) => {
    const text = textOf(source, key);
    return (
      text.trim() !== '' && (!AMBIGUOUS_KEY_NAMES.has(key) || (/^[A-Za-z_]\w*$/.test(text) && !isElementName(text)))
    );
  });
  return keyName === undefined
    ? (source.entries.get('__vModel__') ?? source.entries.get('vModel'))
    : source.entries.get(keyName);
}
/** The names in `FIELD_KEY_NAMES` under which some designers write something other than the field key. */
const AMBIGUOUS_KEY_NAMES: ReadonlySet<string> = new Set(['field', 'model', 'name']);

/**
 * FK-001: assigns the field's key, unique in its scope. A duplicate key is renamed (the first field keeps its key), an
 * invalid key is repaired, and a missing key is derived from the element itself (`stableKey`). Each of these changes is
 * reported as a warning. If `stableKey` returns '', the key is made from the element's position. This is reported as an
 * error, because the position changes when fields are moved, and values stored under the old key would be lost. For an
 * element of another designer it is only a warning.
 */
export function assignKey(source: Source, tag: string, context: Context): string {
  const entry = findKeyEntry(source);
  const path = entry?.path ?? source.path;
  const originalKey =
    typeof entry?.value === 'string' || typeof entry?.value === 'number' ? String(entry.value).trim() : '';
  let key = originalKey;
  if (key === '') {
    const derivedKey = stableKey(source, tag, context);
    const position = source.path.filter((part) => typeof part === 'number').join('_');
    key = uniqueKey(repairKey(derivedKey === '' ? `field_${position}` : derivedKey), context);
    reportFlaw(context, derivedKey !== '' || source.isForeign, 'DOC_NO_KEY', source.path, { tag, renamed: key });
  } else if (!VALID_KEY.test(key) || key.length > MAX_KEY_LENGTH || isReserved(key)) {
    key = uniqueKey(repairKey(key), context);
    reportWarning(context, 'DOC_KEY', path, { key: originalKey, renamed: key });
  } else if (context.usedKeys.has(key)) {
    key = uniqueKey(key, context);
    reportWarning(context, 'DOC_DUPLICATE_KEY', path, { key: originalKey, renamed: key });
  }
  context.usedKeys.add(key);
  return key;
}
