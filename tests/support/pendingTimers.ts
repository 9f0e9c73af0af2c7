/**
 * Keeps the timers that the page has started, so that a test file can end them. They are run, not cancelled:
 * the throttle of a library waits for its own timer and would never run again.
 */
type Callback = (...args: unknown[]) => void;
const waiting = new Map<ReturnType<typeof setTimeout>, () => void>();
const repeating = new Set<ReturnType<typeof setInterval>>();
const { setTimeout: startTimeout, setInterval: startInterval, clearTimeout: endTimeout } = globalThis;

globalThis.setTimeout = ((callback: Callback, delay?: number, ...args: unknown[]) => {
  const run = () => {
    waiting.delete(timer);
    callback(...args);
  };
  const timer = startTimeout(run, delay);
  waiting.set(timer, run);
  return timer;
}) as typeof setTimeout;

globalThis.clearTimeout = (timer) => {
  waiting.delete(timer as ReturnType<typeof setTimeout>);
  endTimeout(timer);
};

globalThis.setInterval = ((callback: Callback, delay?: number, ...args: unknown[]) => {
  const timer = startInterval(callback, delay, ...args);
  repeating.add(timer);
  return timer;
}) as typeof setInterval;

const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Runs what waits now, in the order in which it was started, and what this starts, a few times over; then ends all. */
export async function endTimers(): Promise<void> {
  for (const timer of repeating) clearInterval(timer);
  repeating.clear();
  for (let round = 0; round < 5; round += 1) {
    const now = Array.from(waiting);
    for (const [timer, run] of now) {
      if (!waiting.has(timer)) continue; // another one has cancelled it
      endTimeout(timer);
      run();
    }
    await turn();
  }
  for (const timer of waiting.keys()) endTimeout(timer);
  waiting.clear();
}
