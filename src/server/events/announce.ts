import { sql } from 'kysely';
import type { Trx } from '../store/transaction.ts';
import { CHANNEL } from './listen.ts';
import type { Topic } from './tables.ts';

/** Tells open pages of these people (null: of everybody) that something of a topic is new, once the transaction is through. */
export async function announce(trx: Trx, topic: Topic, userIds: readonly string[] | null): Promise<void> {
  const people = userIds === null ? [null] : [...new Set(userIds)];
  if (people.length === 0) return;
  await trx
    .insertInto('sys_event')
    .values(people.map((user_id) => ({ user_id, topic })))
    .execute();
  await sql`select pg_notify(${CHANNEL}, '')`.execute(trx);
}
