import { sql, type RawBuilder } from 'kysely';
import type { ColumnKind } from '../../../records/index.ts';
import type { RollupFunction } from '../../../relations/index.ts';
import type { Db } from '../../store/database.ts';

/** A part of an SQL statement, as it is stored: its text with `$1` … and their constants. */
export interface SqlText {
  text: string;
  values: readonly unknown[];
}

/**
 * How a roll-up is computed. In its SQL the table of the source form is named `frm_record`, a row of its sub-table
 * `item`.
 */
export interface RollupPlan {
  /** The form whose records are the sources; null: the sources are rows of the record itself. */
  form: string | null;
  fn: RollupFunction;
  /** The tables to read. */
  from: SqlText;
  /**
   * The id of the record that a source refers to; an array of ids with `isMultiple`. For rows of the record itself: its
   * id.
   */
  parent: SqlText;
  isMultiple: boolean;
  /** The condition under which a source is included. */
  counts: SqlText;
  /** The value of a source; null for a count. */
  value: SqlText | null;
  /** The order of sources for `first`, `last` and `list`. */
  order: SqlText;
  /** The kept fields of the source form that the roll-up reads. */
  readsKept: readonly string[];
  /** The index that finds the sources of one record; null where none can be created. */
  index: { table: string; name: string; columns: SqlText } | null;
}

/** How one kept field is computed: by a roll-up, or by a formula that reads kept fields. */
export interface KeptPlan {
  kind: ColumnKind;
  /** Decimals of the stored value; null: up to 12. */
  digits: number | null;
  /** The column of the value. */
  column: string;
  /** Additional columns of a sum or an average: the sum before rounding, and the number of values in it. */
  sum: string | null;
  count: string | null;
  rollup: RollupPlan | null;
  /** Reads the record (`p`) and its new kept values (`k`). */
  formula: SqlText | null;
  /**
   * True while the field cannot be computed: its source form was never published, or does not fit the field's
   * definition.
   */
  isWaiting: boolean;
  /**
   * Whether the computation reads rows or further tables: it then needs a separate statement after the lock of the
   * record, to see their committed state.
   */
  needsLock: boolean;
}

/** A part of SQL in its stored form. */
export function sqlTextOf(db: Db, part: RawBuilder<unknown>): SqlText {
  const { sql: text, parameters } = part.compile(db);
  return { text, values: parameters };
}

/** A stored part as SQL for a statement, with its constants as parameters. */
export function sqlOf<T = unknown>({ text, values }: SqlText): RawBuilder<T> {
  const [first = '', ...rest] = text.split(/\$(\d+)/);
  let built = sql<T>`${sql.raw(first)}`;
  for (let index = 0; index < rest.length; index += 2)
    built = sql<T>`${built}${values[Number(rest[index]) - 1]}${sql.raw(rest[index + 1] ?? '')}`;
  return built;
}

/** The catalogue's keys of the additional columns of a kept field. */
export const sumKey = (key: string): string => `${key}#sum`;
export const countKey = (key: string): string => `${key}#count`;
