/**
 * Returns the first element that matches the selector and is not inside an element with `hidden`; null if there is
 * none. Hidden pages with embedded content stay in the DOM, so their elements must be skipped.
 */
export const findOnVisiblePage = (selector: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.closest('[hidden]') === null) ?? null;
