import { sql, type RawBuilder } from 'kysely';
import type { DatasetMeasure } from '../../../domain/dataset.ts';
import type { Part } from '../datasetPart.ts';
import type { Question, Scan } from './scan.ts';
import { shiftName, type Shift } from './shift.ts';

/** A grouping set of SQL (`GROUPING SETS`): the positions of its groups in `Part.groups`. */
export type GroupingSet = readonly number[];

/** One grouped query over the records of the question, or over the records of a compared period, e.g. of last year. */
export interface Pass {
  /** Name of the query in the statement. */
  name: string;
  scan: Scan;
  /** Offset by which dates of the compared period are moved forward; null: the records of the question itself. */
  shift: Shift | null;
  /** The measures that the pass computes. */
  measures: readonly DatasetMeasure[];
  /** The grouping sets for which the pass computes the measures. */
  groupingSets: readonly GroupingSet[];
}

export const sqlId = (name: string): RawBuilder<unknown> => sql.id(name);
export const commaList = (fragments: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...fragments]);

/** Returns the number of decimals to which a measure is rounded; null: not rounded. */
export type PrecisionOf = (measure: DatasetMeasure) => number | null;

/** Returns the column name of a measure: its position, because its key may be too long for a name in PostgreSQL. */
export const columnOf = ({ measures }: Part, measure: DatasetMeasure): string => `m${measures.indexOf(measure)}`;

/** The input from which the SQL statement for a question is generated. */
export interface StatementPlan {
  question: Question;
  part: Part;
  passes: readonly Pass[];
  /** The period to which the dataset's condition restricts its time; null: there is none. */
  period: readonly [string, string] | null;
  /**
   * Returns the shift by which a measure compares in a grouping set; null if the measure does not compare, or if the
   * compared period is unknown.
   */
  shiftFor(measure: DatasetMeasure, groupingSet: GroupingSet): Shift | null;
}

/** Returns the pass with this shift (null: the pass without a shift); undefined if the plan has no such pass. */
export const passFor = ({ passes }: StatementPlan, shift: Shift | null): Pass | undefined =>
  passes.find((pass) => (pass.shift ? shiftName(pass.shift) : '') === (shift ? shiftName(shift) : ''));

/** Returns whether a grouping set has details. Only the first set, which gives the lines of a ledger, has details. */
export const hasDetails = ({ part }: StatementPlan, setIndex: number): boolean =>
  setIndex === 0 && (part.details?.length ?? 0) > 0;
