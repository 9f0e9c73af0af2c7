import { sql, type RawBuilder } from 'kysely';
import type { DatasetMeasure } from '../../../domain/dataset.ts';
import type { Part } from '../datasetPart.ts';
import type { Question, Scan } from './scan.ts';
import { shiftName, type Shift } from './shift.ts';

/** A grouping set: the positions of its groups in `Part.groups`. */
export type GroupingSet = readonly number[];

/** One grouped pass over the records of the question, or of the period that the question compares with. */
export interface Pass {
  /** Name of the query in the statement. */
  name: string;
  scan: Scan;
  /** Offset to the compared period; null for the pass over the records of the question itself. */
  shift: Shift | null;
  /** The measures that the pass computes. */
  measures: readonly DatasetMeasure[];
  /** The grouping sets for which the pass computes them. */
  sets: readonly GroupingSet[];
}

export const sqlId = (name: string): RawBuilder<unknown> => sql.id(name);
export const commaList = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...parts]);

/** Returns the number of decimals to which a measure is rounded; null: not rounded. */
export type PrecisionOf = (measure: DatasetMeasure) => number | null;

/** Returns the column name of a measure, because measure keys may be too long for PostgreSQL names. */
export const columnOf = ({ measures }: Part, measure: DatasetMeasure): string => `m${measures.indexOf(measure)}`;

/** The parts from which a statement is compiled. */
export interface StatementPlan {
  question: Question;
  part: Part;
  passes: readonly Pass[];
  /** The period to which the dataset's condition restricts its time; null: there is none. */
  period: readonly [string, string] | null;
  /** Returns the shift of a measure's comparison for the groups of a set; null as in `shiftOf`. */
  shiftFor(measure: DatasetMeasure, set: GroupingSet): Shift | null;
}

/** Returns the pass with this shift (null: the pass without a shift); undefined if the plan has no such pass. */
export const passFor = ({ passes }: StatementPlan, shift: Shift | null): Pass | undefined =>
  passes.find((pass) => (pass.shift ? shiftName(pass.shift) : '') === (shift ? shiftName(shift) : ''));

/** Returns whether a set has details. Only the first set, with the rows of a ledger, has details. */
export const hasDetails = ({ part }: StatementPlan, setIndex: number): boolean =>
  setIndex === 0 && (part.details?.length ?? 0) > 0;
