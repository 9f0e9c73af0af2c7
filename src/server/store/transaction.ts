import type { Kysely, Transaction } from 'kysely';
import type { Database } from './database.ts';

export type Trx = Transaction<Database>;

/** Runs the work in the given transaction; without one, in a new transaction. */
export const runInTransaction = <T>(
  { db }: { db: Kysely<Database> },
  trx: Trx | undefined,
  work: (trx: Trx) => Promise<T>,
): Promise<T> => (trx ? work(trx) : db.transaction().execute(work));
