import { onTestFinished, vi } from 'vitest';

/** Makes the window as narrow as that of a phone until the test ends. */
export function narrowWindow(): void {
  const media = vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('max-width'),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
        addListener: () => undefined,
        removeListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  onTestFinished(() => media.mockRestore());
}
