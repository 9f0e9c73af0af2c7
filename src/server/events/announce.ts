import { sql } from 'kysely';
import { keptTopic } from '../../domain/recordTopics.ts';
import type { Trx } from '../store/transaction.ts';
import { CHANNEL } from './eventNotifications.ts';
import type { Topic } from './tables.ts';

/**
 * When the transaction commits, notifies the open pages of these people (null: of everybody) that data of a topic have
 * changed.
 */
export async function announce(trx: Trx, topic: Topic, userIds: readonly string[] | null): Promise<void> {
  const people = userIds === null ? [null] : [...new Set(userIds)];
  if (people.length === 0) return;
  await sql`with added as (insert into sys_event (user_id, topic)
      select person, ${topic}::text from unnest(${people}::text[]) as person returning 1)
    select pg_notify(${CHANNEL}, '') from added limit 1`.execute(trx);
}

/**
 * Maximum number of records that one write announces. Pages of further records show the change when they are opened
 * again.
 */
const MAX_ANNOUNCED = 100;

/**
 * Notifies open pages of these records that values computed by the server have changed, at most once a second for each
 * record, because PostgreSQL commits transactions with notifications one after the other. Pages reload after a short
 * delay (`useReloadOnKeptValueChange.ts`).
 */
export async function announceKeptValues(trx: Trx, recordIds: readonly string[]): Promise<void> {
  const topics = [...new Set(recordIds.slice(0, MAX_ANNOUNCED).map(keptTopic))];
  if (topics.length === 0) return;
  await sql`with told as (insert into sys_event (topic) select t from unnest(${topics}::text[]) t
      where not exists (select 1 from sys_event e where e.happened_at > clock_timestamp() - interval '1 second' and e.topic = t and e.user_id is null) returning 1)
    select pg_notify(${CHANNEL}, '') from told limit 1`.execute(trx);
}
