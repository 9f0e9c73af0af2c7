import { today } from '../../domain/dates.ts';
import { addDays } from '../../domain/periods.ts';
import { newRowId } from '../../domain/rowId.ts';
import type { FormRecord } from '../../grammar/documents.ts';

/** A sample record: field values by key, sub-table rows as arrays. `today+3` means the date three days from today. */
export type SampleRecord = Readonly<Record<string, unknown>>;

const RELATIVE_DATE = /^today([+-]\d+)?$/;
const resolveDate = (value: unknown): unknown => {
  const match = typeof value === 'string' ? RELATIVE_DATE.exec(value) : null;
  return match ? addDays(today(), Number(match[1] ?? 0)) : value;
};
const resolveDates = (values: SampleRecord): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, resolveDate(value)]));

/** Converts a sample to a record of the form: relative dates become dates, arrays of objects become sub-tables. */
export function recordOf(sample: SampleRecord): FormRecord {
  const fields: Record<string, unknown> = {};
  const childTables: FormRecord['childTables'] = {};
  for (const [key, value] of Object.entries(sample)) {
    const isTable = Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null);
    if (!isTable) fields[key] = value;
    else childTables[key] = (value as SampleRecord[]).map((row) => ({ id: newRowId(), fieldsMap: resolveDates(row) }));
  }
  return { fieldsMap: resolveDates(fields), childTables };
}
