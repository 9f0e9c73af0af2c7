import type { ServerContext } from '../context.ts';
import { runningCounts } from '../documents/index.ts';
import { approvals } from '../records/index.ts';
import { countRunning } from './admin/runningApprovals.ts';
import { importApprovals } from './process/importApprovals.ts';
import { lockProcess, refuseSuspended } from './process/process.ts';
import { lookAgain } from './process/resumeConditions.ts';
import { noteUrgency } from './process/urgency.ts';
import { heldTasks, taskToActOn } from './tasks/taskRows.ts';

/** Gives the rooms below what they need to know of approvals. */
export function registerApproval(context: ServerContext): void {
  runningCounts.register(context, countRunning);
  approvals.register(context, {
    lockProcess,
    refuseSuspended,
    heldTasks,
    taskToActOn,
    importApprovals,
    async afterSave(inside, trx, { process, row, form, values }) {
      if (process.title !== row.title)
        await trx.updateTable('flw_instance').set({ title: row.title }).where('id', '=', process.id).execute();
      await noteUrgency(trx, row.id, form, inside.vocabulary, values);
      return lookAgain(inside, trx, process);
    },
  });
}
