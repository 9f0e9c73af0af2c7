import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../documents/store.ts';
import { isKeeper, type FormAccess } from '../../rules/keepers.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import { askingGround, type Ground } from '../store/facts.ts';
import type { RecordRow } from './rows.ts';
import { reachOf, type Reach } from './scope.ts';

/** Departments this person leads, with those below them. */
export async function ledDepartments(db: Db, user: RequestUser): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive led as (
    select id from sys_org where leader_id = ${user.id} union select o.id from sys_org o join led on o.parent_id = led.id
  ) select id from led`.execute(db);
  return rows.map((row) => row.id);
}

/** Units this person belongs to. */
export async function ownUnits(db: Db, user: RequestUser): Promise<string[]> {
  const rows = await db.selectFrom('sys_user_unit').select('unit_id').where('user_id', '=', user.id).execute();
  return [...new Set([...rows.map((row) => row.unit_id), ...(user.unitId ? [user.unitId] : [])])];
}

/** Ids of records this person acted on, may act on now, handed on or got a copy of. */
const involved = (user: RequestUser): RawBuilder<unknown> => sql`select t.record_id from flw_task t where t.actor_id = ${user.id}
  union all select t.record_id from flw_task_candidate c join flw_task t on t.id = c.task_id where c.user_id = ${user.id} and c.is_open
  union all select r.record_id from flw_reader r where r.user_id = ${user.id}`;

const anyOf = (column: string, ids: readonly string[]): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(column)} = any(${ids}::text[])`;

export interface ReadScope {
  /** A draft of a form with an approval is its creator's matter until it is submitted. */
  hasFlow: boolean;
  /** The whole unit's records, as `listNoAuth` answers for forms that say `unitReads`. */
  isWholeUnit: boolean;
  /** What the form says of its keepers and readers. */
  access?: FormAccess | undefined;
}

/** The scope of a form's own records. */
export const scopeOf = ({ flowKey, access }: { flowKey?: string; access?: FormAccess }, isWholeUnit = false): ReadScope => ({ hasFlow: flowKey !== undefined, isWholeUnit, access });

const fieldText = (field: string): RawBuilder<string> => sql<string>`frm_text(fields, ${sql.lit(field)})`;

/** The records that are about this person or about a department they lead, as the form says. */
function aboutSql(user: RequestUser, access: FormAccess | undefined, departments: readonly string[]): RawBuilder<SqlBool>[] {
  return [
    ...(access?.ownerField ? [sql<SqlBool>`${fieldText(access.ownerField)} = ${user.id}`] : []),
    ...(access?.deptField && departments.length > 0 ? [sql<SqlBool>`${fieldText(access.deptField)} = any(${departments}::text[])`] : []),
  ];
}

/** Whether this person keeps the record: writes it like one of their own. The general rules are asked first. */
export async function mayKeep(db: Db, user: RequestUser, row: Pick<RecordRow, 'create_by' | 'unit_id'>, access: FormAccess | undefined): Promise<boolean> {
  if (isAdmin(user) || row.create_by === user.id) return true;
  return isKeeper(access, user) && row.unit_id !== null && (await ownUnits(db, user)).includes(row.unit_id);
}

/** Which records somebody may read: the condition, and the ways that lead to them one by one, each of which an index answers newest first. */
export interface Readable { filter: RawBuilder<SqlBool>; ways: readonly RawBuilder<SqlBool>[] }

/**
 * Which records of a form this person may read, as SQL over frm_record: the own ones, those with a past or present task,
 * those of the form's keepers and those about them, and as far as roles and departments led reach (`reachOf`); null: all
 * of them. Part of the query, so that pages and totals are of what may be read.
 */
