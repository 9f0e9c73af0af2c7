import type { Insertable } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { CompiledForm } from '../../../kernel/form.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, type LoadedForm } from '../../documents/forms.ts';
import { flowOfForm, type LoadedFlow } from '../../approval/definitions/loadFlow.ts';
import type { FlowTables } from '../../approval/tables.ts';
import { isUrgent } from '../../approval/process/urgency.ts';
import { newId } from '../../store/id.ts';
import type { Trx } from '../../store/transaction.ts';
import { filesOf } from '../read/recordFiles.ts';
import type { RecordTables } from '../tables.ts';
import { indexUniques } from '../indexes/uniques.ts';
import { derivedColumns } from './writeRecord.ts';

/** One step that somebody took; `at` is when it was done. */
export interface ImportedStep {
  nodeId: string;
  taskNode: string;
  userId: string;
  action: string;
  opinion: string;
  at: Date;
}

/** A whole record with its past, as an older system or the demo data has it. Trusted: rules are not asked. */
export interface ImportedRecord {
  id: string;
  formKey: string;
  flwState: string;
  createBy: string;
  createTime: Date;
  updateBy: string;
  updateTime: Date;
  fieldsMap: FormRecord['fieldsMap'];
  childTables: FormRecord['childTables'];
  steps: readonly ImportedStep[];
  /** Where a running or returned one stands, and who may act. */
  openNode: { nodeId: string; taskNode: string; userIds: readonly string[] } | null;
}

interface Person {
  id: string;
  name: string;
  unit_id: string | null;
  dept_id: string | null;
}

/** Rows of every table, collected and inserted in groups. */
interface Rows {
  records: Insertable<RecordTables['frm_record']>[];
  files: Insertable<RecordTables['frm_record_file']>[];
  audits: Insertable<RecordTables['frm_record_audit']>[];
  instances: Insertable<FlowTables['flw_instance']>[];
  tasks: Insertable<FlowTables['flw_task']>[];
  candidates: Insertable<FlowTables['flw_task_candidate']>[];
  history: Insertable<FlowTables['flw_history']>[];
}

function addRecord(
  rows: Rows,
  loaded: LoadedForm,
  flow: LoadedFlow | null,
  record: ImportedRecord,
  people: ReadonlyMap<string, Person>,
): { title: string; creator: Person } {
  const { form, formKey } = loaded;
  const person = (id: string): Person => people.get(id) ?? { id, name: id, unit_id: null, dept_id: null };
  const creator = person(record.createBy);
  const columns = derivedColumns(loaded, flow, record, creator.name);
  rows.records.push({
    ...columns,
    id: record.id,
    form_key: formKey,
    revision: 1,
    flw_state: record.flwState,
    task_node: record.openNode?.taskNode ?? '',
    create_by: creator.id,
    create_by_name: creator.name,
    create_time: record.createTime,
    update_by: record.updateBy,
    update_by_name: person(record.updateBy).name,
    update_time: record.updateTime,
    unit_id: creator.unit_id,
    dept_id: creator.dept_id,
  });
  rows.files.push(...filesOf(form, record).map((file) => ({ file_id: file, record_id: record.id, form_key: formKey })));
  rows.audits.push({
    id: newId(),
    record_id: record.id,
    form_key: formKey,
    revision: 1,
    action: 'import',
    user_id: record.updateBy,
    user_name: person(record.updateBy).name,
    happened_at: record.updateTime,
    after: JSON.stringify({ fieldsMap: record.fieldsMap, childTables: record.childTables }),
  });
  return { title: columns.title, creator };
}

