import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { createCache } from '../../store/cache.ts';
import { loadForm } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import type { FormAccess } from '../../../rules/keepers.ts';
import { recordTable } from '../columns/recordSource.ts';
import { formRights } from '../../rights/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { createFreshFactReader, type Fact, type FactReader } from '../../store/facts.ts';
import { PREPARED_PREFIX, readRows } from '../../store/preparedStatements.ts';
import { createMinuteCache } from './minuteCache.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { belongsTo, findOwnersWithRecords, ownerUnitsOf, type OwnerUnit } from './ownerUnits.ts';
import { aboutColumnNames, aboutConditions, loadAboutColumns, type AboutColumns } from './aboutConditions.ts';
import { hasRecordsFact, areDisjoint, type AccessPath } from './accessPaths.ts';
import { reachOf, type Reach } from './dataScope.ts';
import { findDelegatedTasks } from './delegated.ts';

/** Returns the ids of the departments that this person leads, including the departments below. */
export async function findLedDepartments(db: Db, user: RequestUser): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive led as (
    select id from sys_org where leader_id = ${user.id} union select o.id from sys_org o join led on o.parent_id = led.id
  ) select id from led`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns the ids of this person's units: only the chosen unit if the request names one, otherwise all of them. */
export async function loadOwnUnits(db: Db, user: RequestUser): Promise<string[]> {
  if (user.isUnitChosen && user.unitId) return [user.unitId];
  const rows = await db.selectFrom('sys_user_unit').select('unit_id').where('user_id', '=', user.id).execute();
  return [...new Set([...rows.map((row) => row.unit_id), ...(user.unitId ? [user.unitId] : [])])];
}

/** Returns, as SQL, whether the record `r` belongs to one of this person's units (`loadOwnUnits`). */
export const isOfOwnUnitSql = (user: RequestUser): RawBuilder<boolean> =>
  user.isUnitChosen && user.unitId
    ? sql<boolean>`coalesce(r.unit_id = ${user.unitId}, false)`
    : sql<boolean>`(coalesce(r.unit_id = ${user.unitId ?? ''}, false)
        or exists (select 1 from sys_user_unit m where m.user_id = ${user.id} and m.unit_id = r.unit_id))`;

/** Returns, as SQL, the rows of `frm_hand`: other people's records of a form that this person is or was involved in. */
const handRowsSql = (user: RequestUser, formKey: string): RawBuilder<unknown> =>
  sql`(select record_id, record_id as id, create_time from frm_hand where user_id = ${user.id} and form_key = ${sql.lit(formKey)})`;

/** Returns, as SQL, the stored number of records of a form that this person created or that are in `handRowsSql`. */
const storedCountSql = (user: RequestUser, formKey: string): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(records), 0)::integer from frm_tally where user_id = ${user.id} and form_key = ${formKey})`;

/** The settings of a form and a request that decide who may read the form's records. */
export interface ReadScope {
  /** True if the form has a process. Then only its creator, involved people and administrators may read a draft. */
  hasFlow: boolean;
  /** True if all records of the person's units are readable, as in `listNoAuth` of forms with `unitReads`. */
  isWholeUnit: boolean;
  /** The settings of the form that name keepers, readers, and the fields for the person and department of a record. */
  access?: FormAccess | undefined;
}

/** Returns the `ReadScope` of a form definition. */
export const scopeOf = (
  { flowKey, access }: { flowKey?: string; access?: FormAccess },
  isWholeUnit = false,
): ReadScope => ({ hasFlow: flowKey !== undefined, isWholeUnit, access });

/**
 * Returns the access paths to the records that this person may read: `involvedPaths` (records that they created or were
 * involved in), the records within their `reach`, and the records about them or about a department that they lead. If
 * the form has a process, only `involvedPaths` lead to drafts. Returns null if they may read every record.
 * `ownerUnits`: the units and departments in `reach` that get a path.
 */
function pathsOf(
  user: RequestUser,
  involvedPaths: readonly AccessPath[],
  reach: Reach,
  { hasFlow, access }: ReadScope,
  columns: AboutColumns | null,
  ownerUnits: readonly OwnerUnit[] = ownerUnitsOf(reach.units, reach.depts),
): AccessPath[] | null {
  const { isAll, ledDepts } = reach;
  if (isAll && !hasFlow) return null;
  const reachedPaths = isAll
    ? [{ kind: 'all' as const, condition: sql<SqlBool>`true` }]
    : [
        ...ownerUnits.map((ownerUnit): AccessPath => ({ kind: 'place', condition: belongsTo(ownerUnit), ownerUnit })),
        ...aboutConditions(user, access, ledDepts, columns).map((condition) => ({ kind: 'about' as const, condition })),
      ];
  return [...involvedPaths, ...withoutDrafts(reachedPaths, hasFlow)];
}

