import { checkPrint } from '../../../relations/index.ts';
import { type FormCheck, relatedForms } from '../../documents/index.ts';

/** Checks that the fields of related records that a form's print settings name exist. Problems have schema paths. */
export const checkFormPrint: FormCheck = async (context, db, definition, pendingForms) =>
  definition.print === undefined
    ? []
    : checkPrint(definition, {
        formOf: await relatedForms(context, db, definition, pendingForms),
        vocabulary: context.vocabulary,
      });
