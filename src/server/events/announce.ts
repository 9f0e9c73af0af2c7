import { sql } from 'kysely';
import { keptTopic } from '../../domain/recordTopics.ts';
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

/** A write that moves more records tells of the first of them: who looks at another one sees it when they come back to it. */
const MOST_TOLD = 100;

/**
 * Tells open pages of these records that values kept by the server moved, at most once a second for each: where many
 * write beside each other, few of them wait for the notification. Pages look again a little later (`useKept.ts`).
 */
export async function announceKept(trx: Trx, recordIds: readonly string[]): Promise<void> {
  const topics = [...new Set(recordIds.slice(0, MOST_TOLD).map(keptTopic))];
  if (topics.length === 0) return;
  await sql`with told as (insert into sys_event (topic) select t from unnest(${topics}::text[]) t
      where not exists (select 1 from sys_event e where e.happened_at > clock_timestamp() - interval '1 second' and e.topic = t and e.user_id is null) returning 1)
    select pg_notify(${CHANNEL}, '') from told limit 1`.execute(trx);
}
