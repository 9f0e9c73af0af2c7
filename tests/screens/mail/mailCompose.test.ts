import { expect, it } from 'vitest';
import type { Mail } from '../../../src/runtime/services/messageServices.ts';
import { initialFields, namesLeftOut } from '../../../src/screens/mail/compose.ts';

const person = (id: string): { id: string; name: string } => ({ id, name: `名${id}` });
const mail: Mail = {
  id: 'm',
  emailId: 'e',
  subject: '周例会',
  content: '请准时参加',
  emailType: '1',
  status: '1',
  sendTime: '2026-11-20 09:00:00',
  sender: person('a'),
  to: [person('me'), person('b')],
  cc: [person('c')],
  files: [{ id: 'f', fileName: '议程.pdf' } as Mail['files'][number]],
  sourceId: null,
  place: '0',
};

it('answers the sender alone, or all but oneself, with the mail below a line and without its files', () => {
  const one = initialFields(mail, 'reply', 'me');
  expect([one.toIds, one.ccIds, one.subject, one.fileIds]).toEqual(['a', '', '回复：周例会', '']);
  expect(one.content).toBe(
    '\n\n———— 原邮件 ————\n发件人：名a\n收件人：名me、名b\n抄送：名c\n时间：2026-11-20 09:00:00\n主题：周例会\n\n请准时参加',
  );
  const all = initialFields(mail, 'replyAll', 'me');
  expect([all.toIds, all.ccIds]).toEqual(['a', 'b,c']);
});

it('leaves disabled accounts out of a reply and says which, not of a draft (CL-019)', () => {
  const some = { ...mail, cc: [{ ...person('c'), disabled: true }, person('d')] };
  expect(initialFields(some, 'replyAll', 'me')).toMatchObject({ toIds: 'a', ccIds: 'b,d', ccIdsLabel: '名b,名d' });
  expect([
    namesLeftOut(some, 'replyAll', 'me'),
    namesLeftOut(some, 'reply', 'me'),
    namesLeftOut(some, null, 'me'),
  ]).toEqual([['名c'], [], []]);
  expect(initialFields(some, null, 'me').ccIds).toBe('c,d');
});

it('forwards with the files and to nobody yet, and marks a subject once', () => {
  const { toIds, subject, fileIds } = initialFields({ ...mail, subject: '转发：周例会' }, 'forward', 'me');
  expect([toIds, subject, fileIds]).toEqual(['', '转发：周例会', 'f']);
  expect(initialFields({ ...mail, cc: [] }, 'forward', 'me').content).not.toContain('抄送');
});
