import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Refusal } from '../../http/refusal.ts';
import type { FieldColumns } from '../columns/columnRefs.ts';
import { openColumn, type askableCells } from './askableColumns.ts';
import type { ListColumn } from './listFields.ts';

/** A condition over fields, each of which the asker must be allowed to ask by. */
export interface Matching {
  names: readonly string[];
  /** A sub-table whose rows the condition reads, under its alias. */
  rows?: { table: string; alias: string };
  sql(column: (name: string) => ListColumn, rows: MatchedRows | null): RawBuilder<SqlBool>;
}

/** The rows of a sub-table as a condition may read them: those of the record alone, where they may be asked for. */
export interface MatchedRows {
  table: RawBuilder<unknown>;
  isOfRecord: RawBuilder<SqlBool>;
  cell(name: string): ListColumn;
}

/** Refuses with REQUEST_INVALID a sub-table that is not there, or hidden from who asks. */
export async function matchedRows(
  { rows: wanted }: Matching,
  columns: FieldColumns,
  askCells: (which: { table: string; alias: string; columns: FieldColumns }) => ReturnType<typeof askableCells>,
): Promise<MatchedRows | null> {
  if (!wanted) return null;
  const { among, cell } = await askCells({ ...wanted, columns });
  const rows = columns.rows(wanted.table, wanted.alias);
  if (!rows) throw new Refusal('REQUEST_INVALID', { detail: `没有可查询的字段“${wanted.table}”` });
  const ofRecord = sql<SqlBool>`${sql.ref(`${wanted.alias}.record_id`)} = frm_record.id`;
  return {
    table: sql`${rows.table} as ${sql.id(wanted.alias)}`,
    isOfRecord: among ? sql<SqlBool>`(${ofRecord} and ${among})` : ofRecord,
    cell: (name) => openColumn(cell(name)),
  };
}
