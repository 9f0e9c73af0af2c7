import { sql, type RawBuilder } from 'kysely';
import { remind } from '../../notices/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { timeText } from '../../http/time.ts';
import type { RequestUser } from '../../http/user.ts';
import { pointInTime, timeZone } from '../../records/index.ts';
import { announce } from '../../events/index.ts';
import type { Db } from '../../store/database.ts';
import { newId } from '../../store/newId.ts';
import type { Trx } from '../../store/transaction.ts';
import { requirePeople } from '../people/requirePeople.ts';

/** Maximum length of a delegation in days, so that a forgotten delegation ends. */
const MAX_DAYS = 366;
/** Maximum number of current and future delegations by one person. */
const MAX_UNFINISHED = 20;
/** Maximum number of delegations in a list. */
const MAX_SHOWN = 100;

/**
 * The state of a delegation. 'waiting': begins later; 'running': in force; 'over': its end has passed; 'withdrawn':
 * ended early by the delegator.
 */
export type DelegationState = 'waiting' | 'running' | 'over' | 'withdrawn';

/**
 * A delegation in API answers. `direction` 'given': from the requesting user to another person; 'received': from
 * another person to the requesting user.
 */
export interface DelegationView {
  id: string;
  direction: 'given' | 'received';
  /** The other person. */
  userId: string;
  userName: string;
  startTime: string;
  endTime: string;
  /** The keys of the forms with delegated to-dos, separated by commas; '': all forms. */
  formKeys: string;
  formNames: string;
  note: string;
  state: DelegationState;
  canWithdraw: boolean;
}

export interface NewDelegation {
  toUserId: string;
  startTime: string;
  endTime: string;
  /** The keys of the forms with delegated to-dos; empty: all forms. */
  formKeys: readonly string[];
  note: string;
}

interface Row {
  id: string;
  from_user: string;
  to_user: string;
  from_name: string;
  to_name: string;
  starts_at: Date;
  ends_at: Date;
  form_keys: string[] | null;
  note: string;
  state: DelegationState;
}

const invalidRequest = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

/** Returns the published forms with an approval, ordered by name. A delegation may be limited to some of them. */
export async function loadApprovalForms(db: Db): Promise<{ formKey: string; formName: string }[]> {
  const { rows } = await sql<{ formKey: string; formName: string }>`
    select d.doc_key as "formKey", v.name as "formName" from doc_document d
    join doc_version v on v.kind = 'form' and v.doc_key = d.doc_key and v.version = d.published_version
    where d.kind = 'form' and coalesce(coalesce(v.canonical, v.content)::jsonb ->> 'flowKey', '') <> ''
    order by v.name, d.doc_key`.execute(db);
  return rows;
}

/**
 * Returns all delegations by a person, and the delegations to this person that are not over or withdrawn. The newest
 * come first, at most MAX_SHOWN.
 */
export async function listDelegations(db: Db, userId: string): Promise<DelegationView[]> {
  const { rows } =
    await sql<Row>`select d.id, d.from_user, d.to_user, f.name as from_name, t.name as to_name, d.starts_at, d.ends_at, d.form_keys, d.note,
      case when d.withdrawn_at is not null then 'withdrawn' when d.ends_at <= now() then 'over' when d.starts_at > now() then 'waiting' else 'running' end as state
    from flw_delegation d join sys_user f on f.id = d.from_user join sys_user t on t.id = d.to_user
    where d.from_user = ${userId} or (d.to_user = ${userId} and d.withdrawn_at is null and d.ends_at > now())
    order by d.created_at desc, d.id limit ${sql.lit(MAX_SHOWN)}`.execute(db);
  const names = new Map((await loadApprovalForms(db)).map(({ formKey, formName }) => [formKey, formName]));
  return rows.map((row) => {
    const isGiven = row.from_user === userId;
    const keys = row.form_keys ?? [];
    return {
      id: row.id,
      direction: isGiven ? 'given' : 'received',
      userId: isGiven ? row.to_user : row.from_user,
      userName: isGiven ? row.to_name : row.from_name,
      startTime: timeText(row.starts_at),
      endTime: timeText(row.ends_at),
      formKeys: keys.join(','),
      formNames: row.form_keys === null ? '全部表单' : keys.map((key) => names.get(key) ?? key).join('、'),
      note: row.note,
      state: row.state,
      canWithdraw: isGiven && (row.state === 'running' || row.state === 'waiting'),
    };
  });
}

