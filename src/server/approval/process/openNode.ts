import { Refusal } from '../../http/refusal.ts';
import { remind } from '../../notices/index.ts';
import { sql } from 'kysely';
import { updateInvolvedPeople } from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { lacksChoice, resolveCandidates, resolvePeople } from '../people/resolveCandidates.ts';
import { choiceRefusal } from './candidateChoices.ts';
import { nodeOf, type FlowNode, type Token, type RunItem } from '../../flow/index.ts';
import { addHistoryEntry, SYSTEM } from './history.ts';
import { applyVotes } from './applyVotes.ts';
import { nodeWithDisplayName, type Instance, type StepInput, type TaskRow } from './stepTypes.ts';
import { addTask, closeTask } from '../tasks/taskRows.ts';
import { setNodeTimers } from './timers.ts';

export interface OpenedNode {
  /** The ids of the opened tasks. */
  begun: readonly string[];
  /** True if the token can leave the node at once. The caller then completes the node. */
  isPassed: boolean;
}

const ADMIN_ROLE = 'admin';

const hasRequiredFields = (node: FlowNode): boolean =>
  Object.values(node.rules?.fields ?? {}).some(({ required }) => required === '1') ||
  Object.values(node.rules?.tables ?? {}).some(({ columns }) =>
    Object.values(columns ?? {}).some(({ required }) => required === '1'),
  );

/**
 * Checks whether a task at the node is approved automatically for the person who has just decided. The node's setting
 * `same` must allow this, and the node must not require a signature or a field.
 */
export const approvesForSamePerson = (node: FlowNode): boolean =>
  node.settings?.approvesSamePerson === true && !node.settings.signature && !hasRequiredFields(node);

/**
 * Returns the people for a node without assignees, by its setting `empty`: the administrators, or null to skip the
 * node. As in `resolveCandidates`, the applicant is left out unless the setting `toApplicant` is set or nobody else
 * remains. Refuses with FLOW_NO_CANDIDATE if the setting is `stop` or there is no administrator.
 */
async function findFallbackPeople(trx: Trx, node: FlowNode, initiatorId: string): Promise<string[] | null> {
  if (node.settings?.whenNoAssignee === 'skip') return null;
  const admins =
    node.settings?.whenNoAssignee !== 'admin'
      ? []
      : await trx
          .selectFrom('sys_user_role as r')
          .innerJoin('sys_user as u', 'u.id', 'r.user_id')
          .where('r.role_code', '=', ADMIN_ROLE)
          .where('u.is_disabled', '=', false)
          .select('u.id')
          .orderBy('u.id')
          .execute();
  if (admins.length === 0) throw new Refusal('FLOW_NO_CANDIDATE', { node: node.name });
  const ids = admins.map(({ id }) => id);
  const otherIds = node.settings?.toApplicant === true ? ids : ids.filter((id) => id !== initiatorId);
  return otherIds.length > 0 ? otherIds : ids;
}

/** A token that arrived at a node, and the runs around the token, the innermost run first. */
interface Arrival {
  token: Token;
  runs: readonly RunItem[];
}

