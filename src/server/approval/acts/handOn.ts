import type { RequestUser } from '../../http/user.ts';
import { remind } from '../../notices/index.ts';
import { actionsOf, type HeldTask } from '../../records/index.ts';
import type { OpenFlow } from '../transition/openFlow.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import { nodeOf } from '../../flow/index.ts';
import { note } from '../process/history.ts';
import { namesOf, people } from '../people/people.ts';
import { tasksOfToken, applyVotes } from '../process/applyVotes.ts';
import { placeOfTask, type Actor, type Person, type TaskRow } from '../process/step.ts';
import {
  addTask,
  candidatesOfTask,
  closeTask,
  replaceTask,
  runOfTask,
  taskToActOn,
  withdrawTasksById,
} from '../tasks/taskRows.ts';

export interface HandOn {
  taskId?: string;
  userIds: readonly string[];
  opinion: string;
}

type Action = 'transfer' | 'delegate' | 'addSign' | 'removeSign' | 'cc';

/** Who acts on a task, and for whom. */
export const actorOf = ({ id, name }: RequestUser, { actsFor }: Pick<HeldTask, 'actsFor'>): Actor => ({
  id,
  name,
  ...(actsFor ? { actsFor } : {}),
});

/** Whose task it is: of one that was delegated, the person away, to whom it comes back. */
const holderOf = ({ id }: RequestUser, { actsFor }: Pick<HeldTask, 'actsFor'>): string => actsFor?.id ?? id;

/** The task this person holds, if its node offers the action. Refuses with TASK_TAKEN, TASK_NOT_YOURS or 403. */
export async function heldTask(
  trx: Trx,
  { instance, flow, user }: OpenFlow,
  taskId: string | undefined,
  action: Action,
): Promise<HeldTask> {
  const task = await taskToActOn(trx, instance.record_id, user.id, taskId);
  if (!actionsOf(nodeOf(flow.definition, task.node_id).rules, task.kind).includes(action)) throw new Refusal('403');
  return task;
}

async function tell(
  trx: Trx,
  { instance, user }: OpenFlow,
  to: readonly Person[],
  words: string,
  opinion: string,
): Promise<void> {
  await remind(
    trx,
    to.map(({ id }) => ({
      userId: id,
      kind: 'flow-task',
      title: `${user.name} ${words}：${instance.form_name}`,
      content: [instance.title, opinion.trim()].filter(Boolean).join('｜'),
      formKey: instance.form_key,
      recordId: instance.record_id,
    })),
  );
}

/**
 * The people whom a task is handed to. Refuses with FLOW_PEOPLE the person who acts, and the applicant, unless the process
 * lets applicants decide on what they applied for.
 */
async function receivers(
  trx: Trx,
  { user, instance, flow }: OpenFlow,
  task: TaskRow,
  ids: readonly string[],
): Promise<Person[]> {
  const found = await people(trx, ids);
  if (found.some(({ id }) => id === user.id)) throw new Refusal('FLOW_PEOPLE', { detail: '不能选择自己' });
  const applicant = found.find(({ id }) => id === instance.initiator_id);
  if (applicant && nodeOf(flow.definition, task.node_id).settings?.toApplicant !== true)
    throw new Refusal('FLOW_PEOPLE', { detail: `${applicant.name} 是申请人，不能办理自己的申请` });
  return found;
}

/** Names for the history; the applicant is marked. */
const namesWithApplicant = ({ instance }: OpenFlow, to: readonly Person[]): string =>
  namesOf(to.map(({ id, name }) => ({ id, name: id === instance.initiator_id ? `${name}（申请人）` : name })));

/** 转办: the task becomes somebody else's, for good. */
export async function transfer(trx: Trx, open: OpenFlow, { taskId, userIds, opinion }: HandOn): Promise<void> {
  const task = await heldTask(trx, open, taskId, 'transfer');
  const to = await receivers(trx, open, task, userIds);
  await closeTask(trx, open.instance, task, {
    by: actorOf(open.user, task),
    vote: null,
    action: 'transfer',
    opinion,
    detail: `转办给 ${namesWithApplicant(open, to)}`,
  });
  await replaceTask(
    trx,
    open.instance,
    task,
    to.map(({ id }) => id),
  );
  await applyVotes(trx, open.instance, open.flow.definition, task.token);
  await tell(trx, open, to, '转办给您', opinion);
}

/** 委派: somebody else does the work and reports; then the task is back. */
export async function delegate(trx: Trx, open: OpenFlow, { taskId, userIds, opinion }: HandOn): Promise<void> {
  const task = await heldTask(trx, open, taskId, 'delegate');
  const to = await receivers(trx, open, task, userIds);
  await keepForOne(trx, open, task);
  await addTask(trx, open.instance, {
    token: task.token,
    node: { id: task.node_id, name: task.node_name },
    run: runOfTask(task),
    users: to.map(({ id }) => id),
    kind: 'delegate',
    parent: task.id,
    addedBy: holderOf(open.user, task),
  });
  await applyVotes(trx, open.instance, open.flow.definition, task.token);
  await note(trx, open.instance, {
    node: placeOfTask(task),
    by: actorOf(open.user, task),
    action: 'delegate',
    opinion,
    detail: `委派给 ${namesWithApplicant(open, to)}`,
  });
  await tell(trx, open, to, '委派给您', opinion);
}

