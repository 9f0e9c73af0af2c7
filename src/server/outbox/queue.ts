import { sql, type Insertable } from 'kysely';
import type { MessageKindKey, Topic } from '../../domain/messageKinds.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/id.ts';
import { inGroups } from '../store/inGroups.ts';
import { isWanted, readDefaults, receiversOf, quietEnd, type Defaults, type Receiver } from './audience.ts';
import type { OutboxTables } from './tables.ts';

export interface NewMessage {
  topic: Topic;
  /** The kind by which people choose whether it reaches them; without one it reaches everybody it is for. */
  kind?: MessageKindKey;
  title: string;
  content?: string;
  /** Ids of whom it is for. */
  people?: readonly string[];
  /** Who gets it by mail, where it is for nobody in particular. */
  readers?: readonly string[] | 'everybody';
  formKey?: string;
  recordId?: string;
  /** A file for those who get it by mail; chats take texts alone. */
  attachment?: { name: string; base64: string };
  /** This channel alone, whatever it passes on. */
  channelId?: string;
}

type Row = Insertable<OutboxTables['sys_outbox']>;

/**
 * Puts messages into the outbox, one for each channel that passes them on, and by mail one for each person. In the
 * transaction of what they tell of: either both are stored or neither, and they leave when it is committed. Whom their
 * choices (or the administrator's) keep a message from is left out. Answers how many were stored.
 */
export async function queueMessages(db: Db, messages: readonly NewMessage[]): Promise<number> {
  if (messages.length === 0) return 0;
  const channels = await db
    .selectFrom('sys_channel')
    .select(['id', 'kind', 'topics'])
    .where('is_disabled', '=', false)
    // without a mail server there is nothing to wait for
    .where(sql<boolean>`(kind <> 'mail' or url <> '')`)
    .execute();
  const wanted = messages.flatMap((message) =>
    channels
      .filter(({ id, topics }) =>
        message.channelId === undefined ? topics.includes(message.topic) : message.channelId === id,
      )
      .map((channel) => ({ message, channel })),
  );
  if (wanted.length === 0) return 0;
  const defaults = await readDefaults(db);
  const isForAll = wanted.some(({ message, channel }) => channel.kind === 'mail' && message.readers === 'everybody');
  const receivers = await receiversOf(
    db,
    isForAll
      ? 'everybody'
      : wanted.flatMap(({ message: { people = [], readers = [] } }) => [
          ...people,
          ...(readers === 'everybody' ? [] : readers),
        ]),
  );
  const now = new Date();
  const rows = wanted.flatMap(({ message, channel }) =>
    channel.kind === 'mail'
      ? mailRows(message, receivers, { channelId: channel.id, defaults, now })
      : channelRows(message, receivers, { channelId: channel.id, defaults }),
  );
  for (const group of inGroups(rows)) await db.insertInto('sys_outbox').values(group).execute();
  return rows.length;
}

const rowOf = (
  { topic, kind, title, content = '', formKey, recordId }: NewMessage,
  channelId: string,
  people: readonly Receiver[],
  attachment?: NewMessage['attachment'],
): Row => ({
  id: newId(),
  channel_id: channelId,
  topic,
  kind: kind ?? '',
  title,
  payload: JSON.stringify({
    content,
    people: people.map(({ username, name }) => ({ username, name })),
    ...(formKey === undefined ? {} : { formKey }),
    ...(recordId === undefined ? {} : { recordId }),
    ...(attachment === undefined ? {} : { attachment }),
  }),
});

const found = (ids: Iterable<string>, receivers: ReadonlyMap<string, Receiver>): Receiver[] =>
  [...ids].flatMap((id) => receivers.get(id) ?? []);

/** One message, naming those of its people who want it there; none when it is for people and nobody does. */
function channelRows(
  message: NewMessage,
  receivers: ReadonlyMap<string, Receiver>,
  { channelId, defaults }: { channelId: string; defaults: Defaults },
): Row[] {
  const { people = [], kind } = message;
  const shown = found(people, receivers).filter((person) => isWanted(kind, 'group', person, defaults));
  return people.length > 0 && shown.length === 0 ? [] : [rowOf(message, channelId, shown)];
}

/** A mail for each person who has an address and wants it, after their quiet hours. */
function mailRows(
  message: NewMessage,
  receivers: ReadonlyMap<string, Receiver>,
  { channelId, defaults, now }: { channelId: string; defaults: Defaults; now: Date },
): Row[] {
  const { people = [], readers = [], kind, topic } = message;
  const ids = readers === 'everybody' ? [...receivers.keys()] : new Set([...people, ...readers]);
  return found(ids, receivers)
    .filter((person) => person.email !== '' && isWanted(kind, 'mail', person, defaults))
    .map((person) => {
      const later = topic === 'test' ? null : quietEnd(person, defaults, now);
      return {
        ...rowOf(message, channelId, [person], message.attachment),
        user_id: person.id,
        ...(later === null ? {} : { due_at: later }),
      };
    });
}
