import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { groupingSetSql, type ResultRow } from './groupingSetSql.ts';
import { planStatement } from './compileStatement.ts';
import { sqlId, commaList, type StatementPlan, type Pass, type PrecisionOf } from './statementPlan.ts';
import { estimateRows } from './manyStoredValues.ts';
import { passSql, usedGroupIndexes, type SharedGroups } from './passSql.ts';
import { filterOf, positionedMeasures, partialsOf } from './measures.ts';
import type { Part } from '../datasetPart.ts';
import { whereOf, type Question, type Scan } from './scan.ts';
import type { CheckedSource } from '../openSource.ts';

/**
 * Limits for the estimated number of pre-aggregated groups that questions share: at most `FEW_GROUPS` groups, or at
 * most one group per `RECORDS_PER_GROUP` records. Questions that need the same groups share them without a limit.
 */
const RECORDS_PER_GROUP = 50;
const FEW_GROUPS = 1_000;

/** A question, the records that it may read (`source`), and the part of its dataset that it needs. */
export interface OpenedQuestion {
  question: Question;
  source: CheckedSource;
  part: Part;
}

/** Returns the expression that a scan reads under a name such as `g0` or `v0`; undefined for an unknown name. */
const scanExpression = ({ parts }: Scan, name: string): RawBuilder<unknown> | undefined =>
  [...parts.groups, ...parts.measures].find(([partName]) => partName === name)?.[1];

/** Assigns a column to each distinct expression of a statement. `prefix`: the text before the number in each name. */
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
interface FoldableQuestion<F> {
  openedQuestion: F;
  plan: StatementPlan;
  /** Represents the table and the conditions, including those of access rights; does not include `condition`. */
  recordsKey: string;
  /** The expressions by whose values the question groups the records, by `expressionKey`. */
  keys: ReadonlyMap<string, RawBuilder<unknown>>;
  /** The `expressionKey` of the dataset's own condition; null: it has none. */
  condition: string | null;
}

/**
 * Prepares a question for folding, that is for a statement that answers several questions (`foldedStatement`). Returns
 * null if the question needs its own statement. Also null if the dataset does not fit its form any more, because the
 * question's own statement then refuses only this question.
 */
