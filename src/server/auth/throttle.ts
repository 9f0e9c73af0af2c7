import { sql, type RawBuilder } from 'kysely';
import { recordAuditEvent } from '../audit/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { readParameters } from '../parameters/index.ts';
import { secretCipherOf } from '../store/secretCipher.ts';
import { createWorkQueue } from '../threads/workQueue.ts';
import { networkOf, siteOf } from './network.ts';

/**
 * Maximum failures of one network address within the window. Higher than the maximum of an account, because the people
 * of an office share one address.
 */
export const ADDRESS_LIMIT = 60;
/** Maximum failures of one IPv6 site (/48), which may be a company with many /64 networks. */
export const SITE_LIMIT = 5 * ADDRESS_LIMIT;

/** An attempt to verify a credential of an account. `address`: network address of the request. */
export interface Attempt {
  username: string;
  address: string;
  /**
   * The credential to verify: the password, or the second factor. A correct password does not reset the failures of the
   * second factor.
   */
  kind?: 'account' | 'factor';
}

/**
 * The names (column `subject`) of the counters that count an attempt: one of its account, and one of each network that
 * contains its address, smallest network first.
 */
interface AttemptSubjects {
  account: RawBuilder<string>;
  networks: { subject: string; limit: number }[];
}

/** SQL expression of the maximum failures for the network in `a.subject`. */
export const networkLimit = sql`case when a.subject like '%/48' then ${SITE_LIMIT}::int else ${ADDRESS_LIMIT}::int end`;

/**
 * Returns the names of the counters of an attempt. An unknown user name becomes a keyed hash, because people sometimes
 * type their password into this field.
 */
function subjectsOf({ settings }: ServerContext, { username, address, kind = 'account' }: Attempt): AttemptSubjects {
  const name = username.toLowerCase();
  const site = siteOf(address);
  return {
    account: sql<string>`coalesce((select ${`${kind} `} || lower(username) from sys_user where lower(username) = ${name}), ${`${kind} #${secretCipherOf(settings).hash(name)}`})`,
    networks: [
      { subject: `address ${networkOf(address)}`, limit: ADDRESS_LIMIT },
      ...(site === null ? [] : [{ subject: `address ${site}`, limit: SITE_LIMIT }]),
    ],
  };
}

/**
 * Counts an attempt before it is verified, so that concurrent attempts together cannot exceed the limit. Throws A0211
 * with the minutes to wait. The counters are in the database, because several server processes share them.
 */
async function countAttempt(context: ServerContext, attempt: Attempt): Promise<void> {
  const { signInFailures: accountLimit, signInLockMinutes } = await readParameters(context.db, context.settings);
  const { account, networks } = subjectsOf(context, attempt);
  const windowEnd = sql`now() + make_interval(mins => ${signInLockMinutes}::int)`;
  const networkSubjects = networks.map(({ subject }) => subject);
  // attempts to sign in to a locked account are not counted for the networks of the address
  const { rows } = await sql<{
    subject: string;
    failures: number;
    seconds: number;
  }>`with of_account as (${countSql(sql`values (${account}, 1, ${windowEnd})`)}),
    of_networks as (${countSql(sql`select p, 1, ${windowEnd} from of_account, unnest(${networkSubjects}::text[]) p where failures <= ${accountLimit} order by p`)})
    select * from of_account union all select * from of_networks`.execute(context.db);
  for (const { subject, failures, seconds } of rows) {
    const limit = networks.find((network) => network.subject === subject)?.limit ?? accountLimit;
    if (failures === limit + 1) await logLock(context, subject);
    if (failures > limit) throw new Refusal('A0211', { minutes: Math.max(1, Math.ceil(seconds / 60)) });
  }
}

/** Returns the statement that adds these rows to the counters, and starts a new window for an expired counter. */
const countSql = (
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`insert into auth_attempt (subject, failures, window_until) ${rows}
  on conflict (subject) do update set failures = case when auth_attempt.window_until < now() then 1 else auth_attempt.failures + 1 end,
    window_until = case when auth_attempt.window_until < now() then excluded.window_until else auth_attempt.window_until end
  returning subject, failures, extract(epoch from window_until - now())::float8 as seconds`;

/**
 * Limits how many attempts are verified at a time. Waiting attempts are not counted yet, so that an office that signs
 * in at the same time from one address does not reach the limit. Concurrent guesses together cannot exceed the limit.
 */
const attemptQueue = createWorkQueue({ concurrency: 4, maxWaiting: 2_000 });

/**
 * Counts and verifies an attempt in the queue. Returns the result of `verify`; null means wrong credentials. If
 * `verify` throws because it cannot verify the credentials, the attempt is not counted. Throws A0211 beyond the limit.
 */
export const limitAttempt = <T>(
  context: ServerContext,
  attempt: Attempt,
  verify: () => Promise<T | null>,
): Promise<T | null> =>
  attemptQueue.run(async () => {
    await countAttempt(context, attempt);
    let result: T | null;
    try {
      result = await verify();
    } catch (error) {
      // the error of the verification is more useful than an error of the counters
      if (!isVerdict(error)) await uncountAttempt(context, attempt).catch(() => undefined);
      throw error;
    }
    if (result !== null) await forgiveAttempt(context, attempt);
    return result;
  });

/** Returns whether an error is a result of checking the credentials, unlike an outage of the directory or database. */
const isVerdict = (error: unknown): boolean => error instanceof Refusal && error.code !== 'DIRECTORY_AWAY';

/** Deletes the account's failures and subtracts this attempt from its networks. Called after correct credentials. */
const forgiveAttempt = (context: ServerContext, attempt: Attempt): Promise<void> =>
  subtractAttempt(context, attempt, (account) => sql`delete from auth_attempt where subject = ${account} returning 1`);

/** Subtracts an attempt whose credentials could not be verified from all counters. */
const uncountAttempt = (context: ServerContext, attempt: Attempt): Promise<void> =>
  subtractAttempt(
    context,
    attempt,
    (account) =>
      sql`update auth_attempt set failures = greatest(failures - 1, 0) where subject = ${account} returning 1`,
  );

/**
 * Changes the counter of the account and subtracts this attempt from its networks. Locks the account first, then the
 * networks by name, like `countAttempt`. In another order two sign-ins of one person would deadlock.
 */
async function subtractAttempt(
  context: ServerContext,
  attempt: Attempt,
  changeSql: (account: RawBuilder<string>) => RawBuilder<unknown>,
): Promise<void> {
  const { account, networks } = subjectsOf(context, attempt);
  const networkSubjects = networks.map(({ subject }) => subject);
  await sql`with of_account as (${changeSql(account)}),
    of_networks as (select subject from auth_attempt
      where (select count(*) from of_account) >= 0 and subject = any(${networkSubjects}::text[]) order by subject for update)
    update auth_attempt a set failures = greatest(a.failures - 1, 0) from of_networks p where a.subject = p.subject`.execute(
    context.db,
  );
}

/** Logs that an account or address was locked. The log does not name an unknown account. */
async function logLock({ db }: ServerContext, subject: string): Promise<void> {
  const user = await db
    .selectFrom('sys_user')
    .select('name')
    .where(sql<boolean>`${subject} in ('account ' || lower(username), 'factor ' || lower(username))`)
    .executeTakeFirst();
  await recordAuditEvent(db, {
    action: 'locked',
    objectId: user || subject.startsWith('address ') ? subject : 'account',
    ...(user ? { objectName: user.name } : {}),
  });
}
