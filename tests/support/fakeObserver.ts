import { vi } from 'vitest';

/**
 * An IntersectionObserver whose reports a test makes. The modules of the product keep the observers that they made, and
 * test files share these modules, so all files take this one. `reports`: of each observed element.
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

/** Until `vi.unstubAllGlobals`. */
export const stubObserver = (): unknown => vi.stubGlobal('IntersectionObserver', FakeObserver);
