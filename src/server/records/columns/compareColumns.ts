import { isSameColumnValue } from '../../../records/index.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { OperatorError } from '../../store/operatorError.ts';
import type { RecordValues } from '../tables.ts';
import { freshTables, type ColumnTable, type FormTables } from './catalogue.ts';
import { partTableName } from './tableNames.ts';
import { changedRows, projectValues, type ColumnValues } from './columnValues.ts';
import { findKeptDifferences } from '../rollups/keptDifferences.ts';
import { withRollups } from '../rollups/withRollups.ts';
import { rewriteColumns } from './storeRecords.ts';

const BATCH_SIZE = 500;
/** The maximum number of differences that are returned for one form. */
const MAX_REPORTED = 20;

/** The values of a record as JSON. */
interface JsonRecord {
  id: string;
  fields: RecordValues['fieldsMap'];
  child_tables: RecordValues['childTables'];
}

/**
 * Returns the stored column values of records or sub-table rows as a map. `keyOf` computes the key of the map from the
 * key columns of a database row. Columns that are split over several tables (`Column.part`) are merged. `keys`: names
 * of the key columns, the record id first. `ids`: ids of the records to read. Dates and times are texts, as in the
 * records' values.
 */
async function readStoredColumns<StoredRow>(
  db: Kysely<Database>,
  table: ColumnTable,
  { keys, ids }: { keys: readonly string[]; ids: readonly string[] },
  keyOf: (row: StoredRow) => string,
): Promise<Map<string, ColumnValues>> {
  const valuesByKey = new Map<string, ColumnValues>();
  for (let part = 1; part <= table.parts; part += 1) {
    const columns = table.columns.filter((column) => column.part === part);
    const values = columns.map(({ name, kind }) => {
      if (kind === 'timestamp') return sql`to_char(${sql.id(name)}, 'YYYY-MM-DD HH24:MI:SS') as ${sql.id(name)}`;
      if (kind === 'date') return sql`to_char(${sql.id(name)}, 'YYYY-MM-DD') as ${sql.id(name)}`;
      return sql.id(name);
    });
    const { rows } = await sql<
      StoredRow & ColumnValues
    >`select ${sql.join([...keys.map((name) => sql.id(name)), ...values])}
      from ${sql.id(part === 1 ? table.name : partTableName(table.name, part))} where ${sql.id(keys[0] as string)} = any(${ids}::text[])`.execute(
      db,
    );
    for (const row of rows) {
      const storedValues = valuesByKey.get(keyOf(row)) ?? {};
      for (const { name } of columns) storedValues[name] = row[name] as ColumnValues[string];
      valuesByKey.set(keyOf(row), storedValues);
    }
  }
  return valuesByKey;
}

/** Returns the columns that are ready (`isReady`) and store an unexpected value, each as `key (kind)`. */
const wrongColumns = ({ columns }: ColumnTable, expected: ColumnValues, stored: ColumnValues | undefined): string[] =>
  columns
    .filter(
      ({ name, kind, isReady }) => isReady && !isSameColumnValue(kind, expected[name] ?? null, stored?.[name] ?? null),
    )
    .map(({ key, kind }) => `${key} (${kind})`);

/**
 * Compares the columns of these records with their values as JSON. Returns the differences as English sentences for an
 * administrator, in which “document” means the values as JSON.
 */
async function compareBatch(db: Kysely<Database>, tables: FormTables, ids: readonly string[]): Promise<string[]> {
  const { rows } =
    await sql<JsonRecord>`select id, fields, child_tables from ${sql.id(tables.valuesTable)} where id = any(${ids}::text[])`.execute(
      db,
    );
  const recordsById = new Map(rows.map((row) => [row.id, row]));
  const storedValues = await readStoredColumns<{ id: string }>(db, tables.main, { keys: ['id'], ids }, ({ id }) => id);
  const differences: string[] = [];
  for (const id of ids) {
    const record = recordsById.get(id);
    if (!record) differences.push(`${tables.formKey} ${id}: no document`);
    else
      for (const wrong of wrongColumns(
        tables.main,
        projectValues(tables.main.columns, record.fields),
        storedValues.get(id),
      ))
        differences.push(`${tables.formKey} ${id}: ${wrong}`);
  }
  for (const [tableKey, table] of tables.rows) {
    const rowKey = (row: { record_id: string; row_id: string }): string => `${row.record_id} ${row.row_id}`;
    const storedRows = await readStoredColumns(db, table, { keys: ['record_id', 'row_id'], ids }, rowKey);
    for (const { id, child_tables } of rows)
      for (const row of changedRows(table, id, null, child_tables[tableKey]).rowsToWrite) {
        const name = `${tables.formKey} ${id} ${tableKey} ${row.row_id}`;
        const storedRow = storedRows.get(rowKey(row));
        storedRows.delete(rowKey(row));
        if (!storedRow && table.columns.every(({ isReady }) => isReady)) differences.push(`${name}: no row`);
        else for (const wrong of wrongColumns(table, row, storedRow)) differences.push(`${name}: ${wrong}`);
      }
    for (const extraRowKey of storedRows.keys())
      differences.push(`${tables.formKey} ${extraRowKey}: a row of ${tableKey} that no document has`);
  }
  return differences;
}

