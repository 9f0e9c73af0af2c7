import type { ServerContext } from '../context.ts';
import { runningCounts } from '../documents/index.ts';
import { processStarter } from '../effects/index.ts';
import { approvals, recordListeners } from '../records/index.ts';
import { countRunning } from './admin/runningApprovals.ts';
import { importApprovals } from './process/importApprovals.ts';
import { lockProcess, refuseSuspended } from './process/process.ts';
import { triggerConditionalEvents } from './process/triggerConditionalEvents.ts';
import { startByEffect } from './transition/startByEffect.ts';
import { storeUrgency } from './process/urgency.ts';
import { heldTasks, taskToActOn } from './tasks/taskRows.ts';

/** Registers the functions of approvals that the folders `documents`, `effects` and `records` call. */
export function registerApproval(context: ServerContext): void {
  runningCounts.register(context, countRunning);
  processStarter.register(context, startByEffect);
  // an effect can void a record after its process has ended; the ended process then also gets the state 4 (voided)
  recordListeners.add(context, async (_context, trx, { event, row }) => {
    if (event === 'voided')
      await trx.updateTable('flw_instance').set({ flw_state: '4' }).where('record_id', '=', row.id).execute();
    return null;
  });
  approvals.register(context, {
    lockProcess,
    refuseSuspended,
    heldTasks,
    taskToActOn,
    importApprovals,
    async updateAfterSave(serverContext, trx, { process, row, form, values }) {
      if (process.title !== row.title)
        await trx.updateTable('flw_instance').set({ title: row.title }).where('id', '=', process.id).execute();
      await storeUrgency(trx, row.id, form, serverContext.vocabulary, values);
      return triggerConditionalEvents(serverContext, trx, process);
    },
  });
}
