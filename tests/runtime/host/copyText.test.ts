import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from '../../../src/runtime/host/copyText.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser; `isSecure`: with a clipboard interface, as on a site with https. `isAllowed`: copying is allowed. */
function browser({ isSecure, isAllowed }: { isSecure: boolean; isAllowed: boolean }): string[] {
  const copied: string[] = [];
  const put = (text: string): void => {
    copied.push(text);
  };
  const listeners = new Set<(event: unknown) => void>();
  vi.stubGlobal('navigator', {
    clipboard: isSecure
      ? { writeText: async (text: string) => (isAllowed ? put(text) : Promise.reject(new Error('denied'))) }
      : undefined,
  });
  vi.stubGlobal('window', {
    addEventListener: (_name: string, listener: (event: unknown) => void) => listeners.add(listener),
    removeEventListener: (_name: string, listener: (event: unknown) => void) => listeners.delete(listener),
  });
  vi.stubGlobal('document', {
    execCommand: (): boolean => {
      const clipboardData = { setData: (_type: string, text: string) => put(text) };
      const event = { preventDefault: () => undefined, stopImmediatePropagation: () => undefined, clipboardData };
      if (isAllowed) for (const listener of listeners) listener(event);
      return isAllowed;
    },
  });
  return copied;
}

it.each([true, false])('copies a text (with a clipboard interface: %s), and says when it may not', async (isSecure) => {
  const copied = browser({ isSecure, isAllowed: true });
  await copyText('恢复码');
  expect(copied).toEqual(['恢复码']);
  browser({ isSecure, isAllowed: false });
  await expect(copyText('恢复码')).rejects.toThrow();
});
