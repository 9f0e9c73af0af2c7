import { checkEffects } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { formChecks, type FormCheck, relatedForms } from '../documents/index.ts';
import { recordListeners } from '../records/index.ts';
import { runEventEffects } from './eventEffects.ts';

/** Whether the effects, buttons and "create from" of a form lead somewhere and fit the other forms. */
const checkFormEffects: FormCheck = async (context, db, definition, beside) =>
  checkEffects(definition, {
    formOf: await relatedForms(context, db, definition, beside),
    vocabulary: context.vocabulary,
  });

/** Judges effects at publishing, and runs them at the events of records. */
export function registerEffects(context: ServerContext): void {
  formChecks.add(context, checkFormEffects);
  recordListeners.add(context, runEventEffects);
}
