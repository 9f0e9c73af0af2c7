import type { ServerContext } from '../context.ts';
import type { RequestUser } from '../http/user.ts';
import type { RecordRow } from '../records/index.ts';
import { registrationPoint } from '../registration.ts';
import type { Trx } from '../store/transaction.ts';

/** Submits a record that an effect made, with the authority of the published document. Answers it as it stands then. */
export type StartProcess = (
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  depth: number,
) => Promise<RecordRow>;

/** Registered by the approval room, which knows processes. */
export const starting = registrationPoint<StartProcess>('starting a process by an effect');
