/** The kinds of items in a pack, in the order of the import: an item is imported after the items to which it refers. */
export const PACK_KINDS = ['dictionary', 'flow', 'form', 'role', 'dataset', 'screen', 'menu'] as const;
export type PackKind = (typeof PACK_KINDS)[number];

export const PACK_KIND_NAMES: Readonly<Record<PackKind, string>> = {
  dictionary: '字典',
  flow: '流程',
  form: '表单',
  role: '角色',
  dataset: '数据集',
  screen: '界面',
  menu: '菜单',
};

/** Kinds that are documents with versions. */
export type DocumentPackKind = Extract<PackKind, 'flow' | 'form' | 'dataset' | 'screen'>;
export const isDocumentKind = (kind: PackKind): kind is DocumentPackKind =>
  kind === 'flow' || kind === 'form' || kind === 'dataset' || kind === 'screen';

export interface ItemId {
  kind: PackKind;
  key: string;
}

/** The kinds of objects to which an item may refer: another item, or a person, department or post. */
export type NeedKind = PackKind | 'user' | 'dept' | 'post';

/**
 * A reference of an item to an object that the importing installation must have. `path`: the position of the reference
 * in the item's content; `place`: this position as Chinese text.
 */
export interface Need {
  kind: NeedKind;
  key: string;
  /** The name of the object in the installation that made the pack. */
  name: string;
  /** For people: their user name. */
  code?: string;
  path: (string | number)[];
  place: string;
}

/** One item of a pack, identified by its key or code; a pack contains no ids of the installation that made it. */
export interface PackItem extends ItemId {
  name: string;
  /** JSON; for a process the text of its file. */
  content: unknown;
  needs: Need[];
}

/** Returns kind and key of an item as one text, as a key of maps and sets. */
export const idTextOf = ({ kind, key }: { kind: string; key: string }): string => `${kind} ${key}`;
export const itemText = ({ kind, key, name }: ItemId & { name: string }): string =>
  `${PACK_KIND_NAMES[kind]}“${name}”${name === key ? '' : `（${key}）`}`;

/** Returns JSON with sorted keys: equal content gives equal text, whatever the order of its keys. */
export const stableText = (value: unknown, space?: number): string => JSON.stringify(sortKeys(value), null, space);

/** Returns a copy of a JSON value with sorted keys, without undefined values. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}
