import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import { PREPARED_PREFIX, readRows } from '../../store/preparedStatements.ts';
import type { AnyOf, Condition } from './listConditions.ts';
import type { QueryableColumn } from './conditionParts.ts';
import { createMinuteCache } from '../access/minuteCache.ts';
import { recordTableName } from '../columns/tableNames.ts';
import { recordsOnPath, hasMoreThan, type RecordSelection } from '../access/accessPaths.ts';

export interface Total {
  total: number;
  /** True if `total` is an estimate or the number at which counting stopped, because counting all takes too long. */
  isEstimate: boolean;
}

/** The highest cost of an exact count, in the cost units of the query planner: some milliseconds. */
const MAX_COUNT_COST = 8_000;
/** The highest cost for records on access paths: about one millisecond. */
const MAX_COUNT_COST_BY_PATHS = 500;
/** In tables up to this size, records are counted exactly by the statement that reads the page. */
const SMALL_TABLE_BYTES = 8 * 1024 * 1024;
/**
 * The size limit for cheap conditions (`areConditionsCheap`) in a list without access paths. A table of this size has
 * about 150,000 records, which are counted in some milliseconds.
 */
const MEDIUM_TABLE_BYTES = 32 * 1024 * 1024;
/** Operators that compare whole values instead of searching in a text, so that they cost little for each record. */
const CHEAP_OPERATORS: readonly string[] = 'eq ne in notIn gte lte range empty notEmpty within'.split(' ');
/** Number of records at which exact counting stops. */
const COUNT_LIMIT = 200_000;

interface Plan {
  Plan: { 'Total Cost': number; 'Plan Rows': number };
}

/**
 * Returns the records to be counted, as a query. Each access path is a separate query, because the planner estimates
 * one path well, but a condition over several paths badly. `hasFewHandRows` (few rows of `frm_hand`) of each path is
 * set to false: otherwise `recordsOnPath` would add an `offset 0`, which also spoils the estimate.
 */
const countedRows = ({ table, filter, paths, restrictions }: RecordSelection): RawBuilder<unknown> =>
  paths.length === 0
    ? sql`select 1 from ${table} as frm_record where ${filter}`
    : sql.join(
        paths.map(
          (path) => sql`(select id from ${recordsOnPath(table, { ...path, hasFewHandRows: false }, restrictions)})`,
        ),
        sql` union `,
      );

/** Returns the number of these records as SQL, at most `COUNT_LIMIT`. */
const exactCount = (selection: RecordSelection): RawBuilder<number> =>
  sql<number>`select count(*) as total from (select 1 from (${countedRows(selection)}) found limit ${sql.lit(COUNT_LIMIT)}) as counted`;

/** Records on access paths are counted exactly up to this number. Counting them reads only an index. */
const MAX_COUNTED_ON_PATHS = 2_000;
/** The same limit for a list with further conditions. It is lower, because counting must read each record. */
const MAX_COUNTED_ON_PATHS_WITH_CONDITIONS = 400;

/** Checks whether the list has access paths and no other condition. If so, the planner's estimate is good. */
const isByPathsOnly = ({ paths, restrictions }: RecordSelection): boolean =>
  paths.length > 0 && restrictions.length === 0;

/**
 * Returns the number of records on a person's access paths, as SQL; SQL `null` if there are too many to count:
 * 1. Neither the list nor a path has a condition: all paths together lead to more than `MAX_COUNTED_ON_PATHS` records.
 * 2. A path has a condition (`restriction`), the list has none: some path leads to more than `MAX_COUNTED_ON_PATHS`.
 * 3. The list has conditions: some path leads to more than `MAX_COUNTED_ON_PATHS_WITH_CONDITIONS`.
 *
 * In cases 2 and 3 this is the number of records on the path before the conditions are applied.
 */
function countUpToLimit(selection: RecordSelection): RawBuilder<unknown> {
  const { table, paths, restrictions } = selection;
  const limit = restrictions.length === 0 ? MAX_COUNTED_ON_PATHS : MAX_COUNTED_ON_PATHS_WITH_CONDITIONS;
  if (!isByPathsOnly(selection) || paths.some(({ restriction }) => restriction))
    return sql`case when not (${sql.join(
      paths.map((path) => hasMoreThan(table, path, limit)),
      sql` or `,
    )}) then (${exactCount(selection)}) end`;
  const parts = paths.map(
    (path) => sql`(select id from ${recordsOnPath(table, path, [])} limit ${sql.lit(MAX_COUNTED_ON_PATHS + 1)})`,
  );
  return sql`(select case when count(*) <= ${sql.lit(MAX_COUNTED_ON_PATHS)} then count(*) end from (${sql.join(parts, sql` union `)}) few)`;
}

const tableSizes = createMinuteCache<number>();

/**
 * Returns the size of a form's table in bytes. Cached for a minute, because it only decides how records are counted.
 */
