import { Refusal } from '../http/refusal.ts';

export interface WorkQueue {
  /**
   * Starts the work as soon as fewer than `concurrency` works are running. Refuses with REQUEST_BUSY when `maxWaiting`
   * works are waiting.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Creates a queue for expensive work: at most `concurrency` works run at the same time, the others wait in order. */
export function createWorkQueue({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }): WorkQueue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (running >= concurrency) {
        if (waiting.length >= maxWaiting) throw new Refusal('REQUEST_BUSY');
        await new Promise<void>((next) => {
          waiting.push(next);
        });
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        // the next work takes over the place of this one, so the count stays the same
        if (next) next();
        else running -= 1;
      }
    },
  };
}
