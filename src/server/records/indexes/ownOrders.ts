import { sql, type Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { handOrders } from './handOrders.ts';
import { indexName, largeOrders, makeMissing } from './orderIndexes.ts';
import { OWN_ORDER } from '../access/accessPaths.ts';

const LOCK = sql`hashtext('frm_own_orders')`;

/**
 * In a form of many records somebody's own, a thousandth, lie far apart in the order of all, and too many are sorted for a
 * page: there each order of the list gets an index by creator, and one by whose hands records were in. Not in smaller
 * ones, for it costs every save.
 * Answers how many were made. Does nothing where another server is at it.
 */
export async function indexOwnOrders(db: Kysely<Database>, isEmbedded: boolean): Promise<number> {
  return db.connection().execute(async (one) => {
    const {
      rows: [turn],
    } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${LOCK}) as mine`.execute(one);
    if (!turn?.mine) return 0;
    try {
      await sql`set statement_timeout = 0`.execute(one);
      const orders = await largeOrders(one);
      const own = await makeMissing(
        one,
        OWN_ORDER,
        orders.map((order) => ({
          name: indexName(OWN_ORDER, order),
          on: `"${order.table}" using btree (create_by, ${order.order}, create_time, id)`,
        })),
        isEmbedded,
      );
      return own + (await handOrders(one, orders, isEmbedded));
    } finally {
      await sql`reset statement_timeout`.execute(one);
      await sql`select pg_advisory_unlock(${LOCK})`.execute(one);
    }
  });
}
