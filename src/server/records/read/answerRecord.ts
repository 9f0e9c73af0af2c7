import { sql } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import { keptKeys } from '../../../relations/index.ts';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { NodeRules, Situation } from '../../../rules/situation.ts';
import type { ServerContext } from '../../context.ts';
import { loadFormWithFacts, loadForm, publishedVersionFact } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { flowOfForm, loadFlow, type LoadedFlow } from '../../flowDocuments/index.ts';
import { rowTableOf } from '../../flow/index.ts';
import { redactRecord } from '../../../records/index.ts';
import type { TaskRow } from '../approvals.ts';
import { valuesTable, fieldsOfRecords, recordsOf, recordTable } from '../columns/recordSource.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { createFreshFactReader, type FactReader } from '../../store/facts.ts';
import { PREPARED_PREFIX, readRows } from '../../store/preparedStatements.ts';
import { hasFinishedEntry } from '../indexes/alignStates.ts';
import { isOfOwnUnitSql, mayReadByPublishedForm, readableOneSql, scopeOf } from '../access/readScope.ts';
import { actionsOf } from './actions.ts';
import {
  isInvolved,
  involvementsOf,
  involvementSql,
  chosenTask,
  READ_COLUMNS,
  NO_INVOLVEMENT,
  withDelegated,
  withdrawnMark,
  type Involvement,
  type PersonTask,
  type ReadRow,
} from '../access/involvement.ts';
import { findDelegatedTasks, delegationFact } from '../access/delegated.ts';
import { recordOf, type RecordRow, visibleRecord } from './recordRows.ts';
import type { OpenRecord } from './openForWrite.ts';
import { applicantRules, rulesOfNode, situationOf } from './situationOf.ts';

/**
 * The data that the statement for the rows has validated: the number of the form's published version
 * (`publishedVersion`), and the cached facts that `facts` returns. If a property is undefined, its data are read from
 * the database.
 */
interface ValidatedFacts {
  publishedVersion?: number;
  facts?: FactReader;
}

/**
 * Returns the flow of a record in the version of the record's approval. For a record that was never submitted, returns
 * the published flow; null if the form has no flow.
 */
async function flowOf(
  context: ServerContext,
  db: Db,
  formKey: string,
  { flow }: Involvement,
  { publishedVersion, facts }: ValidatedFacts,
): Promise<LoadedFlow | null> {
  if (flow) return loadFlow(context, db, flow.key, flow.version);
  return flowOfForm(
    context,
    db,
    (await loadForm(context, db, formKey, publishedVersion)).form.definition.flowKey,
    facts,
  );
}

/**
 * Returns the node rules for a reader, or null if none apply. With a `task` (from `chosenTask`), they are the rules of
 * the task's node, or of the node that sent the reader a copy. For the creator without a task and a copy, they are the
 * rules of the applicant's node.
 */
function readingRules(
  row: ReadRow,
  user: RequestUser,
  flow: LoadedFlow | null,
  task: PersonTask | undefined,
): NodeRules | null {
  if (flow && task) return rulesOfNode(flow, task.node_id);
  return row.create_by === user.id ? applicantRules(flow) : null;
}

/**
 * Returns the situation of this person as a reader of each record of one form, by record id. Loads the flows if they
 * are not cached.
 */
export async function situationsOf(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  rows: readonly (ReadRow & { involvement: Involvement })[],
  validated: ValidatedFacts,
): Promise<Map<string, Situation>> {
  const situations = new Map<string, Situation>();
  // the flow of all records that were never submitted; undefined: not loaded yet, null: the form has no flow
  let formFlow: LoadedFlow | null | undefined;
  for (const { involvement, ...row } of rows) {
    const flow =
      involvement.flow || formFlow === undefined
        ? await flowOf(context, db, row.form_key, involvement, validated)
        : formFlow;
    if (!involvement.flow) formFlow = flow;
    const task = chosenTask(row.id, involvement);
    situations.set(
      row.id,
      situationOf({
        user,
        formKey: row.form_key,
        row,
        rules: readingRules(row, user, flow, task),
        isEdit: false,
        isTask: task?.state === 'open',
      }),
    );
  }
  return situations;
}

/**
 * Returns the situation of this person as a reader of each record of one form, by record id; loads their involvement.
 */
export async function loadReadingSituations(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  rows: readonly ReadRow[],
): Promise<Map<string, Situation>> {
  const involvements = await involvementsOf(
    db,
    user.id,
    rows.map((row) => row.id),
  );
  return situationsOf(
    context,
    db,
    user,
    rows.map((row) => ({ ...row, involvement: involvements.get(row.id) ?? NO_INVOLVEMENT })),
    {},
  );
}

