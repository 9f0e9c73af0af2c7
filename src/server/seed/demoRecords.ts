import type { CompiledForm } from '../../kernel/index.ts';
import { recompute, recordToValues, valuesToRecord } from '../../records/index.ts';
import type { Situation } from '../../rules/situation.ts';
import { addCompanions, type OptionsOf } from './demo/companions.ts';
import { businessSealApply } from './demo/forms/businessSealApply.ts';
import { earnestMoney } from './demo/forms/earnestMoney.ts';
import { expenseReimbursement } from './demo/forms/expenseReimbursement.ts';
import { contractLedger, contractSeal, contractVoid } from './demo/forms/contracts.ts';
import {
  invoice,
  monthlyOutputAffirm,
  paymentClaim,
  paymentRequest,
  projectQuote,
  projectSettlement,
} from './demo/forms/money.ts';
import { reportData, reportModify, testRecord } from './demo/forms/laboratory.ts';
import { lawyerLetter, projectTermination, projectUpdate } from './demo/forms/projects.ts';
import { scrapDevice } from './demo/forms/scrapDevice.ts';
import { testEntrustRegistration } from './demo/forms/testEntrustRegistration.ts';
import { PLAIN_FORMS } from './demo/plain/list.ts';
import { createTools } from './demo/tools.ts';
import type { DemoForm, DemoRecord } from './demo/types.ts';
import { createDemoRecord } from './demo/createDemoRecord.ts';

const FORMS: readonly DemoForm[] = [
  businessSealApply,
  earnestMoney,
  scrapDevice,
  testEntrustRegistration,
  expenseReimbursement,
  projectQuote,
  projectSettlement,
  lawyerLetter,
  contractLedger,
  contractVoid,
  contractSeal,
  invoice,
  paymentClaim,
  paymentRequest,
  monthlyOutputAffirm,
  projectUpdate,
  projectTermination,
  testRecord,
  reportData,
  reportModify,
];

/**
 * Forms with an approval that have demo records. The index of a form in `FORMS` is part of its random seed: add new
 * forms at the end.
 */
export const demoFormKeys: readonly string[] = FORMS.map(({ formKey }) => formKey);

/** Forms without an approval that have demo records. */
export const plainFormKeys: readonly string[] = PLAIN_FORMS.map(({ formKey }) => formKey);

export interface DemoSource {
  form: CompiledForm;
  /** Options of a dictionary, for the display texts that are stored with the values. */
  optionsOf: OptionsOf;
  /** The time of the newest records. Running records were created in the days before. */
  now: Date;
  /** The number of records; absent: one for each entry of the form's `plan`, or 64 for a form without a plan. */
  count?: number;
}

const situationOf = ({ id, flwState, createBy, openNode }: DemoRecord): Situation => ({
  user: { id: createBy, name: '', roles: [] },
  taskNode: openNode?.taskNode ?? '',
  todo: '0',
  isEdit: '1',
  flowState: flwState,
  recordId: id,
  superRole: false,
  query: {},
  nodeRules: null,
});

/**
 * Creates the demo records of one form with their histories: drafts, records running at every node, returned, voided
 * and finished records. The same `now` yields the same records. The records are complete: `importRecords` stores them
 * without applying rules. Throws if the form has no demo records.
 */
export function demoRecords({ form, optionsOf, now, count }: DemoSource): DemoRecord[] {
  const formIndex = FORMS.findIndex(({ formKey }) => formKey === form.definition.formKey);
  const demo = FORMS[formIndex];
  if (!demo) throw new Error(`no demo records for form "${form.definition.formKey}"`);
  // the random seed is different for each form
  const tools = createTools(20_260_000 + formIndex);
  return Array.from({ length: count ?? demo.plan?.length ?? 64 }, (_none, index) =>
    withDerivedValues(form, createDemoRecord(demo, index, tools, now), optionsOf),
  );
}

/** Adds display texts and computed values. */
function withDerivedValues(form: CompiledForm, record: DemoRecord, optionsOf: OptionsOf): DemoRecord {
  const labelledRecord = addCompanions(form, record.fieldsMap, record.childTables, optionsOf);
  const values = recompute(form, recordToValues(labelledRecord, form), situationOf(record));
  return { ...record, ...valuesToRecord(values, form) } as DemoRecord;
}

/** Creates the demo records of a form without an approval (`plainFormKeys`). */
export function plainRecords({ form, optionsOf, now }: DemoSource): DemoRecord[] {
  const formIndex = PLAIN_FORMS.findIndex(({ formKey }) => formKey === form.definition.formKey);
  const demo = PLAIN_FORMS[formIndex];
  if (!demo) throw new Error(`no demo records for form "${form.definition.formKey}"`);
  // the random seed is different for each form, also from the forms with an approval
  return demo
    .records(createTools(20_270_000 + formIndex), now)
    .map((record) => withDerivedValues(form, record, optionsOf));
}
