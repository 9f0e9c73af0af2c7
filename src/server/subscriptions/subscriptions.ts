import type { MessageWay } from '../../domain/messageKinds.ts';
import { isOwnPath } from '../../domain/ownPath.ts';
import { measuresOf } from '../../kernel/index.ts';
import { peopleAsSignedIn } from '../auth/index.ts';
import type { ServerContext } from '../context.ts';
import { loadEnabledDataset } from '../datasets/index.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import type { RequestUser } from '../http/user.ts';
import { newId } from '../store/id.ts';
import type { Trx } from '../store/transaction.ts';
import { composeFigure, composeWatch } from './compose.ts';
import { nextTimeOf, scheduleWords, type SubscriptionSchedule } from './schedule.ts';
import type { SubscribedQuestion, SubscriptionKind, Watch } from './tables.ts';

export interface NewSubscription {
  id?: string | null;
  datasetKey: string;
  title: string;
  kind: SubscriptionKind;
  question?: SubscribedQuestion | null;
  schedule: SubscriptionSchedule;
  watch?: Watch | null;
  people?: string[] | null;
  ways: MessageWay[];
  hasSheet?: boolean | null;
  /** Where the figure is shown, an address of the product. */
  page?: string | null;
}

/** A line of 我的订阅. */
export interface SubscriptionRow {
  id: string;
  datasetKey: string;
  title: string;
  kind: SubscriptionKind;
  schedule: SubscriptionSchedule;
  scheduleText: string;
  question: SubscribedQuestion;
  watch: Watch | null;
  people: { id: string; name: string }[];
  ways: MessageWay[];
  hasSheet: boolean;
  page: string;
  isPaused: boolean;
  nextTime: string;
  lastTime: string;
  lastResult: string;
}

/** Of one person. */
const MOST = 50;

export async function listSubscriptions({ db }: ServerContext, user: RequestUser): Promise<SubscriptionRow[]> {
  const rows = await db
    .selectFrom('sys_subscription')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ids = [...new Set(rows.flatMap(({ people }) => people))];
  const names = new Map((await peopleAsSignedIn(db, ids)).map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    id: row.id,
    datasetKey: row.dataset_key,
    title: row.title,
    kind: row.kind,
    schedule: row.schedule,
    scheduleText: scheduleWords(row.schedule),
    question: row.question,
    watch: row.watch,
    people: row.people.map((id) => ({ id, name: names.get(id) ?? '已停用的人员' })),
    ways: row.ways,
    hasSheet: row.has_sheet,
    page: row.page,
    isPaused: row.is_paused,
    nextTime: row.is_paused ? '' : timeText(row.next_at),
    lastTime: row.last_at ? timeText(row.last_at) : '',
    lastResult: row.last_result,
  }));
}

const refuse = (detail: string): never => {
  throw new Refusal('REQUEST_INVALID', { detail });
};

/**
 * Checks what a person wants to subscribe to; answers it with its bound in words. Refuses with 404 an unknown dataset, with REQUEST_INVALID a bound, time, page
 * or receivers that do not fit, and with what the dataset refuses where this person may not ask it. Asks the dataset, so it
 * is not to be called within a transaction.
 */
export async function checkSubscription(
  context: ServerContext,
  user: RequestUser,
  given: NewSubscription,
): Promise<NewSubscription> {
  const { datasetKey, kind, schedule, watch = null, people, page, question } = given;
  const { definition } = await loadEnabledDataset(context, context.db, datasetKey);
  if ((kind === 'watch') !== (watch !== null)) refuse('预警须有条件，其他订阅没有');
  const known = [...measuresOf(definition), ...(definition.columns ?? [])].map(({ key }) => key);
  if (watch && !known.includes(watch.figure)) refuse(`数据集没有度量“${watch.figure}”`);
  if (schedule.every === 'hour' && kind !== 'watch') refuse('表格与数字最多每天一次');
  if (page && !isOwnPath(page)) refuse('页面地址须是本系统的地址');
  const ids = [...new Set(people ?? [])];
  if ((await peopleAsSignedIn(context.db, ids)).length < ids.length) refuse('所选人员中有不存在或已停用的，请重新选择');
  // who may not ask it now is told now, and not on Monday
  const subject = { datasetKey, question: question ?? {} };
  if (watch === null) {
    await composeFigure(context, user, subject);
    return given;
  }
  const { bound } = await composeWatch(context, user, subject, watch);
  return { ...given, watch: { ...watch, text: bound } };
}

/**
 * Adds a checked subscription, or changes one's own of the id; answers its id. Refuses with 404 somebody else's, and with
 * REQUEST_INVALID one more than a person may have.
 */
export async function saveSubscription(
  trx: Trx,
  user: RequestUser,
  given: NewSubscription,
  now = new Date(),
): Promise<string> {
  const { datasetKey, title, kind, schedule, watch = null, ways, page } = given;
  const people = [...new Set(given.people ?? [])].filter((id) => id !== user.id);
  const question = given.question ?? {};
  const values = {
    dataset_key: datasetKey,
    title,
    kind,
    question: JSON.stringify(question),
    schedule: JSON.stringify(schedule),
    watch: watch ? JSON.stringify(watch) : null,
    people: JSON.stringify(people),
    ways: JSON.stringify([...new Set(ways)]),
    has_sheet: given.hasSheet ?? true,
    page: page ?? '',
    met: '[]',
    next_at: nextTimeOf(schedule, now),
  };
  if (given.id) {
    const { numUpdatedRows } = await trx
      .updateTable('sys_subscription')
      .set(values)
      .where('id', '=', given.id)
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal('404');
    return given.id;
  }
  const own = await trx
    .selectFrom('sys_subscription')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (Number(own.count) >= MOST) refuse(`每人最多 ${MOST} 个订阅，请先删除不用的`);
  const id = newId();
  await trx
    .insertInto('sys_subscription')
    .values({ id, user_id: user.id, ...values })
    .execute();
  return id;
}

/** Pauses one's own subscription, or lets it go on from its next time. Refuses with 404 somebody else's. */
export async function pauseSubscription(
  trx: Trx,
  user: RequestUser,
  { id, isPaused }: { id: string; isPaused: boolean },
  now = new Date(),
): Promise<void> {
  const row = await trx
    .selectFrom('sys_subscription')
    .select('schedule')
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('404');
  await trx
    .updateTable('sys_subscription')
    .set({ is_paused: isPaused, next_at: nextTimeOf(row.schedule, now) })
    .where('id', '=', id)
    .execute();
}

export async function removeSubscription(trx: Trx, user: RequestUser, id: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('sys_subscription')
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal('404');
}
