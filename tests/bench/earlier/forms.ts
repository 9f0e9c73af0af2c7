/** The form of `tests/bench/million.ts` with documents of 3 kB. */
export const LONG_FORM = 'longMillion';
