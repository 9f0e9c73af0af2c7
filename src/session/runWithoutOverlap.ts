/** Wraps `work` so that its runs never overlap: all calls made during a run share one further run after it. */
export function runWithoutOverlap(work: () => Promise<void>): () => Promise<void> {
  let currentRun: Promise<void> | null = null;
  let nextRun: Promise<void> | null = null;
  const run = (): Promise<void> =>
    (currentRun = work().finally(() => {
      currentRun = null;
    }));
  const runNext = (): Promise<void> => {
    nextRun = null;
    return run();
  };
  // also after a failed run, whose error is reported to the callers of that run
  return () => (currentRun ? (nextRun ??= currentRun.then(runNext, runNext)) : run());
}