async function readTableBytes(context: ServerContext, db: Db, formKey: string): Promise<number> {
  const cached = tableSizes.get(context, formKey);
  if (cached !== null) return cached;
  const [row] = await readRows(
    db,
    sql<{
      bytes: number | null;
    }>`${sql.raw(PREPARED_PREFIX)} select pg_relation_size(to_regclass(${`"${recordTableName(formKey)}"`}))::float8 as bytes`,
  );
  const bytes = row?.bytes ?? Number.MAX_SAFE_INTEGER;
  tableSizes.set(context, formKey, bytes);
  return bytes;
}

/**
 * Checks whether conditions are cheap enough to be evaluated for all records of the table. The caller passes only
 * conditions on columns of the form itself, and groups of conditions, which are never cheap. A condition is not cheap
 * if its operator searches in a text, or if the person may query its column only in some records
 * (`queryableCondition`).
 */
export const areConditionsCheap = (
  conditions: readonly (Condition | AnyOf)[],
  column: (name: string) => Pick<QueryableColumn, 'queryableCondition'>,
): boolean =>
  conditions.every(
    (condition) =>
      !('anyOf' in condition) && CHEAP_OPERATORS.includes(condition.op) && !column(condition.field).queryableCondition,
  );

/**
 * Returns the count as a column of the query that reads the page. It is a number if counting is cheap: for a list
 * without conditions that has a stored tally; in a small table; in a medium table with cheap conditions
 * (`areConditionsCheap`) and without access paths; if access paths lead to few records. Otherwise it is SQL `null`.
 */
export async function countColumn(
  context: ServerContext,
  db: Db,
  selection: RecordSelection & { isCheaplyCounted: boolean },
  formKey: string,
): Promise<RawBuilder<number | null>> {
  if (selection.tally && selection.restrictions.length === 0) return selection.tally;
  const isOnPaths = selection.paths.length > 0;
  const maxBytes = !isOnPaths && selection.isCheaplyCounted ? MEDIUM_TABLE_BYTES : SMALL_TABLE_BYTES;
  if ((await readTableBytes(context, db, formKey)) <= maxBytes) return sql<number>`(${exactCount(selection)})`;
  return isOnPaths ? sql<number | null>`${countUpToLimit(selection)}` : sql<null>`null`;
}

/**
 * Returns `total` as a column of a statement in which the query `page` selects the page. The column is SQL `null` for
 * a partly filled page and for an empty first page, because the total then follows from the offset and the number of
 * rows.
 */
export const totalUnlessPartlyFilled = (
  total: RawBuilder<unknown>,
  offset: number,
  size: number,
): RawBuilder<unknown> =>
  sql`case when (select count(*) from page) in (${sql.lit(size)}, ${sql.lit(offset > 0 ? 0 : size)}) then ${total} end`;

/**
 * Returns the highest planner cost for an exact count. It is 0 for records on access paths alone, because
 * `countColumn` has already counted them if they are few.
 */
const maxCostOf = (selection: RecordSelection): number =>
  isByPathsOnly(selection) ? 0 : selection.paths.length > 0 ? MAX_COUNT_COST_BY_PATHS : MAX_COUNT_COST;

/**
 * Returns the number of these records. If the planner's cost is at most `maxCost`, the records are counted (up to
 * `COUNT_LIMIT`). Otherwise the result is the planner's estimate, rounded.
 */
export async function countRecords(db: Db, selection: RecordSelection, maxCost = maxCostOf(selection)): Promise<Total> {
  const {
    rows: [plans],
  } = await sql<{ 'QUERY PLAN': Plan[] }>`explain (format json) ${countedRows(selection)}`.execute(db);
  const plan = plans?.['QUERY PLAN'][0]?.Plan;
  if (plan && plan['Total Cost'] > maxCost) return { total: roundEstimate(plan['Plan Rows']), isEstimate: true };
  const { rows } = await sql<{ total: number }>`${exactCount(selection)}`.execute(db);
  const total = Number(rows[0]?.total ?? 0);
  return { total, isEstimate: total >= COUNT_LIMIT };
}

const estimates = createMinuteCache<number>();

/**
 * Returns the cache entry for the estimated total of one list. `get` returns null if no estimate is cached;
 * `cacheEstimate` caches the total if it is an estimate, and returns the total. `listKey` also identifies the records
 * that the person may read, so that no estimate counts records that they may not read. Estimates are cached for a
 * minute, because the planner's statistics change slowly.
 */
export function estimateCache(
  context: ServerContext,
  listKey: string,
): { get(): Total | null; cacheEstimate(total: Total): Total } {
  return {
    get() {
      const total = estimates.get(context, listKey);
      return total === null ? null : { total, isEstimate: true };
    },
    cacheEstimate(total) {
      if (total.isEstimate) estimates.set(context, listKey, total.total);
      return total;
    },
  };
}

/** Rounds an estimate to two significant digits. */
function roundEstimate(rows: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, rows))) - 1);
  return Math.round(rows / step) * step;
}
