import { afterEach, expect, test, vi } from 'vitest';
import { withTabLock } from '../../src/api/http/tabLock.ts';

afterEach(() => vi.unstubAllGlobals());
const locked = (request: unknown) => vi.stubGlobal('navigator', { locks: { request } });

test('work waits for the lock where there is one', async () => {
  const names: string[] = [];
  locked((name: string, work: () => Promise<unknown>) => {
    names.push(name);
    return work();
  });
  expect(await withTabLock('refresh', async () => 7)).toBe(7);
  expect(names).toEqual(['refresh']);
});

test('a browser that forbids locks together with its storage does the work without one', async () => {
  locked(() => Promise.reject(new DOMException('Access to the Locks API is denied in this context.', 'SecurityError')));
  expect(await withTabLock('refresh', async () => 7)).toBe(7);
});

test('work that fails inside the lock is not done a second time', async () => {
  locked((_name: string, work: () => Promise<unknown>) => work());
  const work = vi.fn(async () => {
    throw new Error('refused');
  });
  await expect(withTabLock('refresh', work)).rejects.toThrow('refused');
  expect(work).toHaveBeenCalledTimes(1);
});
