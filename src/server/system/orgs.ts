import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';

/** A unit (company) or department of the organisation tree. A disabled one cannot be chosen (SE-003). */
export interface OrgNode {
  id: string;
  name: string;
  type: 'unit' | 'dept';
  disabled?: boolean;
  children?: OrgNode[];
}

/** All units with their departments. */
export async function orgTree(db: Kysely<Database>): Promise<OrgNode[]> {
  const rows = await db
    .selectFrom('sys_org')
    .select(['id', 'parent_id', 'name', 'type', 'is_disabled'])
    .orderBy('sn')
    .orderBy('id')
    .execute();
  const build = (parentId: string | null): OrgNode[] =>
    rows
      .filter((row) => row.parent_id === parentId)
      .map(({ id, name, type, is_disabled }) => {
        const children = build(id);
        return {
          id,
          name,
          type,
          ...(is_disabled ? { disabled: true } : {}),
          ...(children.length > 0 ? { children } : {}),
        };
      });
  return build(null);
}

/** Units alone. */
export async function units(db: Kysely<Database>): Promise<OrgNode[]> {
  const rows = await db
    .selectFrom('sys_org')
    .select(['id', 'name', 'is_disabled'])
    .where('type', '=', 'unit')
    .orderBy('sn')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, is_disabled }) => ({
    id,
    name,
    type: 'unit',
    ...(is_disabled ? { disabled: true } : {}),
  }));
}
