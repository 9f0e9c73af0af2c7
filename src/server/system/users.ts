import { sql, type Kysely, type SqlBool } from 'kysely';
import type { Page } from '../http/envelope.ts';
import type { Database } from '../store/database.ts';
import { isSound, namesSounding } from './pinyin.ts';

/** A person as the selectors list them (EN-005). */
export interface UserRow {
  id: string;
  showName: string;
  deptName: string;
  unitName: string;
  post: string;
}

const people = (db: Kysely<Database>) =>
  db
    .selectFrom('sys_user as p')
    .leftJoin('sys_org as d', 'd.id', 'p.dept_id')
    .leftJoin('sys_org as u', 'u.id', 'p.unit_id');

const columns = [
  'p.id',
  'p.name as showName',
  sql<string>`coalesce(d.name, '')`.as('deptName'),
  sql<string>`coalesce(u.name, '')`.as('unitName'),
  'p.post',
] as const;

export interface PeopleQuery {
  /** Part of a name or user name, or letters that a name sounds like (zmx, zhou); empty finds all. */
  text: string;
  /** Only who has this id (CL-030: a chosen one is looked up by it). */
  id?: string;
  /** A unit or department: people of it and of what is below it. */
  orgId?: string;
}

/** Ids of a part of the organisation and of all below it. */
const within = (orgId: string) => sql<string>`(with recursive part as (
    select id from sys_org where id = ${orgId} union select o.id from sys_org o join part on o.parent_id = part.id
  ) select id from part)`;

/** People by name and place, those of other units that belong here, too. Disabled accounts are left out (CL-030, CL-031). */
export async function searchUsers(
  db: Kysely<Database>,
  { text, id, orgId }: PeopleQuery,
  page: Page,
): Promise<{ rows: UserRow[]; total: number }> {
  const typed = text.trim();
  const like = `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
  const sounding = isSound(typed) ? await namesSounding(db, typed) : [];
  let found = people(db)
    .where('p.is_disabled', '=', false)
    .where((where) =>
      where.or([
        where('p.name', 'ilike', like),
        where('p.username', 'ilike', like),
        ...(sounding.length > 0 ? [where('p.name', 'in', sounding)] : []),
      ]),
    );
  if (id) found = found.where('p.id', '=', id);
  if (orgId)
    found = found.where(
      sql<SqlBool>`(p.dept_id in ${within(orgId)} or exists (select 1 from sys_user_unit m where m.user_id = p.id and m.dept_id in ${within(orgId)}))`,
    );
  const { total } = await found.select((query) => query.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .select([...columns])
    .orderBy('d.sn')
    .orderBy('p.id')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { rows, total };
}

/** People by id, disabled ones too: old records name them. In the order of the ids; unknown ids are left out. */
export async function usersByIds(db: Kysely<Database>, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  const rows = await people(db)
    .where('p.id', 'in', [...ids])
    .select([...columns])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
