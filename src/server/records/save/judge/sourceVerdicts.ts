import { isSameValue, type RowSourceResults, type FillCheck } from '../../../../records/index.ts';

/**
 * What the row sources say about new rows. Key `table row column`: a value of a row; 'confirmed': an item of a source has
 * this value and the other values of the row that need confirmation, 'rejected': no item has. Key `table row`: 'rejected'
 * for a row that can only be picked from a source and that no item matches.
 */
export type SourceVerdicts = ReadonlyMap<string, 'confirmed' | 'rejected'>;
/** Values that fill calls returned, by `filledValueKey`. */
export type FilledValues = ReadonlyMap<string, unknown>;

/** The verdicts in the form that `checkChanges` takes. */
export const toRowSourceResults = (verdicts: SourceVerdicts): RowSourceResults => ({
  verdictOn: (table, rowId, column) => verdicts.get(`${table} ${rowId} ${column}`) ?? null,
  isNotInSource: (table, rowId) => verdicts.get(`${table} ${rowId}`) === 'rejected',
});

export const filledValueKey = (table: string | null, rowId: string | undefined, watcher: string, key: string): string =>
  JSON.stringify([table, rowId ?? '', watcher, key]);

/** A function for `checkChanges` that returns whether the call of a watched field returned the value. */
export const toFillCheck =
  (filled: FilledValues): FillCheck =>
  ({ table, rowId, watcher, key }, value) => {
    const fillKey = filledValueKey(table, rowId, watcher, key);
    return filled.has(fillKey) && isSameValue(filled.get(fillKey), value);
  };