export async function readableSql(db: Db, user: RequestUser, formKey: string, scope: ReadScope, ground: Ground): Promise<Readable | null> {
  if (isAdmin(user)) return null;
  const reach = await reachOf(db, user, formKey, scope.isWholeUnit || isKeeper(scope.access, user), ground, howInvolved(user, formKey));
  const mine = sql<SqlBool>`frm_record.create_by = ${user.id}`;
  const theirs = reach.more === 'none' ? [] : [sql<SqlBool>`(frm_record.form_key = ${sql.lit(formKey)} and ${reach.more === 'many' ? sql`frm_record.id in (${involved(user)})` : sql`frm_record.id = any(array(${involved(user)}))`})`];
  const own = sql<SqlBool>`(${sql.join([mine, ...theirs], sql` or `)})`;
  const filter = withReach(user, own, reach, scope);
  return filter && { filter, ways: [mine, ...theirs, ...reachWays(user, reach, scope)] };
}

/** What roles and departments led reach, apart from each other. */
function reachWays(user: RequestUser, { isAll, units, depts, led }: Reach, { hasFlow, access }: ReadScope): RawBuilder<SqlBool>[] {
  const ways = isAll ? [sql<SqlBool>`true`] : [
    ...units.map((unit) => sql<SqlBool>`frm_record.unit_id = ${unit}`), ...depts.map((dept) => sql<SqlBool>`frm_record.dept_id = ${dept}`), ...aboutSql(user, access, led),
  ];
  return hasFlow ? ways.map((way) => sql<SqlBool>`(${way} and frm_record.flw_state <> '0')`) : ways;
}

/** More ids than this are no help to the query planner. */
const FEW = 1000;

/** How many records, of whatever form, somebody has or had in their hands, as a word: it seldom changes, the number always. None, where nothing of this form was ever in a process. */
const howInvolved = (user: RequestUser, formKey: string): RawBuilder<string> => sql<string>`(case when not exists (select 1 from flw_instance i where i.form_key = ${formKey}) and not exists (select 1 from flw_reader r where r.user_id = ${user.id}) then 'none'
    else (select case when count(*) <= ${sql.lit(FEW)} then 'few' else 'many' end from (${involved(user)} limit ${sql.lit(FEW + 1)}) counted) end)`;

/** What is theirs, and what roles and departments led reach; null: everything. */
function withReach(user: RequestUser, own: RawBuilder<SqlBool>, { isAll, units, depts, led }: Reach, { hasFlow, access }: ReadScope): RawBuilder<SqlBool> | null {
  if (isAll && !hasFlow) return null;
  const others = [...(units.length > 0 ? [anyOf('frm_record.unit_id', units)] : []), ...(depts.length > 0 ? [anyOf('frm_record.dept_id', depts)] : []), ...aboutSql(user, access, led)];
  if (!isAll && others.length === 0) return own;
  const reach = isAll ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(others, sql` or `)})`;
  return hasFlow ? sql<SqlBool>`(${own} or (${reach} and frm_record.flw_state <> '0'))` : sql<SqlBool>`(${own} or ${reach})`;
}

/** The same for one record, by its own rows; null: whoever it is. */
export async function readableOneSql(db: Db, user: RequestUser, formKey: string, scope: ReadScope, ground: Ground): Promise<RawBuilder<SqlBool> | null> {
  const reach = await reachOf(db, user, formKey, scope.isWholeUnit || isKeeper(scope.access, user), ground);
  const own = sql<SqlBool>`(frm_record.create_by = ${user.id} or exists (select 1 from flw_reader x where x.record_id = frm_record.id and x.user_id = ${user.id})
    or exists (select 1 from flw_task t where t.record_id = frm_record.id and (t.actor_id = ${user.id} or exists (select 1 from flw_task_candidate c where c.task_id = t.id and c.user_id = ${user.id} and c.is_open))))`;
  return withReach(user, own, reach, scope);
}

/** Whether this person may read one record, by the same rules. */
export async function mayRead(db: Db, user: RequestUser, row: Pick<RecordRow, 'id' | 'form_key' | 'create_by'>, scope: ReadScope): Promise<boolean> {
  if (isAdmin(user) || row.create_by === user.id) return true;
  const filter = await readableOneSql(db, user, row.form_key, scope, askingGround());
  if (filter === null) return true;
  const found = await db.selectFrom('frm_record').select('id').where('form_key', '=', row.form_key).where('id', '=', row.id).where(filter).executeTakeFirst();
  return found !== undefined;
}
