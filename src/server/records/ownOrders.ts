import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { OWN_ORDER } from './ways.ts';

/** From so many records on a form is large. */
const LARGE = 100_000;

/** How an index ends that holds the records of a form in an order of their list (`preparePartition`, 190_list_indexes). */
const TAIL = ', create_time, id, dept_id, unit_id, create_by)';
const LOCK = sql`hashtext('frm_own_orders')`;

/** The order's index for each person by themselves. Named by what it holds: it is made once, whoever comes first. */
function ownOf(table: string, text: string): { own: string; text: string } {
  const order = text.slice(text.indexOf(' USING btree (') + ' USING btree ('.length, -TAIL.length);
  const name = `${OWN_ORDER}${createHash('sha256').update(`${table}.${order}`).digest('hex').slice(0, 16)}`;
  return { own: name, text: `on ${`"${table}"`} using btree (create_by, ${order}, create_time, id)` };
}

/**
 * In a form of many records somebody's own, a thousandth, lie far apart in the order of all, and too many are sorted for a
 * page: there each order of the list gets an index by creator. Not in smaller ones, for it costs every save.
 * Answers how many were made. Does nothing where another server is at it; an index that one left unfinished is made again.
 */
export async function indexOwnOrders(db: Kysely<Database>, isEmbedded: boolean): Promise<number> {
  return db.connection().execute(async (one) => {
    const { rows: [turn] } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${LOCK}) as mine`.execute(one);
    if (!turn?.mine) return 0;
    try {
      await sql`set statement_timeout = 0`.execute(one);
      const wanted = await sql<{ table: string; text: string }>`select t.relname as table, pg_get_indexdef(i.indexrelid) as text from pg_index i join pg_class t on t.oid = i.indrelid
        join pg_inherits p on p.inhrelid = t.oid and p.inhparent = 'frm_record'::regclass where t.reltuples >= ${sql.lit(LARGE)} and pg_get_indexdef(i.indexrelid) like ${`%${TAIL}`}`.execute(one);
      const { rows: known } = await sql<{ name: string; whole: boolean }>`select c.relname as name, i.indisvalid as whole from pg_class c join pg_index i on i.indexrelid = c.oid
        where starts_with(c.relname, ${sql.lit(OWN_ORDER)}) and c.relnamespace = current_schema()::regnamespace`.execute(one);
      const missing = wanted.rows.map(({ table, text }) => ownOf(table, text)).filter(({ own }) => !known.some(({ name, whole }) => name === own && whole));
      for (const { own, text } of missing) {
        if (known.some(({ name }) => name === own)) await sql`drop index ${sql.id(own)}`.execute(one);
        await sql`create index ${sql.raw(isEmbedded ? '' : 'concurrently ')}${sql.id(own)} ${sql.raw(text)}`.execute(one);
      }
      return missing.length;
    } finally {
      await sql`reset statement_timeout`.execute(one);
      await sql`select pg_advisory_unlock(${LOCK})`.execute(one);
    }
  });
}
