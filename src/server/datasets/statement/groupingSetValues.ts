import { sql, type RawBuilder } from 'kysely';
import { isDerived, type DatasetMeasure } from '../../../domain/dataset.ts';
import { MAX_PERIODS, periodStart, periodText, periodLength, type Grouping } from './groupings.ts';
import {
  columnOf,
  hasDetails,
  sqlId,
  commaList,
  passFor,
  type GroupingSet,
  type StatementPlan,
  type Pass,
} from './statementPlan.ts';
import { type DatePart, timePathOf } from '../datasetPart.ts';

/**
 * Returns the position (in `Part.groups`) of the group of a set whose keys without records are added to the result:
 * periods of the dataset's time, or ranges. Undefined if no keys are added.
 */
function filledIndexOf({ question, part, passes }: StatementPlan, set: GroupingSet): number | undefined {
  if (question.definition.fill === '0') return undefined;
  const time = timePathOf(question.definition)?.join('.');
  return set.find((index) => {
    // a date without `by` is grouped like any other value: days are not added
    if (passes[0]?.scan.groupings[index]?.datePart)
      return part.groups[index]?.by !== undefined && part.groups[index]?.of === time;
    return part.groups[index]?.ranges !== undefined;
  });
}

/**
 * Returns the SQL of the keys of a set's groups: keys that occur in records, and the missing periods or ranges. For the
 * column names of a pass (`gid`, `t0`, `r0` …) see `passSql`.
 */
function keysSql(
  plan: StatementPlan,
  set: GroupingSet,
  setIndex: number,
  comparedPasses: readonly Pass[],
): RawBuilder<unknown> {
  const { part, period } = plan;
  const basePass = plan.passes[0] as Pass;
  const groupings = basePass.scan.groupings;
  const keyColumns = (indexes: GroupingSet): RawBuilder<unknown> =>
    commaList(indexes.map((index) => sqlId(`t${index}`)));
  const occurringKeys = (indexes: GroupingSet, passes: readonly Pass[]): RawBuilder<unknown> =>
    sql.join(
      passes.map(({ name }) => sql`select ${keyColumns(indexes)} from ${sqlId(name)} where gid = ${sql.lit(setIndex)}`),
      sql` union `,
    );
  const filledIndex = filledIndexOf(plan, set);
  const hasDateGroup = set.some((index) => groupings[index]?.datePart);
  if (filledIndex === undefined) return occurringKeys(set, hasDateGroup ? [basePass] : [basePass, ...comparedPasses]);
  const grouping = groupings[filledIndex] as Grouping;
  const otherGroups = set.filter((index) => index !== filledIndex);
  const series = grouping.datePart
    ? periodsSql(
        grouping.datePart,
        period,
        sql`select min(${sqlId(`r${filledIndex}`)}) as lo, max(${sqlId(`r${filledIndex}`)}) as hi from ${sqlId(basePass.name)} where gid = ${sql.lit(setIndex)}`,
      )
    : sql`select (n)::text as ${sqlId('t')} from generate_series(0, ${sql.lit(part.groups[filledIndex]?.ranges?.length ?? 0)}) n`;
  const allKeys = sql`select t as ${sqlId(`t${filledIndex}`)} from (${series}) p union select ${sqlId(`t${filledIndex}`)} from ${sqlId(basePass.name)} where gid = ${sql.lit(setIndex)}`;
  if (otherGroups.length === 0) return allKeys;
  return sql`select ${commaList(set.map((index) => (index === filledIndex ? sql`p.${sqlId(`t${index}`)}` : sql`o.${sqlId(`t${index}`)}`)))}
    from (${allKeys}) p cross join (select distinct ${keyColumns(otherGroups)} from (${occurringKeys(set, [basePass, ...comparedPasses])}) all_keys) o`;
}