/** Excludes the drafts from these access paths if the form has a process. */
function withoutDrafts(paths: readonly AccessPath[], hasFlow: boolean): readonly AccessPath[] {
  return hasFlow ? paths.map((path) => ({ ...path, restriction: sql<SqlBool>`frm_record.flw_state <> '0'` })) : paths;
}

const isCreatorSql = (user: RequestUser): RawBuilder<SqlBool> => sql<SqlBool>`frm_record.create_by = ${user.id}`;

/** Returns the condition that a record lies on at least one of these paths. */
const anyPathSql = (paths: readonly AccessPath[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    paths.map(({ condition, restriction }) => (restriction ? sql`(${condition} and ${restriction})` : condition)),
    sql` or `,
  )})`;

/**
 * Checks whether this person's rights on the form let them edit or delete the record. They may edit their own record
 * with the right 'editOwn' or 'create', and delete it with the right 'delete'. They may edit another person's record
 * with the right 'editAll', and delete it with 'editAll' and 'delete', if the record belongs to one of their units. An
 * administrator may edit and delete every record.
 */
export async function mayEditOrDelete(
  db: Db,
  user: RequestUser,
  row: Pick<RecordRow, 'create_by' | 'unit_id' | 'form_key'>,
  access: FormAccess | undefined,
  operation: 'edit' | 'delete' = 'edit',
): Promise<boolean> {
  if (isAdmin(user)) return true;
  const rights = await formRights(db, user, row.form_key, access);
  if (row.create_by === user.id)
    return operation === 'delete' ? rights.has('delete') : rights.has('editOwn') || rights.has('create');
  if (!rights.has('editAll') || (operation === 'delete' && !rights.has('delete'))) return false;
  return row.unit_id !== null && (await loadOwnUnits(db, user)).includes(row.unit_id);
}

/** Checks whether this person could edit the record even if somebody else had created it (`mayEditOrDelete`). */
export const mayEditAsNonCreator: typeof mayEditOrDelete = (db, user, row, access) =>
  mayEditOrDelete(db, user, { ...row, create_by: '' }, access);

/** The records of a form that a person may read. */
export interface ReadableRecords {
  /** One condition that selects all of them. */
  filter: RawBuilder<SqlBool>;
  /** The access paths to these records. */
  paths: readonly AccessPath[];
  /**
   * The stored number of these records; null if the person may also read records that they neither created nor were
   * involved in. No number is stored for such records.
   */
  tally: RawBuilder<number> | null;
  /** Represents `filter`, `paths` and `tally` in cache keys: equal numbers mean that all three are equal. */
  cacheId: number;
  /**
   * True if this person is certainly involved in no record of the form: no record of the form was ever in a process,
   * and no record of any form was ever copied to them. The statement that reads the records validates this again.
   */
  isCertainlyUninvolved: boolean;
}

/** Cache of SQL: building it for every page would take a tenth of the time that the database needs. */
const readableCache = createCache<Omit<ReadableRecords, 'isCertainlyUninvolved'>>(10_000);
let lastCacheId = 0;

/**
 * Returns the records of a form that this person may read, as SQL over `frm_record`; null: all records. Records that
 * they may read only because of a delegated task are not included. The SQL becomes part of a list's query, so that
 * pages and totals contain only readable records. Refuses with 403 a person without the right to see the form, unless
 * the form names a field for the person or department that a record is about.
 */
export async function readableSql(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  scope: ReadScope,
  facts: FactReader,
): Promise<ReadableRecords | null> {
  if (isAdmin(user)) return null;
  const { hasFlow, access } = scope;
  const rights = await formRights(db, user, formKey, access, facts);
  const reach = await reachOf(db, user, formKey, scope.isWholeUnit || rights.has('editAll'), facts);
  if (!rights.has('see')) return readableAboutOnly(db, user, formKey, scope, reach.ledDepts);
  const involvement = involvementFact(user, formKey);
  const mayBeInvolved = (await facts.read(db, involvement)) !== 'none';
  const hasManyRows = mayBeInvolved && (await hasManyHandRows(context, db, user, formKey));
  const ownerUnits = reach.isAll ? [] : await findOwnersWithRecords(db, formKey, reach, facts);
  // not certain if the fact is not validated again when the records are read: it may have changed by then
  const isCertainlyUninvolved = !mayBeInvolved && facts.isValidating(involvement);
  const columns = reach.isAll ? null : await loadAboutColumns(db, formKey, access);
  const key = JSON.stringify([
    user.id,
    formKey,
    hasFlow,
    access,
    aboutColumnNames(access, reach.ledDepts, columns),
    reach.cacheId,
    mayBeInvolved,
    hasManyRows,
    ownerUnits,
  ]);
  const cached = readableCache.get(key);
  if (cached) return { ...cached, isCertainlyUninvolved };
  const paths = pathsOf(
    user,
    [ownPath(user, formKey), ...(mayBeInvolved ? [handPath(user, formKey, hasManyRows)] : [])],
    reach,
    scope,
    columns,
    ownerUnits,
  );
  if (!paths) return null;
  const readable = {
    filter: anyPathSql(paths),
    paths,
    tally: areDisjoint(paths) ? storedCountSql(user, formKey) : null,
    cacheId: (lastCacheId += 1),
  };
  readableCache.set(key, readable);
  return { ...readable, isCertainlyUninvolved };
}

/**
 * Returns a fact: `none` if no record of this form was ever in a process and no record of any form was ever copied to
 * this person; otherwise `some`. Uses `min` and `max`, which an index answers. With `exists` the planner would assume
 * that this form has as many processes as other forms, and scan the table.
 */
const involvementFact = (user: RequestUser, formKey: string): Fact => ({
  key: `involved ${JSON.stringify([user.id, formKey])}`,
  isUsableWhenStale: (answer) => answer === 'some',
  answerSql: () =>
    sql<string>`case when (select min(i.form_key) from flw_instance i where i.form_key >= ${formKey}) = ${formKey} or (select max(r.created_at) from flw_reader r where r.user_id = ${user.id}) is not null then 'some' else 'none' end`,
});

/** Up to this number of ids, `= any(array(…))` gives a faster query plan than `in (select …)` (`handPath`). */
const MAX_ARRAY_IDS = 1000;
const hasManyRowsCache = createMinuteCache<boolean>();

/**
 * Checks whether a person is or was involved in more than `MAX_ARRAY_IDS` records of a form. Cached for a minute: the
 * result affects only the query plan.
 */
async function hasManyHandRows(context: ServerContext, db: Db, user: RequestUser, formKey: string): Promise<boolean> {
  const key = JSON.stringify([user.id, formKey]);
  const cached = hasManyRowsCache.get(context, key);
  if (cached !== null) return cached;
  const [row] = await readRows(
    db,
    sql<{
      many: boolean;
    }>`${sql.raw(PREPARED_PREFIX)} select count(*) > ${sql.lit(MAX_ARRAY_IDS)} as many from (select 1 from ${handRowsSql(user, formKey)} as hands limit ${sql.lit(MAX_ARRAY_IDS + 1)}) counted`,
  );
  hasManyRowsCache.set(context, key, row?.many ?? false);
  return row?.many ?? false;
}

/**
 * Returns the access path to the records that this person created. Its `recordsFact` uses one stored number, which also
 * counts the records that they are involved in. So it may be `some` although the person created no record.
 */
const ownPath = (user: RequestUser, formKey: string): AccessPath => ({
  kind: 'own',
  condition: isCreatorSql(user),
  isCreatorPath: true,
  recordsFact: hasRecordsFact(
    `theirs ${JSON.stringify([user.id, formKey])}`,
    () => sql<string>`case when ${storedCountSql(user, formKey)} > 0 then 'some' else 'none' end`,
  ),
});

/** Returns the access path to other people's records that this person is or was involved in. */
function handPath(user: RequestUser, formKey: string, hasManyRows: boolean): AccessPath {
  const handRows = handRowsSql(user, formKey);
  const ids = sql`select record_id from ${handRows} as hands`;
  return {
    kind: 'hands',
    condition: hasManyRows ? sql<SqlBool>`frm_record.id in (${ids})` : sql<SqlBool>`frm_record.id = any(array(${ids}))`,
    handRows,
    hasFewHandRows: !hasManyRows,
    // an index answers `max`; with `exists` the planner would assume that every person has many rows
    recordsFact: hasRecordsFact(
      `hands ${JSON.stringify([user.id, formKey])}`,
      () =>
        sql<string>`case when (select max(create_time) from frm_hand where user_id = ${user.id} and form_key = ${formKey}) is null then 'none' else 'some' end`,
    ),
  };
}

/**
 * Returns the reach of a person without the right to see the form: only the departments that they lead, because they
 * may read records about these. Its `cacheId` must not be used.
 */
const aboutReach = ({ ledDepts }: Reach): Reach => ({ isAll: false, units: [], depts: [], ledDepts, cacheId: 0 });

/** The `cacheId` of each result of `readableAboutOnly`, by person, form, its settings, columns and led departments. */
const aboutCacheIds = createCache<number>(10_000);

/**
 * Returns the records that a list shows to a person without the right to see the form: all records that they created,
 * and those about them or about a department that they lead; the latter without drafts if the form has a process.
 * Refuses with 403 if the form names no field for the person or department that a record is about.
 */
async function readableAboutOnly(
  db: Db,
  user: RequestUser,
  formKey: string,
  { hasFlow, access }: ReadScope,
  ledDepts: readonly string[],
): Promise<ReadableRecords> {
  const columns = await loadAboutColumns(db, formKey, access);
  if (columns === null) throw new Refusal('403');
  const aboutPaths = aboutConditions(user, access, ledDepts, columns).map((condition) => ({
    kind: 'about' as const,
    condition,
  }));
  const paths = [ownPath(user, formKey), ...withoutDrafts(aboutPaths, hasFlow)];
  const key = JSON.stringify([
    user.id,
    formKey,
    hasFlow,
    access,
    aboutColumnNames(access, ledDepts, columns),
    ledDepts,
  ]);
  const cacheId = aboutCacheIds.get(key) ?? (lastCacheId += 1);
  aboutCacheIds.set(key, cacheId);
  return { filter: anyPathSql(paths), paths, tally: null, cacheId, isCertainlyUninvolved: false };
}

/**
 * Returns the access paths for checking one record; its tasks and copies show whether the person is involved. Without
 * the right to see the form, these paths do not include the person's units and departments. Null: every record is
 * readable. Must not be called for administrators, who may read every record.
 */
export async function findPathsToRecord(
  db: Db,
  user: RequestUser,
  formKey: string,
  scope: ReadScope,
  facts: FactReader,
): Promise<AccessPath[] | null> {
  const rights = await formRights(db, user, formKey, scope.access, facts);
  const fullReach = await reachOf(db, user, formKey, scope.isWholeUnit || rights.has('editAll'), facts);
  const reach = rights.has('see') ? fullReach : aboutReach(fullReach);
  const isInvolvedSql = sql<SqlBool>`exists (select 1 from flw_reader x where x.record_id = frm_record.id and x.user_id = ${user.id})
    or exists (select 1 from flw_task t where t.record_id = frm_record.id and (t.actor_id = ${user.id} or exists (select 1 from flw_task_candidate c where c.task_id = t.id and c.user_id = ${user.id} and c.is_open)))`;
  return pathsOf(
    user,
    [
      { kind: 'own', condition: isCreatorSql(user) },
      { kind: 'hands', condition: isInvolvedSql },
    ],
    reach,
    scope,
    await loadAboutColumns(db, formKey, scope.access),
  );
}

/**
 * Returns the condition under which this person may read one record, from `findPathsToRecord`; null: every record is
 * readable. Must not be called for administrators, who may read every record.
 */
export async function readableOneSql(
  db: Db,
  user: RequestUser,
  formKey: string,
  scope: ReadScope,
  facts: FactReader,
): Promise<RawBuilder<SqlBool> | null> {
  const paths = await findPathsToRecord(db, user, formKey, scope, facts);
  return paths && anyPathSql(paths);
}

/**
 * Checks whether this person may read one record: as an administrator, by an access path (`findPathsToRecord`), or
 * because they may complete a task of the record for an absent person.
 */
export async function mayRead(
  db: Db,
  user: RequestUser,
  row: Pick<RecordRow, 'id' | 'form_key' | 'create_by'>,
  scope: ReadScope,
): Promise<boolean> {
  if (isAdmin(user) || row.create_by === user.id) return true;
  const filter = await readableOneSql(db, user, row.form_key, scope, createFreshFactReader());
  if (filter === null) return true;
  const { rows } =
    await sql`select 1 from ${recordTable(row.form_key)} as frm_record where id = ${row.id} and ${filter}`.execute(db);
  return rows.length > 0 || (await findDelegatedTasks(db, user.id, [row.id])).size > 0;
}

/**
 * Returns the access settings of the form's published version, which also apply to records of other versions; undefined
 * if the definition has none.
 */
export const publishedAccess = async (
  context: ServerContext,
  db: Db,
  formKey: string,
): Promise<FormAccess | undefined> => (await loadForm(context, db, formKey)).form.definition.access;

/** Calls `mayRead` with the `ReadScope` of the form's published version. */
export async function mayReadByPublishedForm(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  row: Pick<RecordRow, 'id' | 'form_key' | 'create_by'>,
): Promise<boolean> {
  return mayRead(db, user, row, scopeOf((await loadForm(context, db, row.form_key)).form.definition));
}
