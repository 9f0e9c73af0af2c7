import { sql, type RawBuilder } from 'kysely';
import { hasSeveralValues } from '../../../records/index.ts';
import type { ValueCount } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { freshTables, type Column, type ColumnTable } from './catalogue.ts';
import { partTableName } from './tableNames.ts';

/**
 * Maximum number of counted records, so that counting is fast. An administrator who decides whether to publish a change
 * of the form needs no greater number.
 */
const MAX_COUNTED = 10_000;

/**
 * Returns the SQL query of the records that have a value in a column. `key`: the column with the ids of the records.
 */
function recordsWithValueSql(table: ColumnTable, column: Column, key: 'id' | 'record_id'): RawBuilder<unknown> {
  const name = column.part === 1 ? table.name : partTableName(table.name, column.part);
  let isNotEmpty = sql``;
  if (column.kind === 'text') isNotEmpty = sql` and ${sql.ref(column.name)} <> ''`;
  else if (hasSeveralValues(column.kind)) isNotEmpty = sql` and cardinality(${sql.ref(column.name)}) > 0`;
  return sql`select ${sql.ref(key)} as record from ${sql.id(name)} where ${sql.ref(column.name)} is not null${isNotEmpty}`;
}

/**
 * Counts the records that have a value in any of these columns, up to `MAX_COUNTED`. `key`: the column with the ids of
 * the records.
 */
async function countRecordsWithAnyValue(
  db: Db,
  table: ColumnTable,
  columns: readonly Column[],
  key: 'id' | 'record_id',
): Promise<ValueCount> {
  const recordsSql = sql.join(
    columns.map((column) => recordsWithValueSql(table, column, key)),
    sql` union all `,
  );
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select distinct record from (${recordsSql}) records limit ${MAX_COUNTED}) counted`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count, isMore: count >= MAX_COUNTED };
}

/** Counts the records that have rows in a sub-table, up to `MAX_COUNTED`. */
async function countRecordsWithRows(db: Db, table: ColumnTable): Promise<ValueCount> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select distinct record_id from ${sql.id(table.name)} limit ${MAX_COUNTED}) counted`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count, isMore: count >= MAX_COUNTED };
}

/**
 * Counts the records of a form that have a value in a field or in a sub-table's column (`key`: `table.column`), or rows
 * in a sub-table, up to `MAX_COUNTED`. A field whose kind has changed has one database column per kind. All of these
 * columns are counted, because each lacks the values that do not fit its kind. Null if there is no such form or column,
 * or if no column has been filled for older records yet.
 */
export async function countRecordsWithValue(db: Db, formKey: string, key: string): Promise<ValueCount> {
  const tables = await freshTables(db, formKey);
  if (!tables) return null;
  const rows = tables.rows.get(key);
  if (rows) return countRecordsWithRows(db, rows);
  const [tableKey, columnKey] = key.includes('.') ? (key.split('.', 2) as [string, string]) : ['', key];
  const table = tableKey === '' ? tables.main : tables.rows.get(tableKey);
  const columns = [...(table?.columns ?? []), ...(tableKey === '' ? tables.kept : [])].filter(
    ({ key: fieldKey, isReady }) => fieldKey === columnKey && isReady,
  );
  return table && columns.length > 0
    ? countRecordsWithAnyValue(db, table, columns, tableKey === '' ? 'id' : 'record_id')
    : null;
}

/** Checks whether a form has records, including deleted records that can be restored. */
export async function hasRecords(db: Db, formKey: string): Promise<boolean> {
  const deletedRecord = await db
    .selectFrom('frm_bin')
    .select('record_id')
    .where('form_key', '=', formKey)
    .limit(1)
    .executeTakeFirst();
  if (deletedRecord) return true;
  const tables = await freshTables(db, formKey);
  if (!tables) return false;
  const { rows } = await sql`select 1 from ${sql.id(tables.main.name)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Counts the records of a form in each state, by `flwState`. */
export async function countByState(db: Db, formKey: string): Promise<ReadonlyMap<string, number>> {
  const tables = await freshTables(db, formKey);
  if (!tables) return new Map();
  const { rows } = await sql<{
    state: string;
    count: number;
  }>`select flw_state as state, count(*)::int as count from ${sql.id(tables.main.name)} group by 1`.execute(db);
  return new Map(rows.map(({ state, count }) => [state, count]));
}
