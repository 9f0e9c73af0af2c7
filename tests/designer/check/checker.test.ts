import { afterEach, expect, it, vi } from 'vitest';
import { createChecker } from '../../../src/designer/check/checker.ts';
import type { CheckRequest } from '../../../src/designer/check/check.worker.ts';
import { createRegistry } from '../../../src/kernel/registry.ts';
import type { Faces } from '../../../src/runtime/node/faces.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('a checker ends its worker when it is disposed of, also when nothing is being checked', async () => {
  const workers: { isEnded: boolean }[] = [];
  class FakeWorker {
    isEnded = false;
    onmessage: ((event: { data: unknown }) => void) | null = null;
    constructor() {
      workers.push(this);
    }
    postMessage({ id }: CheckRequest): void {
      queueMicrotask(() => this.onmessage?.({ data: { id, check: { problems: [] } } }));
    }
    terminate(): void {
      this.isEnded = true;
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  const checker = createChecker(createRegistry<Faces>([]));
  const long = ' '.repeat(60_001);
  await checker.check(long, {});
  await checker.check(long, {});
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([false]);
  checker.dispose();
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
});
