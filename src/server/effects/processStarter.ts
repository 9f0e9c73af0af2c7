import type { ServerContext } from '../context.ts';
import type { RequestUser } from '../http/user.ts';
import type { RecordRow } from '../records/index.ts';
import { registrationPoint } from '../registration.ts';
import type { Trx } from '../store/transaction.ts';

/**
 * Submits a record that an effect created, and returns it. The rights of `user` are not checked, because the
 * published document authorises the effect. `depth`: the number of preceding events in the chain of events that the
 * effects of one event cause (`Subject.depth`).
 */
export type StartProcess = (
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  depth: number,
) => Promise<RecordRow>;

/** The function that starts processes for effects; registered by `src/server/approval`. */
export const processStarter = registrationPoint<StartProcess>('starting a process by an effect');
