/** Maximum number of rows of one insert statement: PostgreSQL takes at most 65,535 parameters in one statement. */
const ROWS_PER_INSERT = 500;

/** Splits a long list of rows into batches, each for one insert statement. */
export const insertBatches = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / ROWS_PER_INSERT) }, (_none, index) =>
    list.slice(index * ROWS_PER_INSERT, (index + 1) * ROWS_PER_INSERT),
  );
