import { createHash } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { Database } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import { markCatalogueChanged, freshTables, type FormTables } from './catalogue.ts';

/**
 * Returns the columns that the text index of a form includes: the searchable text, and every text column in the form's
 * first table (`part` 1). The index contains the character pairs of these columns.
 */
export const textIndexColumns = ({ main }: FormTables): string[] => [
  'search_text',
  ...main.columns.filter(({ kind, part }) => kind === 'text' && part === 1).map(({ name }) => name),
];

/**
 * Returns the expression of the text index: the character pairs in these columns. The database uses the index only for
 * a condition with exactly this expression. `table`: the alias of the form's table in the statement.
 */
export const textIndexGrams = (columns: readonly string[], table?: string): RawBuilder<string[]> =>
  sql<
    string[]
  >`frm_grams(array[${sql.join(columns.map((name) => (table ? sql.ref(`${table}.${name}`) : sql.id(name))))}])`;

const indexPrefix = (table: string): string => `${table.slice(0, 40)}_tx_`;

/**
 * Returns the name of the text index. The hash in it includes the table name, because two tables can have the same
 * prefix and the same columns.
 */
const indexName = (table: string, columns: readonly string[]): string =>
  `${indexPrefix(table)}${createHash('sha256')
    .update([table, ...columns].join(' '))
    .digest('hex')
    .slice(0, 8)}`;

/**
 * Returns the text indexes of a table that are outdated or invalid: another name than `currentName`, or left by an
 * aborted run.
 */
async function findOutdatedIndexes(db: Db, table: string, currentName: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select c.relname::text as name from pg_class c join pg_index i on i.indexrelid = c.oid
    where i.indrelid = to_regclass(${`"${table}"`}) and starts_with(c.relname, ${indexPrefix(table)}) and (c.relname <> ${currentName} or not i.indisvalid)`.execute(
    db,
  );
  return rows.map((row) => row.name);
}

/** Writes into the catalogue which columns the text index includes. */
async function storeIndexedColumns(trx: Trx, formKey: string, columns: readonly string[]): Promise<void> {
  markCatalogueChanged(trx);
  await sql`update frm_table set joined = ${columns}::text[], revision = revision + 1 where form_key = ${formKey} and table_key = ''`.execute(
    trx,
  );
}

/**
 * Creates the text index of a form. Called only for a table without records, because the transaction locks the table.
 */
export async function createTextIndex(trx: Trx, tables: FormTables): Promise<void> {
  const columns = textIndexColumns(tables);
  const name = indexName(tables.main.name, columns);
  for (const outdatedName of await findOutdatedIndexes(trx, tables.main.name, name))
    await sql`drop index ${sql.id(outdatedName)}`.execute(trx);
  await sql`create index if not exists ${sql.id(name)} on ${sql.id(tables.main.name)} using gin (${textIndexGrams(columns)})`.execute(
    trx,
  );
  await storeIndexedColumns(trx, tables.formKey, columns);
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, index) => name === b[index]);

/** The key of the advisory lock that excludes other servers from rebuilding indexes. */
const LOCK_KEY = sql`hashtext('frm_joined')`;

/**
 * Rebuilds the text indexes as `rebuildTextIndexes` does, but does not take its lock. `db`: a connection or the pool.
 */
async function rebuildOutdatedIndexes(db: Kysely<Database>, isEmbedded: boolean): Promise<number> {
  let builtCount = 0;
  // an earlier release gave the indexes of several tables the same name: only the first index was created, although
  // the catalogue lists an index for each table
  const { rows } = await sql<{ key: string; hasIndex: boolean }>`select t.form_key as key, exists (select 1
      from pg_class c join pg_index i on i.indexrelid = c.oid where i.indrelid = to_regclass(quote_ident(t.name))
      and starts_with(c.relname, left(t.name, 40) || '_tx_') and i.indisvalid) as "hasIndex"
    from frm_table t where t.table_key = '' order by 1`.execute(db);
  for (const { key, hasIndex } of rows) {
    const tables = await freshTables(db, key);
    if (!tables || (hasIndex && isSameList(textIndexColumns(tables), tables.indexedTexts))) continue;
    const columns = textIndexColumns(tables);
    const name = indexName(tables.main.name, columns);
    const outdatedNames = await findOutdatedIndexes(db, tables.main.name, name);
    // an aborted run left an invalid index with this name
    if (outdatedNames.includes(name)) await sql`drop index ${sql.id(name)}`.execute(db);
    await sql`create index ${sql.raw(isEmbedded ? '' : 'concurrently ')}if not exists ${sql.id(name)} on ${sql.id(tables.main.name)} using gin (${textIndexGrams(columns)})`.execute(
      db,
    );
    await db.transaction().execute((trx) => storeIndexedColumns(trx, key, columns));
    for (const oldName of outdatedNames.filter((outdatedName) => outdatedName !== name))
      await sql`drop index ${sql.raw(isEmbedded ? '' : 'concurrently ')}if exists ${sql.id(oldName)}`.execute(db);
    builtCount += 1;
  }
  return builtCount;
}

/**
 * Rebuilds the text index of every form that has changed text columns. Until then, "contains" searches a new column
 * without the index. On a PostgreSQL server, saves and lists continue meanwhile. In the embedded database they wait
 * for the running statement. Does nothing while another server is rebuilding. Returns the number of new indexes.
 */
export async function rebuildTextIndexes(db: Kysely<Database>, isEmbedded: boolean): Promise<number> {
  // the embedded database has one server, so no lock is needed; its one connection must stay free for other work
  // between these statements
  if (isEmbedded) return rebuildOutdatedIndexes(db, isEmbedded);
  return db.connection().execute(async (connection) => {
    const {
      rows: [lock],
    } = await sql<{ isAcquired: boolean }>`select pg_try_advisory_lock(${LOCK_KEY}) as "isAcquired"`.execute(
      connection,
    );
    if (!lock?.isAcquired) return 0;
    try {
      await sql`set statement_timeout = 0`.execute(connection);
      return await rebuildOutdatedIndexes(connection, isEmbedded);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
      await sql`select pg_advisory_unlock(${LOCK_KEY})`.execute(connection);
    }
  });
}
