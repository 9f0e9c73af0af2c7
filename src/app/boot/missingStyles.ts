const RETRY_DELAY_MS = 3_000;

/** Returns the address of the stylesheet from the error of a failed preload; null for other errors. */
export const failedStyleHref = (error: unknown): string | null =>
  /preload CSS for (\S+)/.exec(String(error))?.[1] ?? null;

/**
 * Requests a failed stylesheet every few seconds until it is loaded. Importing the module again would not help, because
 * the bundler's import requests each stylesheet only once.
 */
export function retryStyle(href: string, page: Document): void {
  setTimeout(() => {
    const link = Object.assign(page.createElement('link'), { rel: 'stylesheet', href });
    link.addEventListener('error', () => {
      link.remove();
      retryStyle(href, page);
    });
    page.head.append(link);
  }, RETRY_DELAY_MS);
}
