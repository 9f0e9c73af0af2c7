import { sql } from 'kysely';
import { hasSeveralValues } from '../../../records/index.ts';
import type { ValueCount } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { freshTables, type Column, type ColumnTable } from './catalogue.ts';
import { partTableName } from './tableNames.ts';

/** Counting stops at this number, so that it stays quick; an administrator needs no greater number to decide. */
const MAX_COUNTED = 10_000;

/** How many records have a value in a column, at most `MAX_COUNTED`. `key`: the column with the ids of the records. */
async function countValues(db: Db, table: ColumnTable, column: Column, key: 'id' | 'record_id'): Promise<ValueCount> {
  const name = column.part === 1 ? table.name : partTableName(table.name, column.part);
  const isNotEmpty =
    column.kind === 'text'
      ? sql` and ${sql.ref(column.name)} <> ''`
      : hasSeveralValues(column.kind)
        ? sql` and cardinality(${sql.ref(column.name)}) > 0`
        : sql``;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select distinct ${sql.ref(key)} from ${sql.id(name)} where ${sql.ref(column.name)} is not null${isNotEmpty} limit ${MAX_COUNTED}) held`.execute(
    db,
  );
  const count = rows[0]?.count ?? 0;
  return { count, isMore: count >= MAX_COUNTED };
}

/** How many records have rows in a sub-table, at most `MAX_COUNTED`. */
async function countRows(db: Db, table: ColumnTable): Promise<ValueCount> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select distinct record_id from ${sql.id(table.name)} limit ${MAX_COUNTED}) held`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count, isMore: count >= MAX_COUNTED };
}

/**
 * How many records of a form have a value in a field or in a sub-table's column (`key`: `table.column`), or rows in a
 * sub-table. Null: there is no such form or column, or the column is not yet filled for older records.
 */
export async function countRecordsWithValue(db: Db, formKey: string, key: string): Promise<ValueCount> {
  const tables = await freshTables(db, formKey);
  if (!tables) return null;
  const rows = tables.rows.get(key);
  if (rows) return countRows(db, rows);
  const [tableKey, columnKey] = key.includes('.') ? (key.split('.', 2) as [string, string]) : ['', key];
  const table = tableKey === '' ? tables.main : tables.rows.get(tableKey);
  const column = [...(table?.columns ?? []), ...(tableKey === '' ? tables.kept : [])].find(
    ({ key: fieldKey, isReady }) => fieldKey === columnKey && isReady,
  );
  return table && column ? countValues(db, table, column, tableKey === '' ? 'id' : 'record_id') : null;
}

/** Whether a form has records, or deleted ones that can still be restored. */
export async function hasRecords(db: Db, formKey: string): Promise<boolean> {
  const bin = await db
    .selectFrom('frm_bin')
    .select('record_id')
    .where('form_key', '=', formKey)
    .limit(1)
    .executeTakeFirst();
  if (bin) return true;
  const tables = await freshTables(db, formKey);
  if (!tables) return false;
  const { rows } = await sql`select 1 from ${sql.id(tables.main.name)} limit 1`.execute(db);
  return rows.length > 0;
}
