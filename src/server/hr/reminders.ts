import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { timeText } from '../http/time.ts';
import type { FlatRecord } from '../ledgers/index.ts';
import type { FieldCondition, ListColumn } from '../records/index.ts';

const DAY = 86_400_000;
/** `YYYY-MM-DD` in China, some days from now. */
export const dayAhead = (days: number): string => timeText(new Date(Date.now() + days * DAY)).slice(0, 10);
const daysTo = (day: string): number => Math.round((Date.parse(day) - Date.parse(dayAhead(0))) / DAY);

/** A field as a text, '' where there is none. */
type TextOf = (name: string) => RawBuilder<string>;

const textIn = ({ value }: ListColumn): RawBuilder<string> => sql<string>`coalesce((${value})::text, '')`;

/** A date that is given and not later than that day; what is overdue is reminded of, too. */
const isDue = (day: RawBuilder<string>, last: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${day} <> '' and left(${day}, 10) <= ${last})`;
const inService = (text: TextOf): RawBuilder<SqlBool> =>
  sql<SqlBool>`${text('staffState')} in ('试用', '在职', '停薪留职')`;

export interface Reminder {
  call: string;
  summary: string;
  /** Days ahead where the caller names none. */
  days: number;
  /** Field of the date, by which the rows are sorted; null: the earliest of the certificates. */
  field: string | null;
  /** Other fields that the question reads: whoever asks must be allowed to ask by all of them. */
  reads: readonly string[];
  where(text: TextOf): RawBuilder<SqlBool>[];
}

/** What human resources are reminded of (CL-065): each a question to the archives, nothing is kept of it. */
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
    where: (text) => [inService(text), sql<SqlBool>`${text('contractKind')} <> '无固定期限'`],
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
    where: (text) => [inService(text), sql<SqlBool>`${text('partPost')} <> ''`],
  },
  {
    call: 'getUserQualificationRemind',
    summary: '资格证书到期提醒',
    days: 90,
    field: null,
    reads: ['staffState'],
    where: (text) => [inService(text)],
  },
];

/**
 * The question of a reminder, as a condition over the fields that it reads. It is refused where one of them is hidden
 * from who asks: the days ahead could be tried until the hidden date is known.
 */
export function matchingOf({ field, reads, where }: Reminder, last: string): FieldCondition {
  return {
    names: field === null ? reads : [...reads, field],
    ...(field === null ? { rows: { table: 'certificates', alias: 'c' } } : {}),
    sql(column, rows) {
      const text: TextOf = (name) => textIn(column(name));
      const due =
        field !== null
          ? isDue(text(field), last)
          : rows
            ? sql<SqlBool>`exists (select 1 from ${rows.table} where ${rows.isOfRecord} and ${isDue(textIn(rows.cell('validTo')), last)})`
            : sql<SqlBool>`false`;
      return sql<SqlBool>`(${sql.join([...where(text), due], sql` and `)})`;
    },
  };
}

interface Certificate {
  validTo?: unknown;
}

/** A row of a reminder: the archive, the day it is about, and the days until then (negative: overdue). */
export function reminded(
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
