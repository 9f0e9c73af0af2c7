import { sql, type Kysely } from 'kysely';
import { runPeriodically } from '../runPeriodically.ts';
import { timeText } from '../http/time.ts';
import { readParameters } from '../parameters/index.ts';
import type { MailSettings } from '../serviceSettings.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../store/database.ts';
import type { SecretCipher } from '../store/secretCipher.ts';
import { sendMessage } from './channels.ts';
import { decryptAddress } from './encryptChannels.ts';
import type { ChannelKind } from './tables.ts';
import { PermanentFailure, sendByMail } from './sendByMail.ts';
import { loadTemplates, textsOf, type MessageTemplates } from './messageTexts.ts';

type Db = Kysely<Database>;

const POLL_MS = 3_000;
const BATCH_SIZE = 20;
/**
 * How long a claimed message belongs to its server. If sending takes longer (the mail server answers each step slowly),
 * another server may send the message too.
 */
const LEASE_SECONDS = 60;
/**
 * Maximum number of attempts; the last one is about two hours after the first. Then the message counts as failed until
 * an administrator sends it again.
 */
export const MAX_TRIES = 8;
const MAX_RETRY_MINUTES = 60;

export interface DeliverOptions {
  /** The origins to which the server may send requests (`CALL_ORIGINS`). */
  origins: readonly string[];
  onError(error: unknown): void;
  /** Timeout of one request to a channel, or of each step with the mail server. */
  timeoutMs?: number;
  /** Decrypts the addresses of channels. */
  cipher: SecretCipher;
  /** The mail server; null: no mails are sent. */
  mail?: MailSettings | null;
  /** `PUBLIC_URL`, for links. */
  publicUrl?: string | null;
  /** Parameters that the environment fixes, such as the name of the platform and the rate limit of robots. */
  parameters?: Settings['parameters'];
}

/** Kinds of channels that lead to a chat whose service limits the number of messages per minute. */
const ROBOT_KINDS: readonly ChannelKind[] = ['wecom', 'dingtalk', 'feishu'];

/**
 * Returns SQL that selects the due messages of robots that may be sent now. For each robot these are the messages that
 * are due longest; together with the messages tried in the last minute, at most `perMinute`. The other messages wait
 * without using up an attempt.
 */
const idsWithinRateLimit = (perMinute: number) => sql`select m.id from sys_channel r
  cross join lateral (select d.id from sys_outbox d
    where d.channel_id = r.id and d.state = 'waiting' and d.due_at <= now() and d.tries < ${MAX_TRIES} order by d.due_at
    limit greatest(0, ${perMinute}::int - (select count(*) from sys_outbox t
      where t.channel_id = r.id and t.tried_at > now() - interval '1 minute'))) m
  where r.kind = any(${[...ROBOT_KINDS]}::text[]) and not r.is_disabled`;

/**
 * Claims at most `BATCH_SIZE` due messages for this server, so that no other server sends them for `LEASE_SECONDS`,
 * and counts the attempt. Returns the claimed messages with their channels.
 */