function addProcess(
  rows: Rows,
  loaded: LoadedForm,
  flow: LoadedFlow,
  record: ImportedRecord,
  people: ReadonlyMap<string, Person>,
  { title, creator }: { title: string; creator: Person },
): void {
  const instance_id = newId();
  const { steps, openNode } = record;
  const token = steps.length + 1;
  rows.instances.push({
    id: instance_id,
    record_id: record.id,
    form_key: loaded.formKey,
    form_name: loaded.form.definition.formName,
    form_version: loaded.version,
    flow_key: flow.key,
    flow_version: flow.version,
    initiator_id: creator.id,
    initiator_name: creator.name,
    flw_state: record.flwState,
    title,
    task_nodes: openNode?.taskNode ?? '',
    tokens: JSON.stringify({
      tokens: openNode ? [{ id: token, node: openNode.nodeId, edge: null }] : [],
      nextToken: token + 1,
    }),
    started_at: steps[0]?.at ?? record.createTime,
    ended_at: openNode ? null : record.updateTime,
    unit_id: creator.unit_id,
    record_by: creator.id,
    record_time: record.createTime,
  });
  const common = { instance_id, record_id: record.id };
  steps.forEach((step, index) => {
    const id = newId();
    const userName = people.get(step.userId)?.name ?? step.userId;
    rows.tasks.push({
      ...common,
      id,
      node_id: step.nodeId,
      node_name: step.taskNode,
      token: index + 1,
      state: 'done',
      arrived_at: steps[index - 1]?.at ?? record.createTime,
      finished_at: step.at,
      actor_id: step.userId,
      actor_name: userName,
      action: step.action,
      opinion: step.opinion,
      vote:
        step.action === 'submit' || step.action === 'approve' ? 'approve' : step.action === 'reject' ? 'reject' : null,
    });
    rows.candidates.push({ task_id: id, user_id: step.userId, is_open: false });
    rows.history.push({
      ...common,
      id: newId(),
      node_id: step.nodeId,
      node_name: step.taskNode,
      user_id: step.userId,
      user_name: userName,
      action: step.action,
      opinion: step.opinion,
      happened_at: step.at,
    });
  });
  if (!openNode) return;
  const id = newId();
  rows.tasks.push({
    ...common,
    id,
    node_id: openNode.nodeId,
    node_name: openNode.taskNode,
    token,
    state: 'open',
    arrived_at: steps.at(-1)?.at ?? record.createTime,
    finished_at: null,
    actor_id: null,
    actor_name: null,
    action: null,
    opinion: null,
  });
  rows.candidates.push(...[...new Set(openNode.userIds)].map((user) => ({ task_id: id, user_id: user })));
}

/** PostgreSQL takes at most 65,535 parameters in one statement. */
const GROUP = 500;

async function insertAll(trx: Trx, form: CompiledForm, rows: Rows): Promise<void> {
  const groups = <T>(list: readonly T[]): T[][] =>
    Array.from({ length: Math.ceil(list.length / GROUP) }, (_none, index) =>
      list.slice(index * GROUP, (index + 1) * GROUP),
    );
  for (const values of groups(rows.records)) await trx.insertInto('frm_record').values(values).execute();
  await indexUniques(
    trx,
    form,
    rows.records.map((row) => ({
      id: row.id,
      form_key: row.form_key,
      unit_id: row.unit_id ?? null,
      flw_state: row.flw_state,
      fields: JSON.parse(row.fields) as FormRecord['fieldsMap'],
    })),
  );
  for (const values of groups(rows.files))
    await trx
      .insertInto('frm_record_file')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const values of groups(rows.audits)) await trx.insertInto('frm_record_audit').values(values).execute();
  for (const values of groups(rows.instances)) await trx.insertInto('flw_instance').values(values).execute();
  for (const values of groups(rows.tasks)) await trx.insertInto('flw_task').values(values).execute();
  for (const values of groups(rows.candidates)) await trx.insertInto('flw_task_candidate').values(values).execute();
  for (const values of groups(rows.history)) await trx.insertInto('flw_history').values(values).execute();
}

/** Stores records of one published form with their approvals, in the form's and the flow's last versions. */
export async function importRecords(
  context: ServerContext,
  trx: Trx,
  formKey: string,
  records: readonly ImportedRecord[],
): Promise<void> {
  const loaded = await loadForm(context, trx, formKey);
  const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
  const users = await trx.selectFrom('sys_user').select(['id', 'name', 'unit_id', 'dept_id']).execute();
  const people = new Map(users.map((user) => [user.id, user]));
  const rows: Rows = { records: [], files: [], audits: [], instances: [], tasks: [], candidates: [], history: [] };
  for (const record of records) {
    const about = addRecord(rows, loaded, flow, record, people);
    if (!flow || record.steps.length === 0) continue;
    addProcess(rows, loaded, flow, record, people, about);
    const process = rows.instances.at(-1);
    if (process) process.is_urgent = isUrgent(loaded.form, context.vocabulary, record);
  }
  await insertAll(trx, loaded.form, rows);
}
