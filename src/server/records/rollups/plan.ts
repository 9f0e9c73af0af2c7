import { sql, type RawBuilder } from 'kysely';
import type { ColumnKind } from '../../../records/index.ts';
import type { RollupFunction } from '../../../relations/index.ts';
import type { Db } from '../../store/database.ts';

/** A part of an SQL statement in stored form: its text with the parameters `$1` …, and the parameters' values. */
export interface SqlText {
  text: string;
  values: readonly unknown[];
}

/**
 * The computation of a roll-up. In its SQL, `frm_record` is the alias of the source form's database table, and `item`
 * the alias of the database table with the rows of a sub-table.
 */
export interface RollupPlan {
  /** The form with the source records; null if the sources are rows of the record itself. */
  form: string | null;
  fn: RollupFunction;
  /** The tables to read. */
  from: SqlText;
  /**
   * The id of the record to which a source refers; with `isMultiple` an array of ids. For rows of the record itself,
   * the id of this record.
   */
  parent: SqlText;
  isMultiple: boolean;
  /** The condition under which a source is included. */
  counts: SqlText;
  /** The value of a source; null for a count. */
  value: SqlText | null;
  /** The order of the sources for `first`, `last` and `list`; for `min` and `max`, the order of equal values. */
  order: SqlText;
  /** The kept fields of the source form that the roll-up reads. */
  readsKept: readonly string[];
  /** True if the condition reads the state of the record to which a source belongs. */
  readsState: boolean;
  /** The index that finds the sources of one record; null if none is needed or none can be created. */
  index: { table: string; name: string; columns: SqlText } | null;
}

/** The SQL of the creation time. It is the first part of the order of a roll-up without an order field. */
export const CREATION_TIME = 'frm_record.create_time';

/** The computation of one kept field: by a roll-up, or by a formula that reads kept fields. */
export interface KeptPlan {
  kind: ColumnKind;
  /** The number of decimals of the stored value; null: up to 12. */
  digits: number | null;
  /** The database column of the value; '' while no database tables have been created for the form. */
  column: string;
  /**
   * The additional column of a sum or an average, for the sum before rounding. Null for other functions, and while the
   * form has no database tables.
   */
  sum: string | null;
  /**
   * The additional column of an average, for the number of values. Null for other functions, and while the form has no
   * database tables.
   */
  count: string | null;
  rollup: RollupPlan | null;
  /** The formula as SQL over the record (`p`) and its new kept values (`k`); null for a roll-up or if `isWaiting`. */
  formula: SqlText | null;
  /**
   * True while the field cannot be computed, for example because its source form was never published or does not fit
   * the field's definition.
   */
  isWaiting: boolean;
  /**
   * True if a formula reads rows of sub-tables, or if the computation reads columns that are not in the first database
   * table of a form or sub-table (`part` above 1). Then a separate statement locks the record first, so that the
   * statement that computes the value reads what other transactions have committed to these tables.
   */
  needsLock: boolean;
}

/** Converts a part of SQL to its stored form. */
export function sqlTextOf(db: Db, part: RawBuilder<unknown>): SqlText {
  const { sql: text, parameters } = part.compile(db);
  return { text, values: parameters };
}

/** Converts a stored part to SQL for a statement, with its values as parameters. */
export function sqlOf<T = unknown>({ text, values }: SqlText): RawBuilder<T> {
  const [first = '', ...rest] = text.split(/\$(\d+)/);
  let statement = sql<T>`${sql.raw(first)}`;
  for (let index = 0; index < rest.length; index += 2)
    statement = sql<T>`${statement}${values[Number(rest[index]) - 1]}${sql.raw(rest[index + 1] ?? '')}`;
  return statement;
}

/** Returns the catalogue key of the additional column for the sum. */
export const sumKey = (key: string): string => `${key}#sum`;
/** Returns the catalogue key of the additional column for the number of values. */
export const countKey = (key: string): string => `${key}#count`;
