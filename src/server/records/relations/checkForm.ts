import { checkRelations, relationsIn } from '../../../relations/index.ts';
import { hasErrors, underPath } from '../../../domain/problem/index.ts';
import { type FormCheck, relatedForms } from '../../documents/index.ts';
import { planWhere } from './whereSql.ts';

/**
 * Checks the relations of a form: their target forms and the fields that they name must exist, and their conditions
 * must be translatable to SQL.
 */
export const checkFormRelations: FormCheck = async (context, db, definition, pendingForms) => {
  const relationContext = {
    formOf: await relatedForms(context, db, definition, pendingForms),
    vocabulary: context.vocabulary,
  };
  const problems = checkRelations(definition, relationContext);
  if (hasErrors(problems)) return problems;
  return relationsIn(definition).flatMap((located) => {
    const target = relationContext.formOf(located.relation.to);
    const planned = target && planWhere(definition, target, located, relationContext);
    return planned && !planned.ok ? underPath([...located.path, 'where'], planned.problems) : [];
  });
};
