import type { MenuItem } from '../grammar/documents.ts';
import { EXTERNAL, isShown, joinPath, addressOfItem } from '../domain/menu/index.ts';

/** A menu item prepared for display and routing. */
export interface MenuEntry {
  id: string;
  code: string;
  title: string;
  /** Full path of the entry's route, `/seals/businessSealApply`; '' for an entry without a route. */
  path: string;
  /** An address outside the product (SB-013); such an entry has no route. */
  href: string | null;
  icon: string;
  /** Task nodes whose to-dos are counted next to the title. */
  taskNodes: string[];
  /** Screen key of the entry's page, or the name of a group component. */
  component: string;
  isShown: boolean;
  /** True if a group with a single page is shown as a group; false if the page replaces the group in the menu. */
  alwaysShow: boolean;
  /** Query of the link, `?a=1` or ''. */
  search: string;
  /** Address of an embedded page (SH-005). */
  link: string | null;
  /** True if the tab of the page is pinned (TA-010). */
  isAffix: boolean;
  /** True if the page stays mounted while another page is shown (TA-011). */
  isCached: boolean;
  /** Target path of a group; '' for its first child (RG-014). */
  redirect: string;
  children: MenuEntry[];
}

/** Returns the query of a menu entry as `?a=1`, '' if there is none. `query`: an object, its JSON text, or `a=1`. */
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
  const address = addressOfItem(item);
  const isOutside = EXTERNAL.test(address);
  const path = isOutside ? '' : joinPath(parentPath, address);
  return {
    id: item.id ?? item.code ?? address,
    code: item.code ?? item.id ?? address,
    title: item.meta?.title ?? item.name ?? '',
    path,
    href: isOutside ? address : null,
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
    children: sortBySn(item.children ?? []).map((child) => entryOf(child, path || parentPath)),
  };
}

/** Sorts by `sn`, 0 when absent; equal numbers keep their order. */
const sortBySn = (items: readonly MenuItem[]): MenuItem[] => [...items].sort((a, b) => (a.sn ?? 0) - (b.sn ?? 0));

/** Converts items to a tree. A back end may send them nested or as a flat list with `parentId`. */
export function toTree(items: readonly MenuItem[]): MenuItem[] {
  if (items.some(({ children }) => (children?.length ?? 0) > 0)) return [...items];
  const ids = new Set(items.map(({ id }) => id));
  const withChildren = (parent: MenuItem): MenuItem => ({
    ...parent,
    children: items.filter(({ parentId }) => parentId !== undefined && parentId === parent.id).map(withChildren),
  });
  return items.filter(({ parentId }) => parentId === undefined || !ids.has(parentId)).map(withChildren);
}

/** Addresses of modules that belong to another system and are left out (UN-007). */
const OTHER_SYSTEMS = ['elevatorTest', 'crane'];

/**
 * What determines the first page of an installation: the menu (first generation of routes), or the user's unit (second
 * generation) (RG-009, RG-010).
 */
export type FirstPageSource = 'menu' | 'unit';

/**
 * Converts a served menu to its modules (UN-009) with their entries. Accepts flat lists. The second generation of
 * routes includes all modules (UN-008), the first leaves out those of other systems (UN-007).
 */
export const readMenu = (items: readonly MenuItem[], firstPage: FirstPageSource = 'menu'): MenuEntry[] =>
  sortBySn(toTree(items).filter(({ url }) => firstPage === 'unit' || !OTHER_SYSTEMS.includes(url ?? ''))).map((item) =>
    entryOf(item, ''),
  );
