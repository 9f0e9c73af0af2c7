import { isTableNode } from '../../../kernel/index.ts';
import { keyFromSyllables, type ToSyllables } from '../../keys/generateKeyFromName.ts';
import { isField, isNode, isObject, keyOf, listsOf, walk, type CanvasDoc, type RawNode } from './nodes.ts';
import { renamingOfFields } from './renameNames.ts';
import { renameInNode } from './renameKey.ts';

/** Returns all field keys of the document, including those of columns. */
export function usedKeys(doc: CanvasDoc): Set<string> {
  const keys = new Set<string>();
  for (const { node } of walk(doc)) {
    const key = keyOf(node);
    if (key !== undefined) keys.add(key);
  }
  return keys;
}

/**
 * Creates an unused key from a name and adds it to `keysInUse`. While `toSyllables` is not loaded (null), a Chinese
 * name gives `field`, `field2` ...
 */
export const proposeKey = (name: string, keysInUse: Set<string>, toSyllables: ToSyllables | null): string =>
  keyFromSyllables(toSyllables ? toSyllables(name) : /^[\w -]+$/.test(name) ? [name] : [], keysInUse);

/**
 * Copies nodes. A key that is in use is replaced by a key made from the node's label, also in expressions of the
 * copies. Adds the keys of the copied fields, but not of table columns, to `keysInUse`.
 */
export function withUnusedKeys(
  nodes: readonly RawNode[],
  keysInUse: Set<string>,
  toSyllables: ToSyllables | null,
): RawNode[] {
  const newKeys = new Map<string, string>();
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    // the columns of a copied table keep their keys, which must be unique only within the table
    const isTable = isNode(value) && isTableNode(value);
    const next = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, isTable ? structuredClone(inner) : copy(inner)]),
    );
    if (!isNode(next) || !isField(next)) return next;
    const originalKey = keyOf(next);
    if (originalKey !== undefined && !keysInUse.has(originalKey)) {
      keysInUse.add(originalKey);
      return next;
    }
    const key = proposeKey(typeof next.label === 'string' ? next.label : '', keysInUse, toSyllables);
    if (originalKey !== undefined) newKeys.set(originalKey, key);
    return { ...next, __vModel__: key };
  };
  const copies = nodes.map((node) => copy(node) as RawNode);
  const renaming = renamingOfFields(newKeys);
  return newKeys.size === 0 ? copies : copies.map((node) => renameInNode(node, renaming));
}

/**
 * Returns the values of the options, as texts, by field key; an empty set for a field without options. Called with the
 * published version, because records may contain its keys and option values.
 */
export function optionValuesByField(raw: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = new Map<string, Set<string>>();
  const visit = (value: unknown, optionValues: Set<string> | null): void => {
    if (Array.isArray(value)) value.forEach((item) => visit(item, optionValues));
    else if (isObject(value)) {
      const key = value.__vModel__;
      const innerValues = typeof key === 'string' ? (fields.get(key) ?? new Set<string>()) : optionValues;
      if (innerValues && typeof key === 'string') fields.set(key, innerValues);
      if (innerValues && Array.isArray(value.options)) addOptionValues(value.options, innerValues);
      Object.values(value).forEach((item) => visit(item, innerValues));
    }
  };
  visit(raw, null);
  return fields;
}

function addOptionValues(options: readonly unknown[], values: Set<string>): void {
  for (const option of options.filter(isObject)) {
    values.add(String(option.value));
    if (Array.isArray(option.children)) addOptionValues(option.children, values);
  }
}

/** Returns the fields of the form as options of a select; the columns of `table` come first. */
export function fieldChoices(
  doc: CanvasDoc,
  table: RawNode | null = null,
): { value: string; label: string; node: RawNode }[] {
  const choicesOf = (node: RawNode): { value: string; label: string; node: RawNode }[] => {
    const key = keyOf(node);
    return key !== undefined && isField(node)
      ? [{ value: key, label: typeof node.label === 'string' && node.label !== '' ? node.label : key, node }]
      : [];
  };
  const formFields = [...walk(doc)].flatMap(({ node, list }) => (list.kind === 'columns' ? [] : choicesOf(node)));
  const columns = table ? listsOf(table, []).flatMap(({ nodes }) => nodes.flatMap(choicesOf)) : [];
  return [...columns, ...formFields];
}
