import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';

export interface AreaNode {
  code: string;
  name: string;
  parentCode: string | null;
  children?: AreaNode[];
}

/** Returns the direct children of an area; with null the provinces. Empty for an unknown area. */
export async function listAreasBelow(db: Kysely<Database>, parentCode: string | null): Promise<AreaNode[]> {
  const rows = await db
    .selectFrom('sys_area')
    .select(['code', 'name', 'parent_code as parentCode'])
    .where('parent_code', parentCode === null ? 'is' : '=', parentCode)
    .orderBy('sn')
    .orderBy('code')
    .execute();
  return rows;
}

/** Returns all areas as a tree. */
export async function loadAreaTree(db: Kysely<Database>): Promise<AreaNode[]> {
  const rows = await db
    .selectFrom('sys_area')
    .select(['code', 'name', 'parent_code as parentCode'])
    .orderBy('sn')
    .orderBy('code')
    .execute();
  const children = new Map<string | null, AreaNode[]>();
  for (const row of rows) children.set(row.parentCode, [...(children.get(row.parentCode) ?? []), row]);
  const build = (parentCode: string | null): AreaNode[] =>
    (children.get(parentCode) ?? []).map((row) => {
      const children = build(row.code);
      return { ...row, ...(children.length > 0 ? { children } : {}) };
    });
  return build(null);
}
