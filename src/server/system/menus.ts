import type { Kysely } from 'kysely';
import type { MenuItem } from '../../grammar/documents.ts';
import { canHoldEntries } from '../../domain/menu/index.ts';
import { hasRole, isAdministrator } from '../../rules/permission.ts';
import type { RequestUser } from '../http/user.ts';
import type { Database } from '../store/database.ts';

/**
 * A row of the menu table with the columns that the menu tree needs. `sn`: the position among the siblings;
 * `place`: the position that an administrator gave to the entry, used instead of `sn`. `roles`: null: everybody may use
 * the entry; an empty list: only administrators.
 */
export interface ServedRow {
  id: string;
  parent_id: string | null;
  sn: number;
  place?: number | null;
  code: string | null;
  roles: string[] | null;
  item: Record<string, unknown>;
}

/** Returns the sort key of an entry among its siblings. */
export const rankOf = ({ place, sn }: { place?: number | null; sn: number }): number => place ?? sn;

/** Sorts siblings. Siblings with the same rank keep their order. */
export const sortByRank = <Row extends { place?: number | null; sn: number }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => rankOf(a) - rankOf(b));

/**
 * Returns the menu tree that this person may use. Top-level items are the modules (CL-007). Groups without visible
 * children are left out.
 */
export async function loadMenuTree(db: Kysely<Database>, user: RequestUser): Promise<MenuItem[]> {
  const rows = await db
    .selectFrom('sys_menu')
    .select(['id', 'parent_id', 'sn', 'place', 'code', 'roles', 'item'])
    .where('is_removed', '=', false)
    .orderBy('id')
    .execute();
  return menuTree(rows, user);
}

/** Builds the menu tree that a person may use. Administrators pass every role check. */
export function menuTree(rows: readonly ServedRow[], user: Pick<RequestUser, 'roles'>): MenuItem[] {
  const rowsByParent = groupByParent(sortByRank(rows));
  const isAllowed = ({ roles }: ServedRow): boolean =>
    roles === null || (roles.length === 0 ? isAdministrator(user) : hasRole(user, roles));
  const buildChildren = (parentId: string | null): MenuItem[] =>
    (rowsByParent.get(parentId) ?? []).flatMap((row, index) => {
      if (!isAllowed(row)) return [];
      const children = buildChildren(row.id);
      const isGroup =
        (rowsByParent.get(row.id) ?? []).length > 0 ||
        (row.item['component'] !== undefined && canHoldEntries({ parentId: row.parent_id, item: row.item }));
      if (children.length === 0 && isGroup) return [];
      return [
        {
          id: row.id,
          ...(row.parent_id ? { parentId: row.parent_id } : {}),
          ...(row.code ? { code: row.code } : {}),
          ...row.item,
          sn: index + 1,
          ...(children.length > 0 ? { children } : {}),
        },
      ];
    });
  return buildChildren(null);
}

function groupByParent(rows: readonly ServedRow[]): Map<string | null, ServedRow[]> {
  const groups = new Map<string | null, ServedRow[]>();
  for (const row of rows) groups.set(row.parent_id, [...(groups.get(row.parent_id) ?? []), row]);
  return groups;
}
