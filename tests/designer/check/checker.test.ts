import { afterEach, expect, it, vi } from 'vitest';
import { createChecker } from '../../../src/designer/check/checker.ts';
import type { CheckRequest } from '../../../src/designer/check/check.worker.ts';
import { plugins } from '../../../src/app/plugins.ts';
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

it('the worker is sent what can be copied, and knows the widgets as the page does', async () => {
  const answers: { id: number; check: { problems: { message: string }[] } }[] = [];
  vi.stubGlobal('postMessage', (answer: (typeof answers)[number]) => answers.push(answer));
  await import('../../../src/designer/check/check.worker.ts');
  const scope = globalThis as unknown as { onmessage: ((event: { data: unknown }) => void) | null };
  const handler = scope.onmessage;
  class CopyingWorker {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    postMessage(request: CheckRequest): void {
      // as between a page and its worker: a function cannot be copied
      handler?.({ data: structuredClone(request) });
      this.onmessage?.({ data: answers.at(-1) });
    }
    terminate(): void {}
  }
  vi.stubGlobal('Worker', CopyingWorker);
  const text = JSON.stringify({
    formKey: 'trip',
    formName: '出差',
    description: ' '.repeat(60_001),
    fields: [
      { tag: 'el-date-picker', __vModel__: 'from', label: '开始' },
      { tag: 'el-date-picker', __vModel__: 'to', label: '结束', notBefore: 'from' },
      { tag: 'el-select', __vModel__: 'kinds', label: '类别', multiple: true, visibleWhen: "'a' in kinds" },
    ],
  });
  const checker = createChecker(createRegistry<Faces>(plugins));
  const { problems } = await checker.check(text, { storedKey: 'trip' });
  expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
  scope.onmessage = null;
});
