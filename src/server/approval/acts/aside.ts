import { isBlank } from '../../../domain/blank.ts';
import type { ServerContext } from '../../context.ts';
import { undoEffects } from '../../effects/index.ts';
import { announceEvent } from '../../records/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin } from '../../http/user.ts';
import { remind } from '../../notices/index.ts';
import type { OpenFlow } from '../transition/openFlow.ts';
import { storeRecordState } from '../transition/recordState.ts';
import type { Trx } from '../../store/transaction.ts';
import { note } from '../process/history.ts';
import { copyTo } from '../process/openNode.ts';
import { refuseOthersFiles } from '../view/opinionFiles.ts';
import { namesOf, people } from '../people/people.ts';
import { moveProcess } from '../process/process.ts';
import { missingOpinion } from '../transition/transition.ts';
import { placeOfTask } from '../process/step.ts';
import { takeBack } from '../process/takeBack.ts';
import { delegatesOf } from '../delegation/actsFor.ts';
import { heldTasks } from '../tasks/taskRows.ts';
import { actorOf, heldTask } from './handOn.ts';

const URGE_MINUTES = 10;
const MINUTE = 60_000;

/** The node this person acts at or acted at last; without one, the applicant's. */
async function nodeOfPerson(trx: Trx, { instance, flow, user }: OpenFlow): Promise<{ id: string; name: string }> {
  const held =
    (await heldTasks(trx, instance.record_id, user.id))[0] ??
    (await trx
      .selectFrom('flw_task')
      .selectAll()
      .where('instance_id', '=', instance.id)
      .where('actor_id', '=', user.id)
      .orderBy('finished_at', 'desc')
      .executeTakeFirst());
  return held ? placeOfTask(held) : { id: flow.definition.applicant, name: '' };
}

const byOf = ({ user }: OpenFlow) => ({ id: user.id, name: user.name });

/** 撤回: by the applicant or the last handler, while nobody has acted on what came of it. */
export async function takeBackStep(context: ServerContext, trx: Trx, open: OpenFlow): Promise<void> {
  const { taskNodes, flwState, taskId } = await takeBack(trx, open.instance, open.flow.definition, byOf(open));
  await undoEffects(context, trx, open.user, open.row, taskId);
  await storeRecordState(trx, open.row, open.instance.form_name, {
    flwState,
    taskNodes,
    by: byOf(open),
    word: '',
    isWithdrawn: flwState === '2',
  });
}

/** 抄送: people who may read it from now on, by the rules of the node of who sends it. Refuses with 403 where that node does not offer it. */
export async function cc(
  trx: Trx,
  open: OpenFlow,
  { taskId, userIds, opinion }: { taskId?: string; userIds: readonly string[]; opinion: string },
): Promise<void> {
  const task = await heldTask(trx, open, taskId, 'cc');
  const to = await people(trx, userIds);
  const node = placeOfTask(task);
  await note(trx, open.instance, {
    node,
    by: actorOf(open.user, task),
    action: 'cc',
    opinion,
    detail: `抄送 ${namesOf(to)}`,
  });
  await copyTo(trx, open.instance, {
    users: to.map(({ id }) => id),
    node,
    byName: open.user.name,
    message: opinion.trim(),
  });
}

/** 催办: reminds who holds it. Once in ten minutes, whoever urges. */
export async function urge(trx: Trx, open: OpenFlow, { opinion }: { opinion: string }): Promise<number> {
  const { instance } = open;
  const last = await trx
    .selectFrom('flw_history')
    .select('happened_at')
    .where('instance_id', '=', instance.id)
    .where('action', '=', 'urge')
    .orderBy('happened_at', 'desc')
    .executeTakeFirst();
  if (last && Date.now() - last.happened_at.getTime() < URGE_MINUTES * MINUTE)
    throw new Refusal('FLOW_URGED', { minutes: URGE_MINUTES });
  const holders = await trx
    .selectFrom('flw_task as t')
    .innerJoin('flw_task_candidate as c', 'c.task_id', 't.id')
    .innerJoin('sys_user as u', 'u.id', 'c.user_id')
    .where('t.instance_id', '=', instance.id)
    .where('t.state', '=', 'open')
    .where('c.user_id', '!=', open.user.id)
    .select(['u.id', 'u.name'])
    .distinct()
    .execute();
  await note(trx, instance, {
    node: { id: '', name: instance.task_nodes },
    by: byOf(open),
    action: 'urge',
    opinion,
    detail: `催办 ${namesOf(holders)}`,
  });
  const holding = holders.map(({ id }) => id);
  await remind(
    trx,
    [...holding, ...(await delegatesOf(trx, holding, instance))].map((userId) => ({
      userId,
      kind: 'flow-urge',
      title: `${open.user.name} 催办：${instance.form_name}`,
      content: [instance.title, opinion.trim()].filter(Boolean).join('｜'),
      formKey: instance.form_key,
      recordId: instance.record_id,
    })),
  );
  return holders.length;
}

/** 评论: a word beside the approval, with files, by anybody who may read it. */
export async function comment(
  trx: Trx,
  open: OpenFlow,
  { opinion, files }: { opinion: string; files: readonly string[] },
): Promise<void> {
  if (isBlank(opinion) && files.length === 0) throw missingOpinion();
  await refuseOthersFiles(trx, open.user.id, files);
  await note(trx, open.instance, {
    node: await nodeOfPerson(trx, open),
    by: byOf(open),
    action: 'comment',
    opinion: opinion.trim(),
    files,
  });
}

/** May this person end the process for good: its applicant, or an administrator. */
export const mayVoid = ({ instance, user }: Pick<OpenFlow, 'instance' | 'user'>): boolean =>
  instance.initiator_id === user.id || isAdmin(user);

/** 作废: ends the process; the record stays, voided. A reason is asked for. */
export async function voidProcess(
  context: ServerContext,
  trx: Trx,
  open: OpenFlow,
  { opinion }: { opinion: string },
): Promise<void> {
  if (!mayVoid(open)) throw new Refusal('403');
  if (isBlank(opinion)) throw missingOpinion();
  await moveProcess(trx, open.instance, open.input, { type: 'stop' });
  await note(trx, open.instance, {
    node: await nodeOfPerson(trx, open),
    by: byOf(open),
    action: 'void',
    opinion: opinion.trim(),
  });
  const row = await storeRecordState(trx, open.row, open.instance.form_name, {
    flwState: '4',
    taskNodes: '',
    by: byOf(open),
    opinion,
    word: '已被作废',
  });
  const { loaded, flow, user } = open;
  await announceEvent(context, trx, { event: 'voided', row, loaded, flow, user });
}
