import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { ServerContext } from '../context.ts';
import type { Page } from '../http/envelope.ts';
import { orderTerms, type Sort } from '../http/sorting.ts';
import { timeText } from '../http/time.ts';
import { readParameters } from '../parameters/index.ts';
import type { Database } from '../store/database.ts';
import { textHash } from '../store/textHash.ts';
import { directoryOf } from '../system/index.ts';

/**
 * Filters of a list of people; blank values do not filter. `orgId`: a unit or department, including its
 * sub-departments. `post`: a post in any of the person's departments.
 */
export interface PeopleFilter {
  keyword?: string | null;
  orgId?: string | null;
  state?: 'normal' | 'disabled' | 'left' | '' | null;
  roleCode?: string | null;
  post?: string | null;
  sort?: Sort<PeopleOrder> | null;
}

/** Fields by which a list of people may be sorted. */
export const PEOPLE_ORDERS = ['name', 'username', 'deptName', 'unitName', 'post', 'phone', 'createTime'] as const;
type PeopleOrder = (typeof PEOPLE_ORDERS)[number];

/** A department of a person besides the main department, and the person's post in it. */
export interface FurtherDept {
  deptId: string;
  deptIdLabel: string;
  post: string;
}

/** A person as administrators see them. `revision`: a save with an outdated revision is refused. */
export interface PersonRow {
  id: string;
  username: string;
  name: string;
  deptId: string | null;
  deptName: string;
  unitName: string;
  post: string;
  phone: string;
  email: string;
  /** Position in the default order of lists. */
  sn: number;
  /** Codes, joined by commas, of the roles given to the person directly, not through a department, post or group. */
  roles: string;
  /** Names of all roles of the person, including those given through a department, post or group. */
  roleNames: string;
  state: 'normal' | 'disabled' | 'left';
  isLocked: boolean;
  /** Two-factor authentication is set up. */
  hasFactor: boolean;
  /** The account is linked to an OpenID Connect provider or to the LDAP directory. */
  isLinked: boolean;
  /** The person must set a new password at the next sign-in. */
  isFirstLogin: boolean;
  /** Number of sessions in which the person is signed in. */
  sessions: number;
  createTime: string;
  revision: string;
}

type ReadContext = Pick<ServerContext, 'db' | 'settings'>;

/** Returns the pattern for `like` that matches texts containing this text. */
const likeOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const STATE_CONDITIONS: Readonly<Record<PersonRow['state'], RawBuilder<SqlBool>>> = {
  normal: sql<SqlBool>`not p.is_disabled`,
  disabled: sql<SqlBool>`(p.is_disabled and p.left_at is null)`,
  left: sql<SqlBool>`p.left_at is not null`,
};

