import {
  chosenWays,
  MESSAGE_KIND_KEYS,
  MESSAGE_KINDS,
  offeredWays,
  WAY_TITLES,
  waysOf,
  type MessageKindKey,
  type MessageWay,
} from '../../domain/messageKinds.ts';
import {
  DEFAULT_TEMPLATE,
  fillTemplate,
  PLACEHOLDERS,
  templateFault,
  type MessageTemplate,
} from '../../domain/messageTemplate.ts';
import { Refusal } from '../http/refusal.ts';
import type { Db } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { FOR_ALL, readDefaults } from './audience.ts';

/** A kind of message as administrators see it. */
export interface MessageKindRow extends MessageTemplate {
  id: MessageKindKey;
  title: string;
  ways: readonly MessageWay[];
  wayNames: string;
  isChanged: boolean;
  hasTemplate: boolean;
}

const LABELS: Readonly<Record<keyof MessageTemplate, string>> = {
  mailTitle: '邮件标题',
  mailContent: '邮件正文',
  chatContent: '群消息',
};
const LONGEST: Readonly<Record<keyof MessageTemplate, number>> = {
  mailTitle: 200,
  mailContent: 4000,
  chatContent: 2000,
};
const PARTS = Object.keys(LABELS) as (keyof MessageTemplate)[];

/** Every kind with the ways and texts in force. */
export async function listKinds(db: Db): Promise<MessageKindRow[]> {
  const rows = new Map((await db.selectFrom('sys_message_kind').selectAll().execute()).map((row) => [row.kind, row]));
  return MESSAGE_KIND_KEYS.map((id) => {
    const row = rows.get(id);
    const ways = chosenWays(id, {}, { [id]: row?.ways });
    return {
      id,
      title: MESSAGE_KINDS[id].title,
      ways,
      wayNames: ways.map((way) => WAY_TITLES[way]).join('、') || '不发送',
      isChanged: (row?.ways ?? null) !== null,
      hasTemplate:
        row !== undefined && [row.mail_title, row.mail_content, row.chat_content].some((text) => text !== null),
      mailTitle: row?.mail_title ?? DEFAULT_TEMPLATE.mailTitle,
      mailContent: row?.mail_content ?? DEFAULT_TEMPLATE.mailContent,
      chatContent: row?.chat_content ?? DEFAULT_TEMPLATE.chatContent,
    };
  });
}

/** Stores by which ways a kind comes to who chose nothing; null: as shipped. Refuses ways that the kind does not have. */
export async function saveWays(trx: Trx, id: MessageKindKey, given: readonly string[] | null): Promise<void> {
  const ways = given === null ? null : waysOf(id, given);
  if (given !== null && ways?.length !== new Set(given).size)
    throw new Refusal('REQUEST_INVALID', {
      detail: `${MESSAGE_KINDS[id].title}可选：${offeredWays(id)
        .map((way) => WAY_TITLES[way])
        .join('、')}`,
    });
  const values = { ways: ways === null ? null : JSON.stringify(ways) };
  await trx
    .insertInto('sys_message_kind')
    .values({ kind: id, ...values })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
    .execute();
}

/** The given texts, checked. Refuses with REQUEST_INVALID what is empty, too long, or names what there is not. */
function checked(template: MessageTemplate): MessageTemplate {
  for (const part of PARTS) {
    const fault = templateFault(LABELS[part], template[part]);
    if (fault) throw new Refusal('REQUEST_INVALID', { detail: fault });
    if (template[part].length > LONGEST[part])
      throw new Refusal('REQUEST_INVALID', { detail: `${LABELS[part]}最多 ${LONGEST[part]} 个字` });
  }
  if (/[\r\n]/.test(template.mailTitle.trim())) throw new Refusal('REQUEST_INVALID', { detail: '邮件标题只能有一行' });
  return template;
}

/** Stores the texts of a kind; null: the shipped ones. */
export async function saveTemplate(trx: Trx, id: MessageKindKey, template: MessageTemplate | null): Promise<void> {
  const texts = template === null ? null : checked(template);
  const kept = (part: keyof MessageTemplate): string | null =>
    texts === null || texts[part] === DEFAULT_TEMPLATE[part] ? null : texts[part];
  const values = {
    mail_title: kept('mailTitle'),
    mail_content: kept('mailContent'),
    chat_content: kept('chatContent'),
  };
  await trx
    .insertInto('sys_message_kind')
    .values({ kind: id, ...values })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
    .execute();
}

/** The texts with examples in the places of placeholders. Refuses as saving does. */
export function previewTemplate(template: MessageTemplate): MessageTemplate {
  const texts = checked(template);
  return Object.fromEntries(
    PARTS.map((part) => [part, fillTemplate(texts[part], PLACEHOLDERS)]),
  ) as unknown as MessageTemplate;
}

/** The quiet hours of who chose none; '' for none. */
export async function readQuiet(db: Db): Promise<{ quietFrom: string; quietTo: string }> {
  const { quietFrom, quietTo } = await readDefaults(db);
  return { quietFrom: String(quietFrom ?? ''), quietTo: String(quietTo ?? '') };
}

/** Stores the quiet hours of who chose none. Refuses one time without the other. */
export async function saveQuiet(trx: Trx, from: string, to: string): Promise<void> {
  if ((from === '') !== (to === ''))
    throw new Refusal('REQUEST_INVALID', { detail: '免打扰的开始和结束时间须一起填写' });
  await trx
    .updateTable('sys_message_kind')
    .set({ quiet_from: from || null, quiet_to: to || null })
    .where('kind', '=', FOR_ALL)
    .execute();
}
