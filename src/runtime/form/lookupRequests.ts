import type { FormRecord } from '../../grammar/documents.ts';
import { lookupsIn } from '../../relations/index.ts';
import type { CompiledForm } from '../../kernel/index.ts';
import { createLookupCache, recordToValues } from '../../records/index.ts';
import type { LookupAnswers } from '../../rules/lookupAnswers.ts';
import { failureText, notice } from '../host/notice.ts';
import type { Services } from '../services/services.ts';

/** Time in ms during which lookups are collected for one request. */
const BATCH_WINDOW_MS = 200;
/** Maximum number of lookups in one request. */
const MAX_LOOKUPS = 200;

/** Requests the values that formulas look up, and keeps the answers. */
export interface LookupRequests {
  /**
   * Returns the answers for the situation that formulas read. Each call returns a new object, so that formulas run
   * again.
   */
  answers(): LookupAnswers;
  /** Sets the stored record; null for a new record. */
  setRecord(record: FormRecord | null): void;
  dispose(): void;
}

/**
 * Requests the values that the formulas of a form look up, several in one request. Calls `onAnswers` when all of them
 * have arrived. Returns null for a form without lookups.
 */
export function createLookupRequests(
  compiled: CompiledForm,
  services: Services,
  onAnswers: (answers: LookupAnswers) => void,
): LookupRequests | null {
  if (lookupsIn(compiled.definition).length === 0) return null;
  const { formKey, version } = compiled.definition;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDisposed = false;
  const cache = createLookupCache(null, () => {
    timer ??= setTimeout(() => void sendRequests(), BATCH_WINDOW_MS);
  });
  const answers = (): LookupAnswers => ({ stored: cache.stored, find: cache.find });
  const sendRequests = async (): Promise<void> => {
    timer = undefined;
    const wantedLookups = cache.takeUnanswered();
    try {
      for (let from = 0; from < wantedLookups.length; from += MAX_LOOKUPS) {
        const chunk = wantedLookups.slice(from, from + MAX_LOOKUPS);
        const results = await services.relations.lookUp(formKey, version, chunk);
        chunk.forEach((lookup, index) => cache.put(lookup, results[index]?.value ?? null));
      }
    } catch (error) {
      // no automatic retry, which could repeat for ever: the next change requests the lookups again
      if (!isDisposed) notice('warning', `公式所需的数据获取失败，保存时由系统重新计算：${failureText(error)}`);
      return;
    }
    if (!isDisposed && wantedLookups.length > 0) onAnswers(answers());
  };
  return {
    answers,
    setRecord(record) {
      cache.setStored(record === null ? null : recordToValues(record, compiled));
    },
    dispose() {
      isDisposed = true;
      clearTimeout(timer);
    },
  };
}
