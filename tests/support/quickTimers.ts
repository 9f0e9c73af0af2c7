import { afterAll, beforeAll } from 'vitest';

/** Shorter waits are part of what is tested, as the order of two timers. */
const FROM_MS = 500;
const DIVISOR = 10;

/**
 * In this test file timers of half a second and more end ten times sooner: tests of debounced work need not wait for
 * seconds. Timers keep their order among each other.
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
