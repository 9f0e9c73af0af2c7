import { beforeEach, expect, test, vi } from 'vitest';
import { prefetchScreen } from '../../src/app/boot/prefetchFirstPage.ts';
import { STORAGE_KEYS } from '../../src/session/keys.ts';

vi.mock('../../src/app/boot/workbenchLoader.ts', () => ({ preloadWorkbench: () => undefined }));

/** The screens asked for on the way to a path. `boot`: what the first script said of the page, nothing after a sign-in. */
function asked(path: string, { boot, memory = {} }: { boot?: string; memory?: Record<string, string> } = {}): string[] {
  const started: string[] = [];
  localStorage.setItem(STORAGE_KEYS.screens, JSON.stringify(memory));
  if (boot) document.documentElement.dataset.boot = boot;
  prefetchScreen(
    {
      prefetch: (key) => {
        started.push(key);
      },
      get: async () => null,
    },
    path,
  );
  return started;
}
beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.boot;
});

test('who has just signed in gets layout and home page in one round, in a browser that knows nothing yet', () => {
  expect(asked('/')).toEqual(['platform/shell', 'platform/home']);
  expect(asked('/index')).toEqual(['platform/shell', 'platform/home']);
});

test('a page that was there before is asked for by what it was', () => {
  expect(asked('/seals/apply', { boot: 'shell', memory: { '/seals/apply': 'seals/apply/list' } })).toEqual([
    'platform/shell',
    'seals/apply/list',
  ]);
  expect(asked('/', { memory: { '/index': 'platform/homeOfRegion' } })).toEqual([
    'platform/shell',
    'platform/homeOfRegion',
  ]);
});

test('a page without a layout asks for none, and one that nobody knows for nothing in vain', () => {
  expect(asked('/testRoomCode', { boot: 'lone', memory: { '/testRoomCode': 'platform/hidden/testRoomCode' } })).toEqual(
    ['platform/hidden/testRoomCode'],
  );
  expect(asked('/unknown')).toEqual([]);
});
