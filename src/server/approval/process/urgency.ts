import type { CompiledForm, Vocabulary } from '../../../kernel/index.ts';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { Situation } from '../../../rules/situation.ts';
import type { Trx } from '../../store/transaction.ts';
import { conditionHolds } from '../../flow/index.ts';

type Values = Pick<FormRecord, 'fieldsMap' | 'childTables'>;

/** A situation without a person, because the urgency is the same for all readers. */
const ANONYMOUS_SITUATION: Situation = {
  user: { id: '', name: '', roles: [] },
  taskNode: '',
  todo: '0',
  isEdit: '0',
  flowState: '',
  recordId: null,
  superRole: false,
  query: {},
  nodeRules: null,
};

/** Returns whether the condition `urgentWhen` of its form holds for a record; false if the form has none. */
export function isUrgent(form: CompiledForm, vocabulary: Vocabulary, values: Values): boolean {
  const { urgentWhen } = form.definition;
  return (
    urgentWhen !== undefined && conditionHolds(urgentWhen, { form, vocabulary, values, situation: ANONYMOUS_SITUATION })
  );
}

/** Stores in the process of a record whether the record is urgent. Does nothing for a form without `urgentWhen`. */
export async function storeUrgency(
  trx: Trx,
  recordId: string,
  form: CompiledForm,
  vocabulary: Vocabulary,
  values: Values,
): Promise<void> {
  if (form.definition.urgentWhen === undefined) return;
  const is_urgent = isUrgent(form, vocabulary, values);
  await trx
    .updateTable('flw_instance')
    .set({ is_urgent })
    .where('record_id', '=', recordId)
    .where('is_urgent', '=', !is_urgent)
    .execute();
}
