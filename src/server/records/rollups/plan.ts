import { sql, type RawBuilder } from 'kysely';
import type { ColumnKind, RollupFunction } from '../../../kernel/index.ts';
import type { Db } from '../../store/database.ts';

/** A part of a statement as it is stored: its text and the constants in it. */
export interface SqlText {
  text: string;
  values: readonly unknown[];
}

/** Where a roll-up takes its values: in the statement the source's table is called frm_record, a row of its sub-table `item`. */
export interface RollupPlan {
  /** The form whose records count; null: rows of the own form. */
  form: string | null;
  fn: RollupFunction;
  /** The tables to read. */
  from: SqlText;
  /** Which record a source points at; several with `isMultiple`. Of rows of the own form: the record they are in. */
  parent: SqlText;
  isMultiple: boolean;
  /** Whether a source counts. */
  counts: SqlText;
  /** What is summed up; null for a count. */
  value: SqlText | null;
  /** By what first, last and list are ordered. */
  order: SqlText;
  /** Kept fields of the source that it reads. */
  readsKept: readonly string[];
  /** The index that finds the sources of one record; null where none can be made. */
  index: { table: string; name: string; columns: SqlText } | null;
}

/** What keeps one field: a roll-up, or a formula over kept fields. */
export interface KeptPlan {
  kind: ColumnKind;
  /** Decimals that are shown; null: all. */
  digits: number | null;
  /** The column of the value. */
  column: string;
  /** Columns beside it: the sum before it is rounded, and how many values are in it. */
  sum: string | null;
  count: string | null;
  rollup: RollupPlan | null;
  /** Over the record (`p`) and its kept values as they are now (`k`). */
  formula: SqlText | null;
  /** True while the form that it reads was never published. */
  isWaiting: boolean;
  /** Whether it reads what only a statement after the lock sees as it is: rows, or columns of further tables. */
  needsLock: boolean;
}

/** A piece of SQL as it is stored. */
export function storedText(db: Db, part: RawBuilder<unknown>): SqlText {
  const { sql: text, parameters } = part.compile(db);
  return { text, values: parameters };
}

/** The piece again, its constants bound anew wherever it stands. */
export function sqlOf<T = unknown>({ text, values }: SqlText): RawBuilder<T> {
  const [first = '', ...rest] = text.split(/\$(\d+)/);
  let built = sql<T>`${sql.raw(first)}`;
  for (let at = 0; at < rest.length; at += 2)
    built = sql<T>`${built}${values[Number(rest[at]) - 1]}${sql.raw(rest[at + 1] ?? '')}`;
  return built;
}

/** Names of the columns beside a kept one, as the catalogue has them. */
export const sumKey = (key: string): string => `${key}#sum`;
export const countKey = (key: string): string => `${key}#count`;
