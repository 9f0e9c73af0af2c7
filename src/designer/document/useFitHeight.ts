import { useLayoutEffect, type RefObject } from 'react';

/** Free space below the element, in pixels. */
const BOTTOM_MARGIN = 12;

/**
 * Fits the height of an element to the window. Sets its CSS variable `--ds-around` to the height above and below it,
 * which the style sheet subtracts from the height of the window.
 */
export function useFitHeight(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const updateHeight = (): void => {
      const target = element.current;
      if (!target) return;
      const top = Math.max(0, Math.round(target.getBoundingClientRect().top + window.scrollY));
      target.style.setProperty('--ds-around', `${top + BOTTOM_MARGIN}px`);
    };
    updateHeight();
    window.addEventListener('resize', updateHeight);
    return () => window.removeEventListener('resize', updateHeight);
  }, [element]);
}
