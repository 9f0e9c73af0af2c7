/** Longest wait for a pause, ms: a page that is never still gets it then. */
const LONGEST = 3_000;

/** True for who asked the browser to save data: nothing is brought before it is needed. */
export const isSparing = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Resolves when the page has been painted and has nothing urgent to do. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: LONGEST });
    else setTimeout(resolve, 200);
  });
