import { createHash } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { Database } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import { changesCatalogue, freshTables, type FormTables } from './catalogue.ts';

/** Columns of the first table whose texts are searched by pieces: texts, and the texts that are searched in every list. */
export const textColumns = ({ main }: FormTables): string[] => [
  'search_text',
  ...main.columns.filter(({ kind, part }) => kind === 'text' && part === 1).map(({ name }) => name),
];

/** What the index holds, as lists must ask for it: the pairs of characters in these columns. `table`: what they are called by. */
export const joinedGrams = (columns: readonly string[], table?: string): RawBuilder<string[]> =>
  sql<
    string[]
  >`frm_grams(array[${sql.join(columns.map((name) => (table ? sql.ref(`${table}.${name}`) : sql.id(name))))}])`;

const indexName = (table: string, columns: readonly string[]): string =>
  `${table.slice(0, 40)}_tx_${createHash('sha256').update(columns.join(' ')).digest('hex').slice(0, 8)}`;

const startOf = (table: string): string => `${table.slice(0, 40)}_tx_`;

async function othersOf(db: Db, table: string, name: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select c.relname::text as name from pg_class c join pg_index i on i.indexrelid = c.oid
    where i.indrelid = to_regclass(${`"${table}"`}) and starts_with(c.relname, ${startOf(table)}) and (c.relname <> ${name} or not i.indisvalid)`.execute(
    db,
  );
  return rows.map((row) => row.name);
}

async function note(trx: Trx, formKey: string, columns: readonly string[]): Promise<void> {
  changesCatalogue(trx);
  await sql`update frm_table set joined = ${columns}::text[], revision = revision + 1 where form_key = ${formKey} and table_key = ''`.execute(
    trx,
  );
}

/** Makes the index over all texts of a form's records within a transaction: for a table without records. */
export async function joinedIndex(trx: Trx, tables: FormTables): Promise<void> {
  const columns = textColumns(tables);
  const name = indexName(tables.main.name, columns);
  for (const other of await othersOf(trx, tables.main.name, name)) await sql`drop index ${sql.id(other)}`.execute(trx);
  await sql`create index if not exists ${sql.id(name)} on ${sql.id(tables.main.name)} using gin (${joinedGrams(columns)})`.execute(
    trx,
  );
  await note(trx, tables.formKey, columns);
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

const LOCK = sql`hashtext('frm_joined')`;

/**
 * Makes the index anew for forms that got further columns of text: until then "contains" asks such a column without it.
 * Saves and lists go on meanwhile. Does nothing where another server is at it. Answers how many were made.
 */
export async function joinTexts(db: Kysely<Database>, isEmbedded: boolean): Promise<number> {
  return db.connection().execute(async (one) => {
    const {
      rows: [turn],
    } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${LOCK}) as mine`.execute(one);
    if (!turn?.mine) return 0;
    try {
      await sql`set statement_timeout = 0`.execute(one);
      let made = 0;
      const { rows } = await sql<{
        key: string;
      }>`select form_key as key from frm_table where table_key = '' order by 1`.execute(one);
      for (const { key } of rows) {
        const tables = await freshTables(one, key);
        if (!tables || isSame(textColumns(tables), tables.joined)) continue;
        const columns = textColumns(tables);
        const name = indexName(tables.main.name, columns);
        const others = await othersOf(one, tables.main.name, name);
        if (others.includes(name)) await sql`drop index ${sql.id(name)}`.execute(one);
        await sql`create index ${sql.raw(isEmbedded ? '' : 'concurrently ')}if not exists ${sql.id(name)} on ${sql.id(tables.main.name)} using gin (${joinedGrams(columns)})`.execute(
          one,
        );
        await one.transaction().execute((trx) => note(trx, key, columns));
        for (const other of others.filter((old) => old !== name))
          await sql`drop index ${sql.raw(isEmbedded ? '' : 'concurrently ')}if exists ${sql.id(other)}`.execute(one);
        made += 1;
      }
      return made;
    } finally {
      await sql`reset statement_timeout`.execute(one);
      await sql`select pg_advisory_unlock(${LOCK})`.execute(one);
    }
  });
}
