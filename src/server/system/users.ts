import { sql, type Kysely } from 'kysely';
import type { Page } from '../http/envelope.ts';
import type { Database } from '../store/database.ts';

/** A person as the selectors list them (EN-005). */
export interface UserRow { id: string; showName: string; deptName: string; unitName: string; post: string }

const people = (db: Kysely<Database>) => db.selectFrom('sys_user as p').leftJoin('sys_org as d', 'd.id', 'p.dept_id').leftJoin('sys_org as u', 'u.id', 'p.unit_id');

const columns = ['p.id', 'p.name as showName', sql<string>`coalesce(d.name, '')`.as('deptName'), sql<string>`coalesce(u.name, '')`.as('unitName'), 'p.post'] as const;

/** People whose name or user name contains the text; an empty text finds all. Disabled accounts are left out (CL-030, CL-031). */
export async function searchUsers(db: Kysely<Database>, text: string, page: Page): Promise<{ rows: UserRow[]; total: number }> {
  const like = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const found = people(db).where('p.is_disabled', '=', false).where((where) => where.or([where('p.name', 'ilike', like), where('p.username', 'ilike', like)]));
  const { total } = await found.select((query) => query.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found.select([...columns]).orderBy('d.sn').orderBy('p.id').limit(page.pageSize).offset((page.pageNum - 1) * page.pageSize).execute();
  return { rows, total };
}

/** People by id, disabled ones too: old records name them. In the order of the ids; unknown ids are left out. */
export async function usersByIds(db: Kysely<Database>, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  const rows = await people(db).where('p.id', 'in', [...ids]).select([...columns]).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
