import { sql, type Kysely } from 'kysely';
import { recordAuditEvent } from '../audit/index.ts';
import { allowedAddress } from '../http/callOut.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/newId.ts';
import { escapeLikeText } from '../store/escapeLikeText.ts';
import type { SecretCipher } from '../store/secretCipher.ts';
import type { Trx } from '../store/transaction.ts';
import { TOPIC_NAMES, type Topic } from '../../domain/messageKinds.ts';
import type { MailSettings } from '../serviceSettings.ts';
import { CHANNELS } from './channels.ts';
import { decryptAddress, encryptAddress } from './encryptChannels.ts';
import { MAIL_CHANNEL_ID, type ChannelKind, type HttpChannelKind } from './tables.ts';

/** A channel as administrators see it. `address` does not contain the secret part of the URL. */
export interface ChannelRow {
  id: string;
  name: string;
  kind: ChannelKind;
  address: string;
  /** True if the channel has a secret. */
  isSigned: boolean;
  /** Keys of the topics, separated by commas; `topicNames`: their Chinese names. */
  topics: string;
  topicNames: string;
  disabled: boolean;
  /** Number of messages to be sent; `failed`: number of messages that could not be sent. */
  waiting: number;
  failed: number;
}

/** A message in the list of the outbox page. */
export interface OutboxRow {
  id: string;
  createTime: string;
  channelName: string;
  topic: Topic;
  title: string;
  /** Names of the recipients. */
  people: string;
  /** `waiting`: not tried yet; `retrying`: at least one attempt has failed, another one follows. */
  state: 'waiting' | 'retrying' | 'sent' | 'failed';
  tries: number;
  error: string;
  /** Time of the next attempt; '' if none follows. */
  nextTime: string;
  sentTime: string;
}

/**
 * Returns the address of a channel without its secret part. `url`: null if it cannot be decrypted. Returns a note for
 * administrators in this case, and for the mail channel without a mail server.
 */
const shownAddress = (kind: ChannelKind, url: string | null): string => {
  if (url === null) return '无法解开，请重新填写地址和密钥';
  if (kind === 'mail') return url === '' ? '服务器未设置 SMTP_HOST' : url;
  const { origin, pathname } = new URL(url);
  return pathname === '/' ? origin : `${origin}/…`;
};

