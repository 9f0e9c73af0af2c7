/**
 * Returns the first element for a selector on the page that is shown; null if there is none. A page of another tab that
 * contains an embedded page stays in the document and is hidden.
 */
export const findShown = (selector: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.closest('[hidden]') === null) ?? null;
