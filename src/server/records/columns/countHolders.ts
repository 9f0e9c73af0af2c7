import { sql } from 'kysely';
import type { Holders } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { freshTables, type Column, type ColumnTable } from './catalogue.ts';
import { partName } from './names.ts';

/** No more are counted: an administrator decides alike, and the question stays quick whatever the form holds. */
const MOST = 10_000;

async function countIn(db: Db, table: ColumnTable, column: Column, key: 'id' | 'record_id'): Promise<Holders> {
  const name = column.part === 1 ? table.name : partName(table.name, column.part);
  const empty =
    column.kind === 'text'
      ? sql` and ${sql.ref(column.name)} <> ''`
      : column.kind === 'texts'
        ? sql` and cardinality(${sql.ref(column.name)}) > 0`
        : sql``;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select distinct ${sql.ref(key)} from ${sql.id(name)} where ${sql.ref(column.name)} is not null${empty} limit ${MOST}) held`.execute(
    db,
  );
  const count = rows[0]?.count ?? 0;
  return { count, isMore: count >= MOST };
}

/** How many records hold rows in a sub-table. */
async function countRows(db: Db, table: ColumnTable): Promise<Holders> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select distinct record_id from ${sql.id(table.name)} limit ${MOST}) held`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count, isMore: count >= MOST };
}

/**
 * How many records of a form hold a value under a field, in a column of a sub-table (`table.column`), or rows in a sub-table,
 * by their typed columns. Null: there is no such column, or older records are not in it yet.
 */
export async function countHolders(db: Db, formKey: string, key: string): Promise<Holders> {
  const tables = await freshTables(db, formKey);
  if (!tables) return null;
  const rows = tables.rows.get(key);
  if (rows) return countRows(db, rows);
  const [tableKey, columnKey] = key.includes('.') ? (key.split('.', 2) as [string, string]) : ['', key];
  const table = tableKey === '' ? tables.main : tables.rows.get(tableKey);
  const column = [...(table?.columns ?? []), ...(tableKey === '' ? tables.kept : [])].find(
    (one) => one.key === columnKey && one.isReady,
  );
  return table && column ? countIn(db, table, column, tableKey === '' ? 'id' : 'record_id') : null;
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
