/** What one call is asked with: where it stands, and the values that its condition and its date read. */
export interface LookupAsk {
  field: string;
  table: string | null;
  /** Which call of the formula. */
  index: number;
  values: Readonly<Record<string, unknown>>;
  row: Readonly<Record<string, unknown>>;
}

/** A record as it is stored: what formulas of unchanged values keep to. */
export interface StoredScope {
  values: Readonly<Record<string, unknown>>;
  row?: Readonly<Record<string, unknown>>;
}

/**
 * Values that were looked up, for the formulas of one form. Whoever fills it asks the server's records; formulas read it
 * and name what is missing. Without it a formula keeps the value that stands.
 */
export interface LookupAnswers {
  /** The record before the change; for a column, with the row of this id. Null: there was none. */
  stored(table: string | null, rowId: string | undefined): StoredScope | null;
  /** The value of a call; undefined: not known yet, and noted as wanted. */
  find(ask: LookupAsk): { value: unknown } | undefined;
  /** Everything that was answered, where the values can be carried to another thread. */
  all?(): LookedUp;
}

/** What was looked up for one save, as plain data. */
export interface LookedUp {
  before: Readonly<Record<string, unknown>> | null;
  answers: readonly (readonly [name: string, answer: { value: unknown }])[];
}
