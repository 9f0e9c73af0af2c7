import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { timeText } from '../http/time.ts';
import type { Flat } from '../ledgers/index.ts';
import type { FieldColumns } from '../records/index.ts';

const DAY = 86_400_000;
/** `YYYY-MM-DD` in China, some days from now. */
export const dayAhead = (days: number): string => timeText(new Date(Date.now() + days * DAY)).slice(0, 10);
const daysTo = (day: string): number => Math.round((Date.parse(day) - Date.parse(dayAhead(0))) / DAY);

/** A date that is given and not later than that day; what is overdue is reminded of, too. */
const isDue = ({ text }: FieldColumns, key: string, last: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${text(key)} <> '' and left(${text(key)}, 10) <= ${last}`;
const inService = ({ text }: FieldColumns): RawBuilder<SqlBool> =>
  sql<SqlBool>`${text('staffState')} in ('试用', '在职', '停薪留职')`;

/** A certificate among the rows of an archive that runs out by that day. */
function hasCertificateDue(archives: FieldColumns, last: string): RawBuilder<SqlBool> {
  const certificates = archives.rows('certificates', 'c');
  if (!certificates) return sql<SqlBool>`false`;
  const validTo = sql`(${certificates.ref('validTo')})::text`;
  return sql<SqlBool>`exists (select 1 from ${certificates.table} as c where c.record_id = frm_record.id and ${validTo} <> '' and left(${validTo}, 10) <= ${last})`;
}

export interface Reminder {
  call: string;
  summary: string;
  /** Days ahead where the caller names none. */
  days: number;
  /** Field of the date, by which the rows are sorted; null: the earliest of the certificates. */
  field: string | null;
  where(archives: FieldColumns, last: string): RawBuilder<SqlBool>[];
}

/** What human resources are reminded of (CL-065): each a question to the archives, nothing is kept of it. */
export const REMINDERS: readonly Reminder[] = [
  {
    call: 'getPositiveRemind',
    summary: '转正提醒',
    days: 30,
    field: 'trialEnd',
    where: (archives, last) => [
      sql<SqlBool>`${archives.text('staffState')} = '试用'`,
      sql<SqlBool>`${archives.text('positiveDate')} = ''`,
      isDue(archives, 'trialEnd', last),
    ],
  },
  {
    call: 'getContractExpireRemind',
    summary: '合同到期提醒',
    days: 60,
    field: 'contractEnd',
    where: (archives, last) => [
      inService(archives),
      sql<SqlBool>`${archives.text('contractKind')} <> '无固定期限'`,
      isDue(archives, 'contractEnd', last),
    ],
  },
  {
    call: 'getPaperArchivesRemind',
    summary: '纸质档案归档提醒',
    days: 30,
    field: 'paperDue',
    where: (archives, last) => [
      sql<SqlBool>`${archives.text('paperState')} <> '已归档'`,
      isDue(archives, 'paperDue', last),
    ],
  },
  {
    call: 'getPartRemind',
    summary: '兼任到期提醒',
    days: 30,
    field: 'partEnd',
    where: (archives, last) => [
      inService(archives),
      sql<SqlBool>`${archives.text('partPost')} <> ''`,
      isDue(archives, 'partEnd', last),
    ],
  },
  {
    call: 'getUserQualificationRemind',
    summary: '资格证书到期提醒',
    days: 90,
    field: null,
    where: (archives, last) => [inService(archives), hasCertificateDue(archives, last)],
  },
];

interface Certificate {
  validTo?: unknown;
}

/** A row of a reminder: the archive, the day it is about, and the days until then (negative: overdue). */
export function reminded(
  { field }: Reminder,
  row: Flat,
  last: string,
): Flat & { remindDate: string; daysLeft: number | null } {
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
    ...(plain as Flat),
    ...(field === null ? { certificates } : {}),
    remindDate,
    daysLeft: Number.isFinite(daysLeft) ? daysLeft : null,
  };
}
