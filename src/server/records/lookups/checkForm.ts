import { hasErrors, underPath } from '../../../domain/problem/index.ts';
import { checkLookups, lookupsIn } from '../../../kernel/index.ts';
import { type FormCheck, relatedForms } from '../../documents/index.ts';
import { planWhere } from '../relations/whereSql.ts';

/** Whether what the formulas of a form look up is there, fits, and can be asked of the database; at the formula's place. */
export const checkFormLookups: FormCheck = async (context, db, definition, beside) => {
  const placed = lookupsIn(definition);
  if (placed.length === 0) return [];
  const around = { formOf: await relatedForms(context, db, definition, beside), vocabulary: context.vocabulary };
  const problems = checkLookups(definition, around);
  if (hasErrors(problems)) return problems;
  return placed.flatMap(({ calls, path, table }) =>
    calls.flatMap(({ to, where }) => {
      const target = around.formOf(to);
      const relation = { to, where, isMultiple: false, fill: {}, onDelete: 'clear' as const };
      const planned = target && planWhere(definition, target, { relation, table }, around);
      return planned && !planned.ok ? underPath([...path, 'computed'], planned.problems) : [];
    }),
  );
};
