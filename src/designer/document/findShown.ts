/**
 * Returns the first element for a selector on the visible page; null if there is none. Hidden pages with an embedded
 * page stay in the document, so they must be skipped.
 */
export const findShown = (selector: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.closest('[hidden]') === null) ?? null;
