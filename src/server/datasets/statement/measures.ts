// SQL of a dataset's measures: aggregates of records, partial aggregates for pre-aggregated groups, and aggregates that
// merge these partial aggregates.

import { sql, type RawBuilder } from 'kysely';
import { isDerived, type DatasetMeasure } from '../../../domain/dataset.ts';
import { sqlId, type Pass } from './statementPlan.ts';
import type { Part } from '../datasetPart.ts';
import type { NamedColumn, Scan } from './scan.ts';

const roundSql = (value: RawBuilder<unknown>, precision: number | null): RawBuilder<unknown> =>
  precision === null ? value : sql`round(${value}, ${sql.lit(precision)})`;

/** Returns the clause `filter (where …)` of an aggregate; empty SQL without conditions. */
export const filterOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql` filter (where ${sql.join(conditions, sql` and `)})` : sql``;

/** Returns a minimum or maximum: a number, or a date as text. */
const extremeSql = (extreme: RawBuilder<unknown>, kind: Scan['measureKinds'][number], precision: number | null) =>
  kind === 'number'
    ? roundSql(extreme, precision)
    : sql`to_char(${extreme}, ${kind === 'time' ? sql.lit('YYYY-MM-DD HH24:MI:SS') : sql.lit('YYYY-MM-DD')})`;

/** A measure that a pass computes from records. */
export interface PositionedMeasure {
  measure: DatasetMeasure;
  /** Position in the part. */
  index: number;
  kind: Scan['measureKinds'][number];
}

/** Returns the measures of a pass that are computed from records, without those derived from other measures. */
export const positionedMeasures = ({ scan, measures }: Pass, part: Part): PositionedMeasure[] =>
  measures.flatMap((measure, index) =>
    isDerived(measure)
      ? []
      : [{ measure, index: part.measures.indexOf(measure), kind: scan.measureKinds[index] ?? null }],
  );

/** Returns the SQL of a measure that is computed from the records of a group. */
export function aggregate({ measure, index, kind }: PositionedMeasure, precision: number | null): RawBuilder<unknown> {
  const value = sqlId(`v${index}`);
  const filter = measure.where ? sql` filter (where ${sqlId(`f${index}`)})` : sql``;
  switch (measure.fn) {
    case 'count':
      return measure.of ? sql`count(${value})${filter}::numeric` : sql`count(*)${filter}::numeric`;
    case 'distinct':
      return sql`count(distinct ${value})${filter}::numeric`;
    case 'sum':
      return roundSql(sql`coalesce(sum(${value})${filter}, 0)`, precision);
    case 'avg':
      return roundSql(sql`avg(${value})${filter}`, precision);
    default:
      return extremeSql(sql`${sql.raw(measure.fn)}(${value})${filter}`, kind, precision);
  }
}

/**
 * Returns the partial aggregates of a measure for each pre-aggregated group, by column name; `mergedAggregate` merges
 * them. `condition`: a condition on the records; null: all. `columnRef`: SQL of a column of the scan by its name.
 */
export function partialsOf(
  { measure, index }: PositionedMeasure,
  condition: RawBuilder<unknown> | null,
  columnRef: (name: string) => RawBuilder<unknown> = sqlId,
): NamedColumn[] {
  const value = measure.of ? columnRef(`v${index}`) : sql`*`;
  const filter = filterOf([...(measure.where ? [columnRef(`f${index}`)] : []), ...(condition ? [condition] : [])]);
  const [result, count] = [`a${index}`, `b${index}`];
  switch (measure.fn) {
    case 'count':
      return [[result, sql`count(${value})${filter}`]];
    case 'avg':
      return [
        [result, sql`sum(${value})${filter}`],
        [count, sql`count(${value})${filter}`],
      ];
    default:
      return [[result, sql`${sql.raw(measure.fn)}(${value})${filter}`]];
  }
}

/** Returns the SQL of a measure that is merged from pre-aggregated groups. */
export function mergedAggregate(
  { measure, index, kind }: PositionedMeasure,
  precision: number | null,
): RawBuilder<unknown> {
  const [result, count] = [sqlId(`a${index}`), sqlId(`b${index}`)];
  switch (measure.fn) {
    case 'count':
      return sql`coalesce(sum(${result}), 0)::numeric`;
    case 'sum':
      return roundSql(sql`coalesce(sum(${result}), 0)`, precision);
    case 'avg':
      return roundSql(sql`sum(${result}) / nullif(sum(${count}), 0)`, precision);
    default:
      return extremeSql(sql`${sql.raw(measure.fn)}(${result})`, kind, precision);
  }
}
