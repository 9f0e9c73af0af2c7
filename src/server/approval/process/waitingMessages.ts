import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import { newId } from '../../store/newId.ts';
import type { Trx } from '../../store/transaction.ts';
import type { ThrowEvent } from '../../flow/index.ts';
import type { Timer } from './dueTimers.ts';
import type { Instance } from './stepTypes.ts';

/** The due time of a row that waits for a signal or message, because such a row never becomes due by time. */
export const NEVER = new Date('3000-01-01T00:00:00Z');
/**
 * A time after any real due time. A due time set to `NEVER` stays later than this time, even if suspensions shift it.
 */
const MAX_REAL_TIME = new Date('2900-01-01T00:00:00Z');

/** Makes a row due: at once, or when its suspended process is resumed. */
const DUE_NOW = {
  due_at: sql<Date>`now()`,
  left_ms: sql<number | null>`case when left_ms is null then null else 0 end`,
};

/**
 * Delivers thrown events. A message makes the waiting rows of its process due. A signal is stored as a row of kind
 * 'throw', which `broadcastSignal` later delivers to all waiting processes.
 */
export async function deliverThrownEvents(
  trx: Trx,
  instance: Pick<Instance, 'id'>,
  thrown: readonly ThrowEvent[],
): Promise<void> {
  for (const { type, name } of thrown) {
    if (type === 'message')
      await trx
        .updateTable('flw_timer')
        .set(DUE_NOW)
        .where('instance_id', '=', instance.id)
        .where('kind', '=', 'message')
        .where('awaits', '=', name)
        .execute();
    else
      await trx
        .insertInto('flw_timer')
        .values({
          id: newId(),
          instance_id: instance.id,
          token: 0,
          task_id: null,
          kind: 'throw',
          node_id: '',
          due_at: sql<Date>`now()`,
          awaits: name,
        })
        .execute();
  }
}

/** Time until the next delivery of a signal, if some waiting rows were locked. */
const RETRY_SECONDS = 2;

/**
 * Delivers the signal of a 'throw' row (`id`: of the row; `awaits`: name of the signal). Makes due all rows that
 * already waited for this name when the signal was thrown, by the database's clock. If all of them were reached,
 * deletes the 'throw' row and returns true. If some were locked, the 'throw' row becomes due again later; a repeated
 * delivery is harmless.
 */
export async function broadcastSignal(db: Db, { id, awaits }: { id: string; awaits: string | null }): Promise<boolean> {
  const waitingSql = sql`select w.id from flw_timer w where w.kind = 'signal' and w.awaits = ${awaits} and w.set_at < (select t.set_at from flw_timer t where t.id = ${id}) and w.due_at > ${MAX_REAL_TIME} and coalesce(w.left_ms, 1) > 0`;
  await sql`update flw_timer set due_at = now(), left_ms = case when left_ms is null then null else 0 end where id in (${waitingSql} order by w.id for update skip locked)`.execute(
    db,
  );
  const { rows } = await sql<{ id: string }>`${waitingSql} limit 1`.execute(db);
  if (rows.length === 0) await db.deleteFrom('flw_timer').where('id', '=', id).execute();
  else
    await db
      .updateTable('flw_timer')
      .set({ due_at: sql<Date>`now() + make_interval(secs => ${RETRY_SECONDS})` })
      .where('id', '=', id)
      .execute();
  return rows.length === 0;
}

/** Returns the timer rows of a process that wait for a message which has not arrived. */
export const listWaitingMessages = (db: Db, instanceId: string): Promise<Timer[]> =>
  db
    .selectFrom('flw_timer')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('kind', '=', 'message')
    .where('due_at', '>', MAX_REAL_TIME)
    .orderBy('id')
    .execute();
