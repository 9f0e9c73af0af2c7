import type { EffectEvent } from '../../effects/index.ts';
import type { ServerContext } from '../context.ts';
import type { LoadedForm } from '../documents/index.ts';
import type { LoadedFlow } from '../flowDocuments/index.ts';
import type { RequestUser } from '../http/user.ts';
import { registrationList } from '../registration.ts';
import type { Trx } from '../store/transaction.ts';
import type { RecordRow } from './read/recordRows.ts';

/** An event of a record. Its listeners run in the transaction in which the event happened. */
export interface RecordEvent {
  event: EffectEvent;
  /** The name of the task node, for the events `passed` and `returned`. */
  node?: string;
  /** The record as it is stored after the event; for `removed`, as it was stored before. */
  row: RecordRow;
  loaded: LoadedForm;
  flow: LoadedFlow | null;
  /** The person who caused the event. */
  user: RequestUser;
  /**
   * The task that caused the event. Changes by effects are stored with this task, so that they can be undone with it.
   */
  taskId?: string;
  /** The number of earlier events in the chain that caused this event; undefined: 0. */
  depth?: number;
}

/**
 * Handles an event. Returns the record if the listener changed it, else null. A refusal rolls back the event's
 * transaction.
 */
export type RecordListener = (context: ServerContext, trx: Trx, recordEvent: RecordEvent) => Promise<RecordRow | null>;

/** The listeners for record events. Rooms that depend on this room register them. */
export const recordListeners = registrationList<RecordListener>();

/** Calls the listeners one after the other. Returns the record as it is stored after the last listener. */
export async function announceEvent(context: ServerContext, trx: Trx, recordEvent: RecordEvent): Promise<RecordRow> {
  let { row } = recordEvent;
  for (const listen of recordListeners.registeredFor(context))
    row = (await listen(context, trx, { ...recordEvent, row })) ?? row;
  return row;
}
