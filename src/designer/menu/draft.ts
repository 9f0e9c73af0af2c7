import type { MenuItem } from '../../grammar/documents.ts';
import {
  freePath,
  isShown,
  ownAddress,
  kindOf,
  titleOf,
  type MenuKind,
  type MenuRow,
} from '../../domain/menu/index.ts';
import type { MenuEntryRow } from '../../runtime/services/menus.ts';

/** The users that see an entry. */
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
  component: string;
  link: string;
  query: string;
  isShown: boolean;
  visibility: Visibility;
  roles: string[];
  affix: boolean;
  noCache: boolean;
  /** Shows a group even if it has only one page. */
  alwaysShow: boolean;
  code: string;
  /** The stored entry; its unknown keys are kept. */
  before: MenuItem;
}

const queryText = (query: MenuItem['query']): string => {
  if (!query) return '';
  const fields: unknown = typeof query === 'string' && query.trim().startsWith('{') ? safeJson(query) : query;
  if (typeof fields === 'string') return fields.replace(/^\?/, '');
  return new URLSearchParams(
    Object.entries(fields as Record<string, unknown>).map(([key, value]) => [key, String(value)]),
  ).toString();
};

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
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
    path: ownAddress(item),
    component: item.component ?? '',
    link: item.meta?.link ?? '',
    query: queryText(item.query),
    isShown: isShown(item),
    visibility: roles === null ? 'all' : roles.length === 0 || roles.join() === 'admin' ? 'admin' : 'roles',
    // administrators see every entry, so the role is not needed next to other roles
    roles: roles && roles.length > 1 ? roles.filter((code) => code !== 'admin') : (roles ?? []),
    affix: item.meta?.affix === true,
    noCache: item.meta?.noCache === true,
    alwaysShow: item.alwaysShow === true,
    code: item.code ?? '',
    before: item,
  };
}

/** Returns a copy of an entry in the same group, with a new name and path. Its children are not copied. */
export function copyOf(row: MenuEntryRow, rows: ReadonlyMap<string, MenuRow>): EntryDraft {
  const { id: _id, revision: _revision, ...draft } = draftOf(row);
  const isLink = draft.kind === 'link';
  return {
    ...draft,
    name: `${draft.name}（副本）`,
    path: isLink ? draft.path : freePath(rows, draft.parentId, draft.path.split('/').pop() ?? ''),
    code: '',
    affix: false,
    before: { ...draft.before, code: undefined } as MenuItem,
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
  before: {},
  ...values,
});

const COMPONENTS = { module: 'Layout', group: 'ParentView', frame: 'InnerLink', link: '' } as const;

/** Returns a copy without undefined and empty values. */
const withoutEmpty = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== '')) as T;

function itemOf(draft: EntryDraft): MenuItem {
  const { before, kind, icon, link, query, affix, noCache, code } = draft;
  const [name, path] = [draft.name.trim(), draft.path.trim()];
  const meta = withoutEmpty({
    ...before.meta,
    title: name,
    icon: icon || undefined,
    affix: affix || undefined,
    noCache: noCache || undefined,
    link: kind === 'frame' ? link.trim() : undefined,
  });
  const hasFullUrl = kind !== 'link' && before.urlType === '1' && Boolean(before.url);
  const shownKeys = draft.isShown ? { hidden: undefined, ifAppear: undefined, showFlag: '1' } : { hidden: true };
  return withoutEmpty<MenuItem>({
    ...before,
    name,
    icon: icon || undefined,
    code: code.trim() || undefined,
    meta,
    alwaysShow: ((kind === 'group' || kind === 'module') && draft.alwaysShow) || undefined,
    component: kind === 'screen' ? draft.component : COMPONENTS[kind],
    ...(hasFullUrl ? { url: path } : { path, url: undefined, urlType: undefined }),
    query: query.trim() === queryText(before.query) ? (before.query ?? undefined) : query.trim().replace(/^\?/, ''),
    ...(isShown(before) === draft.isShown ? {} : shownKeys),
  });
}

/** Returns the entry for a draft; `id` is '' for a new entry. */
export const rowOf = (draft: EntryDraft): MenuRow & { roles: string[] | null } => ({
  id: draft.id ?? '',
  parentId: draft.kind === 'module' ? null : draft.parentId,
  roles: draft.visibility === 'all' ? null : draft.visibility === 'admin' ? ['admin'] : draft.roles,
  item: itemOf(draft),
});
