/**
 * Tests that repeat, wait or try at random have two lengths: a short one for `npm test`, which fails for the same fault
 * in the code, and a long one for `npm run test:long` (TEST_LONG=1), which looks for what is rare. `tests/long.ts` finds
 * the files that have a long form by their import of this module.
 */
export const isLong = process.env['TEST_LONG'] === '1';

/**
 * Whether `npm test` runs these files a second time, on the embedded database, after it ran them on PostgreSQL. What does
 * not depend on the store is not repeated then.
 */
export const isSecondStore = process.env['SECOND_STORE'] === '1' && !isLong;

export const usualOrLong = <T>(usual: T, long: T): T => (isLong ? long : usual);
