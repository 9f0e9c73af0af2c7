import type { Services } from '../../runtime/services/services.ts';
import type { Tone } from '../../screens/shared/StatusTag.tsx';

/** Names of the kinds of pack items, and of references that can be replaced at the import. */
export const KIND_NAMES: Readonly<Record<string, string>> = {
  dictionary: '字典',
  flow: '流程',
  form: '表单',
  role: '角色',
  dataset: '数据集',
  screen: '界面',
  menu: '菜单',
  user: '人员',
  dept: '部门',
  post: '岗位',
};
export const PACK_KINDS = ['form', 'flow', 'screen', 'dataset', 'dictionary', 'menu', 'role'] as const;

export interface ItemId {
  kind: string;
  key: string;
}
export interface ListedItem extends ItemId {
  id: string;
  name: string;
  /** Time of the last change; '' if unknown. */
  time: string;
}
export interface RelatedItem extends ListedItem {
  /** Name of the item to which this item is related, followed by the place of the reference in that item, if any. */
  by: string;
  /** `needed`: that item refers to this item. `shows`: this item opens that item, a selected form. */
  why: 'needed' | 'shows';
  /** True if the item is selected by default. */
  isProposed: boolean;
}

/** The difference between an item of the pack and this installation. */
export type ItemState = 'new' | 'same' | 'changed' | 'conflict';
export const ITEM_STATES: Readonly<Record<ItemState, { label: string; tone: Tone; note: string }>> = {
  new: { label: '新增', tone: 'good', note: '本系统没有，导入后新增' },
  changed: { label: '更新', tone: 'busy', note: '上次导入或出厂后没有人改过，导入后更新' },
  conflict: { label: '冲突', tone: 'bad', note: '本系统自己改过，导入会覆盖这些修改' },
  same: { label: '相同', tone: 'plain', note: '与本系统一致，无需导入' },
};

export interface PreviewItem extends ItemId {
  name: string;
  state: ItemState;
  /**
   * True if the item is selected for the import: by the user, or by default if the user has not selected anything yet.
   */
  isTaken: boolean;
  changedBy: string;
  changedAt: string;
  hasDraft: boolean;
  isDisabled: boolean;
  /** The text in this installation, for comparison with `there`; null if there is none. */
  here: string | null;
  /** The text in the pack. */
  there: string | null;
}
export interface MissingReference extends ItemId {
  name: string;
  /** The name of the item that contains the reference. */
  by: string;
  /** The position of the reference in that item; may be ''. */
  place: string;
  /** True if the reference can be replaced. */
  canMap: boolean;
  /**
   * The key in this installation that replaces the reference, chosen by the user (`ImportChoice.mapping`) or found by
   * the server by its name; null if there is none.
   */
  mapped: string | null;
}
export interface ItemProblem extends ItemId {
  name: string;
  level: 'error' | 'warning';
  path: (string | number)[];
  message: string;
}
/**
 * What the import of an item changes for other documents, records or rights. `isBreaking`: another document would fail;
 * this prevents the import.
 */
export interface ImportEffect extends ItemId {
  name: string;
  message: string;
  isBreaking: boolean;
}
export interface Preview {
  name: string;
  note: string;
  madeAt: string;
  madeBy: string;
  items: PreviewItem[];
  missing: MissingReference[];
  problems: ItemProblem[];
  effects: ImportEffect[];
  /** Documents that must be reviewed before they are published. */
  toReview: ItemId[];
  /** Identifies the state of this installation that the preview describes; sent with the import. */
  seen: string;
}
export interface ImportRow {
  id: string;
  name: string;
  note: string;
  madeAt: string;
  madeBy: string;
  importedBy: string;
  importedAt: string;
  /** The number of items that the import added. */
  added: number;
  /** The number of items that the import changed. */
  changed: number;
  /** '' if the import was not undone. */
  undoneBy: string;
  undoneAt: string;
}
export interface ImportedItem extends ItemId {
  id: string;
  name: string;
  state: ItemState;
  version: number | null;
  versionBefore: number | null;
}

export const itemIdText = ({ kind, key }: ItemId): string => `${kind} ${key}`;
export const titleOf = ({ kind, name }: { kind: string; name: string }): string =>
  `${KIND_NAMES[kind] ?? kind}“${name}”`;

const BASE = '/system/sys/pack';
const post = <T>({ request }: Services, call: string, params: object): Promise<T> =>
  request({ url: `${BASE}/${call}`, method: 'POST', params: { ...params } }) as Promise<T>;

/**
 * The text of a pack, the items to import (`take`; if absent, the server selects them) and the replacements of missing
 * references (`mapping`): the key in this installation, by `itemIdText` of the reference.
 */
export interface ImportChoice {
  pack: string;
  take?: ItemId[];
  mapping?: Record<string, string>;
}

/** The requests to the server for packs. */
export const packCalls = {
  items: (services: Services, data: object, page: object) =>
    post<{ data: ListedItem[]; page: { total: number } }>(services, 'items', { data, page }),
  /** Returns the items that these need directly or indirectly, and the pages and menu entries that open their forms. */
  relatedItems: (services: Services, items: readonly ItemId[]) => post<RelatedItem[]>(services, 'needs', { items }),
  download: ({ system }: Services, body: { name: string; note: string; items: readonly ItemId[] }) =>
    system.download(`${BASE}/export`, body, `配置包-${body.name}.json`),
  preview: (services: Services, choice: ImportChoice) => post<Preview>(services, 'preview', choice),
  import: (services: Services, choice: ImportChoice & { seen: string }) =>
    post<{ id: string; added: number; changed: number }>(services, 'import', choice),
  /** Stores the documents as drafts and requests their reviews. `asked`: the number of these documents. */
  review: (services: Services, choice: ImportChoice & { seen: string; reviewerId: string }) =>
    post<{ asked: number }>(services, 'review', choice),
  imports: (services: Services, page: object) =>
    post<{ data: ImportRow[]; page: { total: number } }>(services, 'page', { data: {}, page }),
  detail: ({ request }: Services, id: string) =>
    request({ url: `${BASE}/detail`, method: 'GET', params: { id } }) as Promise<ImportedItem[]>,
  /** `kept`: texts of the added items that stay, because records, approvals or drafts use them. */
  undo: (services: Services, id: string) =>
    post<{ restored: number; removed: number; kept: string[] }>(services, 'undo', { id }),
};