/** Returns the SQL of the keys of all periods between two days: the ends of `period` or, if it is null, `ends`. */
function periodsSql(
  datePart: DatePart,
  period: readonly [string, string] | null,
  ends: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const bounds = period
    ? sql`select ${periodStart(datePart, sql`${period[0]}`)} as lo, ${periodStart(datePart, sql`${period[1]}`)} as hi`
    : ends;
  return sql`select ${periodText(datePart, sql`n`)} as t from (${bounds}) e cross join lateral
    generate_series(e.lo::timestamp, least(e.hi::timestamp, e.lo::timestamp + ${sql.lit(MAX_PERIODS)} * ${periodLength(datePart)}), ${periodLength(datePart)}) n`;
}

/**
 * Returns whether the measure of a group without records is 0 (counts and sums) instead of null (averages, minima,
 * maxima).
 */
const isZeroWhenEmpty = ({ fn }: DatasetMeasure): boolean => fn === 'count' || fn === 'distinct' || fn === 'sum';

/** Returns the SQL of the groups of a set with their measures. */
export function valuesSql(plan: StatementPlan, set: GroupingSet, setIndex: number): RawBuilder<unknown> {
  const { part } = plan;
  const basePass = plan.passes[0] as Pass;
  const queriedMeasures = part.measures.filter((measure) => !isDerived(measure));
  const comparedPasses = [
    ...new Set(
      queriedMeasures.flatMap((measure) => {
        const shift = plan.shiftFor(measure, set);
        const pass = measure.compare && shift ? passFor(plan, shift) : undefined;
        return pass ? [pass] : [];
      }),
    ),
  ];
  const hasLabel = (index: number): boolean => (basePass.scan.groupings[index]?.label ?? null) !== null;
  const joinCondition = (name: string): RawBuilder<unknown> =>
    sql`${sqlId(name)}.gid = ${sql.lit(setIndex)}${sql.join(
      set.map((index) => sql` and ${sql.ref(`${name}.t${index}`)} = ${sql.ref(`k.t${index}`)}`),
      sql``,
    )}`;
  // without added keys and comparisons the pass contains every key, so a join is not needed
  const needsNoJoin = set.length > 0 && comparedPasses.length === 0 && filledIndexOf(plan, set) === undefined;
  const keySource = needsNoJoin ? basePass.name : 'k';
  const keys = set.length === 0 ? sql`select 1 as one` : keysSql(plan, set, setIndex, comparedPasses);
  const labelSources = [basePass, ...comparedPasses].map(({ name }) => name);
  const columns = [
    ...set.map((index) => sql`${sql.ref(`${keySource}.t${index}`)} as ${sqlId(`t${index}`)}`),
    ...set.flatMap((index) =>
      hasLabel(index)
        ? [
            sql`coalesce(${commaList(labelSources.map((name) => sql.ref(`${name}.x${index}`)))}) as ${sqlId(`x${index}`)}`,
          ]
        : [],
    ),
    ...(hasDetails(plan, setIndex) ? basePass.scan.details : []).flatMap(({ label }, index) => [
      sql`${sql.ref(`${basePass.name}.d${index}`)} as ${sqlId(`d${index}`)}`,
      ...(label ? [sql`${sql.ref(`${basePass.name}.e${index}`)} as ${sqlId(`e${index}`)}`] : []),
    ]),
    ...queriedMeasures.map((measure) => {
      const shift = plan.shiftFor(measure, set);
      const comparedPass = shift ? passFor(plan, shift) : undefined;
      const pass = measure.compare ? comparedPass : basePass;
      if (!pass) return sql`null::numeric as ${sqlId(columnOf(part, measure))}`;
      const value = sql.ref(`${pass.name}.${columnOf(part, measure)}`);
      return sql`${isZeroWhenEmpty(measure) ? sql`coalesce(${value}, 0)` : value} as ${sqlId(columnOf(part, measure))}`;
    }),
  ];
  if (needsNoJoin)
    return sql`select ${commaList(columns)} from ${sqlId(basePass.name)} where gid = ${sql.lit(setIndex)}`;
  return sql`select ${columns.length > 0 ? commaList(columns) : sql`1 as one`} from (${keys}) k ${sql.join(
    [basePass, ...comparedPasses].map(({ name }) => sql`left join ${sqlId(name)} on ${joinCondition(name)}`),
    sql` `,
  )}`;
}
