/**
 * How much a stretch of work with expressions may cost, counted in rows and list items that loops go through: a count
 * of the same record is the same on every machine, a time is not. One synchronous stretch at a time, so nothing is kept
 * between them.
 */
let left = Number.POSITIVE_INFINITY;
let isOver = false;

/** Loops in loops in loops: two levels compare rows with rows, more is nobody's formula. */
export const MAX_LOOPS = 2;

/** Takes `items` off what is left; throws once nothing is, and from then on at every call of this stretch. */
export function charge(items: number): void {
  left -= items;
  if (left >= 0) return;
  isOver = true;
  throw new RangeError('too much work for one record');
}

/** Runs `work` with at most `limit` items. Past it every loop fails, and `isOver` says that the result means nothing. */
export function withinWork<T>(limit: number, work: () => T): { result: T; isOver: boolean } {
  const before = { left, isOver };
  left = limit;
  isOver = false;
  try {
    const result = work();
    return { result, isOver };
  } finally {
    ({ left, isOver } = before);
  }
}