/** Calls `work` with the ids of the form's records, batch by batch, until `work` returns false. */
async function forEachBatch(
  db: Kysely<Database>,
  { main }: FormTables,
  work: (ids: readonly string[]) => Promise<boolean>,
): Promise<void> {
  let lastId = '';
  for (;;) {
    const { rows } = await sql<{
      id: string;
    }>`select id from ${sql.id(main.name)} where id > ${lastId} order by id limit ${BATCH_SIZE}`.execute(db);
    const last = rows.at(-1);
    if (!last || !(await work(rows.map(({ id }) => id)))) return;
    lastId = last.id;
  }
}

/**
 * Compares the columns of a form's records with the records' values as JSON. Returns the differences as sentences, at
 * most `MAX_REPORTED`; none if the form was never published.
 */
export async function compareColumns(db: Kysely<Database>, formKey: string): Promise<string[]> {
  const tables = await freshTables(db, formKey);
  if (!tables) return [];
  const differences: string[] = [];
  await forEachBatch(db, tables, async (ids) => {
    differences.push(...(await compareBatch(db, tables, ids)));
    return differences.length < MAX_REPORTED;
  });
  const { rows } = await sql<{
    id: string;
  }>`select d.id from ${sql.id(tables.valuesTable)} d where not exists (select 1 from ${sql.id(tables.main.name)} r where r.id = d.id) limit ${MAX_REPORTED}`.execute(
    db,
  );
  return [...differences, ...rows.map(({ id }) => `${formKey} ${id}: a document without a record`)].slice(
    0,
    MAX_REPORTED,
  );
}

/** Returns the keys of the forms that have tables, which are all forms that were ever published. */
export async function findFormsWithTables(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('frm_table')
    .select('form_key')
    .where('table_key', '=', '')
    .orderBy('form_key')
    .execute();
  return rows.map(({ form_key }) => form_key);
}

/**
 * Returns the form keys that a command names; if it names none, the keys of all forms that have tables. Throws
 * OperatorError for the key of a form without tables.
 */
export async function resolveFormKeys(db: Kysely<Database>, keys: readonly string[]): Promise<readonly string[]> {
  const knownKeys = await findFormsWithTables(db);
  const unknownKeys = keys.filter((key) => !knownKeys.includes(key));
  if (unknownKeys.length > 0)
    throw new OperatorError(
      `没有发布过这样的表单：${unknownKeys.join('、')}。请检查表单键，大小写须一致；未处理任何表单。`,
    );
  return keys.length > 0 ? keys : knownKeys;
}

/**
 * Compares the kept values of a form with a fresh computation over their sources. Returns the differences as
 * sentences, at most `MAX_REPORTED`; none if the form has no kept values.
 */
export async function compareKeptValues(db: Kysely<Database>, formKey: string): Promise<string[]> {
  const tables = await freshTables(db, formKey);
  if (!tables || tables.keptFields.length === 0) return [];
  const differences: string[] = [];
  await forEachBatch(db, tables, async (ids) => {
    differences.push(...(await findKeptDifferences(db, tables, ids)));
    return differences.length < MAX_REPORTED;
  });
  return differences.slice(0, MAX_REPORTED);
}

/** Rewrites every column of a form from its records' values as JSON, in batches. Returns the number of records. */
export async function rebuildColumns(db: Kysely<Database>, formKey: string): Promise<number> {
  const tables = await freshTables(db, formKey);
  if (!tables) return 0;
  let count = 0;
  await forEachBatch(db, tables, async (ids) => {
    await db.transaction().execute(async (trx) => {
      await sql`select id from ${sql.id(tables.main.name)} where id = any(${ids}::text[]) order by id for update`.execute(
        trx,
      );
      await withRollups(trx, formKey, ids, 'all', (ownTables) => rewriteColumns(trx, ownTables, ids));
    });
    count += ids.length;
    return true;
  });
  return count;
}
