import type { ServerContext } from '../context.ts';
import { formChecks, formPublished } from '../documents/index.ts';
import { checkFormRelations } from './relations/checkForm.ts';
import { prepareRecords } from './indexes/prepareRecords.ts';

/** Judges the relations of a form, and prepares the tables of its records whenever a version of it is published. */
export function registerRecords(context: ServerContext): void {
  formChecks.add(context, checkFormRelations);
  formPublished.add(context, prepareRecords);
}
