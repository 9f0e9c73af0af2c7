import { expect, test, vi } from 'vitest';
import { createPrefetchCache } from '../../src/api/http/prefetchCache.ts';

test('what was asked for ahead is used once; then it is asked for again', async () => {
  const call = vi.fn(async (key: string) => `${key} ${call.mock.calls.length}`);
  const ahead = createPrefetchCache(call);
  ahead.prefetch('home');
  ahead.prefetch('home');
  expect([await ahead.get('home'), await ahead.get('home'), await ahead.get('list')]).toEqual([
    'home 1',
    'home 2',
    'list 3',
  ]);
});

test('an answer nobody fetched for long is asked for anew, and a failed one is met by who fetches it', async () => {
  let time = 0;
  const call = vi.fn(async () => {
    if (call.mock.calls.length === 1) throw new Error('gone');
    return 'new';
  });
  const ahead = createPrefetchCache(call, () => time);
  ahead.prefetch('a');
  await expect(ahead.get('a')).rejects.toThrow('gone');
  ahead.prefetch('a');
  time = 60_000;
  expect(await ahead.get('a')).toBe('new');
  expect(call).toHaveBeenCalledTimes(3);
});

test('what was asked for in vain long ago is asked for ahead again', async () => {
  let time = 0;
  const call = vi.fn(async () => call.mock.calls.length);
  const ahead = createPrefetchCache(call, () => time);
  ahead.prefetch('a');
  time = 60_000;
  ahead.prefetch('a');
  time = 60_010;
  expect(await ahead.get('a')).toBe(2);
  expect(call).toHaveBeenCalledTimes(2);
});
