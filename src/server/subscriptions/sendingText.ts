import { DELIVERY_METHOD_TITLES, type DeliveryMethod } from '../../domain/messageKinds.ts';
import { timeText } from '../http/time.ts';
import type { ReminderResult } from '../notices/index.ts';
import type { Db } from '../store/database.ts';

/** A receiver of a subscription, and the delivery ways used for this person. */
export interface Receiver {
  id: string;
  name: string;
  ways: readonly DeliveryMethod[];
}

const MAX_LISTED_NAMES = 10;

const joinNames = (names: readonly string[]): string =>
  names.length > MAX_LISTED_NAMES
    ? `${names.slice(0, MAX_LISTED_NAMES).join('、')} 等 ${names.length} 人`
    : names.join('、');

/** Returns the reason why no mails are sent at all; '' if mails are sent. */
async function mailError(db: Db): Promise<string> {
  const channel = await db
    .selectFrom('sys_channel')
    .select(['url', 'is_disabled', 'topics'])
    .where('kind', '=', 'mail')
    .executeTakeFirst();
  if (!channel || channel.url === '') return '系统未设置邮件服务器';
  return channel.is_disabled || !channel.topics.includes('remind') ? '邮件通道未开启个人提醒' : '';
}

/**
 * Describes in Chinese to whom and by which ways a subscription was sent, and who was not reached by a requested way,
 * with the reason. `isSent`: at least one person was reached.
 */
export async function describeSending(
  db: Db,
  receivers: readonly Receiver[],
  { site, queued }: ReminderResult,
): Promise<{ isSent: boolean; text: string }> {
  const namesOfIds = (ids: readonly string[]): string[] =>
    receivers.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const sentTexts: string[] = [];
  const missedTexts: string[] = [];
  if (site.length > 0) sentTexts.push(`${DELIVERY_METHOD_TITLES.site}：${joinNames(namesOfIds(site))}`);
  const mails = queued.filter(({ way }) => way === 'mail');
  for (const dueTime of new Set(mails.map((mail) => (mail.dueAt ? timeText(mail.dueAt) : '')))) {
    const mailsAtTime = mails.filter((mail) => (mail.dueAt ? timeText(mail.dueAt) : '') === dueTime);
    const dueText = dueTime === '' ? '' : `（免打扰，${dueTime.slice(5, 16)} 发出）`;
    sentTexts.push(
      `${DELIVERY_METHOD_TITLES.mail}：${joinNames(namesOfIds(mailsAtTime.flatMap((mail) => mail.people)))}${dueText}`,
    );
  }
  const groupNames = [...new Set(queued.filter(({ way }) => way === 'group').map(({ channel }) => channel))];
  if (groupNames.length > 0) sentTexts.push(`${DELIVERY_METHOD_TITLES.group}：${joinNames(groupNames)}`);
  const receiversWithoutMail = receivers.filter(
    ({ id, ways }) => ways.includes('mail') && !mails.some(({ people }) => people.includes(id)),
  );
  if (receiversWithoutMail.length > 0) {
    const errorText = await mailError(db);
    missedTexts.push(
      errorText === ''
        ? `${joinNames(receiversWithoutMail.map(({ name }) => name))}没有邮箱，未发邮件`
        : `${errorText}，未发邮件`,
    );
  }
  if (groupNames.length === 0 && receivers.some(({ ways }) => ways.includes('group')))
    missedTexts.push('没有接收个人提醒的群机器人，未发到群');
  const unreachedReceivers = receivers.filter(({ ways }) => ways.length === 0);
  if (unreachedReceivers.length > 0)
    missedTexts.push(`${joinNames(unreachedReceivers.map(({ name }) => name))}已关闭数据订阅消息`);
  const sentText = sentTexts.length > 0 ? `已发送（${sentTexts.join('；')}）` : '没有发送';
  return { isSent: sentTexts.length > 0, text: [sentText, ...missedTexts].join('；') };
}
