import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { newId } from '../store/id.ts';
import type { Topic } from './tables.ts';

export interface NewMessage {
  topic: Topic;
  title: string;
  content?: string;
  /** Ids of whom it is for. */
  people?: readonly string[];
  formKey?: string;
  recordId?: string;
  /** This channel alone, whatever it passes on. */
  channelId?: string;
}

/**
 * Puts messages into the outbox, one for each channel that passes them on. In the transaction of what they tell of:
 * either both are stored or neither, and they leave when it is committed. Answers how many.
 */
export async function queueMessages(db: Db, messages: readonly NewMessage[]): Promise<number> {
  if (messages.length === 0) return 0;
  const channels = await db
    .selectFrom('sys_channel')
    .select(['id', 'topics'])
    .where('is_disabled', '=', false)
    .execute();
  const wanted = messages.flatMap((message) =>
    channels
      .filter(({ id, topics }) =>
        message.channelId === undefined ? topics.includes(message.topic) : message.channelId === id,
      )
      .map(({ id }) => ({ message, channelId: id })),
  );
  if (wanted.length === 0) return 0;
  const ids = [...new Set(wanted.flatMap(({ message }) => message.people ?? []))];
  const people = new Map(
    ids.length === 0
      ? []
      : (await db.selectFrom('sys_user').select(['id', 'username', 'name']).where('id', 'in', ids).execute()).map(
          ({ id, username, name }) => [id, { username, name }] as const,
        ),
  );
  await db
    .insertInto('sys_outbox')
    .values(
      wanted.map(({ message: { topic, title, content = '', people: to = [], formKey, recordId }, channelId }) => ({
        id: newId(),
        channel_id: channelId,
        topic,
        title,
        payload: JSON.stringify({
          content,
          people: to.flatMap((id) => people.get(id) ?? []),
          ...(formKey === undefined ? {} : { formKey }),
          ...(recordId === undefined ? {} : { recordId }),
        }),
        due_at: sql<Date>`now()`,
      })),
    )
    .execute();
  return wanted.length;
}
