import { columnValue, type ColumnValue } from '../../../records/index.ts';
import type { RecordValues } from '../tables.ts';
import type { Column, ColumnTable } from './catalogue.ts';

/** The values of the database columns of one record or sub-table row, by column name. */
export type ColumnValues = Record<string, ColumnValue>;

const ownValue = (values: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** Returns the value of every column of the table, taken from the stored values of a record or of a row. */
export function projectValues(columns: readonly Column[], values: Readonly<Record<string, unknown>>): ColumnValues {
  const projectedValues: ColumnValues = {};
  for (const { name, kind, key } of columns) projectedValues[name] = columnValue(kind, ownValue(values, key));
  return projectedValues;
}

/** The values of the database columns of one sub-table row, with the ids of the record and of the row. */
export interface ProjectedRow extends ColumnValues {
  record_id: string;
  row_id: string;
}

type Rows = RecordValues['childTables'][string];

const idOf = (row: Rows[number]): string =>
  typeof row?.id === 'string' || typeof row?.id === 'number' ? String(row.id) : '';
const fieldsOf = (row: Rows[number]): Readonly<Record<string, unknown>> =>
  typeof row.fieldsMap === 'object' && row.fieldsMap !== null ? (row.fieldsMap as Record<string, unknown>) : {};

/** Returns the rows by id. Of rows with the same id, the last one is used; rows without an id are left out. */
function rowsById(rows: unknown): Map<string, Rows[number]> {
  const rowById = new Map<string, Rows[number]>();
  for (const row of Array.isArray(rows) ? (rows as Rows) : []) if (idOf(row) !== '') rowById.set(idOf(row), row);
  return rowById;
}

const isIdentical = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

/**
 * Returns the difference between two states of a sub-table, as lists of stored rows; null or undefined means no rows.
 * `rowsToWrite`: the rows that are new or have a change in one of `columns`. `removedIds`: the ids of the removed rows.
 */
export function changedRows(
  { columns }: ColumnTable,
  recordId: string,
  before: unknown,
  after: unknown,
): { rowsToWrite: ProjectedRow[]; removedIds: string[] } {
  const [rowsBefore, rowsAfter] = [rowsById(before), rowsById(after)];
  const rowsToWrite: ProjectedRow[] = [];
  for (const [id, row] of rowsAfter) {
    const rowBefore = rowsBefore.get(id);
    const isUnchanged =
      rowBefore &&
      columns.every(({ key }) => isIdentical(ownValue(fieldsOf(rowBefore), key), ownValue(fieldsOf(row), key)));
    if (!isUnchanged) rowsToWrite.push({ ...projectValues(columns, fieldsOf(row)), record_id: recordId, row_id: id });
  }
  return { rowsToWrite, removedIds: [...rowsBefore.keys()].filter((id) => !rowsAfter.has(id)) };
}
