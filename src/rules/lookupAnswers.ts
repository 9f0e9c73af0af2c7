/** One look-up of a formula: its position, and the values that its condition and its date use. */
export interface LookupRequest {
  field: string;
  table: string | null;
  /** Index of the `lookup` call in the formula. */
  index: number;
  values: Readonly<Record<string, unknown>>;
  row: Readonly<Record<string, unknown>>;
}

/** Values of the stored record. A formula whose inputs have not changed keeps its stored value. */
export interface StoredScope {
  values: Readonly<Record<string, unknown>>;
  row?: Readonly<Record<string, unknown>>;
}

/**
 * The results of the look-ups in the formulas of one form. The caller loads them from the server's records; formulas
 * read them and report missing ones. Without a result a formula keeps its current value.
 */
export interface LookupAnswers {
  /** Returns the record before the change; for a column, also the row with this id. Null if there was none. */
  stored(table: string | null, rowId: string | undefined): StoredScope | null;
  /** Returns the result of a look-up. Undefined if it is not loaded yet; the request is then queued for loading. */
  find(request: LookupRequest): { value: unknown } | undefined;
  /** Returns all results as plain data, for transfer to another thread. */
  snapshot?(): LookupSnapshot;
}

/**
 * The results of the look-ups of one save, as plain data. `stored`: values of the stored record; null for a new one.
 * `answers`: pairs of a text that identifies the request, and its result.
 */
export interface LookupSnapshot {
  stored: Readonly<Record<string, unknown>> | null;
  answers: readonly (readonly [requestKey: string, answer: { value: unknown }])[];
}
