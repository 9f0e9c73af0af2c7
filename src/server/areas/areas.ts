import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';

export interface AreaNode {
  code: string;
  name: string;
  parentCode: string | null;
  children?: AreaNode[];
}

/** The areas right below one, or the provinces; none for an area without parts and for one that does not exist. */
export async function areasBelow(db: Kysely<Database>, parentCode: string | null): Promise<AreaNode[]> {
  const rows = await db
    .selectFrom('sys_area')
    .select(['code', 'name', 'parent_code as parentCode'])
    .where('parent_code', parentCode === null ? 'is' : '=', parentCode)
    .orderBy('sn')
    .orderBy('code')
    .execute();
  return rows;
}

/** All areas as a tree. */
export async function areaTree(db: Kysely<Database>): Promise<AreaNode[]> {
  const rows = await db
    .selectFrom('sys_area')
    .select(['code', 'name', 'parent_code as parentCode'])
    .orderBy('sn')
    .orderBy('code')
    .execute();
  const below = new Map<string | null, AreaNode[]>();
  for (const row of rows) below.set(row.parentCode, [...(below.get(row.parentCode) ?? []), row]);
  const build = (parentCode: string | null): AreaNode[] =>
    (below.get(parentCode) ?? []).map((row) => {
      const children = build(row.code);
      return { ...row, ...(children.length > 0 ? { children } : {}) };
    });
  return build(null);
}
