import { checkRelations, relationsIn } from '../../../kernel/index.ts';
import { hasErrors, underPath } from '../../../domain/problem/index.ts';
import { type FormCheck, relatedForms } from '../../documents/index.ts';
import { planWhere } from './whereSql.ts';

/** Whether the relations of a form lead somewhere, what they name is there, and their conditions can be asked of the database. */
export const checkFormRelations: FormCheck = async (context, db, definition, beside) => {
  const around = { formOf: await relatedForms(context, db, definition, beside), vocabulary: context.vocabulary };
  const problems = checkRelations(definition, around);
  if (hasErrors(problems)) return problems;
  return relationsIn(definition).flatMap((placed) => {
    const target = around.formOf(placed.relation.to);
    const planned = target && planWhere(definition, target, placed, around);
    return planned && !planned.ok ? underPath([...placed.path, 'where'], planned.problems) : [];
  });
};
