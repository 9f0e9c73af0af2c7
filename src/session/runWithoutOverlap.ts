/** Wraps `work` so that its runs never overlap: all calls made during a run share one further run after it. */
export function runWithoutOverlap(work: () => Promise<void>): () => Promise<void> {
  let currentRun: Promise<void> | null = null;
  let nextRun: Promise<void> | null = null;
  const run = (): Promise<void> =>
    (currentRun = work().finally(() => {
      currentRun = null;
    }));
  return () => {
    if (!currentRun) return run();
    nextRun ??= currentRun.then(() => {
      nextRun = null;
      return run();
    });
    return nextRun;
  };
}