/**
 * A record in an answer. `task`: this person's open task on the record, with the actions that the task offers, or
 * null.
 */
export interface AnsweredRecord extends FormRecord {
  task: {
    taskId: string;
    taskNode: string;
    nodeId: string;
    kind: TaskRow['kind'];
    actions: readonly string[];
    /** The name of the absent person for whom this person acts (`flw_delegation`). */
    actsFor?: string;
    /** The item of a repeated sub-process to which the task belongs. */
    item?: {
      /** Text that names the item. */
      label: string;
      /** `RepeatItem.key`. For a repeat over the rows of a sub-table, it is the id of the row. */
      key: string;
      /** The key of this sub-table; absent if the items are not rows. */
      table?: string;
    };
  } | null;
}

/**
 * Returns the form version in which a record is read; undefined: the newest. A draft and a record without an approval
 * are read in the newest version, in which they will be saved. A record with an approval is read in its stored
 * version.
 */
export const readingVersion = (
  row: Pick<ReadRow, 'flw_state' | 'version'>,
  { flow }: Pick<Involvement, 'flow'>,
): number | undefined => (row.flw_state === '0' || flow === null ? undefined : row.version);

/** Loads the form in the version in which a record is read (`readingVersion`). */
export async function loadReadingForm(
  context: ServerContext,
  db: Db,
  row: Pick<ReadRow, 'id' | 'form_key' | 'flw_state' | 'version'>,
): Promise<CompiledForm> {
  const flow =
    (await db
      .selectFrom('flw_instance')
      .select(['flow_key as key', 'flow_version as version'])
      .where('record_id', '=', row.id)
      .executeTakeFirst()) ?? null;
  return (await loadForm(context, db, row.form_key, readingVersion(row, { flow }))).form;
}

/** Returns the record as a person with this involvement may see it, with their open task (`answerRecord`). */
async function answerInvolved(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  row: ReadRow,
  involvement: Involvement,
  { taskId, ...validated }: { taskId?: string | undefined } & ValidatedFacts,
): Promise<AnsweredRecord> {
  const task = chosenTask(row.id, involvement, taskId);
  const flow = await flowOf(context, db, row.form_key, involvement, validated);
  const rules = readingRules(row, user, flow, task);
  const isTask = task?.state === 'open';
  const { form, version } = await loadForm(
    context,
    db,
    row.form_key,
    readingVersion(row, involvement) ?? validated.publishedVersion,
  );
  const newestForm = (await loadForm(context, db, row.form_key, validated.publishedVersion)).form;
  const record = visibleRecord(
    form,
    newestForm,
    { ...recordOf(row), version, ...withdrawnMark(involvement) },
    situationOf({ user, formKey: row.form_key, row, rules, isEdit: false, isTask }),
  );
  if (!task || !isTask) return { ...record, task: null };
  const table = flow && rowTableOf(flow.definition, task.node_id, form.tables);
  return {
    ...record,
    taskNode: task.node_name,
    task: {
      taskId: task.id,
      taskNode: task.node_name,
      nodeId: task.node_id,
      kind: task.kind,
      actions: actionsOf(rules, task.kind),
      ...(task.for_name ? { actsFor: task.for_name } : {}),
      ...(task.item_label
        ? { item: { label: task.item_label, key: task.item_key ?? '', ...(table ? { table } : {}) } }
        : {}),
    },
  };
}

/**
 * Returns the record as this person may see it, with their open task on it. `taskId`: the preferred task if they have
 * several. The caller must have checked the permission.
 */
export async function answerRecord(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  row: RecordRow,
  taskId?: string,
): Promise<AnsweredRecord> {
  const involvement = (await involvementsOf(db, user.id, [row.id])).get(row.id) ?? NO_INVOLVEMENT;
  return answerInvolved(context, db, user, row, involvement, { taskId });
}

/**
 * Returns the answer to a save: the record as this person may see it, with their open task on it. A new draft is
 * answered without reading the database, because nobody has had a task or a copy of it yet.
 */
