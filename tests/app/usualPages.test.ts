import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prefetchCommonBlocks } from '../../src/app/routes/prefetchCommonBlocks.ts';
import { createRegistry } from '../../src/kernel/registry.ts';
import type { Faces } from '../../src/runtime/node/faces.ts';
import { lazyFace } from '../../src/runtime/node/LazyFace.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function blocks() {
  const loaded: string[] = [];
  const registry = createRegistry<Faces>([
    {
      name: 'pages',
      install({ registerWidget }) {
        for (const tag of ['list', 'taskList', 'detail', 'mailBox']) {
          registerWidget({
            definition: { tag, kind: 'block' },
            faces: {
              block: lazyFace(async () => {
                loaded.push(tag);
                return () => null;
              }) as never,
            },
          });
        }
      },
    },
  ]);
  return { loaded, registry };
}

test('the code of lists and records comes while the first page is read, one after the other', async () => {
  const { loaded, registry } = blocks();
  void prefetchCommonBlocks(registry);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(loaded).toEqual([]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(loaded).toEqual(['taskList', 'list', 'detail']);
});

test('a browser that is asked to save data brings nothing ahead', async () => {
  const { loaded, registry } = blocks();
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  void prefetchCommonBlocks(registry);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(loaded).toEqual([]);
});
