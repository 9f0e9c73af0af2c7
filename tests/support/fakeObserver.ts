import { vi } from 'vitest';

/**
 * By observed element: the function that reports to the observer whether the element intersects the viewport, and its
 * height in pixels. The map belongs to all observers, because the product caches the first one that it creates.
 */
export const reports = new Map<Element, (isIntersecting: boolean, height?: number) => void>();

class FakeObserver {
  constructor(private readonly listener: (entries: object[]) => void) {}
  observe(target: Element): void {
    reports.set(target, (isIntersecting, height = 0) =>
      this.listener([{ target, isIntersecting, boundingClientRect: { height } }]),
    );
  }
  unobserve(target: Element): void {
    reports.delete(target);
  }
}

/** Replaces IntersectionObserver by one that reports only through `reports`, until `vi.unstubAllGlobals`. */
export const stubObserver = (): unknown => vi.stubGlobal('IntersectionObserver', FakeObserver);
