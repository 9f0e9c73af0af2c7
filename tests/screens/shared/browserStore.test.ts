import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBrowserStore } from '../../../src/screens/shared/browserStore.ts';

interface Opening {
  onsuccess?(): void;
  onblocked?(): void;
  error: unknown;
  result: { close(): void };
}
let openings: Opening[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  openings = [];
  vi.stubGlobal('indexedDB', {
    open: () => {
      const opening: Opening = {
        result: { close: vi.fn() },
        get error(): unknown {
          throw new Error('it is not done yet');
        },
      };
      openings.push(opening);
      return opening;
    },
  });
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a browser store that never opens is waited for, but not for ever', async () => {
  const store = createBrowserStore();
  await store.save('a:1', '甲');
  const found = store.list('a:');
  const removed = store.remove('a:2');
  const refused = expect(store.save('a:3', '乙', true)).rejects.toThrow('indexedDB');
  await vi.advanceTimersByTimeAsync(3500);
  expect(await found).toEqual(['甲']);
  await removed;
  await refused;
});

it('one that opens too late is closed again, so that nothing waits for it', async () => {
  const refused = expect(createBrowserStore().save('a:3', '乙', true)).rejects.toThrow('indexedDB');
  await vi.advanceTimersByTimeAsync(3500);
  await refused;
  openings[0].onsuccess?.();
  expect(openings[0].result.close).toHaveBeenCalledTimes(1);
});

it('one that another window blocks is given up at once', async () => {
  const refused = expect(createBrowserStore().save('a:3', '乙', true)).rejects.toThrow('indexedDB');
  openings[0].onblocked?.();
  await refused;
});

it('a value that does not fit beside the small ones is kept among the large ones, and is found there', async () => {
  vi.useRealTimers();
  const large = new Map<string, unknown>();
  const answered = (result: unknown) => {
    const transaction = {
      oncomplete: () => undefined,
      objectStore: () => ({
        put: (value: unknown, key: string) => large.set(key, value) && { result },
        getAll: () => ({ result: [...large.values()] }),
      }),
    };
    setTimeout(() => transaction.oncomplete(), 0);
    return transaction;
  };
  vi.stubGlobal('IDBKeyRange', { bound: () => null });
  vi.stubGlobal('indexedDB', {
    open: () => {
      const opening = { onsuccess: () => undefined, result: { transaction: answered, close: () => undefined } };
      setTimeout(() => opening.onsuccess(), 0);
      return opening;
    },
  });
  vi.stubGlobal('localStorage', {
    length: 0,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => undefined,
    clear: () => undefined,
  });
  await createBrowserStore().save('draft:1', '浏览器已满时填写');
  expect([...large]).toEqual([['draft:1', '浏览器已满时填写']]);
  expect(await createBrowserStore().list('draft:')).toEqual(['浏览器已满时填写']);
});
