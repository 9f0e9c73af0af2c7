import { checkPrint } from '../../../kernel/index.ts';
import { type FormCheck, relatedForms } from '../../documents/index.ts';

/** Whether what a form prints of other records is there, at its place in the document. */
export const checkFormPrint: FormCheck = async (context, db, definition, beside) =>
  definition.print === undefined
    ? []
    : checkPrint(definition, {
        formOf: await relatedForms(context, db, definition, beside),
        vocabulary: context.vocabulary,
      });
