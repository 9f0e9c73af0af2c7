import { updateSystemColumns } from '../../records/index.ts';
import { remind, type NewReminder } from '../../notices/index.ts';
import type { Person } from '../process/step.ts';
import type { Trx } from '../../store/transaction.ts';
import type { RecordRow } from '../../records/index.ts';

/** What the applicant is told, by the state reached. */
const RESULTS: Readonly<Record<string, string>> = { '2': '已被退回', '3': '已办结', '4': '未通过' };

export interface RecordState {
  flwState: string;
  taskNodes: string;
  by: Person;
  opinion?: string;
  /** Words for the result, where the usual ones do not fit (a void). */
  word?: string;
  /** The applicant has taken it back. */
  isWithdrawn?: boolean;
}

/** Notes on record and process where they stand after a step, and throws the applicant of a result that is not their own doing. */
export async function storeRecordState(
  trx: Trx,
  row: RecordRow,
  formName: string,
  { flwState, taskNodes, by, opinion = '', word, isWithdrawn = false }: RecordState,
): Promise<RecordRow> {
  const standing: RecordRow = {
    ...row,
    ...(await updateSystemColumns(trx, row.form_key, row.id, { flw_state: flwState, task_node: taskNodes })),
  };
  await trx
    .updateTable('flw_instance')
    .set({ flw_state: flwState, title: standing.title, is_withdrawn: isWithdrawn })
    .where('record_id', '=', row.id)
    .execute();
  const result = word ?? RESULTS[flwState];
  if (result && standing.create_by !== by.id) {
    const reminder: NewReminder = {
      userId: standing.create_by,
      kind: `flow-${flwState}`,
      title: `您的${formName}${result}`,
      content: [standing.title, opinion.trim() && `${by.name}：${opinion.trim()}`].filter(Boolean).join('｜'),
      formKey: row.form_key,
      recordId: row.id,
    };
    await remind(trx, [reminder]);
  }
  return standing;
}
