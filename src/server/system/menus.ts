import type { Kysely } from 'kysely';
import type { MenuItem } from '../../grammar/documents.ts';
import { hasRole, isAdministrator } from '../../rules/permission.ts';
import type { RequestUser } from '../http/user.ts';
import type { Database } from '../store/database.ts';

interface MenuRow { id: string; parent_id: string | null; sn: number; code: string | null; roles: string[] | null; item: Record<string, unknown> }

/** The menu tree this person may use; top-level items are the modules (CL-007). A wrapper left without children goes too. */
export async function menusOf(db: Kysely<Database>, user: RequestUser): Promise<MenuItem[]> {
  const rows = await db.selectFrom('sys_menu').select(['id', 'parent_id', 'sn', 'code', 'roles', 'item']).orderBy('sn').orderBy('id').execute();
  return menuTree(rows, user);
}

/** Exported for its test. Administrators pass every role check. */
export function menuTree(rows: readonly MenuRow[], user: Pick<RequestUser, 'roles'>): MenuItem[] {
  const byParent = groupByParent(rows);
  const isAllowed = ({ roles }: MenuRow): boolean => roles === null || (roles.length === 0 ? isAdministrator(user) : hasRole(user, roles));
  const build = (parentId: string | null): MenuItem[] => (byParent.get(parentId) ?? []).filter(isAllowed).flatMap((row) => {
    const children = build(row.id);
    const isEmptied = children.length === 0 && (byParent.get(row.id) ?? []).length > 0;
    if (isEmptied) return [];
    return [{ id: row.id, ...(row.parent_id ? { parentId: row.parent_id } : {}), ...(row.code ? { code: row.code } : {}), sn: row.sn, ...row.item, ...(children.length > 0 ? { children } : {}) }];
  });
  return build(null);
}

function groupByParent(rows: readonly MenuRow[]): Map<string | null, MenuRow[]> {
  const groups = new Map<string | null, MenuRow[]>();
  for (const row of rows) groups.set(row.parent_id, [...(groups.get(row.parent_id) ?? []), row]);
  return groups;
}
