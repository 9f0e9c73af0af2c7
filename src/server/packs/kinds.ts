/** What a pack may hold, in the order in which it is taken in: who names a thing comes after it. */
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
export const isDocument = (kind: PackKind): kind is DocumentPackKind =>
  kind === 'flow' || kind === 'form' || kind === 'dataset' || kind === 'screen';

export interface ItemId {
  kind: PackKind;
  key: string;
}

/** Who or what a thing names outside of itself: another thing, or people of the company that it comes from. */
export type NeedKind = PackKind | 'user' | 'dept' | 'post';

/** One name that a thing says. `path`: where in its content; `place`: the same in words. */
export interface Need {
  kind: NeedKind;
  key: string;
  /** What it is called where the pack was made. */
  name: string;
  /** Of people: the name they sign in with. */
  code?: string;
  path: (string | number)[];
  place: string;
}

/** One thing of a pack, named by its key or code; ids of the installation it comes from stand nowhere. */
export interface PackItem extends ItemId {
  name: string;
  /** JSON, of a process the text of its file. */
  content: unknown;
  needs: Need[];
}

export const nameOfItem = ({ kind, key }: { kind: string; key: string }): string => `${kind} ${key}`;
export const itemText = ({ kind, key, name }: ItemId & { name: string }): string =>
  `${PACK_KIND_NAMES[kind]}“${name}”${name === key ? '' : `（${key}）`}`;

/** JSON whose keys are in order: the same content gives the same text, whatever database it comes from. */
export const stableText = (value: unknown, space?: number): string => JSON.stringify(sorted(value), null, space);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
