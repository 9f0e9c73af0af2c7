import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../store/database.ts';
import { indexName, makeMissing, type LargeOrder, type OrderIndex } from './orderIndexes.ts';

/** The beginning of the names of the indexes that hold the orders of a list by whose hands records were in. */
const HAND_ORDER = 'frm_inhand_';
/** So many hands get their values at once; so long a publication of them waits for saves that run. */
const AT_ONCE = 500;
const LOCK_SECONDS = 1;
const LOCK_NOT_AVAILABLE = '55P03';

/** The field an order goes by; null: a column of the record. */
const fieldOf = ({ order }: LargeOrder): string | null => {
  const [, key] = /^frm_(?:number|text)\(fields, '((?:[^']|'')*)'::text\)/.exec(order) ?? [];
  return key?.replaceAll("''", "'") ?? null;
};

/**
 * From now on every save brings these fields along. Saves that ran before must have ended: each has read that table, and
 * so it is locked for a moment. False: they did not end in time.
 */
async function announce(db: Kysely<Database>, formKey: string, keys: readonly string[]): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(`${LOCK_SECONDS}s`)}`.execute(trx);
      await sql`lock table frm_hand_order in access exclusive mode`.execute(trx);
      await sql`insert into frm_hand_order (form_key, keys) values (${formKey}, ${keys}::text[])
        on conflict (form_key) do update set keys = (select array_agg(distinct k order by k) from unnest(frm_hand_order.keys || excluded.keys) k)`.execute(
        trx,
      );
    });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/** Gives the hands of a form the values that they do not have yet. What somebody is at is left out (and so nobody waits): false, where something is left. */
async function fill(db: Kysely<Database>, { table, formKey }: { table: string; formKey: string }): Promise<boolean> {
  const wanted = sql`frm_listed(r.fields, (select o.keys from frm_hand_order o where o.form_key = ${formKey}))`;
  const isStale = sql`(h.title is distinct from r.title or h.update_time is distinct from r.update_time or h.fields is distinct from ${wanted})`;
  let after: { record: string; person: string } | undefined = { record: '', person: '' };
  while (after) {
    const part: RawBuilder<unknown> = sql`(select record_id, user_id from frm_hand where form_key = ${formKey} and (record_id, user_id) > (${after.record}, ${after.person}) order by record_id, user_id limit ${sql.lit(AT_ONCE)})`;
    const {
      rows: [last],
    }: { rows: (typeof after)[] } = await sql<{
      record: string;
      person: string;
    }>`select record_id as record, user_id as person from ${part} part order by 1 desc, 2 desc limit 1`.execute(db);
    if (last)
      await sql`with stale as (select h.record_id, h.user_id, r.title, r.update_time, ${wanted} as fields from ${part} part join frm_hand h using (record_id, user_id) join ${sql.id(table)} r on r.form_key = ${formKey} and r.id = h.record_id where ${isStale} for share of r skip locked for update of h skip locked)
      update frm_hand h set title = s.title, update_time = s.update_time, fields = s.fields from stale s where h.record_id = s.record_id and h.user_id = s.user_id`.execute(
        db,
      );
    after = last;
  }
  const {
    rows: [left],
  } = await sql<{
    some: boolean;
  }>`select exists (select 1 from frm_hand h join ${sql.id(table)} r on r.form_key = ${formKey} and r.id = h.record_id where h.form_key = ${formKey} and ${isStale}) as some`.execute(
    db,
  );
  return left?.some === false;
}

const handIndex = (order: LargeOrder, formKey: string): OrderIndex => ({
  name: indexName(HAND_ORDER, order),
  on: `frm_hand using btree (user_id, ${order.order}, create_time, record_id) where form_key = '${formKey.replaceAll("'", "''")}'`,
});

/** Whether all hands of a form have what these orders go by, now or by this. */
async function haveValues(
  db: Kysely<Database>,
  form: { table: string; formKey: string },
  orders: readonly LargeOrder[],
): Promise<boolean> {
  const keys = orders.map(fieldOf).filter((key) => key !== null);
  const known = await db
    .selectFrom('frm_hand_order')
    .selectAll()
    .where('form_key', '=', form.formKey)
    .executeTakeFirst();
  const lacks = (there: readonly string[] | null | undefined): boolean =>
    !there || keys.some((key) => !there.includes(key));
  if (lacks(known?.ready) && lacks(known?.keys) && !(await announce(db, form.formKey, keys))) return false;
  return !lacks(known?.ready) || fill(db, form);
}

/** The orders of the list of each large form for those in whose hands its records were: their values, then their indexes. Answers how many indexes were made. */
export async function handOrders(
  db: Kysely<Database>,
  orders: readonly LargeOrder[],
  isEmbedded: boolean,
): Promise<number> {
  let made = 0;
  for (const table of new Set(orders.map((order) => order.table))) {
    const own = orders.filter((order) => order.table === table);
    const {
      rows: [form],
    } = await sql<{
      formKey: string;
    }>`select r.form_key as "formKey" from (select form_key from ${sql.id(table)} limit 1) r where exists (select 1 from frm_hand h where h.form_key = r.form_key)`.execute(
      db,
    );
    if (!form || !(await haveValues(db, { table, ...form }, own))) continue;
    made += await makeMissing(
      db,
      HAND_ORDER,
      own.map((order) => handIndex(order, form.formKey)),
      isEmbedded,
    );
    await sql`update frm_hand_order set ready = keys where form_key = ${form.formKey} and ready is distinct from keys`.execute(
      db,
    );
  }
  return made;
}
