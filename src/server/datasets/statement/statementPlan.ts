import { sql, type RawBuilder } from 'kysely';
import type { DatasetMeasure } from '../../../domain/dataset.ts';
import type { Part } from '../datasetPart.ts';
import type { Question, Scan } from './scan.ts';
import { shiftName, type Shift } from './shift.ts';

export type GroupingSet = readonly number[];

/** One grouped pass over the records of the question, or of the period that the question compares with. */
export interface Pass {
  name: string;
  scan: Scan;
  shift: Shift | null;
  measures: readonly DatasetMeasure[];
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
  period: readonly [string, string] | null;
  shiftFor(measure: DatasetMeasure, set: GroupingSet): Shift | null;
}

/** Returns the pass with this shift; null: the pass without a shift. */
export const passFor = ({ passes }: StatementPlan, shift: Shift | null): Pass | undefined =>
  passes.find((pass) => (pass.shift ? shiftName(pass.shift) : '') === (shift ? shiftName(shift) : ''));

/** Returns whether a set has details. Only the first set, with the rows of a ledger, has details. */
export const hasDetails = ({ part }: StatementPlan, setIndex: number): boolean =>
  setIndex === 0 && (part.details?.length ?? 0) > 0;
