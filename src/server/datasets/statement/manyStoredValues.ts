import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { createMinuteCache } from '../../records/index.ts';
import { choosePreAggregation, readingsOf } from './preAggregation.ts';
import { PERIOD_SHIFTS } from './shift.ts';
import type { Part } from '../datasetPart.ts';
import { createScan, type Question } from './scan.ts';
import type { CheckedSource } from '../openSource.ts';

/** Minimum average number of records per group at which pre-aggregating by stored values is faster. */
const MIN_RECORDS_PER_GROUP = 10;

interface PlanNode {
  'Plan Rows': number;
}

interface ExplainRow {
  'QUERY PLAN': { Plan: PlanNode & { Plans?: PlanNode[] } }[];
}

/** Cached results of `estimateRows`, by the text and the parameters of the SQL statement. */
const estimates = createMinuteCache<readonly number[]>();

/**
 * Returns the planner's estimates: first the number of rows of a select, then the number of distinct values of each of
 * the `columns`.
 */
export async function estimateRows(
  context: ServerContext,
  select: RawBuilder<unknown>,
  columns: readonly RawBuilder<unknown>[],
): Promise<readonly number[]> {
  // `lastval` prevents parallel plans, which count rows per worker; the statement is only explained, not run
  const countQuery = (groupByClause: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`select lastval() from (${select}) r ${groupByClause}`;
  const countQueries = [sql``, ...columns.map((column) => sql`group by ${column}`)].map(countQuery);
  const statement = sql<ExplainRow>`explain (format json) ${sql.join(countQueries, sql` union all `)}`;
  const { sql: text, parameters } = statement.compile(context.db);
  const key = JSON.stringify([text, parameters]);
  const cachedCounts = estimates.get(context, key);
  if (cachedCounts) return cachedCounts;
  const { rows } = await statement.execute(context.db);
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  // a single query has no union node
  const counts = (plan?.Plans && countQueries.length > 1 ? plan.Plans : [plan]).map(
    (planNode) => planNode?.['Plan Rows'] ?? 0,
  );
  estimates.set(context, key, counts);
  return counts;
}

/**
 * Returns the part, with `hasManyStoredValues` set if pre-aggregating by stored values would produce too many groups,
 * for example if a day and a document number are grouped. The planner knows the number of distinct values of each
 * column; it underestimates combinations, so the numbers are multiplied here. A part is returned without an estimate if
 * it has a single group that is not reached through a relation.
 */
export async function markIfManyStoredValues(
  context: ServerContext,
  question: Question,
  source: CheckedSource,
  part: Part,
): Promise<Part> {
  const groupIndexes = [...new Set(part.sets.flat())];
  // with any shift, groups of days count as expensive, so the estimate also serves questions with a comparison
  const readings = readingsOf(question, source, part, PERIOD_SHIFTS.day);
  const mayHaveManyGroups = groupIndexes.length > 1 || readings.some((reading) => reading?.relation);
  if (!mayHaveManyGroups || choosePreAggregation(question, part, part.measures, readings) !== 'stored') return part;
  const { select } = createScan(question, source, part, [], null);
  const columns = groupIndexes.map((index) => sql.id(`g${index}`));
  const [recordCount = 0, ...valueCounts] = await estimateRows(context, select, columns);
  const groupCount = valueCounts.reduce((product, count) => product * count, 1);
  return groupCount * MIN_RECORDS_PER_GROUP > recordCount ? { ...part, hasManyStoredValues: true } : part;
}
