import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { setSql, type ResultRow } from './setStatement.ts';
import { planStatement } from './compileStatement.ts';
import { sqlId, commaList, type StatementPlan, type Pass, type PrecisionOf } from './statementPlan.ts';
import { estimateRows } from './manyStored.ts';
import { passSql, usedGroupIndexes, type SharedGroups } from './passSql.ts';
import { filterOf, positionedMeasures, partialsOf } from './measures.ts';
import type { Part } from '../datasetPart.ts';
import { whereOf, type Question, type Scan } from './scan.ts';
import type { CheckedSource } from '../openSource.ts';

/**
 * Questions share pre-aggregated groups only if there are at most `FEW_GROUPS` groups, or at most one group per
 * `RECORDS_PER_GROUP` records.
 */
const RECORDS_PER_GROUP = 50;
const FEW_GROUPS = 1_000;

/** A question with its opened source, and with the part of its dataset that it needs. */
export interface Foldable {
  question: Question;
  source: CheckedSource;
  part: Part;
}

/** Returns the expression that a scan reads from a record under a name such as `g0` or `v0`. */
const scanExpression = ({ parts }: Scan, name: string): RawBuilder<unknown> | undefined =>
  [...parts.groups, ...parts.measures].find(([partName]) => partName === name)?.[1];

/** Assigns a column to each distinct expression of a statement. */
function createColumns(context: ServerContext, prefix: string) {
  const columns = new Map<string, RawBuilder<unknown>>();
  const namedExpressions: RawBuilder<unknown>[] = [];
  return {
    /** Returns the column of an expression, and adds it if it is new. */
    columnOf(value: RawBuilder<unknown>): RawBuilder<unknown> {
      const text = expressionKey(context, value);
      const column = columns.get(text) ?? sqlId(`${prefix}${columns.size}`);
      if (!columns.has(text)) namedExpressions.push(sql`${value} as ${column}`);
      columns.set(text, column);
      return column;
    },
    /** Returns the added expressions, each with the name of its column. */
    namedExpressions: (): readonly RawBuilder<unknown>[] => namedExpressions,
  };
}

/** Returns the SQL text and values of an expression as a key; equal expressions have equal keys. */
function expressionKey({ db }: ServerContext, value: RawBuilder<unknown>): string {
  const { sql: text, parameters } = value.compile(db);
  return JSON.stringify([text, parameters]);
}

/** A question that can be computed from groups shared with other questions. */
interface Candidate<F> {
  foldable: F;
  plan: StatementPlan;
  /** Key of the records that the question reads, including the conditions of rights. */
  records: string;
  keys: ReadonlyMap<string, RawBuilder<unknown>>;
  /** The dataset's own condition as a key; null: it has none. */
  condition: string | null;
}

/**
 * Prepares a question for folding. Returns null if the question needs its own statement, or does not fit its form any
 * more: its own statement then refuses it.
 */
