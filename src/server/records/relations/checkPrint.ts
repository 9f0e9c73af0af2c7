import { checkPrint } from '../../../relations/index.ts';
import { type FormCheck, relatedForms } from '../../documents/index.ts';

/**
 * Checks the print settings of a form: the fields of other records that they name exist. Problems carry schema paths.
 */
export const checkFormPrint: FormCheck = async (context, db, definition, pendingForms) =>
  definition.print === undefined
    ? []
    : checkPrint(definition, {
        formOf: await relatedForms(context, db, definition, pendingForms),
        vocabulary: context.vocabulary,
      });
