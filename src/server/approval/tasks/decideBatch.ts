import { sql } from 'kysely';
import { delegatedSql, recordsOf } from '../../records/index.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { isBlank } from '../../../domain/blank.ts';
import { transfer } from '../acts/assigneeActs.ts';
import { requirePeople } from '../people/requirePeople.ts';
import { lockFlowForAct } from '../transition/lockFlow.ts';
import { runTransition } from '../transition/runTransition.ts';
import { opinionRequired } from '../transition/transition.ts';
import { nodeOf } from '../../flow/index.ts';
import { loadFlow } from '../../flowDocuments/index.ts';

/** The result of a batch for one of its tasks. */
export interface BatchResult {
  taskId: string;
  /** The title of the record; '' if the decision or transfer was refused. */
  title: string;
  isDone: boolean;
  /** The text of the refusal; '' if the task was decided or transferred. */
  msg: string;
}

/** The act for all tasks of a batch: a decision, or a transfer (转办) to other people. */
export type BatchAct = { opinion: string } & (
  | { action: 'approve' | 'return' }
  | { action: 'transfer'; userIds: readonly string[] }
);

type BatchTransfer = Extract<BatchAct, { action: 'transfer' }>;

/** Returns a task with the title, form and process of its record. Refuses with 404 if there is no such task. */
async function loadTask(trx: Trx, taskId: string) {
  const task = await trx
    .selectFrom('flw_task as t')
    .innerJoin('flw_instance as i', 'i.id', 't.instance_id')
    .where('t.id', '=', taskId)
    .select(['t.id', 't.record_id', 't.node_id', 'i.form_key', 'i.flow_key', 'i.flow_version', 'i.title'])
    .executeTakeFirst();
  if (!task) throw new Refusal('404');
  return task;
}

type BatchTask = Awaited<ReturnType<typeof loadTask>>;

/**
 * Decides one task of a batch without changing the record's values. Refuses with 404 if this person is neither an
 * assignee of the task nor a delegate of an assignee. Refuses with 403 if the task's node does not allow batches. For
 * further refusals see `runTransition`.
 */
async function decideTask(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  task: BatchTask,
  { action, opinion }: Exclude<BatchAct, BatchTransfer>,
): Promise<void> {
  const { rows: assignments } =
    await sql`select 1 from flw_task_candidate where task_id = ${task.id} and user_id = ${user.id}
    union all select 1 from ${delegatedSql(user.id)} g where g.task_id = ${task.id}`.execute(trx);
  if (assignments.length === 0) throw new Refusal('404');
  const flow = await loadFlow(context, trx, task.flow_key, task.flow_version);
  const actions = nodeOf(flow.definition, task.node_id).rules?.actions ?? [];
  if (!actions.includes('batch')) throw new Refusal('403');
  const row = await trx
    .selectFrom(await recordsOf(trx, task.form_key))
    .select(['id', 'revision'])
    .where('form_key', '=', task.form_key)
    .where('id', '=', task.record_id)
    .executeTakeFirstOrThrow();
  await runTransition(context, trx, user, task.form_key, {
    record: { id: row.id, revision: row.revision, fieldsMap: {}, childTables: {} },
    action,
    taskId: task.id,
    opinion,
  });
}

/** Transfers one task of a batch to other people. For refusals see `lockFlowForAct` and `transfer`. */
async function transferTask(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  task: BatchTask,
  { opinion, userIds }: BatchTransfer,
): Promise<void> {
  const lockedFlow = await lockFlowForAct(context, trx, user, { formKey: task.form_key, recordId: task.record_id });
  await transfer(trx, lockedFlow, { taskId: task.id, userIds, opinion });
}

/**
 * Decides or transfers several tasks, each in its own transaction, so that a refusal for one task does not affect the
 * others. A return goes to the applicant. Refuses the whole batch if a transfer has no reason or no recipient, or if a
 * recipient is unknown or disabled.
 */
export async function decideBatch(
  context: ServerContext,
  user: RequestUser,
  taskIds: readonly string[],
  act: BatchAct,
): Promise<BatchResult[]> {
  if (act.action === 'transfer') {
    if (isBlank(act.opinion)) throw opinionRequired();
    await context.db.transaction().execute((trx) => requirePeople(trx, act.userIds));
  }
  const results: BatchResult[] = [];
  for (const taskId of new Set(taskIds)) {
    try {
      const title = await context.db.transaction().execute(async (trx) => {
        const task = await loadTask(trx, taskId);
        if (act.action === 'transfer') await transferTask(context, trx, user, task, act);
        else await decideTask(context, trx, user, task, act);
        return task.title;
      });
      results.push({ taskId, title, isDone: true, msg: '' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      results.push({ taskId, title: '', isDone: false, msg: error.message });
    }
  }
  return results;
}
