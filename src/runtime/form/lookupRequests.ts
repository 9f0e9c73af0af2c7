import type { FormRecord } from '../../grammar/documents.ts';
import { lookupsIn } from '../../relations/index.ts';
import type { CompiledForm } from '../../kernel/index.ts';
import { createLookupCache, recordToValues } from '../../records/index.ts';
import type { LookupAnswers } from '../../rules/lookupAnswers.ts';
import { failureText, notice } from '../host/notice.ts';
import type { Services } from '../services/services.ts';

/** Time for which a lookup waits for further lookups, to be sent in one request. */
const BATCH_WINDOW_MS = 200;
/** Maximum number of lookups in one request. */
const MAX_LOOKUPS = 200;

export interface LookupRequests {
  /** The answers, for the situation that formulas read. Each call returns a new object, so that formulas run again. */
  answers(): LookupAnswers;
  /** Sets the record that is now stored; null for a new one. */
  setRecord(record: FormRecord | null): void;
  dispose(): void;
}

/**
 * Requests the values that the formulas of a form look up, several in one request, and calls `onAnswers` when all of
 * them have arrived. Returns null for a form without lookups.
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
    const wanted = cache.takeWanted();
    try {
      for (let from = 0; from < wanted.length; from += MAX_LOOKUPS) {
        const chunk = wanted.slice(from, from + MAX_LOOKUPS);
        const results = await services.relations.lookUp(formKey, version, chunk);
        chunk.forEach((lookup, index) => cache.put(lookup, results[index]?.value ?? null));
      }
    } catch (error) {
      // no retry here, which could go on for ever: the lookups are requested again at the next change
      if (!isDisposed) notice('warning', `公式所需的数据获取失败，保存时由系统重新计算：${failureText(error)}`);
      return;
    }
    if (!isDisposed && wanted.length > 0) onAnswers(answers());
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
