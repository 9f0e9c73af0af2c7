import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { announceEvent } from '../events.ts';
import { openForWrite, type OpenRecord } from '../read/openForWrite.ts';
import { acceptedTogether } from './saveRecord.ts';
import { withSerials } from './serials.ts';
import type { RecordValues } from '../tables.ts';
import { writeNewRecords, writeRecord, type WriteInput } from './writeRecord.ts';

const hasSaveEffects = ({ loaded }: OpenRecord): boolean =>
  (loaded.form.definition.effects ?? []).some(({ on }) => on === 'saved');

/** New records as `saveTogether` would store them, or why each would be refused; nothing is stored, and numbers stay empty. */
export async function acceptedNew(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  sents: readonly RecordValues[],
): Promise<(RecordValues | Refusal)[]> {
  return acceptedTogether(context, trx, await openForWrite(context, trx, user, { formKey }), sents);
}

/**
 * Saves new records of a form in a few statements, each as `saveRecord` alone would: judged by the same rules, with its
 * number, its unique values and its entry in the audit. Answers of each null or why it was refused. A value that another
 * record has taken refuses them all (RECORD_INVALID): whose it is depends on who comes first, so they are to be saved
 * one by one.
 */
export async function saveTogether(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  sents: readonly RecordValues[],
): Promise<(Refusal | null)[]> {
  const open = await openForWrite(context, trx, user, { formKey });
  const accepted = await acceptedTogether(context, trx, open, sents);
  const inputs: WriteInput[] = [];
  for (const values of accepted) {
    if (values instanceof Refusal) continue;
    inputs.push({
      values: await withSerials(trx, open, values, false),
      flwState: '0',
      taskNode: '',
      action: 'save',
      node: open.situation.taskNode,
    });
  }
  if (hasSaveEffects(open)) {
    // each may change what the next one reads; a refusal is as one of a taken value: then they come one by one
    for (const input of inputs) {
      const row = await writeRecord(trx, open, input);
      await announceEvent(context, trx, { event: 'saved', row, loaded: open.loaded, flow: open.flow, user });
    }
  } else if (inputs.length > 0) await writeNewRecords(trx, open, inputs);
  return accepted.map((values) => (values instanceof Refusal ? values : null));
}
