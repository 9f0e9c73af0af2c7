import { checkRollups } from '../../../relations/index.ts';
import { compileForm, type FormDefinition } from '../../../kernel/index.ts';
import { hasErrors } from '../../../domain/problem/index.ts';
import { type FormCheck, relatedForms } from '../../documents/index.ts';
import { planKept } from './planRollups.ts';
import type { PlannedForm } from './sourceColumns.ts';

/**
 * Checks the roll-ups of a form: their source forms and fields must exist, they must not form cycles, and they must be
 * translatable to SQL.
 */
export const checkFormRollups: FormCheck = async (context, db, definition, pendingForms) => {
  const { vocabulary } = context;
  const definitionOf = await relatedForms(context, db, definition, pendingForms);
  const problems = checkRollups(definition, { formOf: definitionOf, vocabulary });
  if (hasErrors(problems)) return problems;
  // without tables, because the definitions are only checked and their plans are not run
  const plannedForm = (checked: FormDefinition): PlannedForm => ({
    form: compileForm(checked, vocabulary),
    tables: null,
  });
  const plannedFormOf = (formKey: string): PlannedForm | null => {
    const source = definitionOf(formKey);
    return source && plannedForm(source);
  };
  const plan = planKept(plannedForm(definition), { db: context.db, vocabulary, formOf: plannedFormOf });
  return [...problems, ...plan.problems];
};
