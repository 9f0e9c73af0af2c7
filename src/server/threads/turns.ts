import { Refusal } from '../http/refusal.ts';

export interface Turns {
  /** Does the work when its turn comes. Refuses with REQUEST_BUSY when too many wait. */
  take<T>(work: () => Promise<T>): Promise<T>;
}

/** Costly work of one kind, a few at once and the rest in the order it came. */
export function createTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async take(work) {
      if (running >= atOnce) {
        if (waiting.length >= mostWaiting) throw new Refusal('REQUEST_BUSY');
        await new Promise<void>((next) => {
          waiting.push(next);
        });
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