async function claimMessages(db: Db, robotMessagesPerMinute: number) {
  return db
    .updateTable('sys_outbox as o')
    .from('sys_channel as c')
    .set({
      tries: sql`o.tries + 1`,
      tried_at: sql<Date>`now()`,
      due_at: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .whereRef('c.id', '=', 'o.channel_id')
    .where('o.id', 'in', (query) =>
      query
        .selectFrom('sys_outbox as w')
        .innerJoin('sys_channel as wc', 'wc.id', 'w.channel_id')
        .select('w.id')
        .where('w.state', '=', 'waiting')
        .where('w.due_at', '<=', sql<Date>`now()`)
        .where('w.tries', '<', MAX_TRIES)
        .where('wc.is_disabled', '=', false)
        .where(
          sql<boolean>`(wc.kind <> all(${[...ROBOT_KINDS]}::text[]) or w.id in (${idsWithinRateLimit(robotMessagesPerMinute)}))`,
        )
        .orderBy('w.due_at')
        .limit(BATCH_SIZE)
        .forUpdate('w')
        .skipLocked(),
    )
    .returning([
      'o.id',
      'o.topic',
      'o.title',
      'o.payload',
      'o.created_at',
      'o.tries',
      'o.kind',
      'o.user_id',
      'o.file_id',
    ])
    .returning(['c.id as channelId', 'c.kind as channelKind', 'c.url', 'c.secret'])
    .execute();
}

type ClaimedMessage = Awaited<ReturnType<typeof claimMessages>>[number];

/**
 * Sends a message once by its channel. Throws an Error with a text for administrators when it was not accepted, a
 * PermanentFailure if another attempt is useless.
 */
async function sendOnce(
  db: Db,
  message: ClaimedMessage,
  templates: MessageTemplates,
  options: DeliverOptions,
): Promise<void> {
  const { id, channelId, channelKind, url, secret, topic, title, payload, kind, user_id: userId } = message;
  const { origins, timeoutMs, mail = null } = options;
  const texts = textsOf({ kind, title, payload, createdAt: message.created_at }, templates);
  if (channelKind !== 'mail') {
    const address = decryptAddress(options.cipher, { id: channelId, url, secret });
    if (address === null) throw new PermanentFailure('通道的地址无法解开（密钥不符），请在“消息发送”中重新填写');
    const createdAt = timeText(message.created_at);
    const { chatContent: chatText } = texts;
    await sendMessage(
      channelKind,
      { key: id, topic, title, payload, createdAt, chatText },
      { ...address, origins },
      timeoutMs,
    );
    return;
  }
  if (mail === null) throw new Error('未设置邮件服务器（SMTP_HOST）');
  // the current address is used: it may have been corrected since the message was queued
  const person = await db
    .selectFrom('sys_user')
    .select(['name', 'email'])
    .where('id', '=', userId ?? '')
    .where('is_disabled', '=', false)
    .executeTakeFirst();
  if (!person || person.email === '') throw new PermanentFailure('收件人没有邮箱，或账号已停用');
  const to = { name: person.name, address: person.email };
  const attachment = await db
    .selectFrom('sys_outbox_file')
    .select(['name', 'content'])
    .where('id', '=', message.file_id ?? '')
    .executeTakeFirst();
  await sendByMail({ key: id, to, subject: texts.mailTitle, text: texts.mailContent, attachment }, mail, timeoutMs);
}

/**
 * Sends a message and stores the outcome: sent, due again later, or failed. A failure is not stored if the message has
 * been claimed again or queued anew meanwhile.
 */
async function sendAndRecord(
  db: Db,
  message: ClaimedMessage,
  templates: MessageTemplates,
  options: DeliverOptions,
): Promise<void> {
  const { id, tries } = message;
  try {
    await sendOnce(db, message, templates, options);
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    const minutes = Math.min(2 ** (tries - 1), MAX_RETRY_MINUTES);
    await db
      .updateTable('sys_outbox')
      .set(
        tries < MAX_TRIES && !(error instanceof PermanentFailure)
          ? { error: reason, due_at: sql<Date>`now() + make_interval(mins => ${minutes})` }
          : { error: reason, state: 'failed' },
      )
      .where('id', '=', id)
      .where('tries', '=', tries)
      .where('state', '=', 'waiting')
      .execute();
    return;
  }
  await db
    .updateTable('sys_outbox')
    .set({ state: 'sent', error: '', sent_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Sends the due messages, at most `BATCH_SIZE`. Of several servers, only the one that claimed a message sends it. A
 * message may be sent twice, with the same key: if a server stops before recording that the message was sent, or if
 * sending takes longer than `LEASE_SECONDS`. Returns the number of messages tried.
 */
export async function deliverMessages(db: Db, options: DeliverOptions): Promise<number> {
  const { robotMessagesPerMinute } = await readParameters(db, { parameters: options.parameters ?? {} });
  const messages = await claimMessages(db, robotMessagesPerMinute);
  if (messages.length > 0) {
    const templates = await loadTemplates(db, {
      publicUrl: options.publicUrl ?? null,
      parameters: options.parameters ?? {},
    });
    await Promise.all(messages.map((message) => sendAndRecord(db, message, templates, options).catch(options.onError)));
  }
  // messages whose last attempt was interrupted because the server stopped
  await db
    .updateTable('sys_outbox')
    .set({ state: 'failed', error: sql<string>`case when error = '' then '多次发送中断' else error end` })
    .where('state', '=', 'waiting')
    .where('tries', '>=', MAX_TRIES)
    .where('due_at', '<=', sql<Date>`now()`)
    .execute();
  return messages.length;
}

/** Polls for due messages every few seconds. `stop` waits for the messages being sent. */
export const startDelivery = (db: Db, options: DeliverOptions): { stop(): Promise<void> } =>
  runPeriodically(POLL_MS, () => deliverMessages(db, options), options.onError);
