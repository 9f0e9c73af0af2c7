import { createHash } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import type { MessageKindKey, DeliveryMethod, Topic } from '../../domain/messageKinds.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/newId.ts';
import { insertBatches } from '../store/insertBatches.ts';
import { isWanted, readDefaults, loadReceivers, quietEnd, type NotifyDefaults, type Receiver } from './audience.ts';
import type { OutboxTables } from './tables.ts';

export interface Attachment {
  name: string;
  content: Buffer;
}

/**
 * A message stored in the outbox. `channel`: name of the channel; `people`: ids of the receivers; `dueAt`: the end of
 * the quiet hours, if the message waits for it.
 */
export interface QueuedMessage {
  way: 'mail' | 'group';
  channel: string;
  people: readonly string[];
  dueAt: Date | null;
}

export interface NewMessage {
  topic: Topic;
  /** The kind; people's notification settings apply to kinds. A message without a kind reaches all its receivers. */
  kind?: MessageKindKey;
  title: string;
  content?: string;
  /** Ids of the receivers. */
  people?: readonly string[];
  /** Additional receivers by mail only. */
  mailOnlyReceivers?: readonly string[] | 'everybody';
  formKey?: string;
  recordId?: string;
  /** Path of a page in the product to which the message links, if it is not about a record. */
  link?: string;
  /** A file for receivers by mail; chats only support texts. */
  attachment?: Attachment;
  /** Replaces the content in chats, which other people can read, too. */
  groupContent?: string;
  /** Delivery ways of this message, which replace the ways of its kind. */
  ways?: readonly DeliveryMethod[];
  /** Send only by this channel, whatever its topics are. */
  channelId?: string;
}

type OutboxRowValues = Insertable<OutboxTables['sys_outbox']>;

interface PendingRow {
  row: OutboxRowValues;
  queuedMessage: QueuedMessage;
  attachment?: Attachment | undefined;
}

/**
 * Stores messages in the outbox: one for each channel that has the topic, and one mail for each person. Must be called
 * in the transaction of the change that the messages report, so that no message reports a change that is rolled back.
 * Leaves out people for whom the message is turned off, by themselves or by the administrator. Returns the stored
 * messages.
 */
export async function queueMessages(db: Db, messages: readonly NewMessage[]): Promise<readonly QueuedMessage[]> {
  if (messages.length === 0) return [];
  const channels = await db
    .selectFrom('sys_channel')
    .select(['id', 'name', 'kind', 'topics'])
    .where('is_disabled', '=', false)
    // without a mail server no mails are stored
    .where(sql<boolean>`(kind <> 'mail' or url <> '')`)
    .execute();
  const matches = messages.flatMap((message) =>
    channels
      .filter(({ id, topics }) =>
        message.channelId === undefined ? topics.includes(message.topic) : message.channelId === id,
      )
      .map((channel) => ({ message, channel })),
  );
  if (matches.length === 0) return [];
  const defaults = await readDefaults(db);
  const needsEverybody = matches.some(
    ({ message, channel }) => channel.kind === 'mail' && message.mailOnlyReceivers === 'everybody',
  );
  const receivers = await loadReceivers(
    db,
    needsEverybody
      ? 'everybody'
      : matches.flatMap(({ message: { people = [], mailOnlyReceivers = [] } }) => [
          ...people,
          ...(mailOnlyReceivers === 'everybody' ? [] : mailOnlyReceivers),
        ]),
  );
  const now = new Date();
  const pendingRows = matches.flatMap(({ message, channel }) =>
    channel.kind === 'mail'
      ? mailRows(message, receivers, { channel, defaults, now })
      : chatRows(message, receivers, { channel, defaults }),
  );
  const fileIds = await storeFiles(
    db,
    pendingRows.flatMap(({ attachment }) => attachment ?? []),
  );
  const rows = pendingRows.map(({ row, attachment }) =>
    attachment ? { ...row, file_id: fileIds.get(fileKey(attachment)) ?? null } : row,
  );
  for (const group of insertBatches(rows)) await db.insertInto('sys_outbox').values(group).execute();
  return pendingRows.map(({ queuedMessage }) => queuedMessage);
}

const fileKey = ({ name, content }: Attachment): string =>
  `${createHash('sha256').update(content).digest('hex')} ${name}`;

/** Stores each distinct file once. Returns the file ids by `fileKey`. */
async function storeFiles(db: Db, attachments: readonly Attachment[]): Promise<ReadonlyMap<string, string>> {
  const distinctFiles = new Map(attachments.map((attachment) => [fileKey(attachment), attachment]));
  const files = [...distinctFiles].map(([key, { name, content }]) => ({ key, row: { id: newId(), name, content } }));
  for (const { row } of files) await db.insertInto('sys_outbox_file').values(row).execute();
  return new Map(files.map(({ key, row }) => [key, row.id]));
}

const rowOf = (
  { topic, kind, title, content = '', formKey, recordId, link }: NewMessage,
  channelId: string,
  people: readonly Receiver[],
): OutboxRowValues => ({
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

interface ChannelRef {
  id: string;
  name: string;
}

const receiversById = (ids: Iterable<string>, receivers: ReadonlyMap<string, Receiver>): Receiver[] =>
  [...ids].flatMap((id) => receivers.get(id) ?? []);

/**
 * Creates one message that names the receivers who accept messages of this kind in chats; none if there are receivers
 * but nobody accepts the message.
 */
function chatRows(
  message: NewMessage,
  receivers: ReadonlyMap<string, Receiver>,
  { channel, defaults }: { channel: ChannelRef; defaults: NotifyDefaults },
): PendingRow[] {
  const { people = [], groupContent = message.content } = message;
  const acceptingPeople = receiversById(people, receivers).filter((person) =>
    isWanted(message, 'group', person, defaults),
  );
  if (people.length > 0 && acceptingPeople.length === 0) return [];
  const queuedMessage: QueuedMessage = {
    way: 'group',
    channel: channel.name,
    people: acceptingPeople.map(({ id }) => id),
    dueAt: null,
  };
  const groupMessage = groupContent === undefined ? message : { ...message, content: groupContent };
  return [{ row: rowOf(groupMessage, channel.id, acceptingPeople), queuedMessage }];
}

/** Creates one mail for each receiver who has an address and accepts mails of this kind; quiet hours delay the mail. */
function mailRows(
  message: NewMessage,
  receivers: ReadonlyMap<string, Receiver>,
  { channel, defaults, now }: { channel: ChannelRef; defaults: NotifyDefaults; now: Date },
): PendingRow[] {
  const { people = [], mailOnlyReceivers = [], topic, attachment } = message;
  const ids = mailOnlyReceivers === 'everybody' ? [...receivers.keys()] : new Set([...people, ...mailOnlyReceivers]);
  return receiversById(ids, receivers)
    .filter((person) => person.email !== '' && isWanted(message, 'mail', person, defaults))
    .map((person) => {
      const quietEndTime = topic === 'test' ? null : quietEnd(person, defaults, now);
      const row = {
        ...rowOf(message, channel.id, [person]),
        user_id: person.id,
        ...(quietEndTime === null ? {} : { due_at: quietEndTime }),
      };
      return {
        row,
        queuedMessage: { way: 'mail', channel: channel.name, people: [person.id], dueAt: quietEndTime },
        attachment,
      };
    });
}
