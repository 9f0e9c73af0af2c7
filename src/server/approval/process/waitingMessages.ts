import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import { newId } from '../../store/id.ts';
import type { Trx } from '../../store/transaction.ts';
import type { ThrowEvent } from '../../flow/index.ts';
import type { Timer } from './dueTimers.ts';
import type { Instance } from './step.ts';

/** When something happens that waits for a name: not by itself. */
export const NEVER = new Date('3000-01-01T00:00:00Z');
/** Later than any time that comes; a suspension moves `NEVER` a little. */
const BY_ITSELF = new Date('2900-01-01T00:00:00Z');

const heardNow = {
  due_at: sql<Date>`now()`,
  left_ms: sql<number | null>`case when left_ms is null then null else 0 end`,
};

/** What was thrown on the way of a process: a message reaches what of it waits for that, a signal is kept for all who wait (`broadcastSignal`). */
export async function deliverThrown(
  trx: Trx,
  instance: Pick<Instance, 'id'>,
  thrown: readonly ThrowEvent[],
): Promise<void> {
  for (const { type, name } of thrown) {
    if (type === 'message')
      await trx
        .updateTable('flw_timer')
        .set(heardNow)
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

const HELD_SECONDS = 2;

/**
 * Tells a signal to every process that waited for it when it was thrown, by the database's clock: what waits is due then,
 * and done as a time that has come. Processes that somebody holds just now are told the next time; a row that is told
 * twice is due all the same. Answers whether all were told.
 */
export async function broadcastSignal(db: Db, { id, awaits }: { id: string; awaits: string | null }): Promise<boolean> {
  const waiting = sql`select w.id from flw_timer w where w.kind = 'signal' and w.awaits = ${awaits} and w.set_at < (select t.set_at from flw_timer t where t.id = ${id}) and w.due_at > ${BY_ITSELF} and coalesce(w.left_ms, 1) > 0`;
  await sql`update flw_timer set due_at = now(), left_ms = case when left_ms is null then null else 0 end where id in (${waiting} order by w.id for update skip locked)`.execute(
    db,
  );
  const { rows } = await sql<{ id: string }>`${waiting} limit 1`.execute(db);
  if (rows.length === 0) await db.deleteFrom('flw_timer').where('id', '=', id).execute();
  else
    await db
      .updateTable('flw_timer')
      .set({ due_at: sql<Date>`now() + make_interval(secs => ${HELD_SECONDS})` })
      .where('id', '=', id)
      .execute();
  return rows.length === 0;
}

/** What of a process waits for messages now. */
export const waitingMessages = (db: Db, instanceId: string): Promise<Timer[]> =>
  db
    .selectFrom('flw_timer')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('kind', '=', 'message')
    .where('due_at', '>', BY_ITSELF)
    .orderBy('id')
    .execute();
