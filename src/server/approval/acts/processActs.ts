import { isBlank } from '../../../domain/blank.ts';
import type { ServerContext } from '../../context.ts';
import { undoEffects } from '../../effects/index.ts';
import { announceEvent } from '../../records/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin } from '../../http/user.ts';
import { remind } from '../../notices/index.ts';
import type { LockedFlow } from '../transition/lockFlow.ts';
import { storeRecordState } from '../transition/storeRecordState.ts';
import type { Trx } from '../../store/transaction.ts';
import { addHistoryEntry } from '../process/history.ts';
import { sendCopyOf } from '../process/sendCopyOf.ts';
import { refuseOthersFiles } from '../view/opinionFiles.ts';
import { namesOf, requirePeople } from '../people/requirePeople.ts';
import { advanceProcess } from '../process/process.ts';
import { opinionRequired } from '../transition/transition.ts';
import { nodeWithDisplayName, type Instance, type Person } from '../process/stepTypes.ts';
import { takeBack } from '../process/takeBack.ts';
import { delegatesOf } from '../delegation/delegates.ts';
import { heldTasks } from '../tasks/taskRows.ts';
import { actorOf, findTaskForAct } from './assigneeActs.ts';

const URGE_INTERVAL_MINUTES = 10;
const MINUTE_MS = 60_000;

/** Returns the node where this person has a task or acted last; otherwise the applicant's node, without a name. */
async function findNodeOfPerson(trx: Trx, { instance, flow, user }: LockedFlow): Promise<{ id: string; name: string }> {
  const task =
    (await heldTasks(trx, instance.record_id, user.id))[0] ??
    (await trx
      .selectFrom('flw_task')
      .selectAll()
      .where('instance_id', '=', instance.id)
      .where('actor_id', '=', user.id)
      .orderBy('finished_at', 'desc')
      .executeTakeFirst());
  return task ? nodeWithDisplayName(task) : { id: flow.definition.applicantNodeId, name: '' };
}

const actingPerson = ({ user }: LockedFlow) => ({ id: user.id, name: user.name });

/** 撤回: takes back the person's last step, as long as nobody has acted on the resulting tasks. */
export async function takeBackStep(context: ServerContext, trx: Trx, lockedFlow: LockedFlow): Promise<void> {
  const { taskNodes, flwState, taskId } = await takeBack(
    trx,
    lockedFlow.instance,
    lockedFlow.flow.definition,
    actingPerson(lockedFlow),
  );
  await undoEffects(context, trx, lockedFlow.user, lockedFlow.row, taskId);
  await storeRecordState(trx, lockedFlow.row, lockedFlow.instance.form_name, {
    flwState,
    taskNodes,
    actor: actingPerson(lockedFlow),
    resultText: '',
    isWithdrawn: flwState === '2',
    staysWithApplicant: flwState === '2' && lockedFlow.row.flw_state === '2',
  });
}

/**
 * 抄送: lets people read the record from now on, by the rules of the sender's node. Refuses with 403 if the sender's
 * node does not offer copies.
 */
export async function sendCopy(
  trx: Trx,
  lockedFlow: LockedFlow,
  { taskId, userIds, opinion }: { taskId?: string; userIds: readonly string[]; opinion: string },
): Promise<void> {
  const task = await findTaskForAct(trx, lockedFlow, taskId, 'cc');
  await sendCopyOf(trx, lockedFlow.instance, {
    people: await requirePeople(trx, userIds),
    node: nodeWithDisplayName(task),
    actor: actorOf(lockedFlow.user, task),
    opinion,
    message: opinion.trim(),
  });
}

/** Returns the assignees of the open tasks of a process, except this person. */
export const findPeopleToUrge = (trx: Trx, { id }: Pick<Instance, 'id'>, user: Pick<Person, 'id'>): Promise<Person[]> =>
  trx
    .selectFrom('flw_task as t')
    .innerJoin('flw_task_candidate as c', 'c.task_id', 't.id')
    .innerJoin('sys_user as u', 'u.id', 'c.user_id')
    .where('t.instance_id', '=', id)
    .where('t.state', '=', 'open')
    .where('c.user_id', '!=', user.id)
    .select(['u.id', 'u.name'])
    .distinct()
    .execute();

