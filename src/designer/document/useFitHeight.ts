import { useLayoutEffect, type RefObject } from 'react';

/** Pixels left free below. */
const BELOW = 12;

/** Makes an element reach from where it begins to the end of the window, whatever stands above it. */
export function useFitHeight(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const fit = (): void => {
      const place = element.current;
      if (!place) return;
      const top = Math.max(0, Math.round(place.getBoundingClientRect().top + window.scrollY));
      place.style.setProperty('--ds-around', `${top + BELOW}px`);
    };
    fit();
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, [element]);
}
