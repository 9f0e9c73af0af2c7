import { hasErrors, underPath } from '../../../domain/problem/index.ts';
import { checkLookups, lookupsIn } from '../../../relations/index.ts';
import { type FormCheck, relatedForms } from '../../documents/index.ts';
import { planWhere } from '../relations/whereSql.ts';

/**
 * Checks the `lookup` calls in a form's formulas: form and field exist, types match, and the condition can be
 * translated to SQL.
 */
export const checkFormLookups: FormCheck = async (context, db, definition, beside) => {
  const placed = lookupsIn(definition);
  if (placed.length === 0) return [];
  const formContext = { formOf: await relatedForms(context, db, definition, beside), vocabulary: context.vocabulary };
  const problems = checkLookups(definition, formContext);
  if (hasErrors(problems)) return problems;
  return placed.flatMap(({ calls, path, table }) =>
    calls.flatMap(({ to, where }) => {
      const target = formContext.formOf(to);
      const relation = { to, where, isMultiple: false, fill: {}, onDelete: 'clear' as const };
      const planned = target && planWhere(definition, target, { relation, table }, formContext);
      return planned && !planned.ok ? underPath([...path, 'computed'], planned.problems) : [];
    }),
  );
};
