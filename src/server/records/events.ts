import type { EffectEvent } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import type { LoadedForm } from '../documents/index.ts';
import type { LoadedFlow } from '../flowDocuments/index.ts';
import type { RequestUser } from '../http/user.ts';
import { registrationList } from '../registration.ts';
import type { Trx } from '../store/transaction.ts';
import type { RecordRow } from './read/recordRows.ts';

/** Something that has just happened to a record, in the transaction in which it happened. */
export interface RecordHappening {
  event: EffectEvent;
  /** Of `passed` and `returned`: the name of the task node. */
  node?: string;
  /** The record as it is stored now; of a removed one, as it was. */
  row: RecordRow;
  loaded: LoadedForm;
  flow: LoadedFlow | null;
  /** Who did it. */
  user: RequestUser;
  /** The task by which it was done; what it changes is noted with it, so that it can be taken back. */
  taskId?: string;
  /** How many events led to each other before this one. */
  depth?: number;
}

/** Answers the record where the listener changed it, else null. A refusal undoes the whole step. */
export type RecordListener = (
  context: ServerContext,
  trx: Trx,
  happening: RecordHappening,
) => Promise<RecordRow | null>;

/** What rooms above do when something happens to a record. */
export const recordListeners = registrationList<RecordListener>();

/** Tells the listeners, one after the other. Answers the record as it stands afterwards. */
export async function announceEvent(context: ServerContext, trx: Trx, happening: RecordHappening): Promise<RecordRow> {
  let { row } = happening;
  for (const listen of recordListeners.of(context)) row = (await listen(context, trx, { ...happening, row })) ?? row;
  return row;
}