/** Lists all channels, with their numbers of waiting and failed messages. */
export async function listChannels(db: Kysely<Database>, cipher: SecretCipher): Promise<ChannelRow[]> {
  const rows = await db
    .selectFrom('sys_channel as c')
    .selectAll()
    .select(
      sql<number>`(select count(*)::int from sys_outbox o where o.channel_id = c.id and o.state = 'waiting')`.as(
        'waiting',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from sys_outbox o where o.channel_id = c.id and o.state = 'failed')`.as(
        'failed',
      ),
    )
    .orderBy('name')
    .execute();
  return rows.map(({ id, name, kind, url, secret, topics, is_disabled, waiting, failed }) => ({
    id,
    name,
    kind,
    address: shownAddress(kind, decryptAddress(cipher, { id, url, secret })?.url ?? null),
    isSigned: secret !== '',
    topics: topics.join(','),
    topicNames: topics.map((topic) => TOPIC_NAMES[topic]).join('、'),
    disabled: is_disabled,
    waiting,
    failed,
  }));
}

export interface ChannelBody {
  id?: string | null;
  name: string;
  kind: HttpChannelKind;
  /** If `url` or `secret` is absent or blank, the stored value is kept. */
  url?: string | null;
  secret?: string | null;
  topics?: Topic[] | string | null;
  disabled?: boolean | '0' | '1' | null;
}

const topicsOf = (input: ChannelBody['topics']): string[] =>
  [...new Set(typeof input === 'string' ? input.split(',') : (input ?? []))].filter((topic) => topic !== '');

/**
 * Stores a channel with encrypted address and secret; returns its id. Refuses with REQUEST_INVALID a missing name, a
 * name in use, and a missing or forbidden URL; with 404 an unknown channel and the mail channel.
 */
export async function saveChannel(
  trx: Trx,
  body: ChannelBody,
  { callOrigins, cipher }: { callOrigins: readonly string[]; cipher: SecretCipher },
): Promise<string> {
  const name = body.name.trim();
  if (name === '') throw new Refusal('REQUEST_INVALID', { detail: '请填写名称' });
  const storedChannel = body.id
    ? await trx.selectFrom('sys_channel').selectAll().where('id', '=', body.id).forUpdate().executeTakeFirst()
    : undefined;
  if (body.id && (!storedChannel || storedChannel.kind === 'mail')) throw new Refusal('404');
  const storedAddress = storedChannel ? decryptAddress(cipher, storedChannel) : null;
  const url = body.url?.trim() || storedAddress?.url;
  if (!url) throw new Refusal('REQUEST_INVALID', { detail: '请填写地址' });
  try {
    allowedAddress(url, [...callOrigins, ...CHANNELS[body.kind].origins]);
  } catch (error) {
    throw new Refusal('REQUEST_INVALID', { detail: error instanceof Error ? error.message : String(error) });
  }
  const channelWithSameName = await trx
    .selectFrom('sys_channel')
    .select('id')
    .where('name', '=', name)
    .where('id', '!=', storedChannel?.id ?? '')
    .executeTakeFirst();
  if (channelWithSameName) throw new Refusal('REQUEST_INVALID', { detail: `已有名为“${name}”的通道` });
  const values = {
    name,
    kind: body.kind,
    topics: JSON.stringify(topicsOf(body.topics)),
    is_disabled: body.disabled === true || body.disabled === '1',
  };
  const id = storedChannel?.id ?? newId();
  const encryptedAddress = encryptAddress(cipher, {
    id,
    url,
    secret: body.secret?.trim() || (storedAddress?.secret ?? ''),
  });
  if (storedChannel) {
    await trx
      .updateTable('sys_channel')
      .set({ ...values, ...encryptedAddress })
      .where('id', '=', storedChannel.id)
      .execute();
    return id;
  }
  await trx
    .insertInto('sys_channel')
    .values({ id, ...values, ...encryptedAddress })
    .execute();
  return id;
}

/** Disables or enables a channel. Refuses with 404 an unknown channel. */
export async function setChannelDisabled(trx: Trx, id: string, isDisabled: boolean): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('sys_channel')
    .set({ is_disabled: isDisabled })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('404');
}

/**
 * Stores the address of the mail server from the settings; called at each start. Without a mail server the address is
 * '', and no mails are queued.
 */
export async function updateMailChannel(db: Kysely<Database>, mail: MailSettings | null): Promise<void> {
  const url = mail === null ? '' : `${mail.host}:${mail.port}`;
  await db.updateTable('sys_channel').set({ url }).where('id', '=', MAIL_CHANNEL_ID).where('url', '!=', url).execute();
}

/**
 * Removes a channel with its messages. Refuses with REQUEST_INVALID an enabled channel while messages are waiting (a
 * disabled channel never sends them), and the mail channel, which is defined by the settings; with 404 an unknown
 * channel.
 */
export async function removeChannel(trx: Trx, id: string): Promise<void> {
  if (id === MAIL_CHANNEL_ID)
    throw new Refusal('REQUEST_INVALID', { detail: '邮件通道由服务器的设置决定，不能删除，可以停用' });
  const waiting = await trx
    .selectFrom('sys_outbox as o')
    .innerJoin('sys_channel as c', 'c.id', 'o.channel_id')
    .select('o.id')
    .where('c.id', '=', id)
    .where('c.is_disabled', '=', false)
    .where('o.state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  if (waiting)
    throw new Refusal('REQUEST_INVALID', {
      detail: '还有等待发送的消息，请待其发送后再删除，或先停用通道再删除，这些消息将一并删除',
    });
  const { numDeletedRows } = await trx.deleteFrom('sys_channel').where('id', '=', id).executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal('404');
}

/** Filters of the outbox page. `keyword`: a part of the title; `state`: as in `OutboxRow`; any other state: all. */
export interface OutboxQuery {
  keyword?: string | null;
  state?: string | null;
  channelId?: string | null;
}

/** Returns one page of the messages that match the query, latest first, and the number of all of them. */
export async function listMessages(
  db: Kysely<Database>,
  { keyword, state, channelId }: OutboxQuery,
  { pageNum, pageSize }: Page,
): Promise<{ rows: OutboxRow[]; total: number }> {
  let query = db.selectFrom('sys_outbox as o').innerJoin('sys_channel as c', 'c.id', 'o.channel_id');
  if (state === 'retrying') query = query.where('o.state', '=', 'waiting').where('o.tries', '>', 0);
  else if (state === 'waiting') query = query.where('o.state', '=', 'waiting').where('o.tries', '=', 0);
  else if (state === 'sent' || state === 'failed') query = query.where('o.state', '=', state);
  if (channelId) query = query.where('o.channel_id', '=', channelId);
  const keywordText = keyword?.trim() ?? '';
  if (keywordText !== '') query = query.where('o.title', 'ilike', `%${escapeLikeText(keywordText)}%`);
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll('o')
    .select('c.name as channelName')
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      createTime: timeText(row.created_at),
      channelName: row.channelName,
      topic: row.topic,
      title: row.title,
      people: row.payload.people.map(({ name }) => name).join('、'),
      state: row.state === 'waiting' && row.tries > 0 ? 'retrying' : row.state,
      tries: row.tries,
      error: row.error,
      nextTime: row.state === 'waiting' ? timeText(row.due_at) : '',
      sentTime: row.sent_at ? timeText(row.sent_at) : '',
    })),
  };
}

/**
 * Queues a message to be sent again at once, whether it failed, was sent, or is waiting for its next attempt. Its id
 * stays the same, so the receiver can recognise the repetition. Refuses with 404 an unknown message.
 */
export async function repeatMessage(trx: Trx, id: string): Promise<void> {
  const row = await trx
    .updateTable('sys_outbox')
    .set({ state: 'waiting', tries: 0, due_at: sql<Date>`now()`, error: '', sent_at: null })
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirst();
  if (!row) throw new Refusal('404');
  await recordAuditEvent(trx, { action: 'messageRepeated', object: 'sys_outbox', objectId: id, objectName: row.title });
}

/**
 * Deletes messages that were sent more than `days` days ago, and files to which no message refers. Returns the number
 * of deleted messages.
 */
export async function deleteSentMessages(db: Kysely<Database>, days: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sys_outbox')
    .where('state', '=', 'sent')
    .where('sent_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst();
  // files younger than an hour are kept: the transaction that stores a file and its messages may still be running
  await db
    .deleteFrom('sys_outbox_file')
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sys_outbox').select('sys_outbox.id').whereRef('sys_outbox.file_id', '=', 'sys_outbox_file.id'),
        ),
      ),
    )
    .execute();
  return Number(numDeletedRows);
}
