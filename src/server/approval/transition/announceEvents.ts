import type { ServerContext } from '../../context.ts';
import type { LoadedForm } from '../../documents/index.ts';
import type { LoadedFlow } from '../../flowDocuments/index.ts';
import type { RequestUser } from '../../http/user.ts';
import { announceEvent, type RecordEvent, type RecordRow } from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import type { StepResult } from '../process/process.ts';

interface AnnouncedStep {
  row: RecordRow;
  loaded: LoadedForm;
  flow: LoadedFlow | null;
  user: RequestUser;
  /** The result of the process step. Null if the form has no process; the record is then finished when submitted. */
  result: Pick<StepResult, 'isFinished' | 'isRejected' | 'passed'> | null;
  isSubmitted?: boolean;
  /** The name of the node that returned the record; null if the step was not a return. */
  returningNode?: string | null;
  /** The id of the task that the step completed. */
  taskId?: string;
  /** If an effect caused the step: the number of earlier events in the chain (`Transition.depth`). */
  depth?: number;
}

/**
 * Announces the events of one process step in order: submitted, returned, passed (one event for each name of a passed
 * task node), then rejected or finished. Listeners may change the record. Returns the record after the last listener.
 */
export async function announceEvents(
  context: ServerContext,
  trx: Trx,
  { row, result, isSubmitted = false, returningNode = null, ...details }: AnnouncedStep,
): Promise<RecordRow> {
  const events: Pick<RecordEvent, 'event' | 'node'>[] = [
    ...(isSubmitted ? [{ event: 'submitted' as const }] : []),
    ...(returningNode === null ? [] : [{ event: 'returned' as const, node: returningNode }]),
    ...[...new Set(result?.passed)].map((node) => ({ event: 'passed' as const, node })),
    ...(result?.isRejected ? [{ event: 'rejected' as const }] : []),
    ...(result === null || (result.isFinished && !result.isRejected) ? [{ event: 'finished' as const }] : []),
  ];
  let currentRow = row;
  for (const event of events) currentRow = await announceEvent(context, trx, { ...event, row: currentRow, ...details });
  return currentRow;
}
