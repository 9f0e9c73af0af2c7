import {
  chosenMethods,
  MESSAGE_KIND_KEYS,
  MESSAGE_KINDS,
  offeredMethods,
  DELIVERY_METHOD_TITLES,
  validMethods,
  type MessageKindKey,
  type DeliveryMethod,
} from '../../domain/messageKinds.ts';
import {
  DEFAULT_TEMPLATE,
  fillTemplate,
  PLACEHOLDERS,
  templateError,
  type MessageTemplate,
} from '../../domain/messageTemplate.ts';
import { Refusal } from '../http/refusal.ts';
import type { Db } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { ALL_KINDS, readDefaults } from './audience.ts';

/** A kind of message as administrators see it. */
export interface MessageKindRow extends MessageTemplate {
  id: MessageKindKey;
  title: string;
  ways: readonly DeliveryMethod[];
  wayNames: string;
  /** True if administrators have stored ways for this kind, instead of the shipped ones. */
  isChanged: boolean;
  /** True if at least one text differs from the shipped one. */
  hasTemplate: boolean;
}

const LABELS: Readonly<Record<keyof MessageTemplate, string>> = {
  mailTitle: '邮件标题',
  mailContent: '邮件正文',
  chatContent: '群消息',
};
const MAX_CHARS: Readonly<Record<keyof MessageTemplate, number>> = {
  mailTitle: 200,
  mailContent: 4000,
  chatContent: 2000,
};
const TEXT_KEYS = Object.keys(LABELS) as (keyof MessageTemplate)[];

/** Returns all kinds with their current ways and texts. */
export async function listKinds(db: Db): Promise<MessageKindRow[]> {
  const rows = new Map((await db.selectFrom('sys_message_kind').selectAll().execute()).map((row) => [row.kind, row]));
  return MESSAGE_KIND_KEYS.map((id) => {
    const row = rows.get(id);
    const ways = chosenMethods(id, {}, { [id]: row?.ways });
    return {
      id,
      title: MESSAGE_KINDS[id].title,
      ways,
      wayNames: ways.map((way) => DELIVERY_METHOD_TITLES[way]).join('、') || '不发送',
      isChanged: (row?.ways ?? null) !== null,
      hasTemplate:
        row !== undefined && [row.mail_title, row.mail_content, row.chat_content].some((text) => text !== null),
      mailTitle: row?.mail_title ?? DEFAULT_TEMPLATE.mailTitle,
      mailContent: row?.mail_content ?? DEFAULT_TEMPLATE.mailContent,
      chatContent: row?.chat_content ?? DEFAULT_TEMPLATE.chatContent,
    };
  });
}

/**
 * Stores the default ways of a kind, for people without own settings; null restores the shipped ways. Refuses ways that
 * the kind does not offer.
 */
export async function saveWays(trx: Trx, id: MessageKindKey, chosenWays: readonly string[] | null): Promise<void> {
  const ways = chosenWays === null ? null : validMethods(id, chosenWays);
  if (chosenWays !== null && ways?.length !== new Set(chosenWays).size)
    throw new Refusal('REQUEST_INVALID', {
      detail: `${MESSAGE_KINDS[id].title}可选：${offeredMethods(id)
        .map((way) => DELIVERY_METHOD_TITLES[way])
        .join('、')}`,
    });
  const values = { ways: ways === null ? null : JSON.stringify(ways) };
  await trx
    .insertInto('sys_message_kind')
    .values({ kind: id, ...values })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
    .execute();
}

/**
 * Validates the texts of a template. Refuses with REQUEST_INVALID an empty or too long text and an unknown placeholder.
 */
function validateTemplate(template: MessageTemplate): MessageTemplate {
  for (const textKey of TEXT_KEYS) {
    const errorText = templateError(LABELS[textKey], template[textKey]);
    if (errorText) throw new Refusal('REQUEST_INVALID', { detail: errorText });
    if (template[textKey].length > MAX_CHARS[textKey])
      throw new Refusal('REQUEST_INVALID', { detail: `${LABELS[textKey]}最多 ${MAX_CHARS[textKey]} 个字` });
  }
  if (/[\r\n]/.test(template.mailTitle.trim())) throw new Refusal('REQUEST_INVALID', { detail: '邮件标题只能有一行' });
  return template;
}

/** Stores the texts of a kind; null restores the shipped texts. */
export async function saveTemplate(trx: Trx, id: MessageKindKey, template: MessageTemplate | null): Promise<void> {
  const texts = template === null ? null : validateTemplate(template);
  const changedText = (textKey: keyof MessageTemplate): string | null =>
    texts === null || texts[textKey] === DEFAULT_TEMPLATE[textKey] ? null : texts[textKey];
  const values = {
    mail_title: changedText('mailTitle'),
    mail_content: changedText('mailContent'),
    chat_content: changedText('chatContent'),
  };
  await trx
    .insertInto('sys_message_kind')
    .values({ kind: id, ...values })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
    .execute();
}

/** Fills the placeholders of a template with example values. Refuses an invalid template, as `saveTemplate` does. */
export function previewTemplate(template: MessageTemplate): MessageTemplate {
  const texts = validateTemplate(template);
  return Object.fromEntries(
    TEXT_KEYS.map((textKey) => [textKey, fillTemplate(texts[textKey], PLACEHOLDERS)]),
  ) as unknown as MessageTemplate;
}

/** Returns the default quiet hours, for people without own settings; '' for none. */
export async function readQuietHours(db: Db): Promise<{ quietFrom: string; quietTo: string }> {
  const { quietFrom, quietTo } = await readDefaults(db);
  return { quietFrom: String(quietFrom ?? ''), quietTo: String(quietTo ?? '') };
}

/** Stores the default quiet hours. Refuses a start without an end, or an end without a start. */
export async function saveQuietHours(trx: Trx, from: string, to: string): Promise<void> {
  if ((from === '') !== (to === ''))
    throw new Refusal('REQUEST_INVALID', { detail: '免打扰的开始和结束时间须一起填写' });
  await trx
    .updateTable('sys_message_kind')
    .set({ quiet_from: from || null, quiet_to: to || null })
    .where('kind', '=', ALL_KINDS)
    .execute();
}