/** Returns the condition on a person for a filter, as SQL over `sys_user` with the alias `p`. */
async function conditionOf(db: Kysely<Database>, filter: PeopleFilter): Promise<RawBuilder<SqlBool>> {
  const conditions: RawBuilder<SqlBool>[] = [];
  const keyword = filter.keyword?.trim() ?? '';
  if (keyword !== '') {
    const like = likeOf(keyword);
    const { people, findPeople } = await directoryOf(db);
    const ids = findPeople(keyword).flatMap((index) => people[index]?.id ?? []);
    conditions.push(sql<SqlBool>`(p.id = any(${ids}::text[]) or p.phone like ${like})`);
  }
  if (filter.orgId) {
    const { idsInListOrder } = (await directoryOf(db)).membersOf(filter.orgId);
    conditions.push(sql<SqlBool>`p.id = any(${[...idsInListOrder]}::text[])`);
  }
  if (filter.state) conditions.push(STATE_CONDITIONS[filter.state]);
  if (filter.roleCode)
    conditions.push(
      sql<SqlBool>`exists (select 1 from sys_user_role r where r.user_id = p.id and r.role_code = ${filter.roleCode})`,
    );
  if (filter.post?.trim())
    conditions.push(
      sql<SqlBool>`exists (select 1 from sys_user_unit m where m.user_id = p.id and m.post = ${filter.post.trim()})`,
    );
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

interface StoredPerson {
  id: string;
  username: string;
  name: string;
  dept_id: string | null;
  dept_name: string | null;
  unit_name: string | null;
  post: string;
  phone: string;
  email: string;
  sn: number;
  is_disabled: boolean;
  left_at: Date | null;
  must_change_password: boolean;
  created_at: Date;
  roles: string | null;
  role_names: string | null;
  direct_role_names: string | null;
  is_locked: boolean;
  has_factor: boolean;
  is_linked: boolean;
  sessions: number;
  further_depts: (readonly [deptId: string | null, post: string])[] | null;
}

const orgNameSql = (column: 'dept_id' | 'unit_id'): RawBuilder<string> =>
  sql<string>`(select o.name from sys_org o where o.id = ${sql.ref(`p.${column}`)})`;

/**
 * Returns the sort order of a list: names in Chinese dictionary order (`idsByName`), other fields by their values;
 * without `sort`, the default order.
 */
async function orderOf(db: Kysely<Database>, sort: PeopleFilter['sort']): Promise<RawBuilder<unknown>> {
  const ids = sort?.field === 'name' ? (await directoryOf(db)).idsByName() : [];
  return orderTerms(
    sort,
    {
      name: sql`(select n.at from unnest(${ids}::text[]) with ordinality n(id, at) where n.id = p.id)`,
      username: sql`lower(p.username)`,
      deptName: orgNameSql('dept_id'),
      unitName: orgNameSql('unit_id'),
      post: sql`nullif(p.post, '')`,
      phone: sql`nullif(p.phone, '')`,
      createTime: sql`p.created_at`,
    },
    sql`p.sn, p.id`,
  );
}

/**
 * Returns the query that selects people. `limitSql`: the clauses `limit` and `offset`. `signInFailures`: maximum number
 * of failed sign-ins; an account with more is locked.
 */
const selectPeople = (
  where: RawBuilder<SqlBool>,
  order: RawBuilder<unknown>,
  { limitSql = sql``, signInFailures }: { limitSql?: RawBuilder<unknown>; signInFailures: number },
) => sql<StoredPerson>`select p.id, p.username, p.name,
    p.dept_id, d.name as dept_name, u.name as unit_name, p.post, p.phone, p.email, p.sn, p.is_disabled, p.left_at, p.must_change_password, p.created_at,
    (select string_agg(r.role_code, ',' order by r.role_code) from sys_user_role r where r.user_id = p.id and not r.is_derived) as roles,
    (select string_agg(o.name, '、' order by r.role_code) from sys_user_role r join sys_role o on o.code = r.role_code where r.user_id = p.id) as role_names,
    (select string_agg(o.name, '、' order by r.role_code) from sys_user_role r join sys_role o on o.code = r.role_code
      where r.user_id = p.id and not r.is_derived) as direct_role_names,
    exists (select 1 from auth_attempt a
      where a.subject in ('account ' || lower(p.username), 'factor ' || lower(p.username))
        and a.window_until > now() and a.failures > ${signInFailures}) as is_locked,
    exists (select 1 from auth_factor f where f.user_id = p.id and f.confirmed_at is not null) as has_factor,
    exists (select 1 from auth_identity i where i.user_id = p.id) as is_linked,
    (select count(*)::integer from auth_session s where s.user_id = p.id and s.expires_at > now()
      and exists (select 1 from auth_token t where t.session_id = s.id and t.expires_at > now())) as sessions,
    (select jsonb_agg(jsonb_build_array(m.dept_id, m.post) order by m.sn) from sys_user_unit m
      where m.user_id = p.id and m.dept_id is distinct from p.dept_id) as further_depts
  from (select * from sys_user p where ${where} order by ${order} ${limitSql}) p
  left join sys_org d on d.id = p.dept_id left join sys_org u on u.id = p.unit_id order by ${order}`;

const rowOf = (row: StoredPerson): PersonRow => ({
  id: row.id,
  username: row.username,
  name: row.name,
  deptId: row.dept_id,
  deptName: row.dept_name ?? '',
  unitName: row.unit_name ?? '',
  post: row.post,
  phone: row.phone,
  email: row.email,
  sn: row.sn,
  roles: row.roles ?? '',
  roleNames: row.role_names ?? '',
  state: row.left_at ? 'left' : row.is_disabled ? 'disabled' : 'normal',
  isLocked: row.is_locked,
  hasFactor: row.has_factor,
  isLinked: row.is_linked,
  isFirstLogin: row.must_change_password,
  sessions: row.sessions,
  createTime: timeText(row.created_at),
  revision: textHash(
    JSON.stringify([
      row.username,
      row.name,
      row.dept_id,
      row.post,
      row.phone,
      row.email,
      row.sn,
      row.roles,
      row.further_depts,
    ]),
  ),
});

/**
 * Returns the ids of all people of a list, in its order, from the cached directory. Null if the list is not in its
 * default order, or has a filter other than `orgId`.
 */
async function idsFromDirectory(db: Kysely<Database>, filter: PeopleFilter): Promise<readonly string[] | null> {
  const { orgId, keyword, state, roleCode, post, sort } = filter;
  if (keyword?.trim() || state || roleCode || post?.trim() || sort) return null;
  const directory = await directoryOf(db);
  return orgId ? directory.membersOf(orgId).idsInListOrder : directory.idsInListOrder();
}

/** Returns one page of people, including disabled accounts and people who have left. */
export async function listPeople(
  { db, settings }: ReadContext,
  filter: PeopleFilter,
  { pageNum, pageSize }: Page,
): Promise<{ rows: PersonRow[]; total: number }> {
  const { signInFailures } = await readParameters(db, settings);
  const offset = (pageNum - 1) * pageSize;
  const matchingIds = await idsFromDirectory(db, filter);
  if (matchingIds) {
    const ids = matchingIds.slice(offset, offset + pageSize);
    const { rows } = await selectPeople(sql<SqlBool>`p.id = any(${ids}::text[])`, sql`p.sn, p.id`, {
      signInFailures,
    }).execute(db);
    const byId = new Map(rows.map((row) => [row.id, rowOf(row)]));
    return { rows: ids.flatMap((id) => byId.get(id) ?? []), total: matchingIds.length };
  }
  const where = await conditionOf(db, filter);
  const { rows: countRows } = await sql<{
    total: number;
  }>`select count(*)::integer as total from sys_user p where ${where}`.execute(db);
  const order = await orderOf(db, filter.sort);
  const { rows } = await selectPeople(where, order, {
    limitSql: sql`limit ${pageSize} offset ${offset}`,
    signInFailures,
  }).execute(db);
  return { rows: rows.map(rowOf), total: countRows[0]?.total ?? 0 };
}

/** A person with the names of the directly given roles (`roles`); `roleNames` contains the names of all roles. */
interface ExportedPerson extends PersonRow {
  directRoleNames: string;
}

/** Returns all people that match the filter, at most `max`, for an export. */
export async function listAllPeople(
  { db, settings }: ReadContext,
  filter: PeopleFilter,
  max: number,
): Promise<ExportedPerson[]> {
  const { signInFailures } = await readParameters(db, settings);
  const where = await conditionOf(db, filter);
  const order = await orderOf(db, filter.sort);
  const { rows } = await selectPeople(where, order, { limitSql: sql`limit ${max}`, signInFailures }).execute(db);
  return rows.map((row) => ({ ...rowOf(row), directRoleNames: row.direct_role_names ?? '' }));
}

interface PersonDetail extends PersonRow {
  deptIdLabel: string;
  /** Names of the directly given roles (`roles`). */
  rolesLabel: string;
  /** The departments of the person besides the main department. */
  places: FurtherDept[];
}

async function loadPerson(db: Kysely<Database>, id: string, signInFailures: number): Promise<PersonDetail | undefined> {
  const { rows } = await selectPeople(sql<SqlBool>`p.id = ${id}`, sql`p.id`, { signInFailures }).execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const places = await db
    .selectFrom('sys_user_unit as m')
    .innerJoin('sys_org as d', 'd.id', 'm.dept_id')
    .where('m.user_id', '=', id)
    .where(sql<SqlBool>`m.dept_id is distinct from ${row.dept_id}::text`)
    .orderBy('m.sn')
    .select(['m.dept_id', 'd.name', 'm.post'])
    .execute();
  const person = rowOf(row);
  return {
    ...person,
    deptIdLabel: person.deptName,
    rolesLabel: row.direct_role_names ?? '',
    places: places.map(({ dept_id, name, post }) => ({ deptId: dept_id ?? '', deptIdLabel: name, post })),
  };
}

/** Returns one person with their departments besides the main department; undefined for an unknown id. */
export async function findPersonById({ db, settings }: ReadContext, id: string): Promise<PersonDetail | undefined> {
  const { signInFailures } = await readParameters(db, settings);
  return loadPerson(db, id, signInFailures);
}

/** Loads the stored person with which a change is compared; undefined for an unknown id. */
export async function loadPersonForChange(
  db: Kysely<Database>,
  id: string,
): Promise<Pick<PersonDetail, 'revision' | 'places'> | undefined> {
  // 0 as the limit of sign-in failures: neither `revision` nor `places` depends on this limit
  return loadPerson(db, id, 0);
}
