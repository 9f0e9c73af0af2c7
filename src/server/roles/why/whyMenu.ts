import type { RequestUser } from '../../http/user.ts';
import { isAdmin } from '../../http/user.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Db } from '../../store/database.ts';
import { menuTree, type ServedRow } from '../../system/index.ts';
import type { MenuItem } from '../../../grammar/documents.ts';

/** States whether a person sees a menu entry, and why. */
export interface MenuReason {
  isAllowed: boolean;
  because: string;
}

/** The menu entries, and their titles by id. */
export interface MenuRows {
  rows: ServedRow[];
  titles: ReadonlyMap<string, string>;
}

/** Returns all menu entries that were not removed. */
export async function loadMenuRows(db: Db): Promise<MenuRows> {
  const rows = await db
    .selectFrom('sys_menu')
    .select(['id', 'parent_id', 'sn', 'place', 'code', 'roles', 'item'])
    .where('is_removed', '=', false)
    .orderBy('id')
    .execute();
  const titleOf = ({ id, item }: ServedRow): string => {
    const title = (item['meta'] as { title?: unknown } | undefined)?.title ?? item['name'];
    return typeof title === 'string' ? title : id;
  };
  return { rows, titles: new Map(rows.map((row) => [row.id, titleOf(row)])) };
}

/** Checks whether the tree contains the entry with this id. */
const isIn = (items: readonly MenuItem[], id: string): boolean =>
  items.some((item) => item.id === id || isIn(item.children ?? [], id));

/** Returns the entry and its ancestors, from the entry to the top. Refuses with 404 an unknown entry. */
function withAncestors({ rows }: MenuRows, menuId: string): ServedRow[] {
  const menuBranch: ServedRow[] = [];
  for (let id: string | null = menuId; id !== null;) {
    const row = rows.find((menuRow) => menuRow.id === id);
    if (!row || menuBranch.includes(row)) break;
    menuBranch.push(row);
    id = row.parent_id;
  }
  if (menuBranch.length === 0) throw new Refusal('404');
  return menuBranch;
}

/** Returns the titles from the top of the menu to the entry: `系统管理 / 角色`. Refuses with 404 an unknown entry. */
export const menuPath = (menus: MenuRows, menuId: string): string =>
  withAncestors(menus, menuId)
    .map(({ id }) => menus.titles.get(id) ?? id)
    .reverse()
    .join(' / ');

/**
 * Explains whether a person sees a menu entry, with the tree from which the menu is served. `roleName`: role name by
 * code.
 */
export function whyMenu(
  menus: MenuRows,
  user: Pick<RequestUser, 'roles'>,
  menuId: string,
  roleName: (code: string) => string,
): MenuReason {
  const menuBranch = withAncestors(menus, menuId);
  const isAllowed = isIn(menuTree(menus.rows, user), menuId);
  if (isAdmin(user)) return { isAllowed, because: '系统管理员' };
  const title = (row: ServedRow): string => (row.id === menuId ? '此菜单' : `上级“${menus.titles.get(row.id) ?? ''}”`);
  const excludingEntry = menuBranch.find(
    ({ roles }) => roles !== null && !roles.some((role) => user.roles.includes(role)),
  );
  if (excludingEntry) {
    const roles = (excludingEntry.roles ?? []).map((role) => `“${roleName(role)}”`).join('、') || '“系统管理员”';
    return { isAllowed, because: `${title(excludingEntry)}只给角色${roles}` };
  }
  if (!isAllowed) return { isAllowed, because: '此分组下没有可见的菜单' };
  const grantingRoles = menuBranch.flatMap((row) =>
    row.roles === null ? [] : row.roles.filter((role) => user.roles.includes(role)).map(roleName),
  );
  return {
    isAllowed,
    because:
      grantingRoles.length === 0 ? '所有人可见' : [...new Set(grantingRoles)].map((name) => `角色“${name}”`).join('、'),
  };
}