function createFoldableQuestion<F extends OpenedQuestion>(
  context: ServerContext,
  openedQuestion: F,
): FoldableQuestion<F> | null {
  const { question, source, part } = openedQuestion;
  if (question.keys || part.lines || part.keyword !== undefined || (part.details?.length ?? 0) > 0) return null;
  try {
    const plan = planStatement(question, source, { ...part, isFolded: true });
    const [pass, comparedPass] = plan.passes;
    if (!pass || comparedPass || pass.scan.preAggregation === null || positionedMeasures(pass, part).length === 0)
      return null;
    const { scan } = pass;
    const { from, where, condition } = scan.parts;
    const groupExpressions = usedGroupIndexes(pass).flatMap((index) => scanExpression(scan, `g${index}`) ?? []);
    return {
      openedQuestion,
      plan,
      recordsKey: JSON.stringify([from, ...where].map((expression) => expressionKey(context, expression))),
      keys: new Map(groupExpressions.map((key) => [expressionKey(context, key), key])),
      condition: condition && expressionKey(context, condition),
    };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * Questions that share their pre-aggregated groups. `keys`: keys of all expressions by which the records are grouped.
 */
interface Fold<F> {
  members: FoldableQuestion<F>[];
  keys: ReadonlySet<string>;
}

/** Returns whether the fold reads the question's records anyway: a member has no condition, or the same condition. */
const readsRecordsOf = <F>({ members }: Fold<F>, { condition }: FoldableQuestion<F>): boolean =>
  members.some((member) => member.condition === null || member.condition === condition);

/**
 * Divides questions with the same `recordsKey` into folds. A question joins the fold whose estimated number of groups
 * it increases least. If it would make each fold too large, or no fold reads its records, it starts a new fold.
 */
async function foldTogether<F>(
  context: ServerContext,
  foldableQuestions: readonly FoldableQuestion<F>[],
): Promise<Fold<F>[]> {
  const [{ scan }] = (foldableQuestions[0] as FoldableQuestion<F>).plan.passes as [Pass];
  const { from, where } = scan.parts;
  const keys = new Map(foldableQuestions.flatMap((foldableQuestion) => [...foldableQuestion.keys]));
  const columns = [...keys.values()].map((key, index) => [key, sqlId(`k${index}`)] as const);
  const keyColumns = columns.map(([key, column]) => sql`${key} as ${column}`);
  const select = sql`select ${commaList([sql`1 as one`, ...keyColumns])} from ${from}${whereOf(where)}`;
  const [recordCount = 0, ...valueCounts] = await estimateRows(
    context,
    select,
    columns.map(([, column]) => column),
  );
  const distinctCounts = new Map([...keys.keys()].map((key, index) => [key, Math.max(1, valueCounts[index] ?? 1)]));
  const groupCountOf = (expressionKeys: Iterable<string>): number =>
    [...new Set(expressionKeys)].reduce((product, name) => product * (distinctCounts.get(name) ?? 1), 1);
  const maxGroups = Math.max(FEW_GROUPS, recordCount / RECORDS_PER_GROUP);
  const sortedQuestions = [...foldableQuestions].sort(
    (a, b) =>
      Number(a.condition !== null) - Number(b.condition !== null) ||
      groupCountOf(b.keys.keys()) - groupCountOf(a.keys.keys()),
  );
  const folds: Fold<F>[] = [];
  for (const foldableQuestion of sortedQuestions) {
    const bestFold = folds
      .filter((fold) => readsRecordsOf(fold, foldableQuestion))
      .map((fold) => ({ fold, keys: new Set([...fold.keys, ...foldableQuestion.keys.keys()]) }))
      .filter(
        (extendedFold) =>
          extendedFold.keys.size === extendedFold.fold.keys.size || groupCountOf(extendedFold.keys) <= maxGroups,
      )
      .sort(
        (a, b) => groupCountOf(a.keys) / groupCountOf(a.fold.keys) - groupCountOf(b.keys) / groupCountOf(b.fold.keys),
      )[0];
    if (!bestFold) folds.push({ members: [foldableQuestion], keys: new Set(foldableQuestion.keys.keys()) });
    else
      folds[folds.indexOf(bestFold.fold)] = {
        members: [...bestFold.fold.members, foldableQuestion],
        keys: bestFold.keys,
      };
  }
  return folds;
}

/**
 * Divides questions into lists. A list of several questions can be answered by one statement (`foldedStatement`),
 * because they read the same records and share few groups. The order of the questions is not kept.
 */
export async function foldQuestions<F extends OpenedQuestion>(
  context: ServerContext,
  openedQuestions: readonly F[],
): Promise<F[][]> {
  if (openedQuestions.length < 2) return openedQuestions.map((openedQuestion) => [openedQuestion]);
  const separateFolds: F[][] = [];
  const questionsByRecords = new Map<string, FoldableQuestion<F>[]>();
  for (const openedQuestion of openedQuestions) {
    const foldableQuestion = createFoldableQuestion(context, openedQuestion);
    if (!foldableQuestion) separateFolds.push([openedQuestion]);
    else
      questionsByRecords.set(foldableQuestion.recordsKey, [
        ...(questionsByRecords.get(foldableQuestion.recordsKey) ?? []),
        foldableQuestion,
      ]);
  }
  const folds = await Promise.all(
    [...questionsByRecords.values()].map(async (foldableQuestions) =>
      foldableQuestions.length === 1 ? [{ members: foldableQuestions }] : foldTogether(context, foldableQuestions),
    ),
  );
  return [...separateFolds, ...folds.flat().map(({ members }) => members.map(({ openedQuestion }) => openedQuestion))];
}

/**
 * Compiles one statement for several questions over the same records. The statement reads the records once and
 * pre-aggregates them by all groups of the questions. Each question is computed from these groups. A result row
 * contains the position of its question. `groupings`: the groupings of each question, in the order of the questions.
 */
export function foldedStatement(
  context: ServerContext,
  openedQuestions: readonly (OpenedQuestion & { precisionOf: PrecisionOf })[],
): { statement: RawBuilder<ResultRow & { question: number }>; groupings: Scan['groupings'][] } {
  const readColumns = createColumns(context, 'e');
  const groupColumns = createColumns(context, 'k');
  const partials = createColumns(context, 'p');
  const foldedQuestions = openedQuestions.map(
    ({ question, source, part: requestedPart, precisionOf }, questionIndex) => {
      const part = { ...requestedPart, isFolded: true };
      const plan = planStatement(question, source, part, `q${questionIndex}`);
      const pass = plan.passes[0] as Pass;
      const { scan } = pass;
      const column = (name: string): RawBuilder<unknown> =>
        readColumns.columnOf(scanExpression(scan, name) ?? sql`null`);
      const condition = scan.parts.condition ? readColumns.columnOf(scan.parts.condition) : null;
      const filter = filterOf(condition ? [condition] : []);
      const columns = new Map<string, RawBuilder<unknown>>();
      for (const index of usedGroupIndexes(pass)) {
        columns.set(`g${index}`, groupColumns.columnOf(column(`g${index}`)));
        if (scan.labelledGroupIndexes.includes(index))
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
    },
  );
  const [firstQuestion] = foldedQuestions as [(typeof foldedQuestions)[number]];
  const conditions = foldedQuestions.map(({ condition }) => condition);
  const needsAllRecords = conditions.includes(null);
  const { from, where } = firstQuestion.pass.scan.parts;
  const allConditions = needsAllRecords ? where : [...where, sql`(${sql.join(conditions, sql` or `)})`];
  const groupByClause =
    groupColumns.namedExpressions().length > 0
      ? sql` group by ${commaList(groupColumns.namedExpressions().map((_key, index) => sqlId(`k${index}`)))}`
      : sql``;
  const groups = sql`select ${commaList([...groupColumns.namedExpressions(), ...partials.namedExpressions()])} from (select ${commaList(readColumns.namedExpressions())} from ${from}${whereOf(allConditions)}) r${groupByClause}`;
  const queries = foldedQuestions.map(
    ({ pass, part, precisionOf, shared }) =>
      sql`${sqlId(pass.name)} as materialized (${passSql(pass, part, precisionOf, shared)})`,
  );
  const answerQueries = foldedQuestions.flatMap(({ plan, part }, questionIndex) =>
    part.sets.map(
      (set, position) =>
        sql`select ${sql.lit(questionIndex)}::integer as question, a.* from ${groupingSetSql(plan, set, position)} a`,
    ),
  );
  return {
    statement: sql`with shared as materialized (${groups}), ${commaList(queries)} ${sql.join(answerQueries, sql` union all `)}`,
    groupings: foldedQuestions.map(({ pass }) => pass.scan.groupings),
  };
}
