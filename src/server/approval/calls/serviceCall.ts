import { recordsOf } from '../../records/index.ts';
import { sql } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { remind } from '../../notices/index.ts';
import { nodeOf } from '../../flow/index.ts';
import { callOut } from '../../http/callOut.ts';
import type { Timer } from '../process/dueTimers.ts';
import { loadFlow } from '../../flowDocuments/index.ts';
import { addHistoryEntry, SYSTEM } from '../process/history.ts';

/** Time for which a call in progress is reserved for one server. */
const LEASE_SECONDS = 60;
/** Number of failures after which the administrators are notified; the retries continue. */
const NOTIFY_AFTER_TRIES = 5;
const MAX_DELAY_MINUTES = 60;

/**
 * Returns an error text for administrators: the message of the error and, if it is a refusal, its first three problems.
 */
export function errorText(error: unknown): string {
  const problems =
    error instanceof Refusal ? ((error.data as { problems?: { message: string }[] } | undefined)?.problems ?? []) : [];
  return [error instanceof Error ? error.message : String(error), ...problems.slice(0, 3).map(({ message }) => message)]
    .join('；')
    .slice(0, 500);
}

/**
 * Reserves a call (a row of `flw_timer`) for this server, counts the attempt and clears the error of the previous
 * attempt. Returns false if another server has reserved the call, its process is suspended, or its row was deleted.
 */
async function reserveCall({ db }: ServerContext, { id }: Timer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('flw_timer')
    .set({ tries: sql`tries + 1`, error: null, due_at: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('id', '=', id)
    .where('due_at', '<=', sql<Date>`now()`)
    .where('left_ms', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Parses the answer as JSON. Throws an error with a message that is shown to administrators. */
function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error('对方的答复不是 JSON，不能取值');
  }
}

/**
 * Calls a service, with the same idempotency key for every attempt. Returns the parsed answer if the node stores values
 * of the answer, otherwise null. Throws if the call fails.
 */
async function callService(context: ServerContext, timer: Timer): Promise<unknown> {
  const { db, settings } = context;
  const instance = await db
    .selectFrom('flw_instance')
    .selectAll()
    .where('id', '=', timer.instance_id)
    .executeTakeFirstOrThrow();
  const flow = await loadFlow(context, db, instance.flow_key, instance.flow_version);
  const { call } = nodeOf(flow.definition, timer.node_id);
  if (!call) throw new Error('没有写明调用');
  const row = await db
    .selectFrom(await recordsOf(db, instance.form_key))
    .select(['id', 'form_key', 'title', 'fields', 'child_tables', 'flw_state'])
    .where('form_key', '=', instance.form_key)
    .where('id', '=', instance.record_id)
    .executeTakeFirstOrThrow();
  const body = JSON.stringify({
    formKey: row.form_key,
    recordId: row.id,
    title: row.title,
    flwState: row.flw_state,
    flowKey: instance.flow_key,
    nodeId: timer.node_id,
    fieldsMap: row.fields,
    childTables: row.child_tables,
  });
  const { status, text } = await callOut({
    url: call.url,
    method: call.method,
    body,
    headers: { 'content-type': 'application/json', 'idempotency-key': timer.id },
    origins: settings.callOrigins,
  });
  if (status < 200 || status > 299) throw new Error(`对方答复 ${status}`);
  return call.answers.length > 0 ? parseAnswer(text) : null;
}

/**
 * Stores the error of a call that failed or whose answer could not be stored, and schedules the next attempt. The delay
 * grows with each failure. After NOTIFY_AFTER_TRIES attempts the administrators are notified once.
 */
async function recordFailure(context: ServerContext, timer: Timer, reason: string): Promise<void> {
  // `timer` was read before `reserveCall` counted this attempt
  const tries = timer.tries + 1;
  const minutes = Math.min(2 ** (tries - 1), MAX_DELAY_MINUTES);
  await context.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('flw_timer')
      .set({ due_at: sql<Date>`now() + make_interval(mins => ${minutes})`, error: reason })
      .where('id', '=', timer.id)
      .execute();
    if (tries !== NOTIFY_AFTER_TRIES) return;
    const instance = await trx
      .selectFrom('flw_instance')
      .selectAll()
      .where('id', '=', timer.instance_id)
      .executeTakeFirstOrThrow();
    await addHistoryEntry(trx, instance, {
      node: { id: timer.node_id, name: '' },
      actor: SYSTEM,
      action: 'callFailed',
      opinion: '服务调用多次失败，将继续重试',
    });
    const admins = await trx.selectFrom('sys_user_role').select('user_id').where('role_code', '=', 'admin').execute();
    await remind(
      trx,
      admins.map(({ user_id: userId }) => ({
        userId,
        kind: 'flow-call',
        title: `服务调用失败：${instance.form_name}`,
        content: reason,
        formKey: instance.form_key,
        recordId: instance.record_id,
      })),
    );
  });
}

/**
 * Makes a due call. `continueWith` stores the answer in the record and continues the process in one transaction, so
 * that nothing is stored if the answer is not valid. Returns the result of `continueWith`, or false if the call could
 * not be reserved or failed. A failure is stored.
 */
export async function tryCall(
  context: ServerContext,
  timer: Timer,
  continueWith: (answer: unknown) => Promise<boolean>,
): Promise<boolean> {
  if (!(await reserveCall(context, timer))) return false;
  try {
    return await continueWith(await callService(context, timer));
  } catch (error) {
    await recordFailure(context, timer, errorText(error));
    context.metrics.timers.inc({ outcome: 'postponed' });
    return false;
  }
}
