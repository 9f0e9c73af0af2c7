import type { ServerContext } from '../../context.ts';
import type { RequestUser } from '../../http/user.ts';
import { remind } from '../../notices/index.ts';
import { actionsOf, type HeldTask, updateInvolvedPeople } from '../../records/index.ts';
import type { LockedFlow } from '../transition/lockFlow.ts';
import { storeStep } from '../transition/storeStep.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import { nodeOf } from '../../flow/index.ts';
import { addHistoryEntry } from '../process/history.ts';
import { namesOf, requirePeople } from '../people/requirePeople.ts';
import { loadTasksOfToken, applyVotes } from '../process/applyVotes.ts';
import { continueAfterVotes } from '../process/decide.ts';
import { nodeWithDisplayName, type Actor, type Person, type TaskRow } from '../process/stepTypes.ts';
import {
  addTask,
  candidatesOfTask,
  closeTask,
  replaceTask,
  runOfTask,
  taskToActOn,
  withdrawTasksById,
} from '../tasks/taskRows.ts';

export interface AssigneeAct {
  /** The id of the task on which the person acts; by default the first of their tasks (`heldTasks`). */
  taskId?: string;
  /** The ids of the people who will work on the task. */
  userIds: readonly string[];
  opinion: string;
}

type Action = 'transfer' | 'delegate' | 'addSign' | 'removeSign' | 'cc';

/**
 * Returns the person who acts on a task, together with the absent person (`flw_delegation`) for whom they act, if any.
 */
export const actorOf = ({ id, name }: RequestUser, { actsFor }: Pick<HeldTask, 'actsFor'>): Actor => ({
  id,
  name,
  ...(actsFor ? { actsFor } : {}),
});

/**
 * Returns the id of the task's owner: the absent person if the acting person stands in for somebody, otherwise the
 * acting person.
 */
const ownerOf = ({ id }: RequestUser, { actsFor }: Pick<HeldTask, 'actsFor'>): string => actsFor?.id ?? id;

/**
 * Returns the open task on which the person acts. Refuses with TASK_TAKEN if the task with id `taskId` is already
 * completed, with TASK_NOT_YOURS if the person has no such open task, and with 403 if the task does not offer the
 * action.
 */
export async function findTaskForAct(
  trx: Trx,
  { instance, flow, user }: LockedFlow,
  taskId: string | undefined,
  action: Action,
): Promise<HeldTask> {
  const task = await taskToActOn(trx, instance.record_id, user.id, taskId);
  if (!actionsOf(nodeOf(flow.definition, task.node_id).rules, task.kind).includes(action)) throw new Refusal('403');
  return task;
}

/** Notifies people of a task that they got. `text`: what the acting person did, for example 转办给您. */
async function remindPeople(
  trx: Trx,
  { instance, user }: LockedFlow,
  recipients: readonly Person[],
  text: string,
  opinion: string,
): Promise<void> {
  await remind(
    trx,
    recipients.map(({ id }) => ({
      userId: id,
      kind: 'flow-task',
      title: `${user.name} ${text}：${instance.form_name}`,
      content: [instance.title, opinion.trim()].filter(Boolean).join('｜'),
      formKey: instance.form_key,
      recordId: instance.record_id,
    })),
  );
}

/**
 * Returns the people with these ids, who will work on a task. Refuses with FLOW_PEOPLE an empty list, unknown and
 * disabled people, and the acting person. The applicant is also refused unless the node's settings allow the applicant
 * (`toApplicant`).
 */
async function requireRecipients(
  trx: Trx,
  { user, instance, flow }: LockedFlow,
  task: TaskRow,
  ids: readonly string[],
): Promise<Person[]> {
  const people = await requirePeople(trx, ids);
  if (people.some(({ id }) => id === user.id)) throw new Refusal('FLOW_PEOPLE', { detail: '不能选择自己' });
  const applicant = people.find(({ id }) => id === instance.initiator_id);
  if (applicant && nodeOf(flow.definition, task.node_id).settings?.toApplicant !== true)
    throw new Refusal('FLOW_PEOPLE', { detail: `${applicant.name} 是申请人，不能办理自己的申请` });
  return people;
}

/** Returns names for the history, with the applicant marked. */
const namesWithApplicant = ({ instance }: LockedFlow, recipients: readonly Person[]): string =>
  namesOf(recipients.map(({ id, name }) => ({ id, name: id === instance.initiator_id ? `${name}（申请人）` : name })));

/** 转办: replaces the task permanently with one for other people; if there are several, each may complete it. */
export async function transfer(
  trx: Trx,
  lockedFlow: LockedFlow,
  { taskId, userIds, opinion }: AssigneeAct,
): Promise<void> {
  const task = await findTaskForAct(trx, lockedFlow, taskId, 'transfer');
  const recipients = await requireRecipients(trx, lockedFlow, task, userIds);
  await closeTask(trx, lockedFlow.instance, task, {
    actor: actorOf(lockedFlow.user, task),
    vote: null,
    action: 'transfer',
    opinion,
    detail: `转办给 ${namesWithApplicant(lockedFlow, recipients)}`,
  });
  await replaceTask(
    trx,
    lockedFlow.instance,
    task,
    recipients.map(({ id }) => id),
  );
  await applyVotes(trx, lockedFlow.instance, lockedFlow.flow.definition, task.token);
  await remindPeople(trx, lockedFlow, recipients, '转办给您', opinion);
}

