import { sql, type Kysely, type SqlBool } from 'kysely';
import type { Page } from '../http/envelope.ts';
import type { Database } from '../store/database.ts';
import { textHash } from '../store/textHash.ts';

/**
 * A unit or department for administrators. `revision`: a save with this value is refused if the row was changed after
 * loading.
 */
export interface OrgRow {
  id: string;
  parentId: string | null;
  parentName: string;
  name: string;
  type: 'unit' | 'dept';
  url: string;
  leaderId: string | null;
  leaderName: string;
  sn: number;
  disabled: boolean;
  code: string;
  /** Ids of the deputy leaders, joined by commas. */
  deputyIds: string;
  deputyNames: string;
  /** Number of people with enabled accounts in the unit or department. */
  people: number;
  revision: string;
}

type OrgValues = Omit<OrgRow, 'revision'>;

/** Adds the revision. It stays the same when only the name of the parent, the leader or a deputy changes. */
const withRevision = (org: OrgValues): OrgRow => {
  const { parentId, name, type, url, leaderId, sn, disabled, code, deputyIds } = org;
  return {
    ...org,
    revision: textHash(JSON.stringify([parentId, name, type, url, leaderId, sn, disabled, code, deputyIds])),
  };
};

/** Filters. Blank values do not filter. `parentId`: only direct children. */
export interface OrgQuery {
  name?: string | null;
  parentId?: string | null;
  type?: 'unit' | 'dept' | '' | null;
  disabled?: boolean | null;
}

/** Maximum number of steps up the tree of units: data written past the product's checks may contain a cycle. */
const MAX_LEVELS = 50;

const selectOrgs = (db: Kysely<Database>) =>
  db
    .selectFrom('sys_org as o')
    .leftJoin('sys_org as p', 'p.id', 'o.parent_id')
    .leftJoin('sys_user as l', 'l.id', 'o.leader_id');

const columns = [
  'o.id',
  'o.parent_id as parentId',
  sql<string>`coalesce(p.name, '')`.as('parentName'),
  'o.name',
  'o.type',
  'o.url',
  'o.leader_id as leaderId',
  sql<string>`coalesce(l.name, '')`.as('leaderName'),
  'o.sn',
  'o.is_disabled as disabled',
  'o.code',
  sql<string>`coalesce((select string_agg(d.value, ',') from jsonb_array_elements_text(o.deputy_ids) d), '')`.as(
    'deputyIds',
  ),
  sql<string>`coalesce((select string_agg(u.name, '、') from jsonb_array_elements_text(o.deputy_ids) d join sys_user u on u.id = d.value), '')`.as(
    'deputyNames',
  ),
  sql<number>`(select count(distinct m.user_id)::integer from sys_user_unit m join sys_user h on h.id = m.user_id where (m.dept_id = o.id or (o.type = 'unit' and m.unit_id = o.id)) and not h.is_disabled)`.as(
    'people',
  ),
] as const;

function filteredOrgs(db: Kysely<Database>, { name, parentId, type, disabled }: OrgQuery) {
  let query = selectOrgs(db);
  if (name?.trim()) query = query.where('o.name', 'ilike', `%${name.trim().replace(/[\\%_]/g, '\\$&')}%`);
  if (parentId) query = query.where('o.parent_id', '=', parentId);
  if (type) query = query.where('o.type', '=', type);
  if (typeof disabled === 'boolean') query = query.where('o.is_disabled', '=', disabled);
  return query;
}

/** Returns one page of units and departments (CL-051): units first, each kind in the order of `sn`. */
export async function listOrgs(
  db: Kysely<Database>,
  filter: OrgQuery,
  { pageNum, pageSize }: Page,
): Promise<{ rows: OrgRow[]; total: number }> {
  const query = filteredOrgs(db, filter);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select([...columns])
    .orderBy('o.type', 'desc')
    .orderBy('o.sn')
    .orderBy('o.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return { rows: rows.map(withRevision), total: Number(total) };
}

/** Returns at most 5000 enabled units and departments with only id, parent, name and type (CL-051, getOrgOnly). */
export async function listOrgNames(
  db: Kysely<Database>,
  filter: OrgQuery,
): Promise<Pick<OrgRow, 'id' | 'parentId' | 'name' | 'type'>[]> {
  return filteredOrgs(db, { ...filter, disabled: false })
    .select(['o.id', 'o.parent_id as parentId', 'o.name', 'o.type'])
    .orderBy('o.type', 'desc')
    .orderBy('o.sn')
    .orderBy('o.id')
    .limit(5000)
    .execute();
}

export async function orgById(db: Kysely<Database>, id: string): Promise<OrgRow | undefined> {
  const org = await selectOrgs(db)
    .where('o.id', '=', id)
    .select([...columns])
    .executeTakeFirst();
  return org && withRevision(org);
}

/** A leader of a unit or department. `level`: 0 for the requested one, 1 for its parent, and so on. */
export interface OrgLeader {
  orgId: string;
  orgName: string;
  level: number;
  userId: string;
  userName: string;
  post: string;
}

/**
 * Returns the leaders of this unit or department and of those above it, the nearest first (CL-056). Leaders with
 * disabled accounts are left out.
 */
export async function orgLeaders(db: Kysely<Database>, orgId: string): Promise<OrgLeader[]> {
  const { rows } = await sql<OrgLeader>`with recursive up as (
      select id, parent_id, name, leader_id, 0 as level from sys_org where id = ${orgId}
      union all select o.id, o.parent_id, o.name, o.leader_id, up.level + 1 from sys_org o join up on o.id = up.parent_id where up.level < ${MAX_LEVELS}
    ) select up.id as "orgId", up.name as "orgName", up.level, u.id as "userId", u.name as "userName", u.post
    from up join sys_user u on u.id = up.leader_id and not u.is_disabled order by up.level`.execute(db);
  return rows;
}

/** Returns `id` if it is the id of a unit, else the id of the nearest unit above; null if there is none. */
export async function nearestUnitId(db: Kysely<Database>, id: string | null): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`with recursive up as (
    select id, parent_id, type, 0 as level from sys_org where id = ${id}
    union all select o.id, o.parent_id, o.type, up.level + 1 from sys_org o join up on o.id = up.parent_id where up.level < ${MAX_LEVELS}
  ) select id from up where type = 'unit' order by level limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** Returns whether the unit or department `id` is the unit or department `ancestorId`, or is below it. */
export async function isWithin(db: Kysely<Database>, id: string, ancestorId: string): Promise<boolean> {
  const { rows } = await sql<{ found: SqlBool }>`with recursive up as (
    select id, parent_id from sys_org where id = ${id} union select o.id, o.parent_id from sys_org o join up on o.id = up.parent_id
  ) select exists (select 1 from up where id = ${ancestorId}) as found`.execute(db);
  return rows[0]?.found === true;
}
