import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../store/database.ts';
import { firstStepOf, readingsOf } from './firstStep.ts';
import { STEPS } from './shift.ts';
import type { Part } from './plan.ts';
import { scanOf, type Question } from './scan.ts';
import type { OpenSource } from './source.ts';

/** Of so many records there is at most one group of stored values, or grouping by them first is not worth its while. */
const RECORDS_PER_GROUP = 10;

interface Estimated {
  'QUERY PLAN': { Plan: { Plans?: { 'Plan Rows': number }[] } }[];
}

/**
 * The part, marked where grouping by what is stored first would make too many groups: as many as there are combinations of
 * a day and a number of a document. The planner knows how many different values each column holds (it thinks too little
 * of their combinations, so they are multiplied here). Asked only where two groups or more stand together.
 */
export async function withManyStored(db: Db, question: Question, source: OpenSource, part: Part): Promise<Part> {
  const used = [...new Set(part.sets.flat())];
  // as in the pass of a comparison, where the groups of days are dear as well
  const readings = readingsOf(question, source, part, STEPS.day);
  if (used.length < 2 || firstStepOf(question, part, part.measures, readings) !== 'stored') return part;
  const { select } = scanOf(question, source, part, [], null);
  // a function that no parallel plan may hold: so each part says its rows as a whole; nothing is run
  const counted = (by: RawBuilder<unknown>): RawBuilder<unknown> => sql`select lastval() from (${select}) r ${by}`;
  const parts = [sql``, ...used.map((index) => sql`group by ${sql.id(`g${index}`)}`)].map(counted);
  const { rows } = await sql<Estimated>`explain (format json) ${sql.join(parts, sql` union all `)}`.execute(db);
  const [records = 0, ...values] = (rows[0]?.['QUERY PLAN'][0]?.Plan.Plans ?? []).map((plan) => plan['Plan Rows']);
  const groups = values.reduce((product, count) => product * count, 1);
  return groups * RECORDS_PER_GROUP > records ? { ...part, isManyStored: true } : part;
}
