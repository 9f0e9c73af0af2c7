import dayjs from 'dayjs';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { CompiledList } from '../compile.ts';

export type GanttFields = NonNullable<CompiledList['gantt']>;

/** A record with its days, `YYYY-MM-DD`; `share`: how much of it is done, 0 to 1, null where nothing says so. */
export interface GanttRow {
  id: string;
  record: FormRecord;
  start: string;
  end: string;
  depth: number;
  share: number | null;
  /** Ids of records that must be through before this one begins. */
  after: readonly string[];
}

export const DAY = 'YYYY-MM-DD';

const dayOf = (value: unknown): string =>
  typeof value === 'string' && dayjs(value).isValid() ? value.slice(0, 10) : '';

const idsOf = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? value.split(',') : []);

function shareOf({ fieldsMap }: FormRecord, { progress, of }: GanttFields): number | null {
  if (progress === undefined) return null;
  const done = Number(fieldsMap[progress] ?? 0);
  const whole = of === undefined ? 100 : Number(fieldsMap[of] ?? 0);
  return whole > 0 && Number.isFinite(done) ? Math.min(1, Math.max(0, done / whole)) : 0;
}

/** Records that have both days, by their beginning, each followed by those below it; and how many have not. */
export function ganttRows(records: readonly FormRecord[], fields: GanttFields): { rows: GanttRow[]; undated: number } {
  const dated = records
    .map((record): GanttRow => {
      const [start, end] = [dayOf(record.fieldsMap[fields.start]), dayOf(record.fieldsMap[fields.end])];
      return {
        id: record.id ?? '',
        record,
        start,
        end: end !== '' && end < start ? start : end,
        depth: 0,
        share: shareOf(record, fields),
        after: fields.depends === undefined ? [] : idsOf(record.fieldsMap[fields.depends]),
      };
    })
    .filter(({ start, end }) => start !== '' && end !== '')
    .toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : a.id < b.id ? -1 : 1));
  const { parent } = fields;
  const rows = parent === undefined ? dated : nested(dated, parent);
  return { rows, undated: records.length - dated.length };
}

/** Each record followed by those below it; a ring, and what is below a record that is not here, stand at the top. */
function nested(rows: readonly GanttRow[], parent: string): GanttRow[] {
  const known = new Set(rows.map(({ id }) => id));
  const aboveOf = ({ record }: GanttRow): string => idsOf(record.fieldsMap[parent])[0] ?? '';
  const below = new Map<string, GanttRow[]>();
  for (const row of rows) {
    const above = aboveOf(row);
    const at = known.has(above) && above !== row.id ? above : '';
    below.set(at, [...(below.get(at) ?? []), row]);
  }
  const placed = new Set<string>();
  const found: GanttRow[] = [];
  const place = (row: GanttRow, depth: number): void => {
    if (placed.has(row.id)) return;
    placed.add(row.id);
    found.push({ ...row, depth });
    for (const one of below.get(row.id) ?? []) place(one, depth + 1);
  };
  for (const row of below.get('') ?? []) place(row, 0);
  for (const row of rows) place(row, 0);
  return found;
}

/** The same record with its days moved by so many; the time of the day stays. */
export function movedDays(
  { record, start, end }: GanttRow,
  fields: GanttFields,
  by: { start: number; end: number },
): Record<string, string> {
  const shift = (field: string, day: string, days: number): string =>
    `${dayjs(day).add(days, 'day').format(DAY)}${String(record.fieldsMap[field] ?? '').slice(10)}`;
  return { [fields.start]: shift(fields.start, start, by.start), [fields.end]: shift(fields.end, end, by.end) };
}

/** Whole days from one to another. */
export const daysFrom = (from: string, to: string): number => dayjs(to).diff(dayjs(from), 'day');
