import { WAY_TITLES, type MessageWay } from '../../domain/messageKinds.ts';
import { timeText } from '../http/time.ts';
import type { Reminded } from '../notices/index.ts';
import type { Db } from '../store/database.ts';

/** Whom something was composed for, and the ways that they are to get it by. */
export interface Told {
  id: string;
  name: string;
  ways: readonly MessageWay[];
}

const MOST_NAMES = 10;

const namesOf = (names: readonly string[]): string =>
  names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).join('、')} 等 ${names.length} 人` : names.join('、');

/** Why mails do not leave for anybody; '' where they do. */
async function mailFault(db: Db): Promise<string> {
  const channel = await db
    .selectFrom('sys_channel')
    .select(['url', 'is_disabled', 'topics'])
    .where('kind', '=', 'mail')
    .executeTakeFirst();
  if (!channel || channel.url === '') return '系统未设置邮件服务器';
  return channel.is_disabled || !channel.topics.includes('remind') ? '邮件通道未开启个人提醒' : '';
}

/**
 * What was sent, in Chinese: to whom by which way, and who was not reached by a way that was asked for, with the reason.
 * `isSent`: somebody is reached by some way.
 */
export async function toldWords(
  db: Db,
  told: readonly Told[],
  { site, queued }: Reminded,
): Promise<{ isSent: boolean; text: string }> {
  const those = (ids: readonly string[]): string[] => told.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const reached: string[] = [];
  const missed: string[] = [];
  if (site.length > 0) reached.push(`${WAY_TITLES.site}：${namesOf(those(site))}`);
  const mails = queued.filter(({ way }) => way === 'mail');
  for (const dueAt of new Set(mails.map((mail) => (mail.dueAt ? timeText(mail.dueAt) : '')))) {
    const people = mails.filter((mail) => (mail.dueAt ? timeText(mail.dueAt) : '') === dueAt);
    const later = dueAt === '' ? '' : `（免打扰，${dueAt.slice(5, 16)} 发出）`;
    reached.push(`${WAY_TITLES.mail}：${namesOf(those(people.flatMap((mail) => mail.people)))}${later}`);
  }
  const groups = [...new Set(queued.filter(({ way }) => way === 'group').map(({ channel }) => channel))];
  if (groups.length > 0) reached.push(`${WAY_TITLES.group}：${namesOf(groups)}`);
  const withoutMail = told.filter(
    ({ id, ways }) => ways.includes('mail') && !mails.some(({ people }) => people.includes(id)),
  );
  if (withoutMail.length > 0) {
    const fault = await mailFault(db);
    missed.push(
      fault === '' ? `${namesOf(withoutMail.map(({ name }) => name))}没有邮箱，未发邮件` : `${fault}，未发邮件`,
    );
  }
  if (groups.length === 0 && told.some(({ ways }) => ways.includes('group')))
    missed.push('没有接收个人提醒的群机器人，未发到群');
  const unreached = told.filter(({ ways }) => ways.length === 0);
  if (unreached.length > 0) missed.push(`${namesOf(unreached.map(({ name }) => name))}已关闭数据订阅消息`);
  const sent = reached.length > 0 ? `已发送（${reached.join('；')}）` : '没有发送';
  return { isSent: reached.length > 0, text: [sent, ...missed].join('；') };
}
