import type { Insertable } from 'kysely';
import type { LoadedForm } from '../../documents/index.ts';
import { ONE_DECIDES_RULE } from '../../flow/index.ts';
import type { LoadedFlow } from '../../flowDocuments/index.ts';
import { updateInvolvedPeople, type ImportedApproval, type RecordApprovals } from '../../records/index.ts';
import { insertBatches } from '../../store/insertBatches.ts';
import { newId } from '../../store/newId.ts';
import type { FlowTables } from '../tables.ts';
import { isUrgent } from './urgency.ts';

/** Rows for the tables of approvals, collected for all records and then inserted in batches. */
interface Rows {
  instances: Insertable<FlowTables['flw_instance']>[];
  tasks: Insertable<FlowTables['flw_task']>[];
  candidates: Insertable<FlowTables['flw_task_candidate']>[];
  history: Insertable<FlowTables['flw_history']>[];
}

function voteOf(action: string): 'approve' | 'reject' | null {
  if (action === 'submit' || action === 'approve') return 'approve';
  return action === 'reject' ? 'reject' : null;
}

/** Adds the rows of one approval: its process instance, completed steps and, if it has not ended, open tasks. */
function addApproval(
  rows: Rows,
  {
    loaded,
    flow,
    names,
    isUrgent: is_urgent,
  }: { loaded: LoadedForm; flow: LoadedFlow; names: ReadonlyMap<string, string>; isUrgent: boolean },
  { record, title, creator }: ImportedApproval,
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
    unit_id: creator.unitId,
    is_urgent,
  });
  const commonColumns = { instance_id, record_id: record.id };
  steps.forEach((step, index) => {
    const id = newId();
    const userName = names.get(step.userId) ?? step.userId;
    rows.tasks.push({
      ...commonColumns,
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
      vote: voteOf(step.action),
    });
    rows.candidates.push({ task_id: id, user_id: step.userId, is_open: false });
    rows.history.push({
      ...commonColumns,
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
  const people = [...new Set(openNode.userIds)];
  const { mode } = flow.definition.nodes[openNode.nodeId]?.settings?.sign ?? ONE_DECIDES_RULE;
  // if one person decides, all people are candidates of one task; otherwise each person has a task
  const candidateGroups = mode === 'one' ? [people] : people.map((person) => [person]);
  for (const [sn, users] of candidateGroups.entries()) {
    const id = newId();
    // if the people act one after another, the first of them begins
    const isOpen = mode !== 'sequence' || sn === 0;
    rows.tasks.push({
      ...commonColumns,
      id,
      node_id: openNode.nodeId,
      node_name: openNode.taskNode,
      token,
      sn,
      state: isOpen ? 'open' : 'waiting',
      arrived_at: steps.at(-1)?.at ?? record.createTime,
      finished_at: null,
      actor_id: null,
      actor_name: null,
      action: null,
      opinion: null,
    });
    rows.candidates.push(...users.map((user) => ({ task_id: id, user_id: user, is_open: isOpen })));
  }
}

/** Stores the approvals of imported records with their history, under the given version (`flow`) of the process. */
export const importApprovals: RecordApprovals['importApprovals'] = async (
  context,
  trx,
  { loaded, flow, records, names },
) => {
  const rows: Rows = { instances: [], tasks: [], candidates: [], history: [] };
  for (const approval of records)
    addApproval(
      rows,
      { loaded, flow, names, isUrgent: isUrgent(loaded.form, context.vocabulary, approval.record) },
      approval,
    );
  for (const values of insertBatches(rows.instances)) await trx.insertInto('flw_instance').values(values).execute();
  for (const values of insertBatches(rows.tasks)) await trx.insertInto('flw_task').values(values).execute();
  for (const values of insertBatches(rows.candidates))
    await trx.insertInto('flw_task_candidate').values(values).execute();
  for (const values of insertBatches(rows.history)) await trx.insertInto('flw_history').values(values).execute();
  await updateInvolvedPeople(
    trx,
    loaded.formKey,
    records.map(({ record }) => record.id),
    'all',
  );
};
