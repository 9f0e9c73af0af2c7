import type { ServerContext } from '../../context.ts';
import { holdFlow } from '../transition/openFlow.ts';
import { storeRecordState } from '../transition/recordState.ts';
import { tellEvents } from '../transition/tellEvents.ts';
import { stateAfter } from '../transition/stateAfter.ts';
import type { RecordRow } from '../../records/index.ts';
import { SYSTEM, SYSTEM_USER } from './history.ts';
import { hasConditions, nextConditionalEvent } from '../../flow/index.ts';
import { loadFlow } from '../../flowDocuments/index.ts';
import { moveProcess } from './process.ts';
import type { Instance } from './step.ts';
import type { Trx } from '../../store/transaction.ts';

/** A record was saved in between: what of its process waits for a condition may go on. Answers the record as it stands then; null: nothing happened. */
export async function resumeConditions(
  context: ServerContext,
  trx: Trx,
  { flow_key: key, flow_version: version, record_id: recordId, ended_at: ended, suspended_at: suspended }: Instance,
): Promise<RecordRow | null> {
  if (ended !== null || suspended !== null) return null;
  const { definition } = await loadFlow(context, trx, key, version);
  const open = hasConditions(definition) ? await holdFlow(context, trx, SYSTEM_USER, recordId) : null;
  if (!open || nextConditionalEvent(definition, open.instance.tokens, open.input) === null) return null;
  const standing = await moveProcess(trx, open.instance, open.input, { type: 'resumeCondition' });
  const row = await storeRecordState(trx, open.row, open.instance.form_name, {
    flwState: stateAfter(standing),
    taskNodes: standing.taskNodes,
    by: SYSTEM,
  });
  return tellEvents(context, trx, { row, loaded: open.loaded, flow: open.flow, user: open.user, standing });
}
