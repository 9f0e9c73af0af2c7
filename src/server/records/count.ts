import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../documents/store.ts';

export interface Total {
  total: number;
  /** About so many: counting them would take longer than a page may. */
  isEstimate: boolean;
}

/** What the planner thinks counting may cost, in its own units: some 50 ms. */
const MOST_COST = 30_000;
/** Tables of so many bytes are counted without asking the planner. */
const SMALL = 8 * 1024 * 1024;
/** Counting stops here in any case. */
const COUNT_LIMIT = 200_000;

interface Plan { Plan: { 'Total Cost': number; 'Plan Rows': number } }

/** What is counted: the records of a table under a condition, or those that several ways lead to. */
export interface Counted { table: RawBuilder<unknown>; filter: RawBuilder<SqlBool>; ways: readonly RawBuilder<SqlBool>[] }

/** The planner knows well how many a way leads to, and badly how many several together do. */
const found = ({ table, filter, ways }: Counted): RawBuilder<unknown> => (ways.length === 0 ? sql`select 1 from ${table} as frm_record where ${filter}`
  : sql.join(ways.map((way) => sql`(select id from ${table} as frm_record where ${way})`), sql` union `));

const exact = (counted: Counted): RawBuilder<number> => sql<number>`select count(*) as total from (select 1 from (${found(counted)}) found limit ${sql.lit(COUNT_LIMIT)}) as counted`;

/** The count as a column of another query, where the table of the records (by its name) is small; else null. */
export const smallCount = (counted: Counted, name: string): RawBuilder<number | null> =>
  sql<number | null>`(case when pg_relation_size(to_regclass(${sql.lit(`"${name}"`)})) <= ${sql.lit(SMALL)} then (${exact(counted)}) end)`;

/** How many records these are: exactly where that is cheap, else as the planner's statistics have it, rounded. */
export async function countRecords(db: Db, counted: Counted, mostCost = MOST_COST): Promise<Total> {
  const { rows: [plans] } = await sql<{ 'QUERY PLAN': Plan[] }>`explain (format json) ${found(counted)}`.execute(db);
  const plan = plans?.['QUERY PLAN'][0]?.Plan;
  if (plan && plan['Total Cost'] > mostCost) return { total: rounded(plan['Plan Rows']), isEstimate: true };
  const { rows } = await sql<{ total: number }>`${exact(counted)}`.execute(db);
  const total = Number(rows[0]?.total ?? 0);
  return { total, isEstimate: total >= COUNT_LIMIT };
}

/** Two digits tell what is known. */
function rounded(rows: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, rows))) - 1);
  return Math.round(rows / step) * step;
}
