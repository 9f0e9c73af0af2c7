import { columnValue, type ColumnValue } from '../../../kernel/index.ts';
import type { RecordValues } from '../tables.ts';
import type { Column, ColumnTable } from './catalogue.ts';

/** What stands in the columns of one record or row, by the names of the columns. */
export type ColumnValues = Record<string, ColumnValue>;

const own = (values: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** Document -> columns: every column of the table, from the stored values of a record or of a row. */
export function projectValues(columns: readonly Column[], values: Readonly<Record<string, unknown>>): ColumnValues {
  const projected: ColumnValues = {};
  for (const { name, kind, key } of columns) projected[name] = columnValue(kind, own(values, key));
  return projected;
}

/** A row of a sub-table with its columns. */
export interface ProjectedRow extends ColumnValues {
  record_id: string;
  row_id: string;
}

type Rows = RecordValues['childTables'][string];

const idOf = (row: Rows[number]): string =>
  typeof row?.id === 'string' || typeof row?.id === 'number' ? String(row.id) : '';
const fieldsOf = (row: Rows[number]): Readonly<Record<string, unknown>> =>
  typeof row.fieldsMap === 'object' && row.fieldsMap !== null ? (row.fieldsMap as Record<string, unknown>) : {};

/** The rows by their ids; of a repeated id the last, what has none is left out. */
function byId(rows: unknown): Map<string, Rows[number]> {
  const found = new Map<string, Rows[number]>();
  for (const row of Array.isArray(rows) ? (rows as Rows) : []) if (idOf(row) !== '') found.set(idOf(row), row);
  return found;
}

const isIdentical = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** What of a sub-table must be written: rows that are new or differ from what was stored, and the ids of those that are gone. */
export function changedRows(
  { columns }: ColumnTable,
  recordId: string,
  before: unknown,
  after: unknown,
): { written: ProjectedRow[]; gone: string[] } {
  const [stored, given] = [byId(before), byId(after)];
  const written: ProjectedRow[] = [];
  for (const [id, row] of given) {
    const was = stored.get(id);
    const isUnchanged =
      was && columns.every(({ key }) => isIdentical(own(fieldsOf(was), key), own(fieldsOf(row), key)));
    if (!isUnchanged) written.push({ ...projectValues(columns, fieldsOf(row)), record_id: recordId, row_id: id });
  }
  return { written, gone: [...stored.keys()].filter((id) => !given.has(id)) };
}
