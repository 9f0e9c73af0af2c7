/** Maximum duration of one slice in ms: short enough to handle a pressed key without noticeable delay. */
const MAX_SLICE_MS = 12;
/** Number of items that are processed between two reads of the clock. */
const ITEMS_PER_CLOCK_READ = 16;

export interface SlicedWork {
  itemCount: number;
  /** Processes one item. An exception rejects the returned promise. */
  step(index: number): void;
  /** Called after every slice if there are several. */
  onProgress?(doneCount: number): void;
  /** Stops the work before the next slice when aborted. */
  signal?: AbortSignal;
}

/** Resolves in a new task, so that the browser can paint and handle events first. */
const yieldToBrowser = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

/**
 * Processes many items without blocking the main thread for long. The first slice runs synchronously, so a short list
 * is finished within the call. Returns false if the signal was aborted; already processed items stay processed.
 */
export async function runInSlices({ itemCount, step, onProgress, signal }: SlicedWork): Promise<boolean> {
  let doneCount = 0;
  for (let finishedSlices = 0; doneCount < itemCount; finishedSlices += 1) {
    if (signal?.aborted) return false;
    const sliceEnd = performance.now() + MAX_SLICE_MS;
    do {
      const blockEnd = Math.min(itemCount, doneCount + ITEMS_PER_CLOCK_READ);
      for (; doneCount < blockEnd; doneCount += 1) step(doneCount);
    } while (doneCount < itemCount && performance.now() < sliceEnd);
    if (doneCount === itemCount && finishedSlices === 0) return true;
    onProgress?.(doneCount);
    // also after the last slice, so that the caller continues in a new task
    await yieldToBrowser();
  }
  return !signal?.aborted;
}