/**
 * 委派: lets somebody else do the work and report; then the task returns to its owner. If several people are chosen,
 * they get one task, which each of them may complete.
 */
export async function delegate(
  trx: Trx,
  lockedFlow: LockedFlow,
  { taskId, userIds, opinion }: AssigneeAct,
): Promise<void> {
  const task = await findTaskForAct(trx, lockedFlow, taskId, 'delegate');
  const recipients = await requireRecipients(trx, lockedFlow, task, userIds);
  await assignToOwner(trx, lockedFlow, task);
  await addTask(trx, lockedFlow.instance, {
    token: task.token,
    node: { id: task.node_id, name: task.node_name },
    run: runOfTask(task),
    users: recipients.map(({ id }) => id),
    kind: 'delegate',
    parent: task.id,
    addedBy: ownerOf(lockedFlow.user, task),
  });
  await applyVotes(trx, lockedFlow.instance, lockedFlow.flow.definition, task.token);
  await addHistoryEntry(trx, lockedFlow.instance, {
    node: nodeWithDisplayName(task),
    actor: actorOf(lockedFlow.user, task),
    action: 'delegate',
    opinion,
    detail: `委派给 ${namesWithApplicant(lockedFlow, recipients)}`,
  });
  await remindPeople(trx, lockedFlow, recipients, '委派给您', opinion);
}

/**
 * Removes all candidates of a task except its owner. So only the owner gets the task back from the delegate or the
 * approvers added with 'before', and only the owner decides ahead of the approvers added with 'after'.
 */
async function assignToOwner(trx: Trx, { user, instance }: LockedFlow, task: HeldTask): Promise<void> {
  const candidates = await candidatesOfTask(trx, task.id);
  if (candidates.length <= 1) return;
  await trx
    .deleteFrom('flw_task_candidate')
    .where('task_id', '=', task.id)
    .where('user_id', '!=', ownerOf(user, task))
    .execute();
  await updateInvolvedPeople(trx, instance.form_key, [instance.record_id], candidates);
}

export type SignPosition = 'before' | 'after' | 'parallel';
const POSITION_NAMES: Readonly<Record<SignPosition, string>> = {
  before: '前加签',
  after: '后加签',
  parallel: '并行加签',
};

/**
 * 加签: adds approvers who decide before, after or in parallel to this person. Every added approver must consent, with
 * one exception: at a node with sign rule 'ratio', parallel approvers count like the node's assignees.
 */
export async function addSign(
  trx: Trx,
  lockedFlow: LockedFlow,
  { taskId, userIds, opinion, place: position }: AssigneeAct & { place: SignPosition },
): Promise<void> {
  const task = await findTaskForAct(trx, lockedFlow, taskId, 'addSign');
  const recipients = await requireRecipients(trx, lockedFlow, task, userIds);
  await refuseExistingSigners(trx, lockedFlow, task, recipients);
  if (position !== 'parallel') await assignToOwner(trx, lockedFlow, task);
  for (const person of recipients) {
    await addTask(trx, lockedFlow.instance, {
      token: task.token,
      node: { id: task.node_id, name: task.node_name },
      run: runOfTask(task),
      users: [person.id],
      kind: position,
      sn: task.sn,
      parent: task.id,
      addedBy: ownerOf(lockedFlow.user, task),
    });
  }
  await applyVotes(trx, lockedFlow.instance, lockedFlow.flow.definition, task.token);
  await addHistoryEntry(trx, lockedFlow.instance, {
    node: nodeWithDisplayName(task),
    actor: actorOf(lockedFlow.user, task),
    action: 'addSign',
    opinion,
    detail: `${POSITION_NAMES[position]} ${namesWithApplicant(lockedFlow, recipients)}`,
  });
  await remindPeople(trx, lockedFlow, recipients, '请您加签', opinion);
}

/** Refuses with FLOW_PEOPLE a person who is the only candidate of another undecided task at the node. */
async function refuseExistingSigners(
  trx: Trx,
  { instance }: LockedFlow,
  task: TaskRow,
  recipients: readonly Person[],
): Promise<void> {
  for (const row of await loadTasksOfToken(trx, instance, task.token)) {
    const candidates = row.vote === null && row.id !== task.id ? await candidatesOfTask(trx, row.id) : [];
    const existingSigner = candidates.length === 1 ? recipients.find(({ id }) => id === candidates[0]) : undefined;
    if (existingSigner) throw new Refusal('FLOW_PEOPLE', { detail: `${existingSigner.name} 已在此节点的办理人中` });
  }
}

