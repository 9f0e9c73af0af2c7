import type { ServerContext } from '../context.ts';
import {
  formChecks,
  recordCounts,
  formImpactChecks,
  formPublishedHooks,
  formPublishingHooks,
  findBrokenForms,
  findBrokenScreens,
  type FormPublishedHook,
} from '../documents/index.ts';
import { countByState, countRecordsWithValue, hasRecords } from './columns/countRecordsWithValue.ts';
import { prepareColumnsBeforePublication, prepareColumns } from './columns/prepareColumns.ts';
import { finishRecordsBeforePublication, alignStatesAtPublication } from './indexes/alignStates.ts';
import { checkRecordsOfForm } from './checkForm.ts';
import { storePlans } from './rollups/storePlans.ts';
import { recomputeTitles } from './indexes/recomputeTitles.ts';
import { updateUniquesForPublication } from './indexes/uniques.ts';

/**
 * Registers the parts of publishing a form that concern records: checks of the definition, counts of the records that
 * a change affects, and the preparation of the form's tables and records. Columns are prepared, and records of a form
 * that gets a process are marked as finished, before the version is published. `prepareRecords` runs in the transaction
 * that publishes the version.
 */
export function registerRecords(context: ServerContext): void {
  recordCounts.register(context, { count: countRecordsWithValue, hasAny: hasRecords, byState: countByState });
  formImpactChecks.add(context, findBrokenForms);
  formImpactChecks.add(context, findBrokenScreens);
  formChecks.add(context, checkRecordsOfForm);
  formPublishingHooks.add(context, (_context, { formKey, form, version }) =>
    prepareColumnsBeforePublication(context, formKey, form, version),
  );
  formPublishingHooks.add(context, finishRecordsBeforePublication);
  formPublishedHooks.add(context, prepareRecords);
}

/**
 * Updates the stored records of a form for the version that is being published: columns, unique values, titles,
 * states, kept values. Returns warnings about roll-ups in other forms that do not fit the new version.
 */
const prepareRecords: FormPublishedHook = async (context, trx, published) => {
  const { formKey, version, form } = published;
  await prepareColumns(trx, formKey, form, version);
  await updateUniquesForPublication(trx, formKey, form);
  await recomputeTitles(context, trx, formKey, form, version - 1);
  await alignStatesAtPublication(context, trx, { formKey, version, form });
  return storePlans(context, trx, published);
};
