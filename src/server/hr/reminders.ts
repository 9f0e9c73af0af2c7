import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { timeText } from '../http/time.ts';
import type { FlatRecord } from '../flatRecords/index.ts';
import type { FieldCondition, ListColumn } from '../records/index.ts';

const DAY_MS = 86_400_000;
/** Returns the date `YYYY-MM-DD` in China `days` days from now. */
export const dateInDays = (days: number): string => timeText(new Date(Date.now() + days * DAY_MS)).slice(0, 10);
const daysTo = (day: string): number => Math.round((Date.parse(day) - Date.parse(dateInDays(0))) / DAY_MS);

/** SQL of a field as text, '' if the field has no value. */
type TextOf = (name: string) => RawBuilder<string>;

const columnTextSql = ({ value }: ListColumn): RawBuilder<string> => sql<string>`coalesce((${value})::text, '')`;

/** Returns the condition that `day` is set and not after `lastDay`. Overdue dates are included. */
const isDueSql = (day: RawBuilder<string>, lastDay: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${day} <> '' and left(${day}, 10) <= ${lastDay})`;
const isEmployedSql = (text: TextOf): RawBuilder<SqlBool> =>
  sql<SqlBool>`${text('staffState')} in ('试用', '在职', '停薪留职')`;

/**
 * A reminder list: the name of its call in the URL, and the condition that selects the personnel archives. `where`: the
 * conditions besides the one on the date.
 */
export interface Reminder {
  call: string;
  summary: string;
  /** Default number of days ahead. */
  days: number;
  /** Field of the date, by which the rows are sorted; null: the earliest date of the certificates. */
  field: string | null;
  /** Fields other than `field` that the condition reads; the user must be allowed to filter by all of them. */
  otherFields: readonly string[];
  where(text: TextOf): RawBuilder<SqlBool>[];
}

/** The reminder lists of human resources (CL-065). Each is a query over the personnel archives; nothing is stored. */
export const REMINDERS: readonly Reminder[] = [
  {
    call: 'getPositiveRemind',
    summary: '转正提醒',
    days: 30,
    field: 'trialEnd',
    otherFields: ['staffState', 'positiveDate'],
    where: (text) => [sql<SqlBool>`${text('staffState')} = '试用'`, sql<SqlBool>`${text('positiveDate')} = ''`],
  },
  {
    call: 'getContractExpireRemind',
    summary: '合同到期提醒',
    days: 60,
    field: 'contractEnd',
    otherFields: ['staffState', 'contractKind'],
    where: (text) => [isEmployedSql(text), sql<SqlBool>`${text('contractKind')} <> '无固定期限'`],
  },
  {
    call: 'getPaperArchivesRemind',
    summary: '纸质档案归档提醒',
    days: 30,
    field: 'paperDue',
    otherFields: ['paperState'],
    where: (text) => [sql<SqlBool>`${text('paperState')} <> '已归档'`],
  },
  {
    call: 'getPartRemind',
    summary: '兼任到期提醒',
    days: 30,
    field: 'partEnd',
    otherFields: ['staffState', 'partPost'],
    where: (text) => [isEmployedSql(text), sql<SqlBool>`${text('partPost')} <> ''`],
  },
  {
    call: 'getUserQualificationRemind',
    summary: '资格证书到期提醒',
    days: 90,
    field: null,
    otherFields: ['staffState'],
    where: (text) => [isEmployedSql(text)],
  },
];

/**
 * Returns the condition of a reminder, with the fields that it reads. The query is refused if one of the fields is
 * hidden from the user; otherwise the user could find out a hidden date by varying the days ahead.
 */
export function reminderCondition({ field, otherFields, where }: Reminder, lastDay: string): FieldCondition {
  return {
    names: field === null ? otherFields : [...otherFields, field],
    ...(field === null ? { rows: { table: 'certificates', alias: 'c' } } : {}),
    sql(column, rows) {
      const text: TextOf = (name) => columnTextSql(column(name));
      const due =
        field !== null
          ? isDueSql(text(field), lastDay)
          : rows
            ? sql<SqlBool>`exists (select 1 from ${rows.table} where ${rows.isQueryable} and ${isDueSql(columnTextSql(rows.cell('validTo')), lastDay)})`
            : sql<SqlBool>`false`;
      return sql<SqlBool>`(${sql.join([...where(text), due], sql` and `)})`;
    },
  };
}

interface Certificate {
  validTo?: unknown;
}

/**
 * Returns a row of a reminder list: the personnel archive, the due date and the days until it (negative: overdue).
 */
export function reminderRow(
  { field }: Reminder,
  row: FlatRecord,
  lastDay: string,
): FlatRecord & { remindDate: string; daysLeft: number | null } {
  const isDueDay = (day: unknown): day is string =>
    typeof day === 'string' && day !== '' && day.slice(0, 10) <= lastDay;
  const certificates = (Array.isArray(row.certificates) ? (row.certificates as Certificate[]) : []).filter(
    ({ validTo }) => isDueDay(validTo),
  );
  const dueDates =
    field === null
      ? certificates.map(({ validTo }) => String(validTo).slice(0, 10)).sort()
      : [String(row[field] ?? '').slice(0, 10)];
  const [remindDate = ''] = dueDates;
  const daysLeft = remindDate === '' ? null : daysTo(remindDate);
  const { certificates: _all, ...otherValues } = row;
  return {
    ...(otherValues as FlatRecord),
    ...(field === null ? { certificates } : {}),
    remindDate,
    daysLeft: Number.isFinite(daysLeft) ? daysLeft : null,
  };
}
