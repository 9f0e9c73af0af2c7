import { Refusal } from '../http/refusal.ts';

export interface WorkQueue {
  /**
   * Does the work and returns its result. While `concurrency` calls are working, the call waits for its turn (first
   * come, first served). Refuses with REQUEST_BUSY when `maxWaiting` calls are already waiting.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Creates a queue for expensive work: at most `concurrency` calls of `run` work at the same time, the others wait. */
export function createWorkQueue({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }): WorkQueue {
  let runningCount = 0;
  const waitingStarts: (() => void)[] = [];
  return {
    async run(work) {
      if (runningCount >= concurrency) {
        if (waitingStarts.length >= maxWaiting) throw new Refusal('REQUEST_BUSY');
        await new Promise<void>((next) => {
          waitingStarts.push(next);
        });
      } else runningCount += 1;
      try {
        return await work();
      } finally {
        const next = waitingStarts.shift();
        // the next work takes over the place of this one, so the count stays the same
        if (next) next();
        else runningCount -= 1;
      }
    },
  };
}
