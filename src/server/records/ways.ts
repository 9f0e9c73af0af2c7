import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ServerContext } from '../context.ts';
import type { Db } from '../documents/store.ts';
import { kept, readRows } from '../store/named.ts';
import { minuteMemory } from './minute.ts';

/** One of the ways that lead to the records somebody may read. `by`: what an index answers; `but`: which of those; `hasOrders`: in a large form indexes have them in each order, too (`indexOwnOrders`). */
export interface Way { by: RawBuilder<SqlBool>; but?: RawBuilder<SqlBool> | undefined; hasOrders?: boolean }

/** Records of a table: those under a condition; where `ways` lead to them, also what these and the `narrow` conditions say. */
export interface Found { table: RawBuilder<unknown>; filter: RawBuilder<SqlBool>; ways: readonly Way[]; narrow: readonly RawBuilder<SqlBool>[] }

export const both = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> => (parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(parts, sql` and `)}`);

/** A way with the conditions on what it leads to. */
export const wayOf = ({ by, but }: Way, narrow: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> => both([...narrow, by, ...(but ? [but] : [])]);

/** Whether a way leads to more than so many: asked of an index alone. */
export const isMore = (table: RawBuilder<unknown>, { by }: Way, than: number): RawBuilder<SqlBool> => sql<SqlBool>`(select count(*) > ${sql.lit(than)} from (select 1 from ${table} as frm_record where ${by} limit ${sql.lit(than + 1)}) first)`;

/** The beginning of the names of the indexes that hold the orders of a list by creator. */
export const OWN_ORDER = 'frm_own_';

/**
 * Records of one way: sorted as soon as a page of them is found among the others of a form, if they are so many. Ten of n
 * among N are found after passing 10 N / n entries of the order's index, of 30 ns each; to sort them all takes n times
 * 1.3 µs (measured at N = 1,000,000): equal at about the root of N / 4.
 */
const FEW = 100;
const fewOf = (name: string): RawBuilder<number> => sql<number>`(select greatest(${sql.lit(FEW)}, sqrt(greatest(reltuples, 0) / 4))::integer from pg_class where oid = to_regclass(${`"${name}"`}))`;
/** Made by then: until it is, nothing may be looked for in an index that is not there. */
const hasOwn = (name: string): RawBuilder<boolean> => sql<boolean>`exists (select 1 from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = to_regclass(${`"${name}"`}) and i.indisvalid and starts_with(c.relname, ${sql.lit(OWN_ORDER)}))`;
const sizes = minuteMemory<readonly boolean[]>();

/** Which ways lead to many records of a table (by its name). Asked once a minute for each `key`, a form and who asks: it says how a page is found, not what stands on it. */
export async function manyWays(context: ServerContext, db: Db, key: string, name: string, ways: readonly Way[]): Promise<readonly boolean[]> {
  const known = sizes.get(context, key);
  if (known) return known;
  const counted = ways.map(({ by, hasOrders }) => sql<boolean>`(${sql.lit(hasOrders ?? false)} and few.own or (select count(*) > few.most from (select 1 from ${sql.id(name)} as frm_record where ${by} limit few.most + 1) first))`);
  const [row] = await readRows(db, sql<{ many: boolean[] }>`${sql.raw(kept)} select array[${sql.join(counted)}]::boolean[] as many from (select ${fewOf(name)} as most, ${hasOwn(name)} as own offset 0) few`);
  sizes.set(context, key, row?.many ?? []);
  return row?.many ?? [];
}
