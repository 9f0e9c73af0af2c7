import { isTableNode } from '../../../kernel/index.ts';
import { keyFromSyllables, type ToSyllables } from '../../keys/generateKeyFromName.ts';
import { isField, isNode, isObject, keyOf, listsOf, walk, type FormDoc, type RawNode } from './nodes.ts';
import { renamingOfFields } from './renameNames.ts';
import { renameInNode } from './renameKey.ts';

/** Returns all field keys of the document, including those of columns. */
export function usedKeys(doc: FormDoc): Set<string> {
  const used = new Set<string>();
  for (const { node } of walk(doc)) {
    const key = keyOf(node);
    if (key !== undefined) used.add(key);
  }
  return used;
}

/** Creates an unused key from a name and adds it to `used`; `field1` while the table of syllables is not loaded. */
export const proposeKey = (name: string, used: Set<string>, syllables: ToSyllables | null): string =>
  keyFromSyllables(syllables ? syllables(name) : /^[\w -]+$/.test(name) ? [name] : [], used);

/**
 * Copies nodes. A key that is in use is replaced by a key made from the node's name, also in expressions of the copies.
 */
export function withUnusedKeys(nodes: readonly RawNode[], used: Set<string>, syllables: ToSyllables | null): RawNode[] {
  const renamed = new Map<string, string>();
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    // column keys need to be unique only within their table; expressions read them through the row
    const isTable = isNode(value) && isTableNode(value);
    const next = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, isTable ? structuredClone(inner) : copy(inner)]),
    );
    if (!isNode(next) || !isField(next)) return next;
    const originalKey = keyOf(next);
    if (originalKey !== undefined && !used.has(originalKey)) {
      used.add(originalKey);
      return next;
    }
    const key = proposeKey(typeof next.label === 'string' ? next.label : '', used, syllables);
    if (originalKey !== undefined) renamed.set(originalKey, key);
    return { ...next, __vModel__: key };
  };
  const copies = nodes.map((node) => copy(node) as RawNode);
  const renaming = renamingOfFields(renamed);
  return renamed.size === 0 ? copies : copies.map((node) => renameInNode(node, renaming));
}

/**
 * Returns the field keys of a definition, each with its option values as text. Records may contain the keys and values
 * of the published version.
 */
export function fieldsOfDefinition(raw: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = new Map<string, Set<string>>();
  const visit = (value: unknown, field: Set<string> | null): void => {
    if (Array.isArray(value)) value.forEach((item) => visit(item, field));
    else if (isObject(value)) {
      const key = value.__vModel__;
      const inner = typeof key === 'string' ? (fields.get(key) ?? new Set<string>()) : field;
      if (inner && typeof key === 'string') fields.set(key, inner);
      if (inner && Array.isArray(value.options)) addOptionValues(value.options, inner);
      Object.values(value).forEach((item) => visit(item, inner));
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
  doc: FormDoc,
  table: RawNode | null = null,
): { value: string; label: string; node: RawNode }[] {
  const choice = (node: RawNode): { value: string; label: string; node: RawNode }[] => {
    const key = keyOf(node);
    return key !== undefined && isField(node)
      ? [{ value: key, label: typeof node.label === 'string' && node.label !== '' ? node.label : key, node }]
      : [];
  };
  const formFields = [...walk(doc)].flatMap(({ node, list }) => (list.kind === 'columns' ? [] : choice(node)));
  const columns = table ? listsOf(table, []).flatMap(({ nodes }) => nodes.flatMap(choice)) : [];
  return [...columns, ...formFields];
}
