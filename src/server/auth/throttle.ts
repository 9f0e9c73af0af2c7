import { sql } from 'kysely';
import { noteEvent } from '../audit/note.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { createTurns } from '../threads/turns.ts';

const WINDOW_MINUTES = 10;
/** Failures within the window. Many people of one office share an address, so it may fail more often than one account. */
export const LIMITS = { account: 5, address: 60 };

export interface Attempt { username: string; address: string }

const subjects = ({ username, address }: Attempt): [string, number][] => [
  [`account ${username.toLowerCase()}`, LIMITS.account],
  [`address ${address}`, LIMITS.address],
];

/**
 * Counts an attempt before it is judged, so that attempts made at the same time cannot pass the limit together.
 * Throws A0211 with the minutes to wait. Kept in the database: several server processes count together.
 */
async function countAttempt(context: ServerContext, attempt: Attempt): Promise<void> {
  for (const [subject, limit] of subjects(attempt)) {
    const row = await context.db.insertInto('auth_attempt')
      .values({ subject, failures: 1, window_until: sql`now() + make_interval(mins => ${WINDOW_MINUTES})` })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet({
        failures: sql`case when auth_attempt.window_until < now() then 1 else auth_attempt.failures + 1 end`,
        window_until: sql`case when auth_attempt.window_until < now() then excluded.window_until else auth_attempt.window_until end`,
      }))
      .returning(['failures', sql<number>`extract(epoch from window_until - now())::float8`.as('seconds')])
      .executeTakeFirstOrThrow();
    if (row.failures === limit + 1) await noteLock(context, subject);
    if (row.failures > limit) throw new Refusal('A0211', { minutes: Math.max(1, Math.ceil(row.seconds / 60)) });
  }
}

/**
 * Passwords are judged a few at once; the rest wait uncounted. So an office that signs in at nine from one address is not
 * taken for sixty failures, and guesses made together still cannot pass the limit.
 */
const turns = createTurns({ atOnce: 4, mostWaiting: 2_000 });

/** Counts and judges an attempt when its turn comes; `judge` answers null for a wrong name or password. Throws A0211. */
export const judgeAttempt = <T>(context: ServerContext, attempt: Attempt, judge: () => Promise<T | null>): Promise<T | null> => turns.take(async () => {
  await countAttempt(context, attempt);
  const judged = await judge();
  if (judged !== null) await forgiveAttempt(context, attempt);
  return judged;
});

/** A right password clears the account's failures and takes back this attempt at the address. */
async function forgiveAttempt({ db }: ServerContext, attempt: Attempt): Promise<void> {
  const [[account], [address]] = subjects(attempt) as [[string, number], [string, number]];
  await db.deleteFrom('auth_attempt').where('subject', '=', account).execute();
  await db.updateTable('auth_attempt').set({ failures: sql`greatest(failures - 1, 0)` }).where('subject', '=', address).execute();
}

/** Of a name that is no account's nothing is kept: people type passwords there. */
async function noteLock({ db }: ServerContext, subject: string): Promise<void> {
  const user = await db.selectFrom('sys_user').select('name').where(sql<boolean>`'account ' || lower(username) = ${subject}`).executeTakeFirst();
  await noteEvent(db, { action: 'locked', objectId: user || subject.startsWith('address ') ? subject : 'account', ...(user ? { objectName: user.name } : {}) });
}
