import { isSameValue, type Picked, type Vouches } from '../../../../records/index.ts';

/** What sources said of new rows: `table row column`, or `table row` for the row itself. */
export type Words = ReadonlyMap<string, 'vouched' | 'refuted'>;
/** Values that calls gave, by their place. */
export type Given = ReadonlyMap<string, unknown>;

/** The same as the check of changes reads it. */
export const pickedOf = (words: Words): Picked => ({
  wordOn: (table, rowId, column) => words.get(`${table} ${rowId} ${column}`) ?? null,
  isStranger: (table, rowId) => words.get(`${table} ${rowId}`) === 'refuted',
});

export const givenPlace = (table: string | null, rowId: string | undefined, watcher: string, key: string): string =>
  JSON.stringify([table, rowId ?? '', watcher, key]);

export const vouchesOf =
  (given: Given): Vouches =>
  ({ table, rowId, watcher, key }, value) => {
    const place = givenPlace(table, rowId, watcher, key);
    return given.has(place) && isSameValue(given.get(place), value);
  };
