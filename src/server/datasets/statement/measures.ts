import { sql, type RawBuilder } from 'kysely';
import { isDerived, type DatasetMeasure } from '../../../kernel/index.ts';
import { id, type Pass } from './making.ts';
import type { Part } from '../plan.ts';
import type { Named, Scan } from './scan.ts';

/** Aggregates of a dataset's measures as SQL: of records, for the first groups, and merged from these. */

const rounded = (value: RawBuilder<unknown>, precision: number | null): RawBuilder<unknown> =>
  precision === null ? value : sql`round(${value}, ${sql.lit(precision)})`;

export const filterOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql` filter (where ${sql.join(conditions, sql` and `)})` : sql``;

/** The least or greatest of a measure: a number, or a date as it is written. */
const extreme = (found: RawBuilder<unknown>, kind: Scan['kinds'][number], precision: number | null) =>
  kind === 'number'
    ? rounded(found, precision)
    : sql`to_char(${found}, ${kind === 'time' ? sql.lit('YYYY-MM-DD HH24:MI:SS') : sql.lit('YYYY-MM-DD')})`;

/** A measure that a pass computes of records. */
export interface Measured {
  measure: DatasetMeasure;
  /** Place in the part. */
  place: number;
  kind: Scan['kinds'][number];
}

export const measuredOf = ({ scan, measures }: Pass, part: Part): Measured[] =>
  measures.flatMap((measure, index) =>
    isDerived(measure) ? [] : [{ measure, place: part.measures.indexOf(measure), kind: scan.kinds[index] ?? null }],
  );

/** The measure of a group, computed of its records. */
export function aggregate({ measure, place, kind }: Measured, precision: number | null): RawBuilder<unknown> {
  const value = id(`v${place}`);
  const filter = measure.where ? sql` filter (where ${id(`f${place}`)})` : sql``;
  switch (measure.fn) {
    case 'count':
      return measure.of ? sql`count(${value})${filter}::numeric` : sql`count(*)${filter}::numeric`;
    case 'distinct':
      return sql`count(distinct ${value})${filter}::numeric`;
    case 'sum':
      return rounded(sql`coalesce(sum(${value})${filter}, 0)`, precision);
    case 'avg':
      return rounded(sql`avg(${value})${filter}`, precision);
    default:
      return extreme(sql`${sql.raw(measure.fn)}(${value})${filter}`, kind, precision);
  }
}

/**
 * What is computed of a measure for each of the first groups, by its column: the measures of the sets are merged from it.
 * `only`: a condition on the records that are computed of, or null for all; `at`: the SQL of a column of the scan by its name.
 */
export function partialsOf(
  { measure, place }: Measured,
  only: RawBuilder<unknown> | null,
  at: (name: string) => RawBuilder<unknown> = id,
): Named[] {
  const value = measure.of ? at(`v${place}`) : sql`*`;
  const filter = filterOf([...(measure.where ? [at(`f${place}`)] : []), ...(only ? [only] : [])]);
  const [own, count] = [`a${place}`, `b${place}`];
  switch (measure.fn) {
    case 'count':
      return [[own, sql`count(${value})${filter}`]];
    case 'avg':
      return [
        [own, sql`sum(${value})${filter}`],
        [count, sql`count(${value})${filter}`],
      ];
    default:
      return [[own, sql`${sql.raw(measure.fn)}(${value})${filter}`]];
  }
}

/** The measure of a group, merged from the first groups. */
export function mergedAggregate({ measure, place, kind }: Measured, precision: number | null): RawBuilder<unknown> {
  const [own, count] = [id(`a${place}`), id(`b${place}`)];
  switch (measure.fn) {
    case 'count':
      return sql`coalesce(sum(${own}), 0)::numeric`;
    case 'sum':
      return rounded(sql`coalesce(sum(${own}), 0)`, precision);
    case 'avg':
      return rounded(sql`sum(${own}) / nullif(sum(${count}), 0)`, precision);
    default:
      return extreme(sql`${sql.raw(measure.fn)}(${own})`, kind, precision);
  }
}
