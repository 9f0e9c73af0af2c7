import type { DeliveryMethod } from '../../domain/messageKinds.ts';
import { isInternalPath } from '../../domain/internalPath.ts';
import { measuresOf } from '../../domain/dataset.ts';
import { loadPeopleAsSignedIn } from '../auth/index.ts';
import type { ServerContext } from '../context.ts';
import { loadEnabledDataset } from '../datasets/index.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import type { RequestUser } from '../http/user.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import { composeTotals, composeWatch } from './compose.ts';
import { nextTimeOf, scheduleText, type SubscriptionSchedule } from './subscriptionSchedule.ts';
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
  ways: DeliveryMethod[];
  /** For the kind `table`: true (default) if mails have an attached spreadsheet with the rows. */
  hasSheet?: boolean | null;
  /** Path of the page in the product that shows the data. */
  page?: string | null;
}

/** A subscription in the list 我的订阅. */
export interface ListedSubscription {
  id: string;
  datasetKey: string;
  title: string;
  kind: SubscriptionKind;
  schedule: SubscriptionSchedule;
  scheduleText: string;
  question: SubscribedQuestion;
  watch: Watch | null;
  people: { id: string; name: string }[];
  ways: DeliveryMethod[];
  hasSheet: boolean;
  page: string;
  isPaused: boolean;
  nextTime: string;
  lastTime: string;
  lastResult: string;
}

/** Maximum number of subscriptions of one person. */
const MAX_SUBSCRIPTIONS = 50;

export async function listSubscriptions({ db }: ServerContext, user: RequestUser): Promise<ListedSubscription[]> {
  const rows = await db
    .selectFrom('sys_subscription')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ids = [...new Set(rows.flatMap(({ people }) => people))];
  const names = new Map((await loadPeopleAsSignedIn(db, ids)).map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    id: row.id,
    datasetKey: row.dataset_key,
    title: row.title,
    kind: row.kind,
    schedule: row.schedule,
    scheduleText: scheduleText(row.schedule),
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
 * Validates a subscription and returns it with the text of its condition. Refuses an unknown dataset with 404, and an
 * invalid condition, schedule, page or receiver with REQUEST_INVALID. If `user` may not query the dataset, throws the
 * refusal that a query throws. Queries the dataset, so it must not be called within a transaction.
 */
export async function checkSubscription(
  context: ServerContext,
  user: RequestUser,
  input: NewSubscription,
): Promise<NewSubscription> {
  const { datasetKey, kind, schedule, watch = null, people, page, question } = input;
  const { definition } = await loadEnabledDataset(context, context.db, datasetKey);
  if ((kind === 'watch') !== (watch !== null)) refuse('预警须有条件，其他订阅没有');
  const figureKeys = [...measuresOf(definition), ...(definition.columns ?? [])].map(({ key }) => key);
  if (watch && !figureKeys.includes(watch.figure)) refuse(`数据集没有度量“${watch.figure}”`);
  if (schedule.every === 'hour' && kind !== 'watch') refuse('表格与数字最多每天一次');
  if (page && !isInternalPath(page)) refuse('页面地址须是本系统的地址');
  const ids = [...new Set(people ?? [])];
  if ((await loadPeopleAsSignedIn(context.db, ids)).length < ids.length)
    refuse('所选人员中有不存在或已停用的，请重新选择');
  // queries the dataset now, so that a missing right is reported at once and not at the first sending
  const subject = { datasetKey, question: question ?? {} };
  if (watch === null) {
    await composeTotals(context, user, subject);
    return input;
  }
  const { condition: conditionText } = await composeWatch(context, user, subject, watch);
  return { ...input, watch: { ...watch, text: conditionText } };
}

/**
 * Adds a validated subscription, or changes the caller's own subscription with this id; returns its id. Refuses another
 * person's subscription with 404, and more than `MAX_SUBSCRIPTIONS` with REQUEST_INVALID.
 */
export async function saveSubscription(
  trx: Trx,
  user: RequestUser,
  input: NewSubscription,
  now = new Date(),
): Promise<string> {
  const { datasetKey, title, kind, schedule, watch = null, ways, page } = input;
  const people = [...new Set(input.people ?? [])].filter((id) => id !== user.id);
  const question = input.question ?? {};
  const values = {
    dataset_key: datasetKey,
    title,
    kind,
    question: JSON.stringify(question),
    schedule: JSON.stringify(schedule),
    watch: watch ? JSON.stringify(watch) : null,
    people: JSON.stringify(people),
    ways: JSON.stringify([...new Set(ways)]),
    has_sheet: input.hasSheet ?? true,
    page: page ?? '',
    met: '[]',
    next_at: nextTimeOf(schedule, now),
  };
  if (input.id) {
    const { numUpdatedRows } = await trx
      .updateTable('sys_subscription')
      .set(values)
      .where('id', '=', input.id)
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal('404');
    return input.id;
  }
  const ownSubscriptions = await trx
    .selectFrom('sys_subscription')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (Number(ownSubscriptions.count) >= MAX_SUBSCRIPTIONS)
    refuse(`每人最多 ${MAX_SUBSCRIPTIONS} 个订阅，请先删除不用的`);
  const id = newId();
  await trx
    .insertInto('sys_subscription')
    .values({ id, user_id: user.id, ...values })
    .execute();
  return id;
}

/**
 * Pauses the caller's own subscription, or resumes it. A resumed subscription is sent at its next regular time. Refuses
 * another person's subscription with 404.
 */
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