export async function answerSaved(
  context: ServerContext,
  db: Db,
  { user, loaded, flow, instance, row }: Pick<OpenRecord, 'user' | 'loaded' | 'flow' | 'instance'> & { row: RecordRow },
  taskId?: string,
): Promise<AnsweredRecord> {
  const isNewDraft = instance === null && row.revision === 1 && row.flw_state === '0';
  if (!isNewDraft) return answerRecord(context, db, user, row, taskId);
  const rules = applicantRules(flow);
  const situation = situationOf({ user, formKey: row.form_key, row, rules, isEdit: false, isTask: false });
  return { ...redactRecord(loaded.form, recordOf(row), situation), task: null };
}

/**
 * Loads the row of a record. Refuses with 404 if it does not exist or this person may not read it, so that ids cannot
 * be guessed.
 */
export async function loadReadableRow(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { formKey, id }: { formKey: string; id: string },
): Promise<RecordRow> {
  const row = await db
    .selectFrom(await recordsOf(db, formKey))
    .selectAll()
    .where('form_key', '=', formKey)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || !(await mayReadByPublishedForm(context, db, user, row))) throw new Refusal('404');
  return row;
}

/** Returns true for a record that was voided before its form got a process: nobody may restore it (EFF-017). */
const isNotRestorable = async (
  db: Db,
  { id, flw_state: state }: Pick<ReadRow, 'id' | 'flw_state'>,
  { flow }: Pick<Involvement, 'flow'>,
  { definition }: CompiledForm,
): Promise<boolean> =>
  state === '4' && flow === null && definition.flowKey !== undefined && !(await hasFinishedEntry(db, id));

const readColumnsSql = sql.join(READ_COLUMNS.map((column) => sql.ref(column)));

/**
 * A row of the statement in `getRecord`. `is_readable`: the person may read the record without being involved in it.
 * `is_of_own_unit`: the record belongs to the person's unit; always true for administrators. `proof`: the current
 * answers to the facts, with which the cached answers are validated.
 */
type FoundRecord = ReadRow & {
  involvement: Involvement;
  is_readable: boolean;
  is_of_own_unit: boolean;
  proof: string | null;
};

/**
 * Loads a record with one query if the needed facts are cached. A person with delegated tasks needs a second query.
 * Refuses with 404 if the record does not exist or this person may not read it.
 */
export async function getRecord(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { taskId, formKey, id }: { formKey: string; id: string; taskId?: string },
  facts: FactReader = createFreshFactReader(context),
): Promise<AnsweredRecord> {
  const { form, version: publishedVersion } = await loadFormWithFacts(context, db, formKey, facts);
  if (form.definition.flowKey) facts.validateToo(publishedVersionFact('flow', form.definition.flowKey));
  const readableCondition = isAdmin(user)
    ? null
    : await readableOneSql(db, user, formKey, scopeOf(form.definition), facts);
  const isReadable = readableCondition
    ? sql`exists (select 1 from ${recordTable(formKey)} as frm_record where id = r.id and ${readableCondition})`
    : sql`true`;
  const fields = await fieldsOfRecords(db, formKey, keptKeys(form.definition));
  const hasDelegations = (await facts.read(db, delegationFact(user.id))) === 'some';
  // the left join returns a row even if the record does not exist, so that `proof` is always returned
  const [foundRow] = await readRows(
    db,
    sql<FoundRecord>`${sql.raw(PREPARED_PREFIX)} select ${sql.lit(formKey)} as form_key, ${readColumnsSql}, ${fields} as fields, d.child_tables, ${involvementSql(user.id)} as involvement, ${isReadable} as is_readable, ${isAdmin(user) ? sql`true` : isOfOwnUnitSql(user)} as is_of_own_unit, ${facts.currentAnswers()} as proof
    from (select 1) single_row left join (${recordTable(formKey)} r join ${valuesTable(formKey)} d on d.id = r.id) on r.id = ${id}`,
  );
  facts.validate(foundRow?.proof);
  if (!foundRow || foundRow.id === null) throw new Refusal('404');
  const { involvement: ownInvolvement, is_readable, is_of_own_unit: isOfOwnUnit, proof: _proof, ...row } = foundRow;
  const involvement = hasDelegations
    ? withDelegated(ownInvolvement, (await findDelegatedTasks(db, user.id, [row.id])).get(row.id))
    : ownInvolvement;
  if (!isInvolved(involvement) && !is_readable) throw new Refusal('404');
  const answer = await answerInvolved(context, db, user, row, involvement, { taskId, publishedVersion, facts });
  return {
    ...answer,
    ...(isOfOwnUnit || row.create_by === user.id ? {} : { isOfOtherUnit: true }),
    ...((await isNotRestorable(db, row, involvement, form)) ? { isNotRestorable: true } : {}),
  };
}
