import { sql } from 'kysely';
import type { TestServer } from '../support.ts';

/** Whether a transaction of the server's database waits for a lock that another transaction holds. */
export const isWaitingForLock = async ({ context }: TestServer): Promise<boolean> =>
  (await sql`select 1 from pg_locks where not granted`.execute(context.db)).rows.length > 0;
