import { isAboutTask } from '../../domain/messageKinds.ts';
import { DEFAULT_TEMPLATE, fillTemplate, type MessageTemplate } from '../../domain/messageTemplate.ts';
import type { Kysely } from 'kysely';
import { timeText } from '../http/time.ts';
import { readParameters } from '../parameters/index.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../store/database.ts';
import type { MessagePayload } from './tables.ts';

const DEFAULT_PLATFORM_NAME = '建设工程检测协同平台';

/** Templates by kind of message, and values for their placeholders. */
export interface MessageTemplates {
  templates: ReadonlyMap<string, MessageTemplate>;
  platform: string;
  /** `PUBLIC_URL`; null: texts have no links. */
  publicUrl: string | null;
}

export interface MessageContent {
  kind: string;
  title: string;
  payload: MessagePayload;
  createdAt: Date;
}

/** Loads the current templates: shipped texts, with the changes of administrators. */
export async function loadTemplates(
  db: Kysely<Database>,
  { publicUrl, parameters }: Pick<Settings, 'publicUrl' | 'parameters'>,
): Promise<MessageTemplates> {
  const rows = await db.selectFrom('sys_message_kind').selectAll().execute();
  const { platformName } = await readParameters(db, { parameters });
  return {
    publicUrl,
    platform: platformName || DEFAULT_PLATFORM_NAME,
    templates: new Map(
      rows.map((row) => [
        row.kind,
        {
          mailTitle: row.mail_title ?? DEFAULT_TEMPLATE.mailTitle,
          mailContent: row.mail_content ?? DEFAULT_TEMPLATE.mailContent,
          chatContent: row.chat_content ?? DEFAULT_TEMPLATE.chatContent,
        },
      ]),
    ),
  };
}

const MAX_LISTED_NAMES = 20;

/** Returns the names of people as one text, with at most MAX_LISTED_NAMES names. */
function namesOf(people: MessagePayload['people']): string {
  const names = people.map(({ name }) => name);
  return names.length > MAX_LISTED_NAMES
    ? `${names.slice(0, MAX_LISTED_NAMES).join('、')} 等 ${names.length} 人`
    : names.join('、');
}

/** Returns the address of the page to which a message links; '' without a public address. */
function linkOf({ formKey, recordId, link }: MessagePayload, kind: string, publicUrl: string | null): string {
  if (publicUrl === null) return '';
  if (link !== undefined) return `${publicUrl}/#${link}`;
  if (formKey === undefined || recordId === undefined) return publicUrl;
  const query = new URLSearchParams({ formKey, id: recordId, ...(isAboutTask(kind) ? { todo: '1' } : {}) });
  return `${publicUrl}/#/commonEntry/detail?${query.toString()}`;
}

/** Returns the texts of a message for a mail and for a chat. */
export function textsOf(
  { kind, title, payload, createdAt }: MessageContent,
  messageTemplates: MessageTemplates,
): MessageTemplate {
  const template = messageTemplates.templates.get(kind) ?? DEFAULT_TEMPLATE;
  const values = {
    标题: title,
    内容: payload.content,
    收件人: namesOf(payload.people),
    时间: timeText(createdAt),
    平台: messageTemplates.platform,
    链接: linkOf(payload, kind, messageTemplates.publicUrl),
  };
  return {
    mailTitle: fillTemplate(template.mailTitle, values),
    mailContent: fillTemplate(template.mailContent, values),
    chatContent: fillTemplate(template.chatContent, values),
  };
}
