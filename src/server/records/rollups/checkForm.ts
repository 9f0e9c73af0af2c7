import { checkRollups } from '../../../relations/index.ts';
import { compileForm } from '../../../kernel/index.ts';
import { hasErrors } from '../../../domain/problem/index.ts';
import { type FormCheck, relatedForms } from '../../documents/index.ts';
import { planKept } from './planRollups.ts';

/**
 * Checks the roll-ups of a form: their source forms and fields exist, they have no cycles, and they can be translated
 * to SQL.
 */
export const checkFormRollups: FormCheck = async (context, db, definition, pendingForms) => {
  const { vocabulary } = context;
  const formOf = await relatedForms(context, db, definition, pendingForms);
  const problems = checkRollups(definition, { formOf, vocabulary });
  if (hasErrors(problems)) return problems;
  const compiled = (formKey: string) => {
    const source = formOf(formKey);
    return source && { form: compileForm(source, vocabulary), tables: null };
  };
  const plan = planKept(
    { form: compileForm(definition, vocabulary), tables: null },
    { db: context.db, vocabulary, formOf: compiled },
  );
  return [...problems, ...plan.problems];
};
