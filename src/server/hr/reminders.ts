import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { timeText } from '../http/time.ts';
import type { FlatRecord } from '../ledgers/index.ts';
import type { FieldCondition, ListColumn } from '../records/index.ts';

const DAY_MS = 86_400_000;
/** Returns the date `YYYY-MM-DD` in China so many days from now. */
export const dayAfterToday = (days: number): string => timeText(new Date(Date.now() + days * DAY_MS)).slice(0, 10);
const daysTo = (day: string): number => Math.round((Date.parse(day) - Date.parse(dayAfterToday(0))) / DAY_MS);

/** SQL of a field as text, '' if the field has no value. */
type TextOf = (name: string) => RawBuilder<string>;

const textIn = ({ value }: ListColumn): RawBuilder<string> => sql<string>`coalesce((${value})::text, '')`;

/** Returns the condition: the date is set and not after that day. Overdue dates are included. */
const isDue = (day: RawBuilder<string>, last: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${day} <> '' and left(${day}, 10) <= ${last})`;
const isEmployed = (text: TextOf): RawBuilder<SqlBool> =>
  sql<SqlBool>`${text('staffState')} in ('试用', '在职', '停薪留职')`;

export interface Reminder {
  call: string;
  summary: string;
  /** Default number of days ahead. */
  days: number;
  /** Field of the date, by which the rows are sorted; null: the earliest date of the certificates. */
  field: string | null;
  /** Other fields that the condition reads; the user must be allowed to filter by all of them. */
  reads: readonly string[];
  where(text: TextOf): RawBuilder<SqlBool>[];
}

/** The reminder lists of human resources (CL-065). Each is a query over the archives; nothing is stored. */
export const REMINDERS: readonly Reminder[] = [
  {
    call: 'getPositiveRemind',
    summary: '转正提醒',
    days: 30,
    field: 'trialEnd',
    reads: ['staffState', 'positiveDate'],
    where: (text) => [sql<SqlBool>`${text('staffState')} = '试用'`, sql<SqlBool>`${text('positiveDate')} = ''`],
  },
  {
    call: 'getContractExpireRemind',
    summary: '合同到期提醒',
    days: 60,
    field: 'contractEnd',
    reads: ['staffState', 'contractKind'],
    where: (text) => [isEmployed(text), sql<SqlBool>`${text('contractKind')} <> '无固定期限'`],
  },
  {
    call: 'getPaperArchivesRemind',
    summary: '纸质档案归档提醒',
    days: 30,
    field: 'paperDue',
    reads: ['paperState'],
    where: (text) => [sql<SqlBool>`${text('paperState')} <> '已归档'`],
  },
  {
    call: 'getPartRemind',
    summary: '兼任到期提醒',
    days: 30,
    field: 'partEnd',
    reads: ['staffState', 'partPost'],
    where: (text) => [isEmployed(text), sql<SqlBool>`${text('partPost')} <> ''`],
  },
  {
    call: 'getUserQualificationRemind',
    summary: '资格证书到期提醒',
    days: 90,
    field: null,
    reads: ['staffState'],
    where: (text) => [isEmployed(text)],
  },
];

/**
 * Returns the condition of a reminder, with the fields that it reads. The query is refused if one of them is hidden
 * from the user; otherwise they could find out a hidden date by varying the days ahead.
 */
export function reminderCondition({ field, reads, where }: Reminder, last: string): FieldCondition {
  return {
    names: field === null ? reads : [...reads, field],
    ...(field === null ? { rows: { table: 'certificates', alias: 'c' } } : {}),
    sql(column, rows) {
      const text: TextOf = (name) => textIn(column(name));
      const due =
        field !== null
          ? isDue(text(field), last)
          : rows
            ? sql<SqlBool>`exists (select 1 from ${rows.table} where ${rows.isQueryable} and ${isDue(textIn(rows.cell('validTo')), last)})`
            : sql<SqlBool>`false`;
      return sql<SqlBool>`(${sql.join([...where(text), due], sql` and `)})`;
    },
  };
}

interface Certificate {
  validTo?: unknown;
}

/** Returns a row of a reminder: the archive, the due date and the days until it (negative: overdue). */
export function reminderRow(
  { field }: Reminder,
  row: FlatRecord,
  last: string,
): FlatRecord & { remindDate: string; daysLeft: number | null } {
  const due = (day: unknown): day is string => typeof day === 'string' && day !== '' && day.slice(0, 10) <= last;
  const certificates = (Array.isArray(row.certificates) ? (row.certificates as Certificate[]) : []).filter(
    ({ validTo }) => due(validTo),
  );
  const days =
    field === null
      ? certificates.map(({ validTo }) => String(validTo).slice(0, 10)).sort()
      : [String(row[field] ?? '').slice(0, 10)];
  const [remindDate = ''] = days;
  const daysLeft = remindDate === '' ? null : daysTo(remindDate);
  const { certificates: _all, ...plain } = row;
  return {
    ...(plain as FlatRecord),
    ...(field === null ? { certificates } : {}),
    remindDate,
    daysLeft: Number.isFinite(daysLeft) ? daysLeft : null,
  };
}
