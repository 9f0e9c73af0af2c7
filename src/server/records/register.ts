import type { ServerContext } from '../context.ts';
import {
  checkOptionCalls,
  formChecks,
  formHolders,
  formJudges,
  formPublished,
  formPublishing,
  judgeForms,
  judgeScreens,
} from '../documents/index.ts';
import { countHolders, hasRecords } from './columns/countHolders.ts';
import { prepareColumnsFirst } from './columns/prepareColumns.ts';
import { prepareRecords } from './indexes/prepareRecords.ts';
import { checkFormLookups } from './lookups/checkForm.ts';
import { checkFormRelations } from './relations/checkForm.ts';
import { checkFormPrint } from './relations/checkPrint.ts';
import { checkFormRollups } from './rollups/checkForm.ts';

/** Judges the relations of a form, and prepares the tables of its records: columns before a version is published, the rest with it. */
export function registerRecords(context: ServerContext): void {
  formHolders.register(context, { count: countHolders, hasAny: hasRecords });
  formJudges.add(context, judgeForms);
  formJudges.add(context, judgeScreens);
  formChecks.add(context, checkOptionCalls);
  formChecks.add(context, checkFormRelations);
  formChecks.add(context, checkFormRollups);
  formChecks.add(context, checkFormLookups);
  formChecks.add(context, checkFormPrint);
  formPublishing.add(context, (_context, { formKey, form, version }) =>
    prepareColumnsFirst(context, formKey, form, version),
  );
  formPublished.add(context, prepareRecords);
}
