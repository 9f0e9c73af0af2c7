import { checkPrint } from '../../../relations/index.ts';
import { type FormCheck, relatedForms } from '../../documents/index.ts';

/**
 * Checks the print settings of a form: the fields and lists of related records that they name must exist. Problems have
 * schema paths.
 */
export const checkFormPrint: FormCheck = async (context, db, definition, pendingForms) =>
  definition.print === undefined
    ? []
    : checkPrint(definition, {
        formOf: await relatedForms(context, db, definition, pendingForms),
        vocabulary: context.vocabulary,
      });
