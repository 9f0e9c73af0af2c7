import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { createCache } from '../../store/cache.ts';
import { loadForm } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import type { FormAccess } from '../../../rules/keepers.ts';
import { columnsOf, type FieldColumns } from '../columns/columnRefs.ts';
import { recordTable } from '../columns/recordSource.ts';
import { formRights } from '../../rights/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { askingGround, type Fact, type Ground } from '../../store/facts.ts';
import { kept, readRows } from '../../store/named.ts';
import { minuteMemory } from './ttlCache.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { isAt, peopled, placesOf, type Place } from './orgPlaces.ts';
import { anyOf, areApart, type Way } from './accessPaths.ts';
import { reachOf, type Reach } from './dataScope.ts';
import { delegatedTasks } from './delegated.ts';

/** Departments this person leads, with those below them. */
export async function ledDepartments(db: Db, user: RequestUser): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive led as (
    select id from sys_org where leader_id = ${user.id} union select o.id from sys_org o join led on o.parent_id = led.id
  ) select id from led`.execute(db);
  return rows.map((row) => row.id);
}

/** Units this person reads for: the one their call names, else all they belong to. */
export async function ownUnits(db: Db, user: RequestUser): Promise<string[]> {
  if (user.isUnitChosen && user.unitId) return [user.unitId];
  const rows = await db.selectFrom('sys_user_unit').select('unit_id').where('user_id', '=', user.id).execute();
  return [...new Set([...rows.map((row) => row.unit_id), ...(user.unitId ? [user.unitId] : [])])];
}

/** Others' records of a form that this person acted on, may act on now, handed on or got a copy of, in the order of a list. */
const handsOf = (user: RequestUser, formKey: string): RawBuilder<unknown> =>
  sql`(select record_id, record_id as id, create_time from frm_hand where user_id = ${user.id} and form_key = ${sql.lit(formKey)})`;

/** How many records of a form are this person's own or in `handsOf`. */
const tallyOf = (user: RequestUser, formKey: string): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(records), 0)::integer from frm_tally where user_id = ${user.id} and form_key = ${formKey})`;

export interface ReadScope {
  /** A draft of a form with an approval is its creator's matter until it is submitted. */
  hasFlow: boolean;
  /** The whole unit's records, as `listNoAuth` answers for forms that say `unitReads`. */
  isWholeUnit: boolean;
  /** What the form says of its keepers and readers. */
  access?: FormAccess | undefined;
}

/** The scope of a form's own records. */
export const scopeOf = (
  { flowKey, access }: { flowKey?: string; access?: FormAccess },
  isWholeUnit = false,
): ReadScope => ({ hasFlow: flowKey !== undefined, isWholeUnit, access });

/** The columns of a form that say whom or which department a record is about. */
type AboutColumns = Pick<FieldColumns, 'column' | 'ref'>;

/** Which columns the form's access names; none where it names no field. */
async function aboutColumns(db: Db, formKey: string, access: FormAccess | undefined): Promise<AboutColumns | null> {
  return access?.ownerField || access?.deptField ? columnsOf(db, formKey) : null;
}

/** Whether a field, of one value or several, holds one of these ids. */
function holds(columns: AboutColumns, field: string, ids: readonly string[]): RawBuilder<SqlBool> {
  const isSeveral = columns.column(field)?.kind === 'texts';
  return isSeveral
    ? sql<SqlBool>`${columns.ref(field)} && ${ids}::text[]`
    : sql<SqlBool>`${columns.ref(field)} = any(${ids}::text[])`;
}

/** The records that are about this person or about a department they lead, as the form says. */
function aboutWays(
  user: RequestUser,
  access: FormAccess | undefined,
  departments: readonly string[],
  columns: AboutColumns | null,
): RawBuilder<SqlBool>[] {
  if (!columns) return [];
  return [
    ...(access?.ownerField ? [holds(columns, access.ownerField, [user.id])] : []),
    ...(access?.deptField && departments.length > 0 ? [holds(columns, access.deptField, departments)] : []),
  ];
}

/**
 * The rule: each way that leads to records this person may read: the own ones and those that were or are in their hands
 * (`theirs`), those of the form's keepers and those about them, and as far as roles and departments led reach
 * (`reachOf`; `places`: those of it that count). Whoever may read by one of them may read; null: everything.
 */
function waysOf(
  user: RequestUser,
  theirs: readonly Way[],
  reach: Reach,
  { hasFlow, access }: ReadScope,
  columns: AboutColumns | null,
  places: readonly Place[] = placesOf(reach.units, reach.depts),
): Way[] | null {
  const { isAll, led } = reach;
  if (isAll && !hasFlow) return null;
  const reached = isAll
    ? [{ kind: 'all' as const, by: sql<SqlBool>`true` }]
    : [
        ...places.map((place) => ({ kind: 'place' as const, by: isAt(place), place })),
        ...aboutWays(user, access, led, columns).map((by) => ({ kind: 'about' as const, by })),
      ];
  const noDrafts = hasFlow ? sql<SqlBool>`frm_record.flw_state <> '0'` : undefined;
  return [...theirs, ...reached.map((way) => ({ ...way, but: noDrafts }))];
}