/**
 * Converts a time of the request to an SQL timestamp. `isPeriodEnd`: a date without a time means the end of the day.
 * Refuses with REQUEST_INVALID a text that is not a time.
 */
function timestampSql(text: string, label: string, isPeriodEnd: boolean): RawBuilder<Date> {
  const timestampText = pointInTime(text, isPeriodEnd);
  if (timestampText === null) throw invalidRequest(`${label}应为日期和时间`);
  return sql<Date>`(${timestampText}::timestamp at time zone ${timeZone()})`;
}

/**
 * Delegates a person's to-dos to another person for a period. Returns the id of the delegation. Refuses with
 * REQUEST_INVALID a period that is over, reversed or too long, forms without an approval, and too many delegations;
 * with FLOW_PEOPLE a delegation to the person themselves or to an unknown or disabled user.
 */
export async function addDelegation(
  trx: Trx,
  user: RequestUser,
  { toUserId, startTime, endTime, formKeys, note }: NewDelegation,
): Promise<string> {
  if (toUserId === user.id) throw new Refusal('FLOW_PEOPLE', { detail: '不能委托给自己' });
  const [delegate] = await requirePeople(trx, [toUserId]);
  const startSql = timestampSql(startTime, '开始时间', false);
  const endSql = timestampSql(endTime, '结束时间', true);
  const {
    rows: [period],
  } = await sql<{ is_reversed: boolean; is_over: boolean; is_too_long: boolean; unfinished_count: number }>`select
    ${endSql} <= ${startSql} as is_reversed, ${endSql} <= now() as is_over,
    ${endSql} - greatest(${startSql}, now()) > make_interval(days => ${sql.lit(MAX_DAYS)}) as is_too_long,
    (select count(*)::int from flw_delegation where from_user = ${user.id} and withdrawn_at is null and ends_at > now()) as unfinished_count`.execute(
    trx,
  );
  if (!delegate || !period) throw new Refusal('FLOW_PEOPLE', { detail: '请选择受托人' });
  if (period.is_reversed) throw invalidRequest('结束时间应晚于开始时间');
  if (period.is_over) throw invalidRequest('结束时间已过，请选择以后的时间');
  if (period.is_too_long) throw invalidRequest(`委托最长 ${MAX_DAYS} 天`);
  if (period.unfinished_count >= MAX_UNFINISHED)
    throw invalidRequest(`未结束的委托已有 ${MAX_UNFINISHED} 条，请先撤销不需要的`);
  const approvalFormKeys = formKeys.length === 0 ? [] : (await loadApprovalForms(trx)).map(({ formKey }) => formKey);
  const unknownKey = formKeys.find((key) => !approvalFormKeys.includes(key));
  if (unknownKey !== undefined) throw invalidRequest(`没有需要审批的表单“${unknownKey}”`);
  const id = newId();
  await trx
    .insertInto('flw_delegation')
    .values({
      id,
      from_user: user.id,
      to_user: toUserId,
      starts_at: startSql,
      ends_at: endSql,
      form_keys: formKeys.length === 0 ? null : [...new Set(formKeys)],
      note: note.trim(),
    })
    .execute();
  await remindDelegate(trx, user, toUserId, `${user.name} 委托您代办`, [`${startTime} 至 ${endTime}`, note.trim()]);
  return id;
}

/**
 * Ends a delegation by this user immediately. Refuses with 404 a delegation that another person has made or that has
 * already ended.
 */
export async function withdrawDelegation(trx: Trx, user: RequestUser, id: string): Promise<void> {
  const row = await trx
    .updateTable('flw_delegation')
    .set({ withdrawn_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('from_user', '=', user.id)
    .where('withdrawn_at', 'is', null)
    .where('ends_at', '>', sql<Date>`now()`)
    .returning('to_user')
    .executeTakeFirst();
  if (!row) throw new Refusal('404');
  await remindDelegate(trx, user, row.to_user, `${user.name} 撤销了对您的代办委托`, []);
}

/** Sends a reminder to the delegate. Announces to the delegate and to `user` that their to-dos have changed. */
async function remindDelegate(
  trx: Trx,
  user: RequestUser,
  delegateId: string,
  title: string,
  lines: readonly string[],
): Promise<void> {
  await remind(trx, [{ userId: delegateId, kind: 'flow-delegate', title, content: lines.filter(Boolean).join('｜') }]);
  await announce(trx, 'todo', [delegateId, user.id]);
}
