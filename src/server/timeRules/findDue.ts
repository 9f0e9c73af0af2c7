import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { addDays } from '../../domain/periods.ts';
import { isWorkday, type WorkCalendar } from '../../domain/workTime.ts';
import { columnKind, isRange } from '../../records/index.ts';
import { daysOf, type EffectNames, type Reminder } from '../../effects/index.ts';
import { isTable, type CompiledForm } from '../../kernel/index.ts';
import { columnsOf, inForceSql, recordTable } from '../records/index.ts';
import type { Db } from '../store/database.ts';
import { readsState, ruleConditionSql } from './ruleConditionSql.ts';

/** Maximum number of days by which a notice that is sent once may be late, for example because no server ran. */
const ALLOWED_DAYS_LATE = 7;
/** Upper limit of the result of `computeMaxDaysLate`, for a calendar that wrongly contains almost no working days. */
const MAX_RESULT_DAYS = 60;

/**
 * Returns how many days late a notice may be sent today. Without a calendar: ALLOWED_DAYS_LATE. With a calendar, for a
 * rule that waits for working days: the largest number of days for which at most ALLOWED_DAYS_LATE + 1 working days lie
 * between the due date and today, both included.
 */
export function computeMaxDaysLate(calendar: WorkCalendar | null, today: string): number {
  if (calendar === null) return ALLOWED_DAYS_LATE;
  let days = -1;
  for (let workdays = 0; days < MAX_RESULT_DAYS; days += 1) {
    if (isWorkday(calendar, addDays(today, -days - 1))) workdays += 1;
    if (workdays > ALLOWED_DAYS_LATE + 1) break;
  }
  return days;
}

/** A record for which a notice is due, and the due date. */
export interface DueRecord {
  id: string;
  day: string;
}

/** Finds the records of a form that are due and for which no notice has been sent yet. */
export interface DueQuery {
  /** Returns the first `limit` of these records, in the order of their ids. */
  find(db: Db, limit: number): Promise<DueRecord[]>;
  /** Returns the number of these records. */
  count(db: Db): Promise<number>;
}

/**
 * Returns the SQL of the date at the beginning of a text, null if there is none. A day that its month does not have
 * (`02-30`) becomes a day of the next month, because the database would refuse it.
 */
const leadingDateSql = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${text} ~ '^[12][0-9]{3}-(0[1-9]|1[0-2])-([01][0-9]|2[0-8])' then left(${text}, 10)::date
    when ${text} ~ '^[12][0-9]{3}-(0[1-9]|1[0-2])-(29|3[01])' then (left(${text}, 8) || '01')::date + right(left(${text}, 10), 2)::int - 1 end`;

const changedSinceError = (detail: string): Error => new Error(`a reminder can no longer be queried: ${detail}`);

/**
 * Creates the query for the records that are due for a reminder today, in one statement over typed columns. The first
 * due day is the record's date plus the offset. Without `repeat`, a record is due once: from the first due day until
 * `maxDaysLate` days after its date or its first due day, whichever is later. With `repeat`, there is no last day: the
 * record is due again after every `repeat` days while the condition (`when`) holds.
 */
export async function createDueQuery(
  db: Db,
  form: CompiledForm,
  rule: Reminder,
  names: EffectNames,
  { today, maxDaysLate }: { today: string; maxDaysLate: number },
): Promise<DueQuery> {
  const { formKey } = form.definition;
  const field = form.fields.get(rule.field);
  const kind = field && !isTable(field) ? columnKind(field) : null;
  const isDateRange = field !== undefined && kind === 'texts' && isRange(field);
  if (kind === null || (kind !== 'date' && kind !== 'timestamp' && !isDateRange))
    throw changedSinceError(`“${rule.field}” is no date`);
  const columns = await columnsOf(db, formKey, [{ key: rule.field, kind }]);
  const column = columns.ref(rule.field, kind);
  const date = isDateRange ? sql`(${leadingDateSql(sql`(${column})[2]`)})` : sql`(${column})::date`;
  const todaySql = sql`${today}::date`;
  const firstDueDay = sql`(${date} + ${daysOf(rule.offset)}::int)`;
  const repeatDays = daysOf(rule.repeat);
  const dueDay =
    repeatDays > 0
      ? sql`(${firstDueDay} + ((${todaySql} - ${firstDueDay}) / ${repeatDays}::int) * ${repeatDays}::int)`
      : firstDueDay;
  const conditions: RawBuilder<SqlBool>[] = [
    sql<SqlBool>`${date} <= ${todaySql} - ${daysOf(rule.offset)}::int`,
    ...(repeatDays > 0 ? [] : [sql<SqlBool>`${todaySql} <= greatest(${date}, ${firstDueDay}) + ${maxDaysLate}::int`]),
  ];
  if (rule.when === undefined || !readsState(rule.when)) conditions.push(inForceSql(form.definition));
  if (rule.when !== undefined) {
    const condition = await ruleConditionSql(db, form, rule.when, names, today);
    if (!condition.ok) throw changedSinceError(condition.problems.map(({ message }) => message).join('; '));
    conditions.push(condition.sql);
  }
  conditions.push(
    sql<SqlBool>`not exists (select 1 from frm_time_notice n where n.record_id = frm_record.id and n.rule_key = ${rule.key} and n.day = ${dueDay})`,
  );
  const fromSql = sql`from ${recordTable(formKey)} as frm_record where ${sql.join(conditions, sql` and `)}`;
  return {
    async find(reader, limit) {
      const { rows } =
        await sql<DueRecord>`select frm_record.id, to_char(${dueDay}, 'YYYY-MM-DD') as day ${fromSql} order by frm_record.id limit ${limit}`.execute(
          reader,
        );
      return rows;
    },
    async count(reader) {
      const { rows } = await sql<{
        count: number;
      }>`select count(*)::int as count ${fromSql}`.execute(reader);
      return rows[0]?.count ?? 0;
    },
  };
}
