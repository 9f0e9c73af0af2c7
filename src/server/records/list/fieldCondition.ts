import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Refusal } from '../../http/refusal.ts';
import type { FieldColumns } from '../columns/columnRefs.ts';
import { maskedColumn, type queryableCells } from './queryableColumns.ts';
import type { ListColumn } from './listFields.ts';

/**
 * A condition that the server adds to a list. It reads the fields `names`. The list is refused if the person may not
 * query by one of these fields.
 */
export interface FieldCondition {
  names: readonly string[];
  /** The sub-table that the condition reads, and the name (`alias`) of the sub-table's rows in the statement. */
  rows?: { table: string; alias: string };
  /** Returns the condition as SQL over `frm_record`. `rows`: null if the condition reads no sub-table. */
  sql(column: (name: string) => ListColumn, rows: ConditionRows | null): RawBuilder<SqlBool>;
}

/**
 * The rows of a sub-table for a condition. `isQueryable`: the condition that a row belongs to the record `frm_record`,
 * and that the person may query the rows of this record.
 */
export interface ConditionRows {
  table: RawBuilder<unknown>;
  isQueryable: RawBuilder<SqlBool>;
  /** Returns a column of the sub-table. */
  cell(name: string): ListColumn;
}

/**
 * Returns the rows of the sub-table that a condition reads; null if it reads no sub-table. `loadCells`: calls
 * `queryableCells` for the form and this person. Refuses with REQUEST_INVALID a sub-table that is unknown or hidden
 * from the person.
 */
export async function conditionRows(
  { rows: requestedRows }: FieldCondition,
  columns: FieldColumns,
  loadCells: (rows: { table: string; alias: string; columns: FieldColumns }) => ReturnType<typeof queryableCells>,
): Promise<ConditionRows | null> {
  if (!requestedRows) return null;
  const { queryableCondition, cell } = await loadCells({ ...requestedRows, columns });
  const rows = columns.rows(requestedRows.table, requestedRows.alias);
  if (!rows) throw new Refusal('REQUEST_INVALID', { detail: `没有可查询的字段“${requestedRows.table}”` });
  const belongsToRecord = sql<SqlBool>`${sql.ref(`${requestedRows.alias}.record_id`)} = frm_record.id`;
  return {
    table: sql`${rows.table} as ${sql.id(requestedRows.alias)}`,
    isQueryable: queryableCondition ? sql<SqlBool>`(${belongsToRecord} and ${queryableCondition})` : belongsToRecord,
    cell: (name) => maskedColumn(cell(name)),
  };
}
