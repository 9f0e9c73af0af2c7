import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { createMinuteCache } from '../../records/index.ts';
import { firstStepOf, readingsOf } from './firstStep.ts';
import { STEPS } from './shift.ts';
import type { Part } from '../plan.ts';
import { scanOf, type Question } from './scan.ts';
import type { OpenSource } from '../source.ts';

/** Of so many records there is at most one group of stored values, or grouping by them first is not worth its while. */
const RECORDS_PER_GROUP = 10;

interface Rows {
  'Plan Rows': number;
}

interface Estimated {
  'QUERY PLAN': { Plan: Rows & { Plans?: Rows[] } }[];
}

/** By the text and values of what is estimated: it does not change by the second. */
const estimates = createMinuteCache<readonly number[]>();

/** How many records a reading has, and how many different values each of these columns of it, as the planner sees it. */
export async function estimatedRows(
  context: ServerContext,
  select: RawBuilder<unknown>,
  columns: readonly RawBuilder<unknown>[],
): Promise<readonly number[]> {
  // a function that no parallel plan may hold: so each part says its rows as a whole; nothing is run
  const counted = (by: RawBuilder<unknown>): RawBuilder<unknown> => sql`select lastval() from (${select}) r ${by}`;
  const parts = [sql``, ...columns.map((column) => sql`group by ${column}`)].map(counted);
  const statement = sql<Estimated>`explain (format json) ${sql.join(parts, sql` union all `)}`;
  const { sql: text, parameters } = statement.compile(context.db);
  const key = JSON.stringify([text, parameters]);
  const known = estimates.get(context, key);
  if (known) return known;
  const { rows } = await statement.execute(context.db);
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  // one part alone is no union
  const counts = (plan?.Plans && parts.length > 1 ? plan.Plans : [plan]).map((one) => one?.['Plan Rows'] ?? 0);
  estimates.set(context, key, counts);
  return counts;
}

/**
 * The part, marked where grouping by what is stored first would make too many groups: as many as there are combinations of
 * a day and a number of a document. The planner knows how many different values each column holds (it thinks too little
 * of their combinations, so they are multiplied here). Asked only where two groups or more stand together, or where
 * records are grouped by the one that a relation leads to, which may be another for each.
 */
export async function withManyStored(
  context: ServerContext,
  question: Question,
  source: OpenSource,
  part: Part,
): Promise<Part> {
  const used = [...new Set(part.sets.flat())];
  // as in the pass of a comparison, where the groups of days are dear as well
  const readings = readingsOf(question, source, part, STEPS.day);
  const isAsked = used.length > 1 || readings.some((reading) => reading?.relation);
  if (!isAsked || firstStepOf(question, part, part.measures, readings) !== 'stored') return part;
  const { select } = scanOf(question, source, part, [], null);
  const columns = used.map((index) => sql.id(`g${index}`));
  const [records = 0, ...values] = await estimatedRows(context, select, columns);
  const groups = values.reduce((product, count) => product * count, 1);
  return groups * RECORDS_PER_GROUP > records ? { ...part, isManyStored: true } : part;
}
