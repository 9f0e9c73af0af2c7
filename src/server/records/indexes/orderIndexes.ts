import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';

/** From so many records on a form is large. */
const LARGE = 100_000;

/** How an index ends that holds the records of a form in an order of their list (`preparePartition`, 190_list_indexes), and what stands before the order. */
const TAIL = ', create_time, id, dept_id, unit_id, create_by)';
const HEAD = ' USING btree (';

/** An order of the list of a large form, as SQL, and the table of its records. */
export interface LargeOrder {
  table: string;
  order: string;
}
/** An index by its name, and what stands behind it. */
export interface OrderIndex {
  name: string;
  on: string;
}

/** A name by what an index holds: it is made once, whoever comes first. */
export const indexName = (prefix: string, { table, order }: LargeOrder): string =>
  `${prefix}${createHash('sha256').update(`${table}.${order}`).digest('hex').slice(0, 16)}`;

/** Every order of every large form. */
export async function largeOrders(db: Kysely<Database>): Promise<LargeOrder[]> {
  const { rows } = await sql<{
    table: string;
    text: string;
  }>`select t.relname as table, pg_get_indexdef(i.indexrelid) as text from pg_index i join pg_class t on t.oid = i.indrelid
    join pg_inherits p on p.inhrelid = t.oid and p.inhparent = 'frm_record'::regclass where t.reltuples >= ${sql.lit(LARGE)} and pg_get_indexdef(i.indexrelid) like ${`%${TAIL}`}`.execute(
    db,
  );
  return rows.map(({ table, text }) => ({ table, order: text.slice(text.indexOf(HEAD) + HEAD.length, -TAIL.length) }));
}

/** Makes those that are not there; one that a server left unfinished again. Answers how many. */
export async function makeMissing(
  db: Kysely<Database>,
  prefix: string,
  wanted: readonly OrderIndex[],
  isEmbedded: boolean,
): Promise<number> {
  const { rows: known } = await sql<{
    name: string;
    whole: boolean;
  }>`select c.relname as name, i.indisvalid as whole from pg_class c join pg_index i on i.indexrelid = c.oid
    where starts_with(c.relname, ${prefix}) and c.relnamespace = current_schema()::regnamespace`.execute(db);
  const missing = wanted.filter((index) => !known.some(({ name, whole }) => name === index.name && whole));
  for (const { name, on } of missing) {
    if (known.some((one) => one.name === name)) await sql`drop index ${sql.id(name)}`.execute(db);
    await sql`create index ${sql.raw(isEmbedded ? '' : 'concurrently ')}${sql.id(name)} on ${sql.raw(on)}`.execute(db);
  }
  return missing.length;
}
