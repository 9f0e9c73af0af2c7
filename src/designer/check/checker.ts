import type { Registry } from '../../kernel/index.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import type { CheckAnswer, CheckRequest, PlainDefinition } from './check.worker.ts';
import { checkText, type CheckOptions, type TextCheck } from './checkText.ts';

/**
 * Maximum number of characters for a synchronous check, which takes tens of milliseconds. Longer texts are checked in a
 * worker.
 */
const MAX_SYNC_LENGTH = 60_000;

/** Returns true if a text is checked synchronously. */
export const isCheckedSynchronously = (text: string): boolean =>
  text.length <= MAX_SYNC_LENGTH || typeof Worker === 'undefined';

/** Returns the parts of the widget definitions that can be sent to the worker. */
function plainDefinitions(registry: Registry<Faces>): PlainDefinition[] {
  return registry.tags().flatMap((name) => {
    const definition = registry.definition(name);
    if (!definition) return [];
    const { tag, kind, valueType, hasCompanion } = definition;
    return [
      {
        tag,
        kind,
        // functions cannot be sent to a worker
        ...(typeof valueType === 'string' ? { valueType } : {}),
        ...(hasCompanion ? { hasCompanion } : {}),
      },
    ];
  });
}

export interface Checker {
  /** Rejects with an AbortError if `check` is called again before the result arrives. */
  check(text: string, options: CheckOptions): Promise<TextCheck>;
  /** Terminates the worker. */
  dispose(): void;
}

const supersededError = (): DOMException => new DOMException('a newer text is being checked', 'AbortError');

/**
 * Creates a checker that runs long checks in a worker. Only the newest text is checked: a worker that is checking an
 * older text is terminated.
 */
export function createChecker(registry: Registry<Faces>): Checker {
  const definitions = plainDefinitions(registry);
  let worker: Worker | null = null;
  let pendingCheck: { id: number; reject(reason: unknown): void } | null = null;
  let lastId = 0;
  const endWorker = (): void => {
    worker?.terminate();
    worker = null;
  };
  const cancelPending = (): void => {
    if (!pendingCheck) return;
    pendingCheck.reject(supersededError());
    pendingCheck = null;
    endWorker();
  };
  return {
    check(text, options) {
      cancelPending();
      if (isCheckedSynchronously(text)) return Promise.resolve(checkText(text, registry, options));
      lastId += 1;
      const id = lastId;
      const currentWorker = worker ?? new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' });
      worker = currentWorker;
      return new Promise((resolve, reject) => {
        pendingCheck = { id, reject };
        currentWorker.onmessage = ({ data }: MessageEvent<CheckAnswer>) => {
          if (data.id !== id) return;
          pendingCheck = null;
          resolve(data.check);
        };
        currentWorker.onerror = (event) => {
          pendingCheck = null;
          worker = null;
          reject(new Error(event.message));
        };
        currentWorker.postMessage({ id, text, options, definitions } satisfies CheckRequest);
      });
    },
    dispose() {
      cancelPending();
      endWorker();
    },
  };
}
