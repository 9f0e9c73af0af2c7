import { sql, type RawBuilder } from 'kysely';
import type { DatasetMeasure } from '../../../kernel/index.ts';
import type { Part } from '../plan.ts';
import type { Question, Scan } from './scan.ts';
import { shiftName, type Shift } from './shift.ts';

export type Groups = readonly number[];

/** One grouped pass over the records: those of the question, or those that it compares with. */
export interface Pass {
  name: string;
  scan: Scan;
  shift: Shift | null;
  measures: readonly DatasetMeasure[];
  sets: readonly Groups[];
}

export const id = (name: string): RawBuilder<unknown> => sql.id(name);
export const list = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...parts]);

/** How many decimals a measure is rounded to; null: as many as it has. */
export type PrecisionOf = (measure: DatasetMeasure) => number | null;

/** The column of a measure; keys are too long for names of the database. */
export const columnOf = ({ measures }: Part, measure: DatasetMeasure): string => `m${measures.indexOf(measure)}`;

/** What every set of a statement is made from. */
export interface Making {
  question: Question;
  part: Part;
  passes: readonly Pass[];
  period: readonly [string, string] | null;
  shiftFor(measure: DatasetMeasure, set: Groups): Shift | null;
}

export const passFor = ({ passes }: Making, shift: Shift | null): Pass | undefined =>
  passes.find((pass) => (pass.shift ? shiftName(pass.shift) : '') === (shift ? shiftName(shift) : ''));

/** Details belong to the rows of a ledger, not to its sums. */
export const hasDetails = ({ part }: Making, number: number): boolean =>
  number === 0 && (part.details?.length ?? 0) > 0;