/** An undecided task at a node, of an assignee, an added approver or a delegate. */
export interface Signer {
  taskId: string;
  /** The names of the people who may act on the task, joined by 、. */
  names: string;
  kind: TaskRow['kind'];
  /** True if the task can be acted on now; false if it waits for its turn. */
  isOpen: boolean;
  /** True if the person for whom the list is loaded may remove the approver. */
  canRemove: boolean;
}

/**
 * Returns the ids of the tasks from which this task was added: its parent (`parent_id`), the parent of that task, and
 * so on. Empty for a task of an assignee.
 */
function ancestorsOf(rows: readonly TaskRow[], task: Pick<TaskRow, 'parent_id'>): ReadonlySet<string> {
  const parents = new Map(rows.map(({ id, parent_id: parent }) => [id, parent]));
  const ancestors = new Set<string>();
  for (let id = task.parent_id; id !== null && !ancestors.has(id); id = parents.get(id) ?? null) ancestors.add(id);
  return ancestors;
}

/** Returns the ids of the undecided tasks that were added from these tasks, directly or through undecided tasks. */
function descendantsOf(rows: readonly TaskRow[], ids: readonly string[]): string[] {
  const descendants = new Set(ids);
  // the loop also visits the ids that it adds
  for (const id of descendants)
    for (const row of rows) if (row.vote === null && row.parent_id === id) descendants.add(row.id);
  return [...descendants].filter((id) => !ids.includes(id));
}

/**
 * Returns the undecided tasks at the node of `task`, without `task` itself. `user`, who acts on `task`, may remove the
 * approvers and delegates whom the owner of `task` added. If every assignee decides separately, `user` may also remove
 * any other assignee. `user` may not remove a task from which `task` was added (`ancestorsOf`), because `task` would be
 * removed, too.
 */
export async function signersOf(
  trx: Trx,
  { instance, flow, user }: Pick<LockedFlow, 'instance' | 'flow' | 'user'>,
  task: HeldTask,
): Promise<Signer[]> {
  const isCountersign = nodeOf(flow.definition, task.node_id).settings?.sign.mode !== 'one';
  const rows = await loadTasksOfToken(trx, instance, task.token);
  const ancestors = ancestorsOf(rows, task);
  const otherPendingTasks = rows.filter((row) => row.vote === null && row.id !== task.id);
  const signers: Signer[] = [];
  for (const row of otherPendingTasks) {
    const names = await trx
      .selectFrom('flw_task_candidate as c')
      .innerJoin('sys_user as u', 'u.id', 'c.user_id')
      .select('u.name')
      .where('c.task_id', '=', row.id)
      .orderBy('u.name')
      .execute();
    signers.push({
      taskId: row.id,
      kind: row.kind,
      names: names.map(({ name }) => name).join('、'),
      isOpen: row.state === 'open',
      canRemove:
        !ancestors.has(row.id) && (row.added_by === ownerOf(user, task) || (isCountersign && row.kind === 'sign')),
    });
  }
  return signers;
}

/**
 * 减签: withdraws undecided tasks of other people at the node: of added approvers, delegates or assignees. `signers`:
 * the ids of these tasks. Undecided tasks that were added from a withdrawn task (加签, 委派), directly or through other
 * undecided tasks, are withdrawn as well. If the remaining votes decide the node, the process continues. Refuses with
 * FLOW_PEOPLE if `signers` is empty, or contains a task that is decided or that this person may not remove
 * (`Signer.canRemove`).
 */
export async function removeSign(
  context: ServerContext,
  trx: Trx,
  lockedFlow: LockedFlow,
  { taskId, signers, opinion }: { taskId?: string; signers: readonly string[]; opinion: string },
): Promise<void> {
  const task = await findTaskForAct(trx, lockedFlow, taskId, 'removeSign');
  const currentSigners = await signersOf(trx, lockedFlow, task);
  const removedSigners = currentSigners.filter((signer) => signers.includes(signer.taskId));
  if (
    removedSigners.length === 0 ||
    removedSigners.length < signers.length ||
    removedSigners.some(({ canRemove }) => !canRemove)
  )
    throw new Refusal('FLOW_PEOPLE', { detail: '所选人员已办理，或不能由您减签' });
  const dependentTaskIds = descendantsOf(await loadTasksOfToken(trx, lockedFlow.instance, task.token), signers);
  await withdrawTasksById(trx, [...removedSigners.map((signer) => signer.taskId), ...dependentTaskIds]);
  const actor = actorOf(lockedFlow.user, task);
  await addHistoryEntry(trx, lockedFlow.instance, {
    node: nodeWithDisplayName(task),
    actor,
    action: 'removeSign',
    opinion,
    detail: `减签 ${removedSigners.map(({ names }) => names).join('、')}`,
  });
  const result = await continueAfterVotes(trx, lockedFlow.instance, lockedFlow.input, task.token);
  if (result.consumed.length > 0) await storeStep(context, trx, lockedFlow, { result, actor });
}
