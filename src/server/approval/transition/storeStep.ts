import type { ServerContext } from '../../context.ts';
import type { RecordRow } from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import type { StepResult } from '../process/process.ts';
import type { Person } from '../process/stepTypes.ts';
import { announceEvents } from './announceEvents.ts';
import type { LockedFlow } from './lockFlow.ts';
import { stateAfter } from './stateAfter.ts';
import { storeRecordState } from './storeRecordState.ts';

/**
 * Stores the state of record and process after a step other than a decision on a task: a timer, a call, a message, a
 * condition, or the removal of an approver. Announces the step's events. Returns the updated record.
 */
export async function storeStep(
  context: ServerContext,
  trx: Trx,
  { row, instance, loaded, flow, user }: LockedFlow,
  { result, actor }: { result: StepResult; actor: Person },
): Promise<RecordRow> {
  const updatedRow = await storeRecordState(trx, row, instance.form_name, {
    flwState: stateAfter(result),
    staysWithApplicant: result.staysWithApplicant,
    taskNodes: result.taskNodes,
    actor,
  });
  return announceEvents(context, trx, { row: updatedRow, loaded, flow, user, result });
}
