/** Between two tries, ms. */
const PAUSE = 3_000;

/** The address in the failure of a stylesheet that an import asked for; null for other failures. */
export const missingStyle = (error: unknown): string | null =>
  /^Unable to preload CSS for (\S+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? null;

/** A stylesheet is asked for once by the imports that need it: one that failed is asked for here until it comes. */
export function bringStyle(href: string, page: Document): void {
  setTimeout(() => {
    const link = Object.assign(page.createElement('link'), { rel: 'stylesheet', href });
    link.addEventListener('error', () => {
      link.remove();
      bringStyle(href, page);
    });
    page.head.append(link);
  }, PAUSE);
}
