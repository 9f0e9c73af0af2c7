import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { lockProcess } from '../process/process.ts';
import type { Instance } from '../process/step.ts';

/** What was done with one of several processes; each is done for itself, one that is refused keeps no other from it. */
export interface DoneOne {
  instanceId: string;
  title: string;
  isDone: boolean;
  msg: string;
}

/** A process that still runs, held until the transaction ends. Refuses with 404 and FLOW_ENDED. */
export async function holdRunning(trx: Trx, id: string): Promise<Instance> {
  const found = await trx.selectFrom('flw_instance').select('record_id').where('id', '=', id).executeTakeFirst();
  const instance = found && (await lockProcess(trx, found.record_id));
  if (!instance) throw new Refusal('404');
  if (instance.ended_at !== null) throw new Refusal('FLOW_ENDED');
  return instance;
}

/** Does one thing with several processes, each in a transaction of its own. */
export async function withEach(
  context: ServerContext,
  ids: readonly string[],
  work: (trx: Trx, instance: Instance) => Promise<void>,
): Promise<DoneOne[]> {
  const done: DoneOne[] = [];
  for (const instanceId of new Set(ids)) {
    let title = '';
    try {
      await context.db.transaction().execute(async (trx) => {
        const instance = await holdRunning(trx, instanceId);
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

/** Where an administrator's act stands in the history: at the nodes under way. */
export const placeOf = (instance: Instance): { id: string; name: string } => ({ id: '', name: instance.task_nodes });
