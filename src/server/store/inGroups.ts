/** Number of rows of one insert: PostgreSQL takes at most 65,535 parameters in one statement. */
const GROUP_SIZE = 500;

/** Returns a long list of rows, split so that each part fits one insert statement. */
export const inGroups = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / GROUP_SIZE) }, (_none, index) =>
    list.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
  );
