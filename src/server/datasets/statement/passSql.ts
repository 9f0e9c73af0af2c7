import { sql, type RawBuilder } from 'kysely';
import type { Grouping } from './groupings.ts';
import { columnOf, sqlId, commaList, type GroupingSet, type Pass, type PrecisionOf } from './statementPlan.ts';
import { aggregate, filterOf, positionedMeasures, mergedAggregate, partialsOf } from './measures.ts';
import type { Part } from '../datasetPart.ts';
import { asColumn, whereOf } from './scan.ts';

/**
 * Returns the positions (in `Part.groups`) of the groups that occur in the grouping sets of a pass, in ascending order.
 */
export const usedGroupIndexes = ({ groupingSets }: Pass): GroupingSet =>
  [...new Set(groupingSets.flat())].sort((a, b) => a - b);

/** Returns the SQL of the position, in `allGroupingSets`, of the grouping set to which a row of a pass belongs. */
function groupingSetIndexSql(
  allGroupingSets: readonly GroupingSet[],
  groupingSetsOfPass: readonly GroupingSet[],
  usedIndexes: GroupingSet,
): RawBuilder<unknown> {
  if (usedIndexes.length === 0) return sql.lit(allGroupingSets.indexOf(groupingSetsOfPass[0] as GroupingSet));
  // the value of `grouping(…)` in SQL: one bit for each column, 1 if the grouping set lacks the column
  const groupingBits = (set: GroupingSet): number =>
    usedIndexes.reduce((sum, index) => sum * 2 + (set.includes(index) ? 0 : 1), 0);
  return sql`case grouping(${commaList(usedIndexes.map((index) => sqlId(`g${index}`)))}) ${sql.join(
    groupingSetsOfPass.map(
      (set) => sql`when ${sql.lit(groupingBits(set))} then ${sql.lit(allGroupingSets.indexOf(set))}`,
    ),
    sql` `,
  )} end`;
}

/** The source of the pre-aggregated groups of one pass, if several passes share them. */
export interface SharedGroups {
  from: RawBuilder<unknown>;
  /** Returns the column of a group (`g0`), a display text (`x0`) or a partial aggregate (`a0`). */
  column(name: string): RawBuilder<unknown>;
  /** Number of records of this pass in a group; null: every group has at least one. */
  recordCount: RawBuilder<unknown> | null;
}

/** Name of the query with the pre-aggregated groups that two passes of one question share. */
const SHARED_QUERY = 'shared';

/** Returns the shared groups of one of the passes of `sharedSql`. */
export const sharedGroupsOf = (passIndex: number): SharedGroups => ({
  from: sqlId(SHARED_QUERY),
  column: (name) => sqlId(name.startsWith('x') ? `${name}_${passIndex}` : name),
  recordCount: sqlId(`n${passIndex}`),
});

/**
 * Returns whether a comparison and its base can be computed from one reading of the records: both must pre-aggregate by
 * the same stored values. Each group then contains the measures of both passes.
 */
export const canShareGroups = ([basePass, comparedPass, ...furtherPasses]: readonly Pass[]): boolean =>
  basePass !== undefined &&
  comparedPass !== undefined &&
  furtherPasses.length === 0 &&
  basePass.scan.preAggregation === 'stored' &&
  comparedPass.scan.preAggregation === 'stored' &&
  usedGroupIndexes(basePass).join() === usedGroupIndexes(comparedPass).join();

/**
 * Returns the query of shared pre-aggregated groups: the stored values of each group and, in n0 and n1, the number of
 * records in each pass.
 */
export function sharedSql(passes: readonly Pass[], part: Part): RawBuilder<unknown> {
  const [basePass] = passes as [Pass];
  const keys = usedGroupIndexes(basePass).map((index) => sqlId(`g${index}`));
  const conditions = passes.map(({ scan }) => sql`(${scan.parts.condition ?? sql`true`})`);
  const { groups, from, where } = basePass.scan.parts;
  const readColumns = [
    ...groups.map(asColumn),
    ...passes.flatMap(({ scan }, passIndex) => [
      ...scan.parts.measures.map(asColumn),
      sql`${conditions[passIndex]} as ${sqlId(`c${passIndex}`)}`,
    ]),
  ];
  const select = sql`select ${commaList(readColumns)} from ${from}${whereOf([...where, sql`(${sql.join(conditions, sql` or `)})`])}`;
  const columns = passes.flatMap((pass, passIndex) => {
    const passCondition = sqlId(`c${passIndex}`);
    return [
      sql`count(*)${filterOf([passCondition])} as ${sqlId(`n${passIndex}`)}`,
      ...pass.scan.labelledGroupIndexes.map(
        (index) => sql`max(${sqlId(`x${index}`)})${filterOf([passCondition])} as ${sqlId(`x${index}_${passIndex}`)}`,
      ),
      ...positionedMeasures(pass, part).flatMap((measure) =>
        partialsOf(measure, passCondition).map(([name, value]) => sql`${value} as ${sqlId(name)}`),
      ),
    ];
  });
  return sql`${sqlId(SHARED_QUERY)} as materialized (select ${commaList([...keys, ...columns])} from (${select}) r group by ${commaList(keys)})`;
}

