import { releaseUniques, updateSystemColumns } from '../../records/index.ts';
import { remind, type NewReminder } from '../../notices/index.ts';
import type { Person } from '../process/stepTypes.ts';
import type { Trx } from '../../store/transaction.ts';
import type { RecordRow } from '../../records/index.ts';

/** The state of a record after its process was voided or ended with a rejection. */
const VOIDED = '4';

/** Texts of reminders for the applicant, by the new state of the record. */
const RESULT_TEXTS: Readonly<Record<string, string>> = { '2': '已被退回', '3': '已办结', '4': '未通过' };

/** The state of a record after a step, and what is needed for the reminder to the applicant. */
export interface RecordState {
  flwState: string;
  /** The names of the nodes at which the process is now. */
  taskNodes: string;
  actor: Person;
  opinion?: string;
  /**
   * The text that replaces the state's text in `RESULT_TEXTS`, e.g. when the record is voided; '' to send no reminder
   * to the applicant.
   */
  resultText?: string;
  /** True if the applicant has taken the application back. */
  isWithdrawn?: boolean;
  /**
   * True if the application was already returned to the applicant for correction before the step, and still is: the
   * step concerned another branch. Then `is_withdrawn` stays unchanged, and only `resultText` causes a reminder.
   */
  staysWithApplicant?: boolean;
}

/**
 * Updates a record and its process to the state after a step. A voided or rejected record releases its unique values.
 * Unless the applicant is the actor, reminds the applicant with `resultText`, or by default with the text of the new
 * state in `RESULT_TEXTS` (without `staysWithApplicant`). Returns the updated record.
 */
export async function storeRecordState(
  trx: Trx,
  row: RecordRow,
  formName: string,
  {
    flwState,
    taskNodes,
    actor,
    opinion = '',
    resultText,
    isWithdrawn = false,
    staysWithApplicant = false,
  }: RecordState,
): Promise<RecordRow> {
  const updatedRow: RecordRow = {
    ...row,
    ...(await updateSystemColumns(trx, row.form_key, row.id, { flw_state: flwState, task_node: taskNodes })),
  };
  // nobody can edit or remove the record after this, so its unique values must be released
  if (flwState === VOIDED) await releaseUniques(trx, row.id);
  await trx
    .updateTable('flw_instance')
    .set({ flw_state: flwState, title: updatedRow.title, ...(staysWithApplicant ? {} : { is_withdrawn: isWithdrawn }) })
    .where('record_id', '=', row.id)
    .execute();
  const reminderText = resultText ?? (staysWithApplicant ? '' : RESULT_TEXTS[flwState]);
  if (reminderText && updatedRow.create_by !== actor.id) {
    const reminder: NewReminder = {
      userId: updatedRow.create_by,
      kind: `flow-${flwState}`,
      title: `您的${formName}${reminderText}`,
      content: [updatedRow.title, opinion.trim() && `${actor.name}：${opinion.trim()}`].filter(Boolean).join('｜'),
      formKey: row.form_key,
      recordId: row.id,
    };
    await remind(trx, [reminder]);
  }
  return updatedRow;
}