function createCandidate<F extends Foldable>(context: ServerContext, foldable: F): Candidate<F> | null {
  const { question, source, part } = foldable;
  if (question.keys || part.lines || part.keyword !== undefined || (part.details?.length ?? 0) > 0) return null;
  try {
    const plan = planStatement(question, source, { ...part, isFolded: true });
    const [pass, comparedPass] = plan.passes;
    if (!pass || comparedPass || pass.scan.preAggregation === null || positionedMeasures(pass, part).length === 0)
      return null;
    const { scan } = pass;
    const { from, where, condition } = scan.parts;
    const keys = usedGroupIndexes(pass).flatMap((index) => scanExpression(scan, `g${index}`) ?? []);
    return {
      foldable,
      plan,
      records: JSON.stringify([from, ...where].map((expression) => expressionKey(context, expression))),
      keys: new Map(keys.map((key) => [expressionKey(context, key), key])),
      condition: condition && expressionKey(context, condition),
    };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Questions that share their pre-aggregated groups. */
interface Fold<F> {
  members: Candidate<F>[];
  keys: ReadonlySet<string>;
}

/** Returns whether the fold already reads the records of this question. */
const readsRecordsOf = <F>({ members }: Fold<F>, { condition }: Candidate<F>): boolean =>
  members.some((member) => member.condition === null || member.condition === condition);

/** Folds questions over the same records while the number of their shared groups stays small. */
async function foldCandidates<F>(context: ServerContext, candidates: readonly Candidate<F>[]): Promise<Fold<F>[]> {
  const [{ scan }] = (candidates[0] as Candidate<F>).plan.passes as [Pass];
  const { from, where } = scan.parts;
  const keys = new Map(candidates.flatMap((candidate) => [...candidate.keys]));
  const columns = [...keys.values()].map((key, index) => [key, sqlId(`k${index}`)] as const);
  const keyColumns = columns.map(([key, column]) => sql`${key} as ${column}`);
  const select = sql`select ${commaList([sql`1 as one`, ...keyColumns])} from ${from}${whereOf(where)}`;
  const [records = 0, ...values] = await estimateRows(
    context,
    select,
    columns.map(([, column]) => column),
  );
  const distinctCounts = new Map([...keys.keys()].map((key, index) => [key, Math.max(1, values[index] ?? 1)]));
  const groupsOf = (names: Iterable<string>): number =>
    [...new Set(names)].reduce((product, name) => product * (distinctCounts.get(name) ?? 1), 1);
  const maxGroups = Math.max(FEW_GROUPS, records / RECORDS_PER_GROUP);
  const sortedCandidates = [...candidates].sort(
    (a, b) =>
      Number(a.condition !== null) - Number(b.condition !== null) || groupsOf(b.keys.keys()) - groupsOf(a.keys.keys()),
  );
  const folds: Fold<F>[] = [];
  for (const candidate of sortedCandidates) {
    const bestFold = folds
      .filter((fold) => readsRecordsOf(fold, candidate))
      .map((fold) => ({ fold, keys: new Set([...fold.keys, ...candidate.keys.keys()]) }))
      .filter((extended) => extended.keys.size === extended.fold.keys.size || groupsOf(extended.keys) <= maxGroups)
      .sort((a, b) => groupsOf(a.keys) / groupsOf(a.fold.keys) - groupsOf(b.keys) / groupsOf(b.fold.keys))[0];
    if (!bestFold) folds.push({ members: [candidate], keys: new Set(candidate.keys.keys()) });
    else folds[folds.indexOf(bestFold.fold)] = { members: [...bestFold.fold.members, candidate], keys: bestFold.keys };
  }
  return folds;
}

/** Folds the questions that one statement can answer (`foldedStatement`): over the same records, with few groups. */
export async function foldQuestions<F extends Foldable>(
  context: ServerContext,
  foldables: readonly F[],
): Promise<F[][]> {
  if (foldables.length < 2) return foldables.map((foldable) => [foldable]);
  const separateFolds: F[][] = [];
  const candidatesByRecords = new Map<string, Candidate<F>[]>();
  for (const foldable of foldables) {
    const candidate = createCandidate(context, foldable);
    if (!candidate) separateFolds.push([foldable]);
    else candidatesByRecords.set(candidate.records, [...(candidatesByRecords.get(candidate.records) ?? []), candidate]);
  }
  const folds = await Promise.all(
    [...candidatesByRecords.values()].map(async (candidates) =>
      candidates.length === 1 ? [{ members: candidates }] : foldCandidates(context, candidates),
    ),
  );
  return [...separateFolds, ...folds.flat().map(({ members }) => members.map(({ foldable }) => foldable))];
}

/**
 * Compiles one statement for several questions over the same records. The statement reads the records once and
 * pre-aggregates them by all groups of the questions. Each question is computed from these groups. A result row
 * contains the position of its question.
 */
export function foldedStatement(
  context: ServerContext,
  foldables: readonly (Foldable & { precisionOf: PrecisionOf })[],
): { statement: RawBuilder<ResultRow & { question: number }>; groupings: Scan['groupings'][] } {
  const readColumns = createColumns(context, 'e');
  const keys = createColumns(context, 'k');
  const partials = createColumns(context, 'p');
  const foldedQuestions = foldables.map(({ question, source, part: requestedPart, precisionOf }, questionIndex) => {
    const part = { ...requestedPart, isFolded: true };
    const plan = planStatement(question, source, part, `q${questionIndex}`);
    const pass = plan.passes[0] as Pass;
    const { scan } = pass;
    const column = (name: string): RawBuilder<unknown> => readColumns.columnOf(scanExpression(scan, name) ?? sql`null`);
    const condition = scan.parts.condition ? readColumns.columnOf(scan.parts.condition) : null;
    const filter = filterOf(condition ? [condition] : []);
    const columns = new Map<string, RawBuilder<unknown>>();
    for (const index of usedGroupIndexes(pass)) {
      columns.set(`g${index}`, keys.columnOf(column(`g${index}`)));
      if (scan.labelledIndexes.includes(index))
        columns.set(`x${index}`, partials.columnOf(sql`max(${column(`x${index}`)})${filter}`));
    }
    for (const measure of positionedMeasures(pass, part))
      for (const [name, value] of partialsOf(measure, condition, column)) columns.set(name, partials.columnOf(value));
    const shared: SharedGroups = {
      from: sqlId('shared'),
      column: (name) => columns.get(name) ?? sql`null`,
      recordCount: condition ? partials.columnOf(sql`count(*)${filter}`) : null,
    };
    return { plan, pass, part, shared, precisionOf, condition: scan.parts.condition };
  });
  const [firstQuestion] = foldedQuestions as [(typeof foldedQuestions)[number]];
  const conditions = foldedQuestions.map(({ condition }) => condition);
  const needsAllRecords = conditions.includes(null);
  const { from, where } = firstQuestion.pass.scan.parts;
  const allConditions = needsAllRecords ? where : [...where, sql`(${sql.join(conditions, sql` or `)})`];
  const groupByClause =
    keys.namedExpressions().length > 0
      ? sql` group by ${commaList(keys.namedExpressions().map((_key, index) => sqlId(`k${index}`)))}`
      : sql``;
  const groups = sql`select ${commaList([...keys.namedExpressions(), ...partials.namedExpressions()])} from (select ${commaList(readColumns.namedExpressions())} from ${from}${whereOf(allConditions)}) r${groupByClause}`;
  const queries = foldedQuestions.map(
    ({ pass, part, precisionOf, shared }) =>
      sql`${sqlId(pass.name)} as materialized (${passSql(pass, part, precisionOf, shared)})`,
  );
  const answerQueries = foldedQuestions.flatMap(({ plan, part }, questionIndex) =>
    part.sets.map(
      (set, position) =>
        sql`select ${sql.lit(questionIndex)}::integer as question, a.* from ${setSql(plan, set, position)} a`,
    ),
  );
  return {
    statement: sql`with shared as materialized (${groups}), ${commaList(queries)} ${sql.join(answerQueries, sql` union all `)}`,
    groupings: foldedQuestions.map(({ pass }) => pass.scan.groupings),
  };
}
