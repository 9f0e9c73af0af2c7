import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { lockProcess } from '../process/process.ts';
import type { Instance } from '../process/stepTypes.ts';

/**
 * The result for one of several running approvals. They are handled separately: a refusal for one does not affect the
 * others.
 */
export interface InstanceResult {
  instanceId: string;
  /** The title of the running approval; '' if it could not be loaded. */
  title: string;
  isDone: boolean;
  /** The text of the refusal; '' if there was none. */
  msg: string;
}

/** Loads an approval that has not ended, and locks it until the transaction ends. Refuses with 404 or FLOW_ENDED. */
export async function lockRunningInstance(trx: Trx, id: string): Promise<Instance> {
  const row = await trx.selectFrom('flw_instance').select('record_id').where('id', '=', id).executeTakeFirst();
  const instance = row && (await lockProcess(trx, row.record_id));
  if (!instance) throw new Refusal('404');
  if (instance.ended_at !== null) throw new Refusal('FLOW_ENDED');
  return instance;
}

/**
 * Runs `work` for several running approvals, each in a separate transaction. A refusal becomes a result; other errors
 * are thrown.
 */
export async function forEachInstance(
  context: ServerContext,
  ids: readonly string[],
  work: (trx: Trx, instance: Instance) => Promise<void>,
): Promise<InstanceResult[]> {
  const results: InstanceResult[] = [];
  for (const instanceId of new Set(ids)) {
    let title = '';
    try {
      await context.db.transaction().execute(async (trx) => {
        const instance = await lockRunningInstance(trx, instanceId);
        title = instance.title || instance.form_name;
        await work(trx, instance);
      });
      results.push({ instanceId, title, isDone: true, msg: '' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      results.push({ instanceId, title, isDone: false, msg: error.message });
    }
  }
  return results;
}

/** Returns the user as the `actor` of a history entry. */
export const personOf = ({ id, name }: RequestUser): { id: string; name: string } => ({ id, name });

/**
 * Returns the `node` of a history entry for an action of an administrator, which belongs to no single node: it has no
 * id, and its name consists of the names of all open nodes.
 */
export const openNodesOf = (instance: Instance): { id: string; name: string } => ({
  id: '',
  name: instance.task_nodes,
});
