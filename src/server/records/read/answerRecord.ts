import { sql } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import { keptKeys, type CompiledForm } from '../../../kernel/index.ts';
import type { NodeRules, Situation } from '../../../rules/situation.ts';
import type { ServerContext } from '../../context.ts';
import { knownForm, loadForm, publication } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { flowOfForm, loadFlow, type LoadedFlow } from '../../flowDocuments/index.ts';
import { rowTableOf } from '../../flow/index.ts';
import type { TaskRow } from '../approvals.ts';
import { documentTable, fieldsOfRecords, recordsOf, recordTable } from '../columns/recordSource.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { askingGround, type Ground } from '../../store/facts.ts';
import { kept, readRows } from '../../store/named.ts';
import { mayReadNow, readableOneSql, scopeOf } from '../access/readScope.ts';
import { actionsOf } from './actions.ts';
import {
  isInvolved,
  metOf,
  metSql,
  ownTask,
  READ_COLUMNS,
  UNTOUCHED,
  withDelegated,
  withdrawnMark,
  type Met,
  type OwnTask,
  type ReadRow,
} from '../access/involvement.ts';
import { delegatedTasks, isDelegate } from '../access/delegated.ts';
import { recordOf, type RecordRow } from './recordRows.ts';
import { shownRecord } from './shownRecord.ts';
import { applicantRules, rulesOfNode, situationOf } from './situationOf.ts';

/** What was known when the rows were read: the number of the form's last version, and whatever else was proven with it. */
interface Known {
  published?: number;
  ground?: Ground;
}

/** The flow of a record: the version it runs in; of one not submitted yet, the form's current one. */
async function flowOf(
  context: ServerContext,
  db: Db,
  formKey: string,
  { flow }: Met,
  { published, ground }: Known,
): Promise<LoadedFlow | null> {
  if (flow) return loadFlow(context, db, flow.key, flow.version);
  return flowOfForm(context, db, (await loadForm(context, db, formKey, published)).form.definition.flowKey, ground);
}

/** The rules under which a person reads: of the own task; of the applicant's node for whoever wrote it; else the definition's alone. */
function readingRules(
  row: ReadRow,
  user: RequestUser,
  flow: LoadedFlow | null,
  task: OwnTask | undefined,
): NodeRules | null {
  if (flow && task) return rulesOfNode(flow, task.node_id);
  return row.create_by === user.id ? applicantRules(flow) : null;
}

/** How this person meets each of these records of one form as a reader, from what is known of them; two queries more at most. */
export async function situationsOf(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  rows: readonly (ReadRow & { met: Met })[],
  known: Known,
): Promise<Map<string, Situation>> {
  const situations = new Map<string, Situation>();
  let current: LoadedFlow | null | undefined;
  for (const { met, ...row } of rows) {
    const flow = met.flow
      ? await flowOf(context, db, row.form_key, met, known)
      : (current ??= await flowOf(context, db, row.form_key, met, known));
    const task = ownTask(row.id, met);
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

/** How this person meets each of these records of one form as a reader. */
export async function readingSituations(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  rows: readonly ReadRow[],
): Promise<Map<string, Situation>> {
  const met = await metOf(
    db,
    user.id,
    rows.map((row) => row.id),
  );
  return situationsOf(
    context,
    db,
    user,
    rows.map((row) => ({ ...row, met: met.get(row.id) ?? UNTOUCHED })),
    {},
  );
}

/** A record as it is answered; `task` is this person's open task on it, with what it offers. */
export interface AnsweredRecord extends FormRecord {
  task: {
    taskId: string;
    taskNode: string;
    nodeId: string;
    kind: TaskRow['kind'];
    actions: readonly string[];
    /** Whom this person acts for. */
    actsFor?: string;
    /** What its run of a repeated sub-process is for: in words, the row's id and the sub-table that has it. */
    item?: {
      label: string;
      key: string;
      table?: string;
    };
  } | null;
}

/**
 * The version that says which fields of a record there are to be read; undefined: the newest. A draft and a record in no
 * approval will be saved in the newest, so what that hides is hidden; what runs or ended keeps the version it was decided in.
 */
export const readingVersion = (
  row: Pick<ReadRow, 'flw_state' | 'version'>,
  { flow }: Pick<Met, 'flow'>,
): number | undefined => (row.flw_state === '0' || flow === null ? undefined : row.version);

/** The form by which a record is read (`readingVersion`), where nothing else is known of it. */
export async function readingForm(
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

async function answerMet(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  row: ReadRow,
  met: Met,
  { taskId, ...known }: { taskId?: string | undefined } & Known,
): Promise<AnsweredRecord> {
  const task = ownTask(row.id, met, taskId);
  const flow = await flowOf(context, db, row.form_key, met, known);
  const rules = readingRules(row, user, flow, task);
  const isTask = task?.state === 'open';
  const { form, version } = await loadForm(context, db, row.form_key, readingVersion(row, met) ?? known.published);
  const newest = (await loadForm(context, db, row.form_key, known.published)).form;
  const record = shownRecord(
    form,
    newest,
    { ...recordOf(row), version, ...withdrawnMark(met) },
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

/** The record as this person may see it, with the open task they hold on it. A draft is answered in the newest version, in which it will be saved. */
export async function answerRecord(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  row: RecordRow,
  taskId?: string,
): Promise<AnsweredRecord> {
  const met = (await metOf(db, user.id, [row.id])).get(row.id) ?? UNTOUCHED;
  return answerMet(context, db, user, row, met, { taskId });
}

/** The row of a record this person may read. Refuses with 404 what is not there and, so that no id can be guessed, what is not for them. */
export async function readableRow(
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
  if (!row || !(await mayReadNow(context, db, user, row))) throw new Refusal('404');
  return row;
}

const columns = sql.join(READ_COLUMNS.map((column) => sql.ref(column)));

type Found = ReadRow & { met: Met; is_readable: boolean; proof: string | null };

/** A record this person may read: one query, where what it needs is remembered. Refuses with 404. */
export async function getRecord(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { taskId, formKey, id }: { formKey: string; id: string; taskId?: string },
  ground: Ground = askingGround(context),
): Promise<AnsweredRecord> {
  const { form, version: published } = await knownForm(context, db, formKey, ground);
  if (form.definition.flowKey) ground.expect(publication('flow', form.definition.flowKey));
  const filter = isAdmin(user) ? null : await readableOneSql(db, user, formKey, scopeOf(form.definition), ground);
  const isReadable = filter
    ? sql`exists (select 1 from ${recordTable(formKey)} as frm_record where id = r.id and ${filter})`
    : sql`true`;
  const fields = await fieldsOfRecords(db, formKey, keptKeys(form.definition));
  const isActing = (await ground.know(db, isDelegate(user.id))) === 'some';
  const [found] = await readRows(
    db,
    sql<Found>`${sql.raw(kept)} select ${sql.lit(formKey)} as form_key, ${columns}, ${fields} as fields, d.child_tables, ${metSql(user.id)} as met, ${isReadable} as is_readable, ${ground.column()} as proof
    from (select 1) always left join (${recordTable(formKey)} r join ${documentTable(formKey)} d on d.id = r.id) on r.id = ${id}`,
  );
  ground.prove(found?.proof);
  if (!found || found.id === null) throw new Refusal('404');
  const { met: own, is_readable, proof: _proof, ...row } = found;
  const met = isActing ? withDelegated(own, (await delegatedTasks(db, user.id, [row.id])).get(row.id)) : own;
  if (!isInvolved(met) && !is_readable) throw new Refusal('404');
  return answerMet(context, db, user, row, met, { taskId, published, ground });
}
