import type { FormRecord } from '../../grammar/documents.ts';
import type { Mail, MailDraft } from '../../runtime/services/messageServices.ts';
import { plainText } from '../shared/plainText.ts';

export type Act = 'reply' | 'replyAll' | 'forward';

const idsOf = (value: unknown): string[] => (typeof value === 'string' ? value.split(',').filter(Boolean) : []);

/** Text of the mail that is answered or forwarded, under a line. */
function quoted(mail: Mail): string {
  const names = (people: Mail['to']): string => people.map(({ name }) => name).join('、');
  const copies = mail.cc.length > 0 ? `抄送：${names(mail.cc)}\n` : '';
  return `\n\n———— 原邮件 ————\n发件人：${mail.sender.name}\n收件人：${names(mail.to)}\n${copies}时间：${mail.sendTime}\n主题：${mail.subject}\n\n${plainText(mail.content)}`;
}

/** A subject answered twice is marked once. */
const marked = (mark: string, subject: string): string => (subject.startsWith(mark) ? subject : `${mark}${subject}`);

/** What the form starts with: a draft as it was, or an answer, or a forwarded mail. `own` is left out of an answer to all. */
export function startingFields(mail: Mail, act: Act | null, own: string): FormRecord['fieldsMap'] {
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
  if (act === 'forward') return fields([], [], marked('转发：', mail.subject), quoted(mail), mail.files);
  const others = [...mail.to, ...mail.cc].filter(({ id }) => id !== own && id !== mail.sender.id);
  return fields([mail.sender], act === 'replyAll' ? others : [], marked('回复：', mail.subject), quoted(mail), []);
}

/** The mail of a filled form. `draftId`: what it was kept under. */
export function mailOf(
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
