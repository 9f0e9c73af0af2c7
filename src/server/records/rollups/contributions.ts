import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../store/transaction.ts';
import type { FormTables, KeptField } from '../columns/catalogue.ts';
import { sqlOf, type RollupPlan } from './plan.ts';

/** What some records give one parent through one roll-up. */
export interface Contribution {
  parent: string;
  sum: string;
  /** Sources that count, and those among them that have a value. */
  count: number;
  values: number;
  /** Their values, where one of them may be looked up; another text means that the parent must look again. */
  seen: string;
}

/** By the feed (its place among the feeds of the form) and the parent. */
export type Contributions = ReadonlyMap<string, Contribution & { feed: number }>;

const LOOKED_UP: ReadonlySet<string> = new Set(['min', 'max', 'first', 'last', 'list']);
export const isLookedUp = ({ fn }: RollupPlan): boolean => LOOKED_UP.has(fn);

/** `v.parent` for each record that a source points at. */
export const parentsOf = (plan: RollupPlan): RawBuilder<unknown> =>
  plan.isMultiple
    ? sql`cross join lateral (select distinct unnest(${sqlOf(plan.parent)}) as parent) v`
    : sql`cross join lateral (select ${sqlOf(plan.parent)} as parent) v`;

interface Line extends Contribution {
  feed: number;
}

function feedSql({ plan }: KeptField, feed: number, ids: readonly string[]): RawBuilder<unknown> | null {
  const { rollup } = plan;
  if (!rollup) return null;
  const value = rollup.value ? sqlOf(rollup.value) : sql`1`;
  const isSummed = rollup.fn === 'sum' || rollup.fn === 'avg';
  const seen = isLookedUp(rollup)
    ? sql`md5(string_agg(concat_ws('|', ${value}, ${sqlOf(rollup.order)}), chr(10) order by ${sqlOf(rollup.order)}))`
    : sql`''`;
  return sql`select ${sql.lit(feed)}::int as feed, v.parent::text as parent, ${isSummed ? sql`coalesce(sum(${value}), 0)::text` : sql`'0'`} as sum,
    count(*)::int as count, count(${value})::int as "values", ${seen} as seen
    from ${sqlOf(rollup.from)} ${parentsOf(rollup)} where frm_record.id = any(${ids}::text[]) and v.parent <> '' and ${sqlOf(rollup.counts)} group by v.parent`;
}

/** What these records give their parents at present, through every roll-up over their form. */
export async function contributionsOf(trx: Trx, tables: FormTables, ids: readonly string[]): Promise<Contributions> {
  const parts = tables.feeds.flatMap((field, index) => feedSql(field, index, ids) ?? []);
  if (parts.length === 0 || ids.length === 0) return new Map();
  const { rows } = await sql<Line>`${sql.join(parts, sql` union all `)}`.execute(trx);
  return new Map(rows.map((row) => [`${row.feed} ${row.parent}`, row]));
}
