import { createHash } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import type { MessageKindKey, MessageWay, Topic } from '../../domain/messageKinds.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/id.ts';
import { inGroups } from '../store/inGroups.ts';
import { isWanted, readDefaults, receiversOf, quietEnd, type Defaults, type Receiver } from './audience.ts';
import type { OutboxTables } from './tables.ts';

export interface Attachment {
  name: string;
  content: Buffer;
}

/** A message that waits in the outbox. `people`: ids of whom it is for; `dueAt`: when quiet hours hold it back. */
export interface Queued {
  way: 'mail' | 'group';
  channel: string;
  people: readonly string[];
  dueAt: Date | null;
}

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
  /** The page that it leads to where it tells of no record: an address of the product. */
  link?: string;
  /** A file for those who get it by mail; chats take texts alone. */
  attachment?: Attachment;
  /** What stands in a chat, which others read too, in place of the content. */
  groupContent?: string;
  /** The ways chosen for this message alone, in place of those of its kind. */
  ways?: readonly MessageWay[];
  /** This channel alone, whatever it passes on. */
  channelId?: string;
}

type Row = Insertable<OutboxTables['sys_outbox']>;

interface Waiting {
  row: Row;
  queued: Queued;
  attachment?: Attachment | undefined;
}

/**
 * Puts messages into the outbox, one for each channel that passes them on, and by mail one for each person. In the
 * transaction of what they tell of: either both are stored or neither, and they leave when it is committed. Whom their
 * choices (or the administrator's) keep a message from is left out. Answers what was stored.
 */
export async function queueMessages(db: Db, messages: readonly NewMessage[]): Promise<readonly Queued[]> {
  if (messages.length === 0) return [];
  const channels = await db
    .selectFrom('sys_channel')
    .select(['id', 'name', 'kind', 'topics'])
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
  if (wanted.length === 0) return [];
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
  const waiting = wanted.flatMap(({ message, channel }) =>
    channel.kind === 'mail'
      ? mailRows(message, receivers, { channel, defaults, now })
      : channelRows(message, receivers, { channel, defaults }),
  );
  const files = await keepFiles(
    db,
    waiting.flatMap(({ attachment }) => attachment ?? []),
  );
  const rows = waiting.map(({ row, attachment }) =>
    attachment ? { ...row, file_id: files.get(fileKey(attachment)) ?? null } : row,
  );
  for (const group of inGroups(rows)) await db.insertInto('sys_outbox').values(group).execute();
  return waiting.map(({ queued }) => queued);
}

const fileKey = ({ name, content }: Attachment): string =>
  `${createHash('sha256').update(content).digest('hex')} ${name}`;

/** Stores each different file once. Answers the ids by their keys. */
async function keepFiles(db: Db, attachments: readonly Attachment[]): Promise<ReadonlyMap<string, string>> {
  const different = new Map(attachments.map((attachment) => [fileKey(attachment), attachment]));
  const files = [...different].map(([key, { name, content }]) => ({ key, row: { id: newId(), name, content } }));
  for (const { row } of files) await db.insertInto('sys_outbox_file').values(row).execute();
  return new Map(files.map(({ key, row }) => [key, row.id]));
}

const rowOf = (
  { topic, kind, title, content = '', formKey, recordId, link }: NewMessage,
  channelId: string,
  people: readonly Receiver[],
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
    ...(link === undefined ? {} : { link }),
  }),
});

interface Channel {
  id: string;
  name: string;
}

const found = (ids: Iterable<string>, receivers: ReadonlyMap<string, Receiver>): Receiver[] =>
  [...ids].flatMap((id) => receivers.get(id) ?? []);

/** One message, naming those of its people who want it there; none when it is for people and nobody does. */
function channelRows(
  message: NewMessage,
  receivers: ReadonlyMap<string, Receiver>,
  { channel, defaults }: { channel: Channel; defaults: Defaults },
): Waiting[] {
  const { people = [], groupContent = message.content } = message;
  const shown = found(people, receivers).filter((person) => isWanted(message, 'group', person, defaults));
  if (people.length > 0 && shown.length === 0) return [];
  const queued: Queued = { way: 'group', channel: channel.name, people: shown.map(({ id }) => id), dueAt: null };
  const said = groupContent === undefined ? message : { ...message, content: groupContent };
  return [{ row: rowOf(said, channel.id, shown), queued }];
}

/** A mail for each person who has an address and wants it, after their quiet hours. */
function mailRows(
  message: NewMessage,
  receivers: ReadonlyMap<string, Receiver>,
  { channel, defaults, now }: { channel: Channel; defaults: Defaults; now: Date },
): Waiting[] {
  const { people = [], readers = [], topic, attachment } = message;
  const ids = readers === 'everybody' ? [...receivers.keys()] : new Set([...people, ...readers]);
  return found(ids, receivers)
    .filter((person) => person.email !== '' && isWanted(message, 'mail', person, defaults))
    .map((person) => {
      const later = topic === 'test' ? null : quietEnd(person, defaults, now);
      const row = {
        ...rowOf(message, channel.id, [person]),
        user_id: person.id,
        ...(later === null ? {} : { due_at: later }),
      };
      return { row, queued: { way: 'mail', channel: channel.name, people: [person.id], dueAt: later }, attachment };
    });
}
