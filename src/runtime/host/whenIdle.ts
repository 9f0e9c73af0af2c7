/** Longest wait for a pause, ms: a page that is never still gets it then. */
const LONGEST = 3_000;

/** Resolves when the page has been painted and has nothing urgent to do. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: LONGEST });
    else setTimeout(resolve, 200);
  });
