import { checkRelations, relationsIn } from '../../../relations/index.ts';
import { hasErrors, underPath } from '../../../domain/problem/index.ts';
import { type FormCheck, relatedForms } from '../../documents/index.ts';
import { planWhere } from './whereSql.ts';

/**
 * Checks the relations of a form: their target forms and the fields that they name exist, and their conditions can be
 * translated to SQL.
 */
export const checkFormRelations: FormCheck = async (context, db, definition, pendingForms) => {
  const relationContext = {
    formOf: await relatedForms(context, db, definition, pendingForms),
    vocabulary: context.vocabulary,
  };
  const problems = checkRelations(definition, relationContext);
  if (hasErrors(problems)) return problems;
  return relationsIn(definition).flatMap((placed) => {
    const target = relationContext.formOf(placed.relation.to);
    const planned = target && planWhere(definition, target, placed, relationContext);
    return planned && !planned.ok ? underPath([...placed.path, 'where'], planned.problems) : [];
  });
};
