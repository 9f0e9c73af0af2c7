/** Maximum wait for an idle moment, for a page that is always busy. */
const MAX_WAIT_MS = 3_000;
/** Wait in a browser that cannot report an idle moment. */
const FIXED_WAIT_MS = 200;

/** Returns true if the user has set the browser to save data; then nothing is prefetched. */
export const prefersReducedData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Resolves when the page has been painted and is idle. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MS });
    else setTimeout(resolve, FIXED_WAIT_MS);
  });
