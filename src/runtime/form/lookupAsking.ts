import type { FormRecord } from '../../grammar/documents.ts';
import { lookupsIn, type CompiledForm } from '../../kernel/index.ts';
import { createLookupBook, recordToValues } from '../../records/index.ts';
import type { LookupAnswers } from '../../rules/lookupAnswers.ts';
import { failureText, notice } from '../host/notice.ts';
import type { Services } from '../services/services.ts';

/** A typed value is asked about when typing rests. */
const REST_MS = 200;
/** Calls that one question holds at most. */
const PORTION = 200;

export interface LookupAsking {
  /** For the situation that formulas read: another object after each answer, so that they run again. */
  answers(): LookupAnswers;
  /** The record as it is stored from now on; null: a new one. */
  keep(record: FormRecord | null): void;
  dispose(): void;
}

/**
 * Asks the server for what the formulas of a form look up, all that is missing at once; `onAnswers` is called when
 * something came. Null for a form whose formulas look nothing up.
 */
export function createLookupAsking(
  compiled: CompiledForm,
  services: Services,
  onAnswers: (answers: LookupAnswers) => void,
): LookupAsking | null {
  if (lookupsIn(compiled.definition).length === 0) return null;
  const { formKey, version } = compiled.definition;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isGone = false;
  const book = createLookupBook(null, () => {
    timer ??= setTimeout(() => void ask(), REST_MS);
  });
  const answers = (): LookupAnswers => ({ stored: book.stored, find: book.find });
  const ask = async (): Promise<void> => {
    timer = undefined;
    const asks = book.take();
    try {
      for (let from = 0; from < asks.length; from += PORTION) {
        const portion = asks.slice(from, from + PORTION);
        const found = await services.relations.lookUp(formKey, version, portion);
        portion.forEach((one, index) => book.put(one, found[index]?.value ?? null));
      }
    } catch (error) {
      // asked again with the next change: to go round at once would ask without end
      if (!isGone) notice('warning', `公式所需的数据获取失败，保存时由系统重新计算：${failureText(error)}`);
      return;
    }
    if (!isGone && asks.length > 0) onAnswers(answers());
  };
  return {
    answers,
    keep(record) {
      book.keep(record === null ? null : recordToValues(record, compiled));
    },
    dispose() {
      isGone = true;
      clearTimeout(timer);
    },
  };
}
