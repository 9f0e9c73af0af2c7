/** One look-up of a formula: its position, and the values that its condition and its date read. */
export interface LookupRequest {
  field: string;
  table: string | null;
  /** Index of the `lookup` call in the formula. */
  index: number;
  values: Readonly<Record<string, unknown>>;
  row: Readonly<Record<string, unknown>>;
}

/** The stored record; a formula whose inputs have not changed keeps its stored value. */
export interface StoredScope {
  values: Readonly<Record<string, unknown>>;
  row?: Readonly<Record<string, unknown>>;
}

/**
 * Looked-up values for the formulas of one form. A caller fetches them from the server's records; formulas read them
 * and report missing ones. Without them a formula keeps its current value.
 */
export interface LookupAnswers {
  /** The record before the change; for a column, also the row with this id. Null if there was none. */
  stored(table: string | null, rowId: string | undefined): StoredScope | null;
  /** The value of a look-up. Undefined if it is not known yet; then it is added to the list of values to fetch. */
  find(request: LookupRequest): { value: unknown } | undefined;
  /** All answers as plain data, for transfer to another thread. */
  snapshot?(): LookupSnapshot;
}

/** The looked-up values of one save, as plain data. */
export interface LookupSnapshot {
  before: Readonly<Record<string, unknown>> | null;
  answers: readonly (readonly [name: string, answer: { value: unknown }])[];
}
