import type { MenuItem } from '../../grammar/documents.ts';
import {
  unusedPath,
  isShown,
  addressOfItem,
  kindOf,
  titleOf,
  type MenuKind,
  type MenuRow,
} from '../../domain/menu/index.ts';
import type { MenuEntryRow } from '../../runtime/services/menus.ts';

/** Who sees an entry: everybody, administrators only, or administrators and the chosen roles. */
export type Visibility = 'all' | 'admin' | 'roles';

/** A menu entry while it is edited. */
export interface EntryDraft {
  /** Absent for a new entry. */
  id?: string;
  revision?: number;
  kind: MenuKind;
  name: string;
  parentId: string | null;
  icon: string;
  /** The path of the entry; for a link the external address. */
  path: string;
  /** The key of the screen. */
  component: string;
  /** The address of an embedded page. */
  link: string;
  query: string;
  isShown: boolean;
  visibility: Visibility;
  roles: string[];
  /** True if the tab of the page is fixed and cannot be closed. */
  affix: boolean;
  /** True if the page is opened anew each time its tab is shown. */
  noCache: boolean;
  /** True if a group is shown even if it has only one page. */
  alwaysShow: boolean;
  /** Identifies the entry in packs, statistics and other systems; if it is empty, packs use the id of the entry. */
  code: string;
  /** The stored entry; saving keeps those of its keys that the draft does not know. */
  storedItem: MenuItem;
}

/** Returns the query as text `key=value&…`. The stored query is such a text, a JSON text or an object. */
const queryText = (query: MenuItem['query']): string => {
  if (!query) return '';
  const fields: unknown = typeof query === 'string' && query.trim().startsWith('{') ? jsonValueOrText(query) : query;
  if (typeof fields === 'string') return fields.replace(/^\?/, '');
  return new URLSearchParams(
    Object.entries(fields as Record<string, unknown>).map(([key, value]) => [key, String(value)]),
  ).toString();
};

/** Returns the value of a JSON text; the text itself if it is not JSON. */
function jsonValueOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function visibilityOf(roles: readonly string[] | null): Visibility {
  if (roles === null) return 'all';
  return roles.length === 0 || roles.join() === 'admin' ? 'admin' : 'roles';
}

export function draftOf(row: MenuEntryRow): EntryDraft {
  const { id, revision, parentId, roles, item } = row;
  return {
    id,
    revision,
    kind: kindOf(row),
    name: titleOf(row),
    parentId,
    icon: item.meta?.icon ?? item.icon ?? '',
    path: addressOfItem(item),
    component: item.component ?? '',
    link: item.meta?.link ?? '',
    query: queryText(item.query),
    isShown: isShown(item),
    visibility: visibilityOf(roles),
    // administrators see every entry, so the role is not needed next to other roles
    roles: roles && roles.length > 1 ? roles.filter((code) => code !== 'admin') : (roles ?? []),
    affix: item.meta?.affix === true,
    noCache: item.meta?.noCache === true,
    alwaysShow: item.alwaysShow === true,
    code: item.code ?? '',
    storedItem: item,
  };
}

/** Returns a copy of an entry in the same group, with a new name and (except a link) path, without its children. */
export function copyOf(row: MenuEntryRow, rows: ReadonlyMap<string, MenuRow>): EntryDraft {
  const { id: _id, revision: _revision, ...draft } = draftOf(row);
  const isLink = draft.kind === 'link';
  return {
    ...draft,
    name: `${draft.name}（副本）`,
    path: isLink ? draft.path : unusedPath(rows, draft.parentId, draft.path.split('/').pop() ?? ''),
    code: '',
    affix: false,
    storedItem: { ...draft.storedItem, code: undefined } as MenuItem,
  };
}

export const newDraft = (kind: MenuKind, parentId: string | null, values: Partial<EntryDraft> = {}): EntryDraft => ({
  kind,
  parentId,
  name: '',
  icon: '',
  path: '',
  component: '',
  link: '',
  query: '',
  isShown: true,
  visibility: 'all',
  roles: [],
  affix: false,
  noCache: false,
  alwaysShow: true,
  code: '',
  storedItem: {},
  ...values,
});

/** The wire value of `component` for entries that open no screen. */
const COMPONENTS = { module: 'Layout', group: 'ParentView', frame: 'InnerLink', link: '' } as const;

/** Returns a copy without undefined and empty values. */
const withoutEmpty = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== '')) as T;

function itemOf(draft: EntryDraft): MenuItem {
  const { storedItem, kind, icon, link, query, affix, noCache, code } = draft;
  const [name, path] = [draft.name.trim(), draft.path.trim()];
  const meta = withoutEmpty({
    ...storedItem.meta,
    title: name,
    icon: icon || undefined,
    affix: affix || undefined,
    noCache: noCache || undefined,
    link: kind === 'frame' ? link.trim() : undefined,
  });
  const hasFullUrl = kind !== 'link' && storedItem.urlType === '1' && Boolean(storedItem.url);
  // `ifAppear` and `showFlag` are other keys by which a stored entry can be hidden
  const shownKeys = draft.isShown ? { hidden: undefined, ifAppear: undefined, showFlag: '1' } : { hidden: true };
  return withoutEmpty<MenuItem>({
    ...storedItem,
    name,
    icon: icon || undefined,
    code: code.trim() || undefined,
    meta,
    alwaysShow: ((kind === 'group' || kind === 'module') && draft.alwaysShow) || undefined,
    component: kind === 'screen' ? draft.component : COMPONENTS[kind],
    ...(hasFullUrl ? { url: path } : { path, url: undefined, urlType: undefined }),
    query:
      query.trim() === queryText(storedItem.query) ? (storedItem.query ?? undefined) : query.trim().replace(/^\?/, ''),
    ...(isShown(storedItem) === draft.isShown ? {} : shownKeys),
  });
}

/** Returns the roles that see an entry; null: everybody. */
function rolesOf({ visibility, roles }: EntryDraft): string[] | null {
  if (visibility === 'all') return null;
  return visibility === 'admin' ? ['admin'] : roles;
}

/** Returns the entry for a draft; `id` is '' for a new entry. */
export const rowOf = (draft: EntryDraft): MenuRow & { roles: string[] | null } => ({
  id: draft.id ?? '',
  parentId: draft.kind === 'module' ? null : draft.parentId,
  roles: rolesOf(draft),
  item: itemOf(draft),
});
