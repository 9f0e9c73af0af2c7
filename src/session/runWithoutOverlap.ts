/** Wraps `work` so that its runs never overlap: all calls made during a run share one further run after it. */
export function runWithoutOverlap(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const run = (): Promise<void> =>
    (running = work().finally(() => {
      running = null;
    }));
  return () => {
    if (!running) return run();
    next ??= running.then(() => {
      next = null;
      return run();
    });
    return next;
  };
}
