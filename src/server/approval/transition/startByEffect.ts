import { loadForm } from '../../documents/index.ts';
import type { StartProcess } from '../../effects/index.ts';
import { flowOfForm } from '../../flowDocuments/index.ts';
import { rulesOfNode, situationOf, valuesOf } from '../../records/index.ts';
import { actOnRecord } from './runTransition.ts';

/**
 * Submits a record that an effect created, without a permission check. `user`: the acting person; `depth`: see
 * `Transition.depth`. The applicant is the creator of the record. Returns the record after the submission.
 */
export const startByEffect: StartProcess = async (context, trx, user, row, depth) => {
  const loaded = await loadForm(context, trx, row.form_key);
  const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
  const rules = flow ? rulesOfNode(flow, flow.definition.applicantNodeId) : null;
  const situation = situationOf({ user, formKey: null, row, rules, isEdit: true, isTask: false });
  const openRecord = { user, loaded, flow, row, instance: null, task: null, situation };
  const record = { id: row.id, revision: row.revision, ...valuesOf(row) };
  return (await actOnRecord(context, trx, openRecord, { record, action: 'submit', depth })).row;
};
