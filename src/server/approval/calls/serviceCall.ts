import { recordsOf } from '../../records/index.ts';
import { sql } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { remind } from '../../notices/index.ts';
import { nodeOf } from '../../flow/index.ts';
import { callOut } from '../../http/callOut.ts';
import type { Timer } from '../process/dueTimers.ts';
import { loadFlow } from '../../flowDocuments/index.ts';
import { note, SYSTEM } from '../process/history.ts';

/** For how long a call under way is nobody else's, in seconds. */
const LEASE_SECONDS = 60;
/** After so many failures the administrators are told; it is tried on all the same. */
const TELL_AFTER = 5;
const LONGEST_WAIT_MINUTES = 60;

/** Why something failed, for administrators: what was refused with the places, else the error's own words. */
export function reasonOf(error: unknown): string {
  const problems =
    error instanceof Refusal ? ((error.data as { problems?: { message: string }[] } | undefined)?.problems ?? []) : [];
  return [error instanceof Error ? error.message : String(error), ...problems.slice(0, 3).map(({ message }) => message)]
    .join('；')
    .slice(0, 500);
}

/** Takes a call for this server: no other one makes it meanwhile. False: another one has it. */
async function claim({ db }: ServerContext, { id }: Timer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('flw_timer')
    .set({ tries: sql`tries + 1`, due_at: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('id', '=', id)
    .where('due_at', '<=', sql<Date>`now()`)
    .where('left_ms', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The answer as JSON. Throws with a sentence for administrators. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error('对方的答复不是 JSON，不能取值');
  }
}

/** Calls a service. Its key is the same at every attempt, so that the service can tell a repeat. Answers what came back where it is read. Throws what went wrong. */
async function send(context: ServerContext, timer: Timer): Promise<unknown> {
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
  return call.answers.length > 0 ? jsonOf(text) : null;
}

/** A call, or what was to follow from its answer, has failed: it is tried again later, ever more rarely, and stands with the administrators meanwhile. */
async function noteFailure(context: ServerContext, timer: Timer, reason: string): Promise<void> {
  const tries = timer.tries + 1;
  const minutes = Math.min(2 ** (tries - 1), LONGEST_WAIT_MINUTES);
  await context.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('flw_timer')
      .set({ due_at: sql<Date>`now() + make_interval(mins => ${minutes})`, error: reason })
      .where('id', '=', timer.id)
      .execute();
    if (tries !== TELL_AFTER) return;
    const instance = await trx
      .selectFrom('flw_instance')
      .selectAll()
      .where('id', '=', timer.instance_id)
      .executeTakeFirstOrThrow();
    await note(trx, instance, {
      node: { id: timer.node_id, name: '' },
      by: SYSTEM,
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
 * Makes a call that is due; `continueAfterTimer` takes its answer into the record and the process on, in one transaction, so that
 * nothing is half done when the answer does not fit. Answers whether it was done.
 */
export async function tryCall(
  context: ServerContext,
  timer: Timer,
  continueAfterTimer: (answer: unknown) => Promise<boolean>,
): Promise<boolean> {
  if (!(await claim(context, timer))) return false;
  try {
    return await continueAfterTimer(await send(context, timer));
  } catch (error) {
    await noteFailure(context, timer, reasonOf(error));
    return false;
  }
}
