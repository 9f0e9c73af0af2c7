/** Runs `work` periodically, never twice at a time. `stop` waits for the current run. */
export function runPeriodically(
  periodMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let currentRun: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    currentRun = work()
      .catch(onError)
      .finally(() => {
        isRunning = false;
      });
  }, periodMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await currentRun;
    },
  };
}
