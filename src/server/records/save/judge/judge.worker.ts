import { parentPort } from 'node:worker_threads';
import { MAX_WORK } from '../../../../domain/workBudget.ts';
import { compileForm, createVocabulary, type CompiledForm } from '../../../../kernel/index.ts';
import { closedAnswers, createLookupBook } from '../../../../records/index.ts';
import { definitions } from '../../../widgets.generated.ts';
import { judgeWithin } from '../acceptChanges.ts';
import type { JudgeAnswer, JudgeQuestion } from './judgeApart.ts';
import { pickedOf, vouchesOf } from './sourceWords.ts';

/** Entry of the thread that judges large saves, one after the other, so that nobody else waits for them. */
const vocabulary = createVocabulary(definitions);
const MOST_FORMS = 20;
const forms = new Map<string, CompiledForm>();

function formOf({ name, definition }: JudgeQuestion): CompiledForm {
  const form = forms.get(name) ?? compileForm(definition, vocabulary);
  forms.delete(name);
  forms.set(name, form);
  for (const oldest of forms.keys()) {
    if (forms.size <= MOST_FORMS) break;
    forms.delete(oldest);
  }
  return form;
}

function answerTo(question: JudgeQuestion): JudgeAnswer {
  const { stored, sent, situation, lookups, strictness, words, given } = question;
  const book = lookups && closedAnswers(createLookupBook(lookups.before, () => undefined, lookups.answers));
  try {
    const accepted = judgeWithin(
      {
        form: formOf(question),
        stored,
        sent,
        situation: book ? { ...situation, lookups: book } : situation,
        strictness,
        picked: pickedOf(words),
        vouches: vouchesOf(given),
      },
      MAX_WORK,
    );
    return { accepted };
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (question: JudgeQuestion) => {
  parentPort?.postMessage(answerTo(question));
});
