/** How long one slice may hold the main thread, in ms: short enough that a key pressed meanwhile is not felt to wait. */
const BUDGET_MS = 12;
/** The clock is read once in so many items. */
const STRIDE = 16;

export interface Slices {
  count: number;
  /** Work on one item. What it throws rejects the whole. */
  step(index: number): void;
  /** After every slice, if there is more than one. */
  onProgress?(done: number): void;
  signal?: AbortSignal;
}

/** Lets the browser paint and answer before going on. */
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

/**
 * Works through many items without a long task. The first slice runs at once, so a short list is done within the call.
 * Answers false when the signal stopped it; what was done by then is done.
 */
export async function inSlices({ count, step, onProgress, signal }: Slices): Promise<boolean> {
  let done = 0;
  for (let slices = 0; done < count; slices += 1) {
    if (signal?.aborted) return false;
    const end = performance.now() + BUDGET_MS;
    do {
      const stop = Math.min(count, done + STRIDE);
      for (; done < stop; done += 1) step(done);
    } while (done < count && performance.now() < end);
    if (done === count && slices === 0) return true;
    onProgress?.(done);
    // after the last slice too: what the caller does with the whole is a task of its own
    await breathe();
  }
  return !signal?.aborted;
}
