import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../store/transaction.ts';
import type { FormTables, KeptField } from '../columns/catalogue.ts';
import { sqlOf, type RollupPlan } from './plan.ts';

/** The contribution of some records to one parent record through one roll-up. `sum`: a decimal number as text. */
export interface Contribution {
  parent: string;
  sum: string;
  /** `count`: the number of these records that the roll-up includes; `values`: the number of those with a value. */
  count: number;
  values: number;
  /**
   * A hash of the values and their order, for looked-up roll-ups. If the hash changes, the parent's value must be
   * looked up again.
   */
  valuesHash: string;
}

/**
 * Contributions by feed and parent. A feed is a roll-up that reads the records of this form (`FormTables.feeds`). It is
 * identified by its index in `feeds`.
 */
export type Contributions = ReadonlyMap<string, Contribution & { feed: number }>;

const LOOKED_UP_FUNCTIONS: ReadonlySet<string> = new Set(['min', 'max', 'first', 'last', 'list']);
/**
 * Returns true if the value of a roll-up must be looked up again among the records that it reads, because it cannot be
 * computed from the differences of contributions.
 */
export const isLookedUp = ({ fn }: RollupPlan): boolean => LOOKED_UP_FUNCTIONS.has(fn);

/** Returns a lateral join with one row `v.parent` for each record to which a record that the roll-up reads refers. */
export const parentsOf = (plan: RollupPlan): RawBuilder<unknown> =>
  plan.isMultiple
    ? sql`cross join lateral (select distinct unnest(${sqlOf(plan.parent)}) as parent) v`
    : sql`cross join lateral (select ${sqlOf(plan.parent)} as parent) v`;

interface ContributionRow extends Contribution {
  feed: number;
}

/**
 * Returns the contributions of these records through one feed, as a query; null if the feed cannot be computed
 * (`isWaiting`).
 */
function feedSql({ plan }: KeptField, feed: number, ids: readonly string[]): RawBuilder<unknown> | null {
  const { rollup } = plan;
  if (!rollup) return null;
  const value = rollup.value ? sqlOf(rollup.value) : sql`1`;
  const isSummed = rollup.fn === 'sum' || rollup.fn === 'avg';
  const valuesHash = isLookedUp(rollup)
    ? sql`md5(string_agg(concat_ws('|', ${value}, ${sqlOf(rollup.order)}), chr(10) order by ${sqlOf(rollup.order)}))`
    : sql`''`;
  return sql`select ${sql.lit(feed)}::int as feed, v.parent::text as parent, ${isSummed ? sql`coalesce(sum(${value}), 0)::text` : sql`'0'`} as sum,
    count(*)::int as count, count(${value})::int as "values", ${valuesHash} as "valuesHash"
    from ${sqlOf(rollup.from)} ${parentsOf(rollup)} where frm_record.id = any(${ids}::text[]) and v.parent <> '' and ${sqlOf(rollup.counts)} group by v.parent`;
}

/** Returns the current contributions of these records to their parents, through every roll-up over their form. */
export async function computeContributions(
  trx: Trx,
  tables: FormTables,
  ids: readonly string[],
): Promise<Contributions> {
  const feedQueries = tables.feeds.flatMap((field, index) => feedSql(field, index, ids) ?? []);
  if (feedQueries.length === 0 || ids.length === 0) return new Map();
  const { rows } = await sql<ContributionRow>`${sql.join(feedQueries, sql` union all `)}`.execute(trx);
  return new Map(rows.map((row) => [`${row.feed} ${row.parent}`, row]));
}
