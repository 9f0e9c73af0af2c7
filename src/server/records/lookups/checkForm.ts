import { hasErrors, underPath } from '../../../domain/problem/index.ts';
import { checkLookups, lookupsIn } from '../../../relations/index.ts';
import { type FormCheck, relatedForms } from '../../documents/index.ts';
import { planWhere } from '../relations/whereSql.ts';

/**
 * Checks the `lookup` calls in a form's formulas: the form and the field to look up exist, types match, and the
 * condition can be translated to SQL.
 */
export const checkFormLookups: FormCheck = async (context, db, definition, pendingForms) => {
  const locatedLookups = lookupsIn(definition);
  if (locatedLookups.length === 0) return [];
  const formContext = {
    formOf: await relatedForms(context, db, definition, pendingForms),
    vocabulary: context.vocabulary,
  };
  const problems = checkLookups(definition, formContext);
  if (hasErrors(problems)) return problems;
  return locatedLookups.flatMap(({ calls, path, table }) =>
    calls.flatMap(({ to, where }) => {
      const target = formContext.formOf(to);
      const relation = { to, where, isMultiple: false, fill: {}, fillRows: {}, onDelete: 'clear' as const };
      const planned = target && planWhere(definition, target, { relation, table }, formContext);
      return planned && !planned.ok ? underPath([...path, 'computed'], planned.problems) : [];
    }),
  );
};
