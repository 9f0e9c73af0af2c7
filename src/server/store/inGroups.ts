/** Maximum number of rows of one insert statement: PostgreSQL takes at most 65,535 parameters in one statement. */
const GROUP_SIZE = 500;

/** Splits a long list of rows into batches, each for one insert statement. */
export const inGroups = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / GROUP_SIZE) }, (_none, index) =>
    list.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
  );
