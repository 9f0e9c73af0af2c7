import type { FormRecord } from '../../grammar/documents.ts';
import type { Mail, MailDraft, Person } from '../../runtime/services/messageServices.ts';
import { plainText } from '../shared/plainText.ts';

export type MailAction = 'reply' | 'replyAll' | 'forward';

const idsOf = (value: unknown): string[] => (typeof value === 'string' ? value.split(',').filter(Boolean) : []);

/** Returns the quoted text of the answered or forwarded mail. */
function quotedText(mail: Mail): string {
  const names = (people: Mail['to']): string => people.map(({ name }) => name).join('、');
  const copies = mail.cc.length > 0 ? `抄送：${names(mail.cc)}\n` : '';
  return `\n\n———— 原邮件 ————\n发件人：${mail.sender.name}\n收件人：${names(mail.to)}\n${copies}时间：${mail.sendTime}\n主题：${mail.subject}\n\n${plainText(mail.content)}`;
}

/** Adds a prefix to a subject unless the subject already has it. */
const prefixSubject = (prefix: string, subject: string): string =>
  subject.startsWith(prefix) ? subject : `${prefix}${subject}`;

const isEnabled = ({ disabled }: Person): boolean => disabled !== true;

/** Returns the receivers of a reply, and the people who get a copy of it. */
const replyReceivers = (mail: Mail, act: MailAction, ownUserId: string): [Person[], Person[]] => [
  [mail.sender],
  act === 'replyAll' ? [...mail.to, ...mail.cc].filter(({ id }) => id !== ownUserId && id !== mail.sender.id) : [],
];

/** Returns the names of the people who are left out of a reply because their accounts are disabled. */
export const namesLeftOut = (mail: Mail, act: MailAction | null, ownUserId: string): string[] =>
  act === 'reply' || act === 'replyAll'
    ? replyReceivers(mail, act, ownUserId)
        .flat()
        .filter((person) => !isEnabled(person))
        .map(({ name }) => name)
    : [];

/**
 * Returns the initial values of the form for a draft, a reply or a forwarded mail. `ownUserId`: id of the user, who is
 * excluded from a reply to all. People with disabled accounts are left out of a reply (`namesLeftOut`).
 */
export function initialFields(mail: Mail, act: MailAction | null, ownUserId: string): FormRecord['fieldsMap'] {
  const people = (list: Mail['to']): Record<string, string>[] => list.map(({ id, name }) => ({ id, name }));
  const fields = (
    to: Mail['to'],
    cc: Mail['to'],
    subject: string,
    content: string,
    files: Mail['files'],
  ): FormRecord['fieldsMap'] => ({
    toIds: people(to)
      .map(({ id }) => id)
      .join(','),
    toIdsLabel: to.map(({ name }) => name).join(','),
    ccIds: people(cc)
      .map(({ id }) => id)
      .join(','),
    ccIdsLabel: cc.map(({ name }) => name).join(','),
    subject,
    content,
    fileIds: files.map(({ id }) => id).join(','),
  });
  if (act === null) return fields(mail.to, mail.cc, mail.subject, plainText(mail.content), mail.files);
  if (act === 'forward') return fields([], [], prefixSubject('转发：', mail.subject), quotedText(mail), mail.files);
  const [receivers, copies] = replyReceivers(mail, act, ownUserId);
  return fields(
    receivers.filter(isEnabled),
    copies.filter(isEnabled),
    prefixSubject('回复：', mail.subject),
    quotedText(mail),
    [],
  );
}

/**
 * Converts the values of the form to a mail draft. `draftId`: id under which the draft is already stored. `sourceId`:
 * id of the mail that is answered or forwarded.
 */
export function toMailDraft(
  values: Readonly<Record<string, unknown>>,
  draftId: string | null,
  sourceId: string | null,
): MailDraft {
  const text = (key: string): string => (typeof values[key] === 'string' ? values[key] : '');
  return {
    ...(draftId ? { id: draftId } : {}),
    ...(sourceId ? { sourceId } : {}),
    subject: text('subject'),
    content: text('content'),
    toIds: idsOf(values.toIds),
    ccIds: idsOf(values.ccIds),
    fileIds: idsOf(values.fileIds),
  };
}