/** Opens the node that a token arrived at: sets its timers and calls and, at a user task, creates the tasks. */
export async function openNode(
  trx: Trx,
  instance: Instance,
  input: StepInput,
  { token, runs }: Arrival,
): Promise<OpenedNode> {
  const run = runs[0] ?? null;
  const node = nodeOf(input.flow, token.node);
  await setNodeTimers(trx, instance, input.flow, token);
  // copies are sent when the token leaves the node
  if (node.kind === 'copy') return { begun: [], isPassed: true };
  if (node.kind !== 'userTask' || !node.settings) return { begun: [], isPassed: false };
  const source = input.candidateSourceOf(run);
  if (lacksChoice(node, source)) throw choiceRefusal([node]);
  const resolvedIds = await resolveCandidates(trx, node, source);
  const people = resolvedIds.length > 0 ? resolvedIds : await findFallbackPeople(trx, node, source.applicantId);
  if (people === null) {
    await addHistoryEntry(trx, instance, {
      node: displayNode(node, run),
      actor: SYSTEM,
      action: 'skip',
      opinion: '没有可办理的人员，按设置自动跳过',
    });
    return { begun: [], isPassed: true };
  }
  const hasSeparateTasks = node.settings.sign.mode !== 'one' && resolvedIds.length > 0;
  const assigneeGroups = hasSeparateTasks ? people.map((id) => [id]) : [people];
  // `key` becomes the id of the sub-table row of the tasks: the row of the innermost run that processes a row. If no
  // run processes a row, the key of the innermost run is kept
  const taskRun = run && { ...run, key: (input.runWithRow(runs) ?? run).key };
  const taskIds: string[] = [];
  for (const [sn, users] of assigneeGroups.entries())
    taskIds.push(await addTask(trx, instance, { token: token.id, node, users, sn, run: taskRun }));
  await approveForPreviousDecider(trx, instance, input, { node, run }, assigneeGroups, taskIds);
  const { outcome, begun } = await applyVotes(trx, instance, input.flow, token.id);
  return { begun, isPassed: outcome === 'passed' };
}

const displayNode = (node: FlowNode, run: RunItem | null): { id: string; name: string } =>
  nodeWithDisplayName({ node_id: node.id, node_name: node.name, item_label: run?.label ?? null });

/** Approves the new task of the person who has just decided, if the node allows this (`approvesForSamePerson`). */
async function approveForPreviousDecider(
  trx: Trx,
  instance: Instance,
  { decider }: StepInput,
  { node, run }: { node: FlowNode; run: RunItem | null },
  assigneeGroups: readonly (readonly string[])[],
  taskIds: readonly string[],
): Promise<void> {
  if (!decider || !approvesForSamePerson(node)) return;
  for (const [index, users] of assigneeGroups.entries()) {
    if (!users.includes(decider.id)) continue;
    const task = {
      id: taskIds[index],
      node_id: node.id,
      node_name: node.name,
      item_label: run?.label ?? null,
    } as TaskRow;
    await closeTask(trx, instance, task, {
      actor: decider,
      vote: 'approve',
      action: 'auto',
      opinion: '与上一步办理人相同，自动通过',
    });
  }
}

/** Sends copies of the record to the people in the setting `cc` of a completed node. */
export async function sendCopiesOfNode(
  trx: Trx,
  instance: Instance,
  input: StepInput,
  { node, run }: { node: FlowNode; run: RunItem | null },
): Promise<void> {
  const people = await resolvePeople(trx, node.settings?.cc ?? [], node.id, input.candidateSourceOf(run));
  await giveCopies(trx, instance, { users: people, node, byName: SYSTEM.name });
}

/**
 * Gives people a copy (抄送): they may read the record by the rules of the node, and get a reminder. `message`: text in
 * the reminder.
 */
export async function giveCopies(
  trx: Trx,
  instance: Instance,
  {
    users,
    node,
    byName,
    message = '',
  }: { users: readonly string[]; node: { id: string; name: string }; byName: string; message?: string },
): Promise<void> {
  if (users.length === 0) return;
  await trx
    .insertInto('flw_reader')
    .values(
      users.map((user_id) => ({
        record_id: instance.record_id,
        user_id,
        form_key: instance.form_key,
        node_id: node.id,
        by_name: byName,
      })),
    )
    // if the person already has a row, the row gets this latest copy, and the rules of its node apply
    .onConflict((conflict) =>
      conflict.columns(['record_id', 'user_id']).doUpdateSet((row) => ({
        node_id: row.ref('excluded.node_id'),
        by_name: row.ref('excluded.by_name'),
        created_at: sql`now()`,
      })),
    )
    .execute();
  await updateInvolvedPeople(trx, instance.form_key, [instance.record_id], users);
  await remind(
    trx,
    users.map((userId) => ({
      userId,
      kind: 'flow-cc',
      title: `${byName === SYSTEM.name ? '' : `${byName} `}抄送您：${instance.form_name}`,
      content: [instance.title, message].filter(Boolean).join('｜'),
      formKey: instance.form_key,
      recordId: instance.record_id,
    })),
  );
}
