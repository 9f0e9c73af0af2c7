import { checkEffects } from '../../effects/index.ts';
import type { ServerContext } from '../context.ts';
import { formChecks, type FormCheck, relatedForms } from '../documents/index.ts';
import { recordListeners } from '../records/index.ts';
import { runEventEffects } from './eventEffects.ts';

/** Checks the effects, buttons and `createFrom` rules of a form: their forms and fields exist, and the types fit. */
const checkFormEffects: FormCheck = async (context, db, definition, pendingForms) =>
  checkEffects(definition, {
    formOf: await relatedForms(context, db, definition, pendingForms),
    vocabulary: context.vocabulary,
  });

/** Registers the check of effects when a form is published, and the execution of effects at events of records. */
export function registerEffects(context: ServerContext): void {
  formChecks.add(context, checkFormEffects);
  recordListeners.add(context, runEventEffects);
}
