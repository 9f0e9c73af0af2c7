import type { Trx } from '../store/transaction.ts';
import type { Topic } from './tables.ts';

/** Tells open pages of these people (null: of everybody) that something of a topic is new, once the transaction is through. */
export async function announce(trx: Trx, topic: Topic, userIds: readonly string[] | null): Promise<void> {
  const people = userIds === null ? [null] : [...new Set(userIds)];
  if (people.length > 0) await trx.insertInto('sys_event').values(people.map((user_id) => ({ user_id, topic }))).execute();
}
