import type { ServerContext } from '../context.ts';
import {
  checkOptionCalls,
  formChecks,
  recordCounts,
  formImpactChecks,
  formPublishedHooks,
  formPublishingHooks,
  findBrokenForms,
  findBrokenScreens,
  type FormCheck,
  relatedForms,
  type FormPublishedHook,
} from '../documents/index.ts';
import { countByState, countRecordsWithValue, hasRecords } from './columns/countRecordsWithValue.ts';
import { prepareColumnsBeforePublication, prepareColumns } from './columns/prepareColumns.ts';
import { finishRecordsBeforePublication, alignStatesAtPublication } from './indexes/alignStates.ts';
import {
  checkRelations,
  relationsIn,
  checkRollups,
  checkLookups,
  lookupsIn,
  checkPrint,
} from '../../relations/index.ts';
import { hasErrors, underPath } from '../../domain/problem/index.ts';
import { planWhere } from './relations/whereSql.ts';
import { compileForm, type FormDefinition } from '../../kernel/index.ts';
import { planKept } from './rollups/planRollups.ts';
import type { PlannedForm } from './rollups/sourceColumns.ts';
import { storePlans } from './rollups/storePlans.ts';
import { recomputeTitles } from './indexes/recomputeTitles.ts';
import { prepareUniques } from './indexes/uniques.ts';

/**
 * Registers the parts of publishing a form that concern records: checks of the definition, counts of the records that
 * a change affects, and the preparation of the form's tables. Columns are prepared before the version is published,
 * the rest in the transaction that publishes it.
 */
export function registerRecords(context: ServerContext): void {
  recordCounts.register(context, { count: countRecordsWithValue, hasAny: hasRecords, byState: countByState });
  formImpactChecks.add(context, findBrokenForms);
  formImpactChecks.add(context, findBrokenScreens);
  formChecks.add(context, checkOptionCalls);
  formChecks.add(context, checkFormRelations);
  formChecks.add(context, checkFormRollups);
  formChecks.add(context, checkFormLookups);
  formChecks.add(context, checkFormPrint);
  formPublishingHooks.add(context, (_context, { formKey, form, version }) =>
    prepareColumnsBeforePublication(context, formKey, form, version),
  );
  formPublishingHooks.add(context, finishRecordsBeforePublication);
  formPublishedHooks.add(context, prepareRecords);
}

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

/**
 * Checks the print settings of a form: the fields and lists of related records that they name must exist. Problems have
 * schema paths.
 */
export const checkFormPrint: FormCheck = async (context, db, definition, pendingForms) =>
  definition.print === undefined
    ? []
    : checkPrint(definition, {
        formOf: await relatedForms(context, db, definition, pendingForms),
        vocabulary: context.vocabulary,
      });

/**
 * Updates the stored records of a form for the version that is being published: columns, unique values, titles,
 * states, kept values. Returns warnings about roll-ups in other forms that do not fit the new version.
 */
export const prepareRecords: FormPublishedHook = async (context, trx, published) => {
  const { formKey, version, form } = published;
  await prepareColumns(trx, formKey, form, version);
  await prepareUniques(trx, formKey, form);
  await recomputeTitles(context, trx, formKey, form, version - 1);
  await alignStatesAtPublication(context, trx, { formKey, version, form });
  return storePlans(context, trx, published);
};
