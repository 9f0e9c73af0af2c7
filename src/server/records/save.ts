import type { FormRecord } from '../../grammar/documents.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import type { Trx } from '../store/transaction.ts';
import { redactRecord } from '../../kernel/records/redact.ts';
import { acceptChanges, type Strictness } from './accept.ts';
import { refuseForeignFiles } from './fileAccess.ts';
import { openForWrite, type OpenRecord } from './open.ts';
import { recordOf, type RecordRow } from './rows.ts';
import { staleRefusal, valuesAt } from './stale.ts';
import type { RecordValues } from './tables.ts';
import { valuesOf, writeRecord } from './write.ts';

/** What came, as far as it counts: system columns of the body are not believed. */
export interface SentRecord extends RecordValues { id?: string; revision?: number }

/** Refuses with RECORD_STALE when the record has moved on since it was read. */
export async function refuseStale(trx: Trx, { row, loaded, situation }: OpenRecord, sent: SentRecord): Promise<void> {
  if (!row || sent.revision === row.revision) return;
  const shown = (values: RecordValues): FormRecord => redactRecord(loaded.form, { ...recordOf(row), ...values }, situation);
  const opened = await valuesAt(trx, row.id, sent.revision ?? 0);
  throw staleRefusal(row, shown(valuesOf(row)), opened ? shown(opened) : sent);
}

const refuse = (code: 'RECORD_FORBIDDEN' | 'RECORD_INVALID', problems: readonly Problem[]): never => {
  throw new Refusal(code, { count: problems.length }, { problems });
};

/**
 * What is stored when this person sends these values: changes they may make, hidden values kept, computed values
 * computed. Refuses with RECORD_FORBIDDEN or RECORD_INVALID and the paths; nothing is stored then.
 */
export async function acceptedValues(context: ServerContext, trx: Trx, open: OpenRecord, sent: SentRecord, strictness: Strictness): Promise<RecordValues> {
  await refuseStale(trx, open, sent);
  const stored = valuesOf(open.row);
  const { forbidden, invalid, values } = acceptChanges({ form: open.loaded.form, stored: open.row ? stored : null, sent, situation: open.situation, strictness });
  if (forbidden.length > 0) refuse('RECORD_FORBIDDEN', forbidden);
  if (invalid.length > 0) refuse('RECORD_INVALID', invalid);
  await refuseForeignFiles(context, trx, open, stored, values);
  return values;
}

/** What has no approval is in force once it is saved, so it must be complete; a draft or a task in between need not be. */
const savedStrictness = ({ flow }: OpenRecord): Strictness => (flow ? 'draft' : 'complete');

/** Saves without acting: a draft, or the work of a task's holder in between. */
export async function saveRecord(context: ServerContext, trx: Trx, user: RequestUser, formKey: string, sent: SentRecord & { taskId?: string }): Promise<OpenRecord & { row: RecordRow }> {
  const open = await openForWrite(context, trx, user, { formKey, id: sent.id, taskId: sent.taskId });
  const values = await acceptedValues(context, trx, open, sent, savedStrictness(open));
  const row = await writeRecord(trx, open, { values, flwState: open.row?.flw_state ?? '0', taskNode: open.row?.task_node ?? '', action: 'save' });
  if (open.instance && open.instance.title !== row.title) await trx.updateTable('flw_instance').set({ title: row.title }).where('id', '=', open.instance.id).execute();
  return { ...open, row };
}
