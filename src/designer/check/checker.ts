import type { Registry } from '../../kernel/index.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import type { CheckAnswer, CheckRequest, PlainDefinition } from './check.worker.ts';
import { checkText, type CheckOptions, type TextCheck } from './checkText.ts';

/** Characters up to which a text is read at once: some tens of milliseconds. A longer one is read beside the page. */
const AT_ONCE = 60_000;

export const isQuick = (text: string): boolean => text.length <= AT_ONCE || typeof Worker === 'undefined';

function plainDefinitions(registry: Registry<Faces>): PlainDefinition[] {
  return registry.tags().flatMap((name) => {
    const definition = registry.definition(name);
    if (!definition) return [];
    const { tag, kind, valueType, hasCompanion } = definition;
    return [{ tag, kind, ...(valueType ? { valueType } : {}), ...(hasCompanion ? { hasCompanion } : {}) }];
  });
}

export interface Checker {
  /** Rejects with an AbortError when a newer text was given meanwhile. */
  check(text: string, options: CheckOptions): Promise<TextCheck>;
  dispose(): void;
}

const superseded = (): DOMException => new DOMException('a newer text is being checked', 'AbortError');

/** Reads texts, long ones in a worker. Only the newest text counts: a worker that is still busy with an older one is ended. */
export function createChecker(registry: Registry<Faces>): Checker {
  const definitions = plainDefinitions(registry);
  let worker: Worker | null = null;
  let waiting: { id: number; reject(reason: unknown): void } | null = null;
  let last = 0;
  const stop = (): void => {
    if (!waiting) return;
    waiting.reject(superseded());
    waiting = null;
    worker?.terminate();
    worker = null;
  };
  return {
    check(text, options) {
      stop();
      if (isQuick(text)) return Promise.resolve(checkText(text, registry, options));
      last += 1;
      const id = last;
      const busy = worker ?? new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' });
      worker = busy;
      return new Promise((resolve, reject) => {
        waiting = { id, reject };
        busy.onmessage = ({ data }: MessageEvent<CheckAnswer>) => {
          if (data.id !== id) return;
          waiting = null;
          resolve(data.check);
        };
        busy.onerror = (event) => {
          waiting = null;
          worker = null;
          reject(new Error(event.message));
        };
        busy.postMessage({ id, text, options, definitions } satisfies CheckRequest);
      });
    },
    dispose: stop,
  };
}
