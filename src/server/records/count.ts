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

const exact = (filter: RawBuilder<SqlBool>): RawBuilder<number> => sql<number>`select count(*) as total from (select 1 from frm_record where ${filter} limit ${sql.lit(COUNT_LIMIT)}) as counted`;

/** The count as a column of another query, where the table of the records is small; else null. */
export const smallCount = (table: string, filter: RawBuilder<SqlBool>): RawBuilder<number | null> =>
  sql<number | null>`(case when pg_relation_size(to_regclass(${`"${table}"`})) <= ${sql.lit(SMALL)} then (${exact(filter)}) end)`;

/** How many records a filter leaves: exactly where that is cheap, else as the planner's statistics have it, rounded. */
export async function countRecords(db: Db, filter: RawBuilder<SqlBool>, mostCost = MOST_COST): Promise<Total> {
  const { rows: [plans] } = await sql<{ 'QUERY PLAN': Plan[] }>`explain (format json) select 1 from frm_record where ${filter}`.execute(db);
  const plan = plans?.['QUERY PLAN'][0]?.Plan;
  if (plan && plan['Total Cost'] > mostCost) return { total: rounded(plan['Plan Rows']), isEstimate: true };
  const { rows } = await sql<{ total: number }>`${exact(filter)}`.execute(db);
  const total = Number(rows[0]?.total ?? 0);
  return { total, isEstimate: total >= COUNT_LIMIT };
}

/** Two digits tell what is known. */
function rounded(rows: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, rows))) - 1);
  return Math.round(rows / step) * step;
}
