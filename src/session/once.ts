/** Runs `work`; calls that come while it runs share one more run after it. */
export function once(work: () => Promise<void>): () => Promise<void> {
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
