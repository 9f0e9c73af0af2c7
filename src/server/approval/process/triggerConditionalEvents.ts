import type { ServerContext } from '../../context.ts';
import { lockFlow } from '../transition/lockFlow.ts';
import { storeStep } from '../transition/storeStep.ts';
import type { RecordRow } from '../../records/index.ts';
import { SYSTEM, SYSTEM_USER } from './history.ts';
import { hasConditionalEvents, nextConditionalEvent } from '../../flow/index.ts';
import { loadFlow } from '../../flowDocuments/index.ts';
import { advanceProcess } from './process.ts';
import type { Instance } from './stepTypes.ts';
import type { Trx } from '../../store/transaction.ts';

/**
 * Triggers conditional events whose condition became true outside of a step: when the record was saved, or when the
 * process was resumed or moved to another version. Returns the updated record. Returns null if no event was triggered,
 * for example because the process has ended or is suspended.
 */
export async function triggerConditionalEvents(
  context: ServerContext,
  trx: Trx,
  { flow_key: key, flow_version: version, record_id: recordId, ended_at: endedAt, suspended_at: suspendedAt }: Instance,
): Promise<RecordRow | null> {
  if (endedAt !== null || suspendedAt !== null) return null;
  const { definition } = await loadFlow(context, trx, key, version);
  const lockedFlow = hasConditionalEvents(definition) ? await lockFlow(context, trx, SYSTEM_USER, recordId) : null;
  if (!lockedFlow || nextConditionalEvent(definition, lockedFlow.instance.tokens, lockedFlow.input) === null)
    return null;
  const result = await advanceProcess(trx, lockedFlow.instance, lockedFlow.input, { type: 'recordChanged' });
  return storeStep(context, trx, lockedFlow, { result, actor: SYSTEM });
}
