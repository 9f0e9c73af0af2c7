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
} from '../documents/index.ts';
import { countByState, countRecordsWithValue, hasRecords } from './columns/countRecordsWithValue.ts';
import { prepareColumnsBeforePublication } from './columns/prepareColumns.ts';
import { finishRecordsBeforePublication } from './indexes/alignStates.ts';
import { prepareRecords } from './indexes/prepareRecords.ts';
import { checkFormLookups } from './lookups/checkForm.ts';
import { checkFormRelations } from './relations/checkForm.ts';
import { checkFormPrint } from './relations/checkPrint.ts';
import { checkFormRollups } from './rollups/checkForm.ts';

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
