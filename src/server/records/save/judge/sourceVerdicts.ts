import { isSameValue, type RowSourceResults, type FillCheck } from '../../../../records/index.ts';

/**
 * The results of looking up new rows in their row sources. The key `table row column` identifies one value of a row.
 * It is 'confirmed' if an item of a source has this value together with all other values of the row that need
 * confirmation, 'rejected' if no item has them. The key `table row` identifies a row that can only be picked from a
 * source. It is 'rejected' if no item matches the row.
 */
export type SourceVerdicts = ReadonlyMap<string, 'confirmed' | 'rejected'>;
/** Values that fill calls returned, by `filledValueKey`. */
export type FilledValues = ReadonlyMap<string, unknown>;

/** Converts the verdicts to the functions that `checkChanges` calls. */
export const toRowSourceResults = (verdicts: SourceVerdicts): RowSourceResults => ({
  verdictOn: (table, rowId, column) => verdicts.get(`${table} ${rowId} ${column}`) ?? null,
  isNotInSource: (table, rowId) => verdicts.get(`${table} ${rowId}`) === 'rejected',
});

/**
 * Returns the key of the value that the call of the field `watcher` fills into the field `key`. `table`: null outside
 * of sub-tables.
 */
export const filledValueKey = (table: string | null, rowId: string | undefined, watcher: string, key: string): string =>
  JSON.stringify([table, rowId ?? '', watcher, key]);

/** Returns a function for `checkChanges` that checks whether the call of a watched field returned the value. */
export const toFillCheck =
  (filled: FilledValues): FillCheck =>
  ({ table, rowId, watcher, key }, value) => {
    const fillKey = filledValueKey(table, rowId, watcher, key);
    return filled.has(fillKey) && isSameValue(filled.get(fillKey), value);
  };
