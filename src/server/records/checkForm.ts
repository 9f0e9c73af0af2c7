import { hasErrors, underPath, type Problem } from '../../domain/problem/index.ts';
import { compileForm, type FormDefinition } from '../../kernel/index.ts';
import {
  checkLookups,
  checkPrint,
  checkRelations,
  checkRollups,
  lookupsIn,
  relationsIn,
  type RelationContext,
} from '../../relations/index.ts';
import type { ServerContext } from '../context.ts';
import { relatedForms, type FormCheck } from '../documents/index.ts';
import { planWhere } from './relations/whereSql.ts';
import { planKept } from './rollups/planRollups.ts';
import type { PlannedForm } from './rollups/sourceColumns.ts';

/** Checks the references of a form to other forms, in its relations, roll-ups, look-ups and print settings. */
export const checkRecordsOfForm: FormCheck = async (context, db, definition, pendingForms) => {
  const related = {
    formOf: await relatedForms(context, db, definition, pendingForms),
    vocabulary: context.vocabulary,
  };
  return [
    ...checkFormRelations(definition, related),
    ...checkFormRollups(context, definition, related),
    ...checkFormLookups(definition, related),
    ...checkPrint(definition, related),
  ];
};

/**
 * Checks that the target forms of relations and the fields that relations name exist, and that conditions can be
 * translated to SQL.
 */
function checkFormRelations(definition: FormDefinition, related: RelationContext): Problem[] {
  const problems = checkRelations(definition, related);
  if (hasErrors(problems)) return problems;
  return relationsIn(definition).flatMap((located) => {
    const target = related.formOf(located.relation.to);
    const plannedCondition = target && planWhere(definition, target, located, related);
    return plannedCondition && !plannedCondition.ok
      ? underPath([...located.path, 'where'], plannedCondition.problems)
      : [];
  });
}

/**
 * Checks that the source forms and fields of roll-ups exist, that roll-ups form no cycles, and that they can be
 * translated to SQL.
 */
function checkFormRollups({ db }: ServerContext, definition: FormDefinition, related: RelationContext): Problem[] {
  const { formOf, vocabulary } = related;
  const problems = checkRollups(definition, related);
  if (hasErrors(problems)) return problems;
  // without tables, because the definitions are only checked and their plans are not run
  const plannedForm = (checked: FormDefinition): PlannedForm => ({
    form: compileForm(checked, vocabulary),
    tables: null,
  });
  const plannedFormOf = (formKey: string): PlannedForm | null => {
    const source = formOf(formKey);
    return source && plannedForm(source);
  };
  const plan = planKept(plannedForm(definition), { db, vocabulary, formOf: plannedFormOf });
  return [...problems, ...plan.problems];
}

/**
 * Checks that the forms and fields of `lookup` calls in formulas exist, that types match, and that conditions can be
 * translated to SQL.
 */
function checkFormLookups(definition: FormDefinition, related: RelationContext): Problem[] {
  const problems = checkLookups(definition, related);
  if (hasErrors(problems)) return problems;
  return lookupsIn(definition).flatMap(({ calls, path, table }) =>
    calls.flatMap(({ to, where }) => {
      const target = related.formOf(to);
      const relation = { to, where, isMultiple: false, fill: {}, fillRows: {}, onDelete: 'clear' as const };
      const plannedCondition = target && planWhere(definition, target, { relation, table }, related);
      return plannedCondition && !plannedCondition.ok
        ? underPath([...path, 'computed'], plannedCondition.problems)
        : [];
    }),
  );
}
