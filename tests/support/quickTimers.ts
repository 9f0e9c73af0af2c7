import { afterAll, beforeAll } from 'vitest';

/** Shorter timers are left as they are. */
const FROM_MS = 500;
const DIVISOR = 10;

/**
 * In this test file timers of half a second and more end ten times sooner: tests of debounced work need not wait for
 * seconds. These timers keep their order among each other, but may end before a shorter one. Intervals and `Date.now`
 * are unchanged.
 */
export function quickTimers(): void {
  const { setTimeout: real } = globalThis;
  beforeAll(() => {
    const quick = (run: () => void, ms = 0, ...given: []): unknown =>
      real(run, ms >= FROM_MS ? ms / DIVISOR : ms, ...given);
    globalThis.setTimeout = quick as typeof real;
  });
  afterAll(() => {
    globalThis.setTimeout = real;
  });
}
