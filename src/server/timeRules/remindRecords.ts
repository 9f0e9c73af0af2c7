import { sql } from 'kysely';
import type { Reminder } from '../../effects/index.ts';
import { today } from '../../domain/dates.ts';
import { isWorkday } from '../../domain/workTime.ts';
import { workCalendar } from '../approval/index.ts';
import { fillText, peopleOf } from '../effects/index.ts';
import { remind, type NewReminder } from '../notices/index.ts';
import { loggableError } from '../observe/loggableError.ts';
import { queueMessages } from '../outbox/index.ts';
import { recordsOf } from '../records/index.ts';
import type { Trx } from '../store/transaction.ts';
import { createDueQuery, computeMaxDaysLate, type DueRecord, type DueQuery } from './findDue.ts';
import { subjectOf, type RuleForm } from './subjectOf.ts';

/** Number of records per transaction. */
const BATCH_SIZE = 500;
/** A person with more due records than this in one batch gets one summary notice instead of one for each record. */
const MAX_SINGLE_NOTICES = 20;
/** Number of notices of one rule in one run that triggers an alarm. */
const ALARM_NOTICES = 1000;
/** Number of days after which the marks of sent notices are deleted. */
const RETENTION_DAYS = 800;

export const ruleName = ({ label, key }: Reminder): string => label ?? key;

/** Marks records as notified. Returns the marked records, without those that another server has marked meanwhile. */
async function claimRecords(
  trx: Trx,
  formKey: string,
  rule: Reminder,
  dueRecords: readonly DueRecord[],
): Promise<DueRecord[]> {
  const { rows } = await sql<DueRecord>`insert into frm_time_notice (record_id, rule_key, day, form_key)
    select id, ${rule.key}, day::date, ${formKey} from unnest(${dueRecords.map(({ id }) => id)}::text[], ${dueRecords.map(({ day }) => day)}::text[]) as t(id, day)
    on conflict do nothing returning record_id as id, to_char(day, 'YYYY-MM-DD') as day`.execute(trx);
  return rows;
}

/** Returns the notices that the rule sends for these records; one summary for a person with many records. */
async function noticesOf(
  form: RuleForm,
  trx: Trx,
  rule: Reminder,
  dueRecords: readonly DueRecord[],
): Promise<NewReminder[]> {
  const { formKey, formName } = form.loaded.form.definition;
  const dueDayById = new Map(dueRecords.map(({ id, day }) => [id, day]));
  const rows = await trx
    .selectFrom(await recordsOf(trx, formKey))
    .selectAll()
    .where(sql<boolean>`id = any(${[...dueDayById.keys()]}::text[])`)
    .orderBy('id')
    .execute();
  const noticesByPerson = new Map<string, NewReminder[]>();
  for (const row of rows) {
    const subject = subjectOf(form, trx, row, dueDayById.get(row.id) ?? '');
    const people = await peopleOf(subject, rule.to);
    if (people.length === 0) continue;
    const title = (await fillText(subject, rule.text)).slice(0, 200);
    const content = [formName, row.title].filter(Boolean).join('｜');
    for (const userId of people)
      noticesByPerson.set(userId, [
        ...(noticesByPerson.get(userId) ?? []),
        { userId, kind: 'remind', title, content, formKey, recordId: row.id },
      ]);
  }
  return [...noticesByPerson].flatMap(([userId, notices]) =>
    notices.length <= MAX_SINGLE_NOTICES
      ? notices
      : [
          {
            userId,
            kind: 'remind',
            title: `${formName}：${notices.length} 条记录${rule.label ? `需要处理（${rule.label}）` : '到了提醒日期'}`,
            content: notices
              .slice(0, 3)
              .map(({ title }) => title)
              .join('；')
              .slice(0, 500),
            formKey,
          },
        ],
  );
}

interface ReminderCounts {
  records: number;
  notices: number;
}

/** Sends the notices of all due records, in batches. */
async function sendNotices(
  form: RuleForm,
  rule: Reminder,
  dueQuery: DueQuery,
  signal: AbortSignal,
): Promise<ReminderCounts> {
  const { db } = form.context;
  const counts: ReminderCounts = { records: 0, notices: 0 };
  while (!signal.aborted) {
    const count = await db.transaction().execute(async (trx) => {
      const dueRecords = await dueQuery.find(trx, BATCH_SIZE);
      if (dueRecords.length === 0) return 0;
      const records = await claimRecords(trx, form.loaded.formKey, rule, dueRecords);
      const notices = await noticesOf(form, trx, rule, records);
      for (let start = 0; start < notices.length; start += BATCH_SIZE)
        await remind(trx, notices.slice(start, start + BATCH_SIZE));
      counts.records += records.length;
      counts.notices += notices.length;
      return dueRecords.length;
    });
    if (count < BATCH_SIZE) break;
  }
  return counts;
}

/** Sends the notices of one reminder that are due on a day. Returns parts of the report in Chinese. */
async function remindByRule(
  form: RuleForm,
  rule: Reminder,
  signal: AbortSignal,
  { calendar, day }: { calendar: Awaited<ReturnType<typeof workCalendar>>; day: string },
): Promise<string[]> {
  const { db } = form.context;
  const { definition } = form.loaded.form;
  const maxDaysLate = computeMaxDaysLate(rule.calendar === 'work' ? calendar : null, day);
  const dueQuery = await createDueQuery(db, form.loaded.form, rule, form.names, { today: day, maxDaysLate });
  const { records, notices } = await sendNotices(form, rule, dueQuery, signal);
  if (records === 0) return [];
  const messages = [`“${ruleName(rule)}”：${records} 条记录，${notices} 条提醒`];
  if (notices < ALARM_NOTICES) return messages;
  messages.push(`数量较多，已每 ${BATCH_SIZE} 条一批发送，请检查规则的条件和提醒对象`);
  await queueMessages(db, [
    {
      topic: 'alarm',
      title: `提醒规则一次发出 ${notices} 条提醒：${definition.formName}“${ruleName(rule)}”`,
      content: `涉及 ${records} 条记录。如果不是本意，请在表单管理中收窄规则的条件或提醒对象。`,
    },
  ]);
  return messages;
}

/**
 * Sends the notices of a form's reminders that are due on a day: one for each record, rule and day, even if several
 * servers run it repeatedly. A rule that fails does not stop the others; the errors are thrown together at the end.
 * Returns a report in Chinese.
 */
export async function remindRecords(form: RuleForm, signal: AbortSignal, day = today()): Promise<string> {
  const { definition } = form.loaded.form;
  const { db } = form.context;
  const calendar = await workCalendar(db);
  const messages: string[] = [];
  const failures: { rule: Reminder; error: unknown }[] = [];
  for (const rule of definition.reminders ?? []) {
    if (signal.aborted) break;
    if (rule.calendar === 'work' && !isWorkday(calendar, day)) {
      messages.push(`“${ruleName(rule)}”今天是休息日，顺延`);
      continue;
    }
    try {
      messages.push(...(await remindByRule(form, rule, signal, { calendar, day })));
    } catch (error) {
      // the other rules of the form are independent of this one
      failures.push({ rule, error });
    }
  }
  await sql`delete from frm_time_notice where form_key = ${definition.formKey} and day < ${day}::date - ${RETENTION_DAYS}::int`.execute(
    db,
  );
  if (failures.length > 0)
    throw new AggregateError(
      failures.map(({ error }) => error),
      failures.map(({ rule, error }) => `“${ruleName(rule)}”：${loggableError(error).message}`).join('；'),
    );
  return messages.length === 0 ? '没有到期的记录' : messages.join('；');
}