const isOwn = (user: RequestUser): RawBuilder<SqlBool> => sql<SqlBool>`frm_record.create_by = ${user.id}`;

const either = (ways: readonly Way[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    ways.map(({ by, but }) => (but ? sql`(${by} and ${but})` : by)),
    sql` or `,
  )})`;

/** Whether this person keeps the record: writes it like one of their own. The general rules are asked first. */
export async function mayKeep(
  db: Db,
  user: RequestUser,
  row: Pick<RecordRow, 'create_by' | 'unit_id' | 'form_key'>,
  access: FormAccess | undefined,
  what: 'editOwn' | 'delete' = 'editOwn',
): Promise<boolean> {
  if (isAdmin(user)) return true;
  const rights = await formRights(db, user, row.form_key, access);
  // who may add one may finish what they began
  if (row.create_by === user.id) return rights.has(what) || (what === 'editOwn' && rights.has('create'));
  if (!rights.has('editAll') || (what === 'delete' && !rights.has('delete'))) return false;
  return row.unit_id !== null && (await ownUnits(db, user)).includes(row.unit_id);
}

/** Which records somebody may read: each way that leads to them, which an index answers in a list's order, and all of them as one condition. `number`: the same for the same person and the same known of them. */
export interface Readable {
  filter: RawBuilder<SqlBool>;
  ways: readonly Way[];
  /** How many these are, where no role and no department leads to more than one's own and those in one's hands. */
  tally: RawBuilder<number> | null;
  number: number;
  /** Nothing of the form was ever in a process nor anything copied to this person, as the statement that reads the records proves. */
  isUntouched: boolean;
}

/** To put it together anew for every page took as long as a tenth of what the database takes. */
const readables = createCache<Omit<Readable, 'isUntouched'>>(10_000);
let last = 0;

/** Which records of a form this person may read, as SQL over frm_record; null: all of them. Part of the query, so that pages and totals are of what may be read. */
export async function readableSql(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  scope: ReadScope,
  ground: Ground,
): Promise<Readable | null> {
  if (isAdmin(user)) return null;
  const { hasFlow, access } = scope;
  const rights = await formRights(db, user, formKey, access, ground);
  const reach = await reachOf(db, user, formKey, scope.isWholeUnit || rights.has('editAll'), ground);
  if (!rights.has('see')) return onlyAbout(db, user, formKey, access, reach.led);
  const involvement = wasInvolved(user, formKey);
  const isInvolved = (await ground.know(db, involvement)) !== 'none';
  const isMany = isInvolved && (await areMany(context, db, user, formKey));
  const places = reach.isAll ? [] : await peopled(db, formKey, reach, ground);
  const isUntouched = !isInvolved && ground.proves(involvement);
  const key = JSON.stringify([user.id, formKey, hasFlow, access, reach.number, isInvolved, isMany, places]);
  const known = readables.get(key);
  if (known) return { ...known, isUntouched };
  const ways = waysOf(
    user,
    [ownWay(user, formKey), ...(isInvolved ? [inHands(user, formKey, isMany)] : [])],
    reach,
    scope,
    await aboutColumns(db, formKey, access),
    places,
  );
  if (!ways) return null;
  const readable = {
    filter: either(ways),
    ways,
    tally: areApart(ways) ? tallyOf(user, formKey) : null,
    number: (last += 1),
  };
  readables.set(key, readable);
  return { ...readable, isUntouched };
}

/**
 * Whether this person may have had any record of this form in their hands: none, where nothing of it was ever in a process
 * and nothing was ever copied to them. Asked as the first of an order, which an index alone answers: to the planner a form
 * that is not there looks as frequent as the others, and it would go through all processes until one is found.
 */
const wasInvolved = (user: RequestUser, formKey: string): Fact => ({
  key: `involved ${JSON.stringify([user.id, formKey])}`,
  isHarmless: (answer) => answer === 'some',
  text: () =>
    sql<string>`case when (select min(i.form_key) from flw_instance i where i.form_key >= ${formKey}) = ${formKey} or (select max(r.created_at) from flw_reader r where r.user_id = ${user.id}) is not null then 'some' else 'none' end`,
});

/** More ids than this are no help to the query planner. */
const FEW = 1000;
const many = minuteMemory<boolean>();

/** Whether somebody's hands in a form are very many. Asked once a minute: it says how they are looked for among all, not which they are. */
async function areMany(context: ServerContext, db: Db, user: RequestUser, formKey: string): Promise<boolean> {
  const key = JSON.stringify([user.id, formKey]);
  const known = many.get(context, key);
  if (known !== null) return known;
  const [row] = await readRows(
    db,
    sql<{
      many: boolean;
    }>`${sql.raw(kept)} select count(*) > ${sql.lit(FEW)} as many from (select 1 from ${handsOf(user, formKey)} as hands limit ${sql.lit(FEW + 1)}) counted`,
  );
  many.set(context, key, row?.many ?? false);
  return row?.many ?? false;
}

/** The way to the records that this person made. It is gone along where there are others' in their hands alone, too: one number tells of both. */
const ownWay = (user: RequestUser, formKey: string): Way => ({
  kind: 'own',
  by: isOwn(user),
  isOwn: true,
  any: anyOf(
    `theirs ${JSON.stringify([user.id, formKey])}`,
    () => sql<string>`case when ${tallyOf(user, formKey)} > 0 then 'some' else 'none' end`,
  ),
});

/** The way to the records that are or were in this person's hands. */
function inHands(user: RequestUser, formKey: string, isMany: boolean): Way {
  const hands = handsOf(user, formKey);
  const ids = sql`select record_id from ${hands} as hands`;
  return {
    kind: 'hands',
    by: isMany ? sql<SqlBool>`frm_record.id in (${ids})` : sql<SqlBool>`frm_record.id = any(array(${ids}))`,
    // as the newest: an index alone answers, and to the planner somebody without any looks as busy as the others
    hands,
    areFew: !isMany,
    any: anyOf(
      `hands ${JSON.stringify([user.id, formKey])}`,
      () =>
        sql<string>`case when (select max(create_time) from frm_hand where user_id = ${user.id} and form_key = ${formKey}) is null then 'none' else 'some' end`,
    ),
  };
}

/** What is left of a reach without the right to see: what the form says is about this person or the departments they lead. */
const aboutReach = ({ led }: Reach): Reach => ({ isAll: false, units: [], depts: [], led, number: 0 });

const aboutNumbers = createCache<number>(10_000);

/**
 * Without the right to see a form nobody lists it; where the form says whom or which department a record is about, they
 * list these and their own. Refuses with 403.
 */
async function onlyAbout(
  db: Db,
  user: RequestUser,
  formKey: string,
  access: FormAccess | undefined,
  led: readonly string[],
): Promise<Readable> {
  const columns = await aboutColumns(db, formKey, access);
  if (columns === null) throw new Refusal('403');
  const ways = [
    ownWay(user, formKey),
    ...aboutWays(user, access, led, columns).map((by) => ({ kind: 'about' as const, by })),
  ];
  const key = JSON.stringify([user.id, formKey, access, led]);
  const number = aboutNumbers.get(key) ?? (last += 1);
  aboutNumbers.set(key, number);
  return { filter: either(ways), ways, tally: null, number, isUntouched: false };
}

/** The ways that lead to one record, by its own rows; null: whoever it is. */
export async function waysToOne(
  db: Db,
  user: RequestUser,
  formKey: string,
  scope: ReadScope,
  ground: Ground,
): Promise<Way[] | null> {
  const rights = await formRights(db, user, formKey, scope.access, ground);
  const whole = await reachOf(db, user, formKey, scope.isWholeUnit || rights.has('editAll'), ground);
  const reach = rights.has('see') ? whole : aboutReach(whole);
  const theirs = sql<SqlBool>`exists (select 1 from flw_reader x where x.record_id = frm_record.id and x.user_id = ${user.id})
    or exists (select 1 from flw_task t where t.record_id = frm_record.id and (t.actor_id = ${user.id} or exists (select 1 from flw_task_candidate c where c.task_id = t.id and c.user_id = ${user.id} and c.is_open)))`;
  return waysOf(
    user,
    [
      { kind: 'own', by: isOwn(user) },
      { kind: 'hands', by: theirs },
    ],
    reach,
    scope,
    await aboutColumns(db, formKey, scope.access),
  );
}

/** The same as `readableSql` for one record, by its own rows; null: whoever it is. */
export async function readableOneSql(
  db: Db,
  user: RequestUser,
  formKey: string,
  scope: ReadScope,
  ground: Ground,
): Promise<RawBuilder<SqlBool> | null> {
  const ways = await waysToOne(db, user, formKey, scope, ground);
  return ways && either(ways);
}

/** Whether this person may read one record, by the same rules, or because a task of it was delegated to them. */
export async function mayRead(
  db: Db,
  user: RequestUser,
  row: Pick<RecordRow, 'id' | 'form_key' | 'create_by'>,
  scope: ReadScope,
): Promise<boolean> {
  if (isAdmin(user) || row.create_by === user.id) return true;
  const filter = await readableOneSql(db, user, row.form_key, scope, askingGround());
  if (filter === null) return true;
  const { rows } =
    await sql`select 1 from ${recordTable(row.form_key)} as frm_record where id = ${row.id} and ${filter}`.execute(db);
  return rows.length > 0 || (await delegatedTasks(db, user.id, [row.id])).size > 0;
}

/** What the form's published version says of who reads and who keeps its records: of all of them, whichever version they were filled in with. */
export const accessNow = async (context: ServerContext, db: Db, formKey: string): Promise<FormAccess | undefined> =>
  (await loadForm(context, db, formKey)).form.definition.access;

/** Whether this person may read one record today, as lists say. */
export async function mayReadNow(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  row: Pick<RecordRow, 'id' | 'form_key' | 'create_by'>,
): Promise<boolean> {
  return mayRead(db, user, row, scopeOf((await loadForm(context, db, row.form_key)).form.definition));
}