/**
 * Returns the query of the pre-aggregated groups of a pass. If records are pre-aggregated by stored values, the query
 * also converts these values to the keys and display texts of the dataset's groups. `shared`: the source of the
 * pre-aggregated groups; null: they are computed only for this pass.
 */
function preAggregatedSql(pass: Pass, part: Part, shared: SharedGroups | null): RawBuilder<unknown> {
  const { scan } = pass;
  const usedIndexes = usedGroupIndexes(pass);
  const labels = usedIndexes.filter((index) => scan.labelledGroupIndexes.includes(index)).map((index) => `x${index}`);
  const partials = positionedMeasures(pass, part).flatMap((measure) => partialsOf(measure, null));
  const keys = usedIndexes.map((index) => `g${index}`);
  const preAggregated =
    shared === null
      ? sql`select ${commaList([
          ...keys.map(sqlId),
          ...labels.map((name) => sql`max(${sqlId(name)}) as ${sqlId(name)}`),
          ...partials.map(asColumn),
        ])} from (${scan.select}) r${keys.length > 0 ? sql` group by ${commaList(keys.map(sqlId))}` : sql``}`
      : sql`select ${commaList(
          [...keys, ...labels, ...partials.map(([name]) => name)].map((name) => asColumn([name, shared.column(name)])),
        )} from ${shared.from}${shared.recordCount ? sql` where ${shared.recordCount} > 0` : sql``}`;
  if (scan.preAggregation !== 'stored') return preAggregated;
  const usedGroupings = usedIndexes.map((index) => [index, scan.groupings[index] as Grouping] as const);
  const groupedColumns = [
    ...usedGroupings.map(([index, { value }]) => sql`${value} as ${sqlId(`g${index}`)}`),
    ...usedGroupings.flatMap(([index, { label }]) => (label ? [sql`${label} as ${sqlId(`x${index}`)}`] : [])),
    ...partials.map(([name]) => sql.ref(`s.${name}`)),
  ];
  const joins = usedGroupings.flatMap(([, { join }]) => (join ? [join] : []));
  return sql`select ${commaList(groupedColumns)} from (${preAggregated}) s${joins.length > 0 ? sql.join(joins, sql``) : sql``}`;
}

/**
 * Compiles a pass into a query with one row for each group of each grouping set. `shared`: the source of its
 * pre-aggregated groups; null: they are computed only for this pass. Columns: gid (position of the grouping set in the
 * part); t0, x0, r0 (key of a group, its display text, first day of its period); d0, e0 (details and their texts); m0
 * (measures).
 */
export function passSql(
  pass: Pass,
  part: Part,
  precisionOf: PrecisionOf,
  shared: SharedGroups | null,
): RawBuilder<unknown> {
  const { scan, groupingSets } = pass;
  const usedIndexes = usedGroupIndexes(pass);
  const aggregateOf = scan.preAggregation ? mergedAggregate : aggregate;
  const columns = [
    sql`${groupingSets.length > 1 ? groupingSetIndexSql(part.sets, groupingSets, usedIndexes) : sql.lit(part.sets.indexOf(groupingSets[0] as GroupingSet))} as gid`,
    ...usedIndexes.flatMap((index) => {
      const grouping = scan.groupings[index] as Grouping;
      const value = sqlId(`g${index}`);
      return [
        sql`coalesce(${grouping.keyText(value)}, '') as ${sqlId(`t${index}`)}`,
        ...(grouping.label ? [sql`max(${sqlId(`x${index}`)}) as ${sqlId(`x${index}`)}`] : []),
        ...(grouping.datePart ? [sql`${value} as ${sqlId(`r${index}`)}`] : []),
      ];
    }),
    // with details, each group is a single record, so the minimum is the value of this record
    ...scan.details.flatMap(({ label }, index) => [
      sql`min(${sqlId(`d${index}`)}) as ${sqlId(`d${index}`)}`,
      ...(label ? [sql`min(${sqlId(`e${index}`)}) as ${sqlId(`e${index}`)}`] : []),
    ]),
    ...positionedMeasures(pass, part).map(
      (positionedMeasure) =>
        sql`${aggregateOf(positionedMeasure, precisionOf(positionedMeasure.measure))} as ${sqlId(columnOf(part, positionedMeasure.measure))}`,
    ),
  ];
  const groupColumnsSql = (set: GroupingSet): RawBuilder<unknown> => commaList(set.map((index) => sqlId(`g${index}`)));
  const from = scan.preAggregation ? preAggregatedSql(pass, part, shared) : scan.select;
  const groupingSetsSql = groupingSets.map((set) => sql`(${set.length > 0 ? groupColumnsSql(set) : sql``})`);
  // without measures, `group by ()` is needed to get one row for all records
  let groupBy = positionedMeasures(pass, part).length > 0 ? sql`` : sql` group by ()`;
  if (groupingSets.length > 1) groupBy = sql` group by grouping sets (${commaList(groupingSetsSql)})`;
  else if (usedIndexes.length > 0) groupBy = sql` group by ${groupColumnsSql(usedIndexes)}`;
  return sql`select ${commaList(columns)} from (${from}) s${groupBy}`;
}
