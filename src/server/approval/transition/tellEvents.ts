import type { ServerContext } from '../../context.ts';
import type { LoadedForm } from '../../documents/index.ts';
import type { LoadedFlow } from '../../flowDocuments/index.ts';
import type { RequestUser } from '../../http/user.ts';
import { announceEvent, type RecordHappening, type RecordRow } from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import type { ProcessState } from '../process/process.ts';

interface Step {
  row: RecordRow;
  loaded: LoadedForm;
  flow: LoadedFlow | null;
  user: RequestUser;
  /** Where the step left the process; null: the form has none, and is finished by being submitted. */
  standing: Pick<ProcessState, 'isFinished' | 'isRejected' | 'passed'> | null;
  isSubmitted?: boolean;
  /** The name of the node that sent the record back. */
  returnedBy?: string | null;
  taskId?: string;
  depth?: number;
}

/**
 * Emits the events of one process step in order: submitted, returned, passed (one for each task node), then
 * rejected or finished.
 * Listeners may change the record; the result is the record after the last of them.
 */
export async function tellEvents(
  context: ServerContext,
  trx: Trx,
  { row, standing, isSubmitted = false, returnedBy = null, ...about }: Step,
): Promise<RecordRow> {
  const events: Pick<RecordHappening, 'event' | 'node'>[] = [
    ...(isSubmitted ? [{ event: 'submitted' as const }] : []),
    ...(returnedBy === null ? [] : [{ event: 'returned' as const, node: returnedBy }]),
    ...[...new Set(standing?.passed)].map((node) => ({ event: 'passed' as const, node })),
    ...(standing?.isRejected ? [{ event: 'rejected' as const }] : []),
    ...(standing === null || (standing.isFinished && !standing.isRejected) ? [{ event: 'finished' as const }] : []),
  ];
  let current = row;
  for (const event of events) current = await announceEvent(context, trx, { ...event, row: current, ...about });
  return current;
}
