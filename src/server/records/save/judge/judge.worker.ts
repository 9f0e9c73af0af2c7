import { parentPort } from 'node:worker_threads';
import { MAX_WORK } from '../../../../domain/workBudget.ts';
import { compileForm, createVocabulary, type CompiledForm } from '../../../../kernel/index.ts';
import { lookupAnswersOrEmpty, createLookupCache } from '../../../../records/index.ts';
import { definitions } from '../../../widgets.generated.ts';
import { judgeWithin, toRowSourceResults, toIsFillReturned } from '../acceptChanges.ts';
import type { JudgeResult, JudgeRequest } from './judgeChanges.ts';

// entry of a thread that checks large saves one after the other, so that they do not block the server's event loop

const vocabulary = createVocabulary(definitions);
/** Maximum number of compiled forms that the thread keeps. */
const MAX_COMPILED_FORMS = 20;
/** The compiled forms by `definitionNumber` of the requests, the most recently used form at the end. */
const compiledForms = new Map<number, CompiledForm>();

/** Returns the compiled form of a request, from the cache if it contains the form. */
function compiledFormOf({ definitionNumber, definition }: JudgeRequest): CompiledForm {
  const form = compiledForms.get(definitionNumber) ?? compileForm(definition, vocabulary);
  compiledForms.delete(definitionNumber);
  compiledForms.set(definitionNumber, form);
  for (const oldest of compiledForms.keys()) {
    if (compiledForms.size <= MAX_COMPILED_FORMS) break;
    compiledForms.delete(oldest);
  }
  return form;
}

/** Checks the save of a request. Returns the text of the error if the check throws. */
function judgeRequest(request: JudgeRequest): JudgeResult {
  const { stored, sent, situation, lookups, strictness, verdicts, filled } = request;
  const lookupCache =
    lookups && lookupAnswersOrEmpty(createLookupCache(lookups.stored, () => undefined, lookups.answers));
  try {
    const accepted = judgeWithin(
      {
        form: compiledFormOf(request),
        stored,
        sent,
        situation: lookupCache ? { ...situation, lookups: lookupCache } : situation,
        strictness,
        rowSourceResults: toRowSourceResults(verdicts),
        isFillReturned: toIsFillReturned(filled),
      },
      MAX_WORK,
    );
    return { acceptResult: accepted };
  } catch (error) {
    return { errorText: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (request: JudgeRequest) => {
  parentPort?.postMessage(judgeRequest(request));
});
