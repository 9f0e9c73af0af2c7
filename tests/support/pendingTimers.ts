import { vi } from 'vitest';

/**
 * Keeps the timers that the page has started, so that a test can let time pass without waiting for it (`passTime`), and
 * a test file can end them. They are run, not cancelled: the throttle of a library waits for its own timer and would
 * never run again.
 */
type Callback = (...args: unknown[]) => void;
/** `due`: in milliseconds of `clock`. */
interface Timer {
  due: number;
  run(): void;
}
const waiting = new Map<ReturnType<typeof setTimeout>, Timer>();
const repeating = new Set<ReturnType<typeof setInterval>>();
const { setTimeout: startTimeout, setInterval: startInterval, clearTimeout: endTimeout } = globalThis;

/** Milliseconds that passed without being waited for. */
let skipped = 0;
const realTime = performance.now.bind(performance);
const clock = (): number => realTime() + skipped;

globalThis.setTimeout = ((callback: Callback, delay?: number, ...args: unknown[]) => {
  const run = () => {
    waiting.delete(timer);
    callback(...args);
  };
  const timer = startTimeout(run, delay);
  waiting.set(timer, { due: clock() + (delay ?? 0), run });
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

/** Lets promises, frames and timers that are due go on. */
async function goOn(): Promise<void> {
  await new Promise((resolve) => {
    startTimeout(resolve, 0);
  });
  for (let round = 0; round < 5; round += 1) await turn();
}

/**
 * Lets this time pass for the timers of the page: those that are due by then run in their order, also those that they
 * start. Parts of the program that are being loaded are there afterwards. What is asked for the time of day sees it go
 * on only in a test with a fake `Date`.
 */
export async function passTime(ms: number): Promise<void> {
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(ms);
  const until = clock() + ms;
  await vi.dynamicImportSettled();
  await goOn();
  for (;;) {
    const [first] = Array.from(waiting).sort(([, one], [, other]) => one.due - other.due);
    if (!first || first[1].due > until) break;
    const [timer, { due, run }] = first;
    skipped += Math.max(0, due - clock());
    endTimeout(timer);
    run();
    await goOn();
  }
  skipped += Math.max(0, until - clock());
}

/** Runs what waits now, in the order in which it was started, and what this starts, a few times over; then ends all. */
export async function endTimers(): Promise<void> {
  for (const timer of repeating) clearInterval(timer);
  repeating.clear();
  for (let round = 0; round < 5; round += 1) {
    const now = Array.from(waiting);
    for (const [timer, { run }] of now) {
      if (!waiting.has(timer)) continue; // another one has cancelled it
      endTimeout(timer);
      run();
    }
    await turn();
  }
  for (const timer of waiting.keys()) endTimeout(timer);
  waiting.clear();
}
