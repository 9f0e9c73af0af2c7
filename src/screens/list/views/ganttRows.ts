import dayjs from 'dayjs';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { CompiledList } from '../compile.ts';
import { dayOf, withDay } from '../more/storedDays.ts';

export type GanttFields = NonNullable<CompiledList['gantt']>;

/**
 * A record with its dates as `YYYY-MM-DD`. `progressRatio`: progress from 0 to 1; null if the list has no progress
 * field.
 */
export interface GanttRow {
  id: string;
  record: FormRecord;
  start: string;
  end: string;
  /** Number of ancestors of the record in the chart. */
  depth: number;
  progressRatio: number | null;
  /** Ids of the records that must be finished before this record starts. */
  predecessorIds: readonly string[];
}

export const DAY_FORMAT = 'YYYY-MM-DD';

const idsOf = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? value.split(',') : []);

/**
 * Returns the progress of a record from 0 to 1; null if the list has no progress field. `progress` is the key of the
 * progress field; `of` is the key of the field with the value that means complete (without `of`: 100).
 */
function progressRatioOf({ fieldsMap }: FormRecord, { progress, of }: GanttFields): number | null {
  if (progress === undefined) return null;
  const progressValue = Number(fieldsMap[progress] ?? 0);
  const total = of === undefined ? 100 : Number(fieldsMap[of] ?? 0);
  return total > 0 && Number.isFinite(progressValue) ? Math.min(1, Math.max(0, progressValue / total)) : 0;
}

/**
 * Returns the rows of the chart: records with both dates, sorted by start, child records after their parent.
 * `undatedCount`: number of records that lack one date or both. An end before the start is replaced by the start.
 */
export function toGanttRows(
  records: readonly FormRecord[],
  fields: GanttFields,
): { rows: GanttRow[]; undatedCount: number } {
  const datedRows = records
    .map((record): GanttRow => {
      const start = dayOf(record.fieldsMap[fields.start], fields.startFormat);
      const end = dayOf(record.fieldsMap[fields.end], fields.endFormat);
      return {
        id: record.id ?? '',
        record,
        start,
        end: end !== '' && end < start ? start : end,
        depth: 0,
        progressRatio: progressRatioOf(record, fields),
        predecessorIds: fields.depends === undefined ? [] : idsOf(record.fieldsMap[fields.depends]),
      };
    })
    .filter(({ start, end }) => start !== '' && end !== '')
    .toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : a.id < b.id ? -1 : 1));
  const { parent } = fields;
  const rows = parent === undefined ? datedRows : orderByParent(datedRows, parent);
  return { rows, undatedCount: records.length - datedRows.length };
}

/**
 * Returns the rows with child records after their parent, and with `depth`. A record whose parent is not in the chart,
 * and the first record of a cycle, are on the top level.
 */
function orderByParent(rows: readonly GanttRow[], parent: string): GanttRow[] {
  const rowIds = new Set(rows.map(({ id }) => id));
  const parentIdOf = ({ record }: GanttRow): string => idsOf(record.fieldsMap[parent])[0] ?? '';
  const childrenByParent = new Map<string, GanttRow[]>();
  for (const row of rows) {
    const parentId = parentIdOf(row);
    const key = rowIds.has(parentId) && parentId !== row.id ? parentId : '';
    childrenByParent.set(key, [...(childrenByParent.get(key) ?? []), row]);
  }
  const visited = new Set<string>();
  const orderedRows: GanttRow[] = [];
  const append = (row: GanttRow, depth: number): void => {
    if (visited.has(row.id)) return;
    visited.add(row.id);
    orderedRows.push({ ...row, depth });
    for (const child of childrenByParent.get(row.id) ?? []) append(child, depth + 1);
  };
  for (const row of childrenByParent.get('') ?? []) append(row, 0);
  for (const row of rows) append(row, 0);
  return orderedRows;
}

/**
 * Returns the new values of the two date fields after the start and the end are moved by `shift` (numbers of days). The
 * time of day stays.
 */
export function shiftedDates(
  { record, start, end }: GanttRow,
  fields: GanttFields,
  shift: { start: number; end: number },
): Record<string, string> {
  const shiftField = (field: string, day: string, days: number, format: string | undefined): string =>
    withDay(record.fieldsMap[field], dayjs(day).add(days, 'day').format(DAY_FORMAT), format);
  return {
    [fields.start]: shiftField(fields.start, start, shift.start, fields.startFormat),
    [fields.end]: shiftField(fields.end, end, shift.end, fields.endFormat),
  };
}

/** Returns the number of whole days from one date to another. */
export const daysBetween = (from: string, to: string): number => dayjs(to).diff(dayjs(from), 'day');
