import type { MenuItem } from '../grammar/documents.ts';
import { EXTERNAL, isShown, joinPath, ownAddress } from '../domain/menu/index.ts';

/** A menu item ready to be shown and routed. */
export interface MenuEntry {
  id: string;
  code: string;
  title: string;
  /** Full path of its route, `/seals/businessSealApply`; '' for a module without one. */
  path: string;
  /** An address outside the product (SB-013); such an entry has no route. */
  href: string | null;
  icon: string;
  /** Task nodes whose to-dos are counted beside the title. */
  taskNodes: string[];
  component: string;
  isShown: boolean;
  /** A group stands in the menu even when it has one page only; else that page stands in its place. */
  alwaysShow: boolean;
  /** Query that goes with the link, `?a=1` or ''. */
  search: string;
  /** Address of an embedded page (SH-005). */
  link: string | null;
  isAffix: boolean;
  isCached: boolean;
  /** Where a group leads; its first child when not set (RG-014). */
  redirect: string;
  children: MenuEntry[];
}

function searchOf(query: MenuItem['query']): string {
  if (!query) return '';
  let fields: unknown = query;
  if (typeof query === 'string') {
    try {
      fields = JSON.parse(query);
    } catch {
      return `?${query.replace(/^\?/, '')}`;
    }
  }
  if (typeof fields !== 'object' || fields === null) return '';
  const search = new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)])).toString();
  return search ? `?${search}` : '';
}

function entryOf(item: MenuItem, parentPath: string): MenuEntry {
  const own = ownAddress(item);
  const isOutside = EXTERNAL.test(own);
  const path = isOutside ? '' : joinPath(parentPath, own);
  return {
    id: item.id ?? item.code ?? own,
    code: item.code ?? item.id ?? own,
    title: item.meta?.title ?? item.name ?? '',
    path,
    href: isOutside ? own : null,
    icon: item.meta?.icon ?? item.icon ?? '',
    taskNodes: item.taskNodes ?? [],
    component: item.component ?? '',
    isShown: isShown(item),
    alwaysShow: item.alwaysShow === true,
    search: searchOf(item.query),
    link: item.meta?.link ?? null,
    isAffix: item.meta?.affix === true,
    isCached: item.meta?.noCache !== true,
    redirect: item.redirect && item.redirect !== 'noRedirect' ? joinPath(path, item.redirect) : '',
    children: inOrder(item.children ?? []).map((child) => entryOf(child, path || parentPath)),
  };
}

/** By `sn` where given; equal or absent numbers keep the order they came in. */
const inOrder = (items: readonly MenuItem[]): MenuItem[] => [...items].sort((a, b) => (a.sn ?? 0) - (b.sn ?? 0));

/** Items as a tree: a back end may send them nested or as one list with `parentId`. */
export function toTree(items: readonly MenuItem[]): MenuItem[] {
  if (items.some(({ children }) => (children?.length ?? 0) > 0)) return [...items];
  const ids = new Set(items.map(({ id }) => id));
  const under = (parent: MenuItem): MenuItem => ({
    ...parent,
    children: items.filter(({ parentId }) => parentId !== undefined && parentId === parent.id).map(under),
  });
  return items.filter(({ parentId }) => parentId === undefined || !ids.has(parentId)).map(under);
}

/** Modules that belong to another system and are left out (UN-007). */
const OTHER_SYSTEMS = ['elevatorTest', 'crane'];

/** The two generations of routes: by the menu, or by the units (RG-009, RG-010). */
export type RouteEntry = 'menu' | 'unit';

/** The modules (UN-009) of a served menu, each with its entries. Flat lists are accepted; the second generation takes all (UN-008). */
export const readMenu = (items: readonly MenuItem[], entry: RouteEntry = 'menu'): MenuEntry[] =>
  inOrder(toTree(items).filter(({ url }) => entry === 'unit' || !OTHER_SYSTEMS.includes(url ?? ''))).map((item) =>
    entryOf(item, ''),
  );
