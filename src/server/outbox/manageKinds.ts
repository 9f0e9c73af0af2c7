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
  isChanged: boolean;
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
const PARTS = Object.keys(LABELS) as (keyof MessageTemplate)[];

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
 * Stores the default ways of a kind, for people without own settings; null restores the shipped ones. Refuses ways that
 * the kind does not offer.
 */
export async function saveWays(trx: Trx, id: MessageKindKey, chosen: readonly string[] | null): Promise<void> {
  const ways = chosen === null ? null : validMethods(id, chosen);
  if (chosen !== null && ways?.length !== new Set(chosen).size)
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
  for (const part of PARTS) {
    const errorText = templateError(LABELS[part], template[part]);
    if (errorText) throw new Refusal('REQUEST_INVALID', { detail: errorText });
    if (template[part].length > MAX_CHARS[part])
      throw new Refusal('REQUEST_INVALID', { detail: `${LABELS[part]}最多 ${MAX_CHARS[part]} 个字` });
  }
  if (/[\r\n]/.test(template.mailTitle.trim())) throw new Refusal('REQUEST_INVALID', { detail: '邮件标题只能有一行' });
  return template;
}

/** Stores the texts of a kind; null restores the shipped ones. */
export async function saveTemplate(trx: Trx, id: MessageKindKey, template: MessageTemplate | null): Promise<void> {
  const texts = template === null ? null : validateTemplate(template);
  const changedText = (part: keyof MessageTemplate): string | null =>
    texts === null || texts[part] === DEFAULT_TEMPLATE[part] ? null : texts[part];
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

/** Fills the placeholders of a template with example values. Refuses invalid templates like `saveTemplate`. */
export function previewTemplate(template: MessageTemplate): MessageTemplate {
  const texts = validateTemplate(template);
  return Object.fromEntries(
    PARTS.map((part) => [part, fillTemplate(texts[part], PLACEHOLDERS)]),
  ) as unknown as MessageTemplate;
}

/** Returns the default quiet hours, for people without own settings; '' for none. */
export async function readQuiet(db: Db): Promise<{ quietFrom: string; quietTo: string }> {
  const { quietFrom, quietTo } = await readDefaults(db);
  return { quietFrom: String(quietFrom ?? ''), quietTo: String(quietTo ?? '') };
}

/** Stores the default quiet hours. Refuses a start without an end, or an end without a start. */
export async function saveQuiet(trx: Trx, from: string, to: string): Promise<void> {
  if ((from === '') !== (to === ''))
    throw new Refusal('REQUEST_INVALID', { detail: '免打扰的开始和结束时间须一起填写' });
  await trx
    .updateTable('sys_message_kind')
    .set({ quiet_from: from || null, quiet_to: to || null })
    .where('kind', '=', ALL_KINDS)
    .execute();
}
