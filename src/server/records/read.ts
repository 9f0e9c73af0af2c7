import type { FormRecord } from '../../grammar/documents.ts';
import type { NodeRules, Situation } from '../../rules/situation.ts';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/forms.ts';
import type { Db } from '../documents/store.ts';
import { loadFlow, type LoadedFlow } from '../flow/flows.ts';
import { currentFlow } from '../flow/formFlow.ts';
import type { TaskRow } from '../flow/step.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { mayRead, scopeOf } from './access.ts';
import { actionsOf } from './actions.ts';
import { redactRecord } from '../../kernel/records/redact.ts';
import { recordOf, type RecordRow } from './rows.ts';
import { applicantRules, rulesOfNode, situationOf } from './situation.ts';

interface OwnTask { id: string; record_id: string; node_id: string; node_name: string; state: string; kind: TaskRow['kind'] }

/** This person's open task on each record, else the one they completed last, else the node a copy came from. */
async function ownTasks(db: Db, user: RequestUser, ids: readonly string[], preferred?: string): Promise<Map<string, OwnTask>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('flw_task as t').leftJoin('flw_task_candidate as c', (join) => join.onRef('c.task_id', '=', 't.id').on('c.user_id', '=', user.id).on('c.is_open', '=', true))
    .where('t.record_id', 'in', ids).where((where) => where.or([where('c.user_id', 'is not', null), where('t.actor_id', '=', user.id)]))
    .select(['t.id', 't.record_id', 't.node_id', 't.node_name', 't.state', 't.kind']).orderBy('t.finished_at').orderBy('t.id').execute();
  const chosen = new Map<string, OwnTask>();
  const weight = (task: OwnTask): number => (task.state === 'open' ? 4 : 1) + (task.id === preferred ? 2 : 0);
  for (const task of rows) {
    const before = chosen.get(task.record_id);
    const isBetter = !before || weight(task) > weight(before) || (task.state !== 'open' && weight(task) === weight(before));
    if (isBetter) chosen.set(task.record_id, task);
  }
  // a copy is read by the rules of the node it was sent from
  const readers = await db.selectFrom('flw_reader').select(['record_id', 'node_id']).where('user_id', '=', user.id).where('record_id', 'in', ids).execute();
  for (const { record_id, node_id } of readers) if (!chosen.has(record_id)) chosen.set(record_id, { id: '', record_id, node_id, node_name: '', state: 'done', kind: 'sign' });
  return chosen;
}

/** The flow of each record: the version it runs in; of one not submitted yet, the form's current one. */
async function flowsOf(context: ServerContext, db: Db, rows: readonly RecordRow[]): Promise<Map<string, LoadedFlow>> {
  const flows = new Map<string, LoadedFlow>();
  if (rows.length === 0) return flows;
  const instances = await db.selectFrom('flw_instance').select(['record_id', 'flow_key', 'flow_version']).where('record_id', 'in', rows.map((row) => row.id)).execute();
  for (const instance of instances) flows.set(instance.record_id, await loadFlow(context, db, instance.flow_key, instance.flow_version));
  const current = new Map<string, LoadedFlow | null>();
  for (const row of rows.filter((candidate) => !flows.has(candidate.id))) {
    if (!current.has(row.form_key)) current.set(row.form_key, await currentFlow(context, db, row.form_key));
    const flow = current.get(row.form_key);
    if (flow) flows.set(row.id, flow);
  }
  return flows;
}

/** The rules under which a person reads: of the own task; of the applicant's node for whoever wrote it; else the definition's alone. */
function readingRules(row: RecordRow, user: RequestUser, flow: LoadedFlow | null, task: OwnTask | undefined): NodeRules | null {
  if (flow && task) return rulesOfNode(flow, task.node_id);
  return row.create_by === user.id ? applicantRules(flow) : null;
}

/** How this person meets each of these records as a reader. Two queries, however many there are. */
export async function readingSituations(context: ServerContext, db: Db, user: RequestUser, rows: readonly RecordRow[]): Promise<Map<string, Situation>> {
  const tasks = await ownTasks(db, user, rows.map((row) => row.id));
  const flows = await flowsOf(context, db, rows);
  return new Map(rows.map((row) => {
    const rules = readingRules(row, user, flows.get(row.id) ?? null, tasks.get(row.id));
    return [row.id, situationOf({ user, row, rules, isEdit: false, isTask: tasks.get(row.id)?.state === 'open' })];
  }));
}

/** A record as it is answered; `task` is this person's open task on it, with what it offers. */
export interface AnsweredRecord extends FormRecord { task: { taskId: string; taskNode: string; nodeId: string; kind: TaskRow['kind']; actions: readonly string[] } | null }

/** The record as this person may see it, with the open task they hold on it. A draft is answered in the newest version, in which it will be saved. */
export async function answerRecord(context: ServerContext, db: Db, user: RequestUser, row: RecordRow, taskId?: string): Promise<AnsweredRecord> {
  const task = (await ownTasks(db, user, [row.id], taskId)).get(row.id);
  const rules = readingRules(row, user, (await flowsOf(context, db, [row])).get(row.id) ?? null, task);
  const isTask = task?.state === 'open';
  const { form, version } = await loadForm(context, db, row.form_key, row.flw_state === '0' ? undefined : row.version);
  const record = redactRecord(form, { ...recordOf(row), version }, situationOf({ user, row, rules, isEdit: false, isTask }));
  if (!task || !isTask) return { ...record, task: null };
  return { ...record, taskNode: task.node_name, task: { taskId: task.id, taskNode: task.node_name, nodeId: task.node_id, kind: task.kind, actions: actionsOf(rules, task.kind) } };
}

/** The row of a record this person may read. Refuses with 404 what is not there and, so that no id can be guessed, what is not for them. */
export async function readableRow(context: ServerContext, db: Db, user: RequestUser, { formKey, id }: { formKey: string; id: string }): Promise<RecordRow> {
  const row = await db.selectFrom('frm_record').selectAll().where('form_key', '=', formKey).where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('404');
  const { form } = await loadForm(context, db, formKey, row.version);
  if (!(await mayRead(db, user, row, scopeOf(form.definition)))) throw new Refusal('404');
  return row;
}

/** A record this person may read. Refuses with 404. */
export async function getRecord(context: ServerContext, db: Db, user: RequestUser, { taskId, ...wanted }: { formKey: string; id: string; taskId?: string }): Promise<AnsweredRecord> {
  return answerRecord(context, db, user, await readableRow(context, db, user, wanted), taskId);
}