/** Who asks somebody for a task of several holders has taken it: it comes back to them alone. */
async function keepForOne(trx: Trx, { user }: OpenFlow, task: HeldTask): Promise<void> {
  const holders = await candidatesOfTask(trx, task.id);
  if (holders.length > 1)
    await trx
      .deleteFrom('flw_task_candidate')
      .where('task_id', '=', task.id)
      .where('user_id', '!=', holderOf(user, task))
      .execute();
}

export type Place = 'before' | 'after' | 'parallel';
const PLACES: Readonly<Record<Place, string>> = { before: '前加签', after: '后加签', parallel: '并行加签' };

/** 加签: further people decide, before this person, after, or at the same time; each of them must agree. */
export async function addSign(
  trx: Trx,
  open: OpenFlow,
  { taskId, userIds, opinion, place }: HandOn & { place: Place },
): Promise<void> {
  const task = await heldTask(trx, open, taskId, 'addSign');
  const to = await receivers(trx, open, task, userIds);
  await refuseSigners(trx, open, task, to);
  if (place !== 'parallel') await keepForOne(trx, open, task);
  for (const person of to) {
    await addTask(trx, open.instance, {
      token: task.token,
      node: { id: task.node_id, name: task.node_name },
      run: runOfTask(task),
      users: [person.id],
      kind: place,
      sn: task.sn,
      parent: task.id,
      addedBy: holderOf(open.user, task),
    });
  }
  await applyVotes(trx, open.instance, open.flow.definition, task.token);
  await note(trx, open.instance, {
    node: placeOfTask(task),
    by: actorOf(open.user, task),
    action: 'addSign',
    opinion,
    detail: `${PLACES[place]} ${namesWithApplicant(open, to)}`,
  });
  await tell(trx, open, to, '请您加签', opinion);
}

/** Nobody signs twice at one node. */
async function refuseSigners(trx: Trx, { instance }: OpenFlow, task: TaskRow, to: readonly Person[]): Promise<void> {
  for (const row of await tasksOfToken(trx, instance, task.token)) {
    const holders = row.vote === null && row.id !== task.id ? await candidatesOfTask(trx, row.id) : [];
    const twice = holders.length === 1 ? to.find(({ id }) => id === holders[0]) : undefined;
    if (twice) throw new Refusal('FLOW_PEOPLE', { detail: `${twice.name} 已在此节点的办理人中` });
  }
}

export interface Signer {
  taskId: string;
  names: string;
  kind: TaskRow['kind'];
  isOpen: boolean;
  canRemove: boolean;
}

/** Who has still to sign at a node, and whom of them this person may remove: those asked by them; of a countersign anybody else. */
export async function signersOf(
  trx: Trx,
  { instance, flow, user }: Pick<OpenFlow, 'instance' | 'flow' | 'user'>,
  task: HeldTask,
): Promise<Signer[]> {
  const isCountersign = nodeOf(flow.definition, task.node_id).settings?.sign.mode !== 'one';
  const pending = (await tasksOfToken(trx, instance, task.token)).filter(
    (row) => row.vote === null && row.id !== task.id,
  );
  const signers: Signer[] = [];
  for (const row of pending) {
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
      canRemove: row.added_by === holderOf(user, task) || (isCountersign && row.kind === 'sign'),
    });
  }
  return signers;
}

/** 减签: takes signers away who have not decided yet. Refuses with FLOW_PEOPLE who may not be removed. */
export async function removeSign(
  trx: Trx,
  open: OpenFlow,
  { taskId, signers, opinion }: { taskId?: string; signers: readonly string[]; opinion: string },
): Promise<void> {
  const task = await heldTask(trx, open, taskId, 'removeSign');
  const known = await signersOf(trx, open, task);
  const gone = known.filter((signer) => signers.includes(signer.taskId));
  if (gone.length === 0 || gone.length < signers.length || gone.some(({ canRemove }) => !canRemove))
    throw new Refusal('FLOW_PEOPLE', { detail: '所选人员已办理，或不能由您减签' });
  const children = (await tasksOfToken(trx, open.instance, task.token)).filter(
    (row) => row.vote === null && signers.includes(row.parent_id ?? ''),
  );
  await withdrawTasksById(trx, [...gone.map((signer) => signer.taskId), ...children.map(({ id }) => id)]);
  await applyVotes(trx, open.instance, open.flow.definition, task.token);
  await note(trx, open.instance, {
    node: placeOfTask(task),
    by: actorOf(open.user, task),
    action: 'removeSign',
    opinion,
    detail: `减签 ${gone.map(({ names }) => names).join('、')}`,
  });
}