/**
 * 催办: reminds the assignees of the open tasks, except the acting person, and the delegates of these assignees. Returns
 * the number of these assignees, not counting delegates. Refuses with FLOW_NOBODY if there are no such assignees, and
 * with FLOW_URGED within `URGE_INTERVAL_MINUTES` of the last 催办.
 */
export async function urge(trx: Trx, lockedFlow: LockedFlow, { opinion }: { opinion: string }): Promise<number> {
  const { instance } = lockedFlow;
  const assignees = await findPeopleToUrge(trx, instance, lockedFlow.user);
  if (assignees.length === 0) throw new Refusal('FLOW_NOBODY');
  const lastUrge = await trx
    .selectFrom('flw_history')
    .select('happened_at')
    .where('instance_id', '=', instance.id)
    .where('action', '=', 'urge')
    .orderBy('happened_at', 'desc')
    .executeTakeFirst();
  if (lastUrge && Date.now() - lastUrge.happened_at.getTime() < URGE_INTERVAL_MINUTES * MINUTE_MS)
    throw new Refusal('FLOW_URGED', { minutes: URGE_INTERVAL_MINUTES });
  await addHistoryEntry(trx, instance, {
    node: { id: '', name: instance.task_nodes },
    actor: actingPerson(lockedFlow),
    action: 'urge',
    opinion,
    detail: `催办 ${namesOf(assignees)}`,
  });
  const assigneeIds = assignees.map(({ id }) => id);
  await remind(
    trx,
    [...assigneeIds, ...(await delegatesOf(trx, assigneeIds, instance))].map((userId) => ({
      userId,
      kind: 'flow-urge',
      title: `${lockedFlow.user.name} 催办：${instance.form_name}`,
      content: [instance.title, opinion.trim()].filter(Boolean).join('｜'),
      formKey: instance.form_key,
      recordId: instance.record_id,
    })),
  );
  return assignees.length;
}

/** 评论: adds a comment, with or without files. Everybody who may read the record may comment. */
export async function comment(
  trx: Trx,
  lockedFlow: LockedFlow,
  { opinion, files }: { opinion: string; files: readonly string[] },
): Promise<void> {
  if (isBlank(opinion) && files.length === 0) throw opinionRequired();
  await refuseOthersFiles(trx, lockedFlow.user.id, files);
  await addHistoryEntry(trx, lockedFlow.instance, {
    node: await findNodeOfPerson(trx, lockedFlow),
    actor: actingPerson(lockedFlow),
    action: 'comment',
    opinion: opinion.trim(),
    files,
  });
}

/** Returns true if this person may void the process, as its applicant or as an administrator. */
export const mayVoid = ({ instance, user }: Pick<LockedFlow, 'instance' | 'user'>): boolean =>
  instance.initiator_id === user.id || isAdmin(user);

/** 作废: ends the process; the record is kept as voided. A reason is required. */
export async function voidProcess(
  context: ServerContext,
  trx: Trx,
  lockedFlow: LockedFlow,
  { opinion }: { opinion: string },
): Promise<void> {
  if (!mayVoid(lockedFlow)) throw new Refusal('403');
  if (isBlank(opinion)) throw opinionRequired();
  await advanceProcess(trx, lockedFlow.instance, lockedFlow.input, { type: 'stop' });
  await addHistoryEntry(trx, lockedFlow.instance, {
    node: await findNodeOfPerson(trx, lockedFlow),
    actor: actingPerson(lockedFlow),
    action: 'void',
    opinion: opinion.trim(),
  });
  const row = await storeRecordState(trx, lockedFlow.row, lockedFlow.instance.form_name, {
    flwState: '4',
    taskNodes: '',
    actor: actingPerson(lockedFlow),
    opinion,
    resultText: '已被作废',
  });
  const { loaded, flow, user } = lockedFlow;
  await announceEvent(context, trx, { event: 'voided', row, loaded, flow, user });
}
