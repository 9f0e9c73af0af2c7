import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { lockProcess } from '../process/process.ts';
import type { Instance } from '../process/stepTypes.ts';

/** Result for one of several processes. Each is handled separately: a refusal for one does not affect the others. */
export interface InstanceResult {
  instanceId: string;
  title: string;
  isDone: boolean;
  msg: string;
}

/** A running process, locked until the transaction ends. Refuses with 404 and FLOW_ENDED. */
export async function lockRunning(trx: Trx, id: string): Promise<Instance> {
  const found = await trx.selectFrom('flw_instance').select('record_id').where('id', '=', id).executeTakeFirst();
  const instance = found && (await lockProcess(trx, found.record_id));
  if (!instance) throw new Refusal('404');
  if (instance.ended_at !== null) throw new Refusal('FLOW_ENDED');
  return instance;
}

/** Runs `work` for several processes, each in its own transaction. */
export async function forEachInstance(
  context: ServerContext,
  ids: readonly string[],
  work: (trx: Trx, instance: Instance) => Promise<void>,
): Promise<InstanceResult[]> {
  const done: InstanceResult[] = [];
  for (const instanceId of new Set(ids)) {
    let title = '';
    try {
      await context.db.transaction().execute(async (trx) => {
        const instance = await lockRunning(trx, instanceId);
        title = instance.title || instance.form_name;
        await work(trx, instance);
      });
      done.push({ instanceId, title, isDone: true, msg: '' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      done.push({ instanceId, title, isDone: false, msg: error.message });
    }
  }
  return done;
}

export const personOf = ({ id, name }: RequestUser): { id: string; name: string } => ({ id, name });

/** The process's open nodes as node of a history entry, for an act of an administrator. */
export const openNodesOf = (instance: Instance): { id: string; name: string } => ({
  id: '',
  name: instance.task_nodes,
});
