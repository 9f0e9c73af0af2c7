/*
 * How much a stretch of work with expressions may cost, counted in rows and list items that loops go through and that
 * `+` joins: a count of the same record is the same on every machine, a time is not. One synchronous stretch at a time,
 * so nothing is kept between them.
 */

/** Some seconds, while which nobody else is served: for one save, and for one expression outside of a save. */
export const MAX_WORK = 20_000_000;

let left = MAX_WORK;
let isOver = false;
let isWithin = false;
let turns = 0;
let turn = 0;

/** Loops in loops in loops: two levels compare rows with rows, more is nobody's formula. */
export const MAX_LOOPS = 2;

/** Every expression outside of a stretch has `MAX_WORK` for itself, and is a stretch of its own. */
export function startEvaluation(): void {
  if (isWithin) return;
  left = MAX_WORK;
  turn = turns += 1;
}

/** Names the present stretch: what is kept from an earlier one is counted again, once. */
export const workTurn = (): number => turn;
export const workLeft = (): number => left;

/** Takes `items` off what is left; throws once nothing is, and from then on at every call of this stretch. */
export function charge(items: number): void {
  left -= items;
  if (left >= 0) return;
  isOver = true;
  throw new RangeError('too much work for one record');
}

/** Takes `items` off what a stretch has left, as `charge` does, for work that no expression does; false, and no more of it, once nothing is. Free outside of a stretch. */
export function spend(items: number): boolean {
  if (!isWithin) return true;
  left -= items;
  if (left < 0) isOver = true;
  return left >= 0;
}

/** Runs `work` with at most `limit` items. Past it every loop fails, and `isOver` says that the result means nothing. */
export function withinWork<T>(limit: number, work: () => T): { result: T; isOver: boolean } {
  const before = { left, isOver, isWithin, turn };
  left = limit;
  isWithin = true;
  isOver = false;
  turn = turns += 1;
  try {
    const result = work();
    return { result, isOver };
  } finally {
    ({ left, isOver, isWithin, turn } = before);
  }
}
