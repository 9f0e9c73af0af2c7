import { sql, type RawBuilder } from 'kysely';
import { noteEvent } from '../audit/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { readParameters } from '../parameters/index.ts';
import { secretBoxOf } from '../store/secretBox.ts';
import { createTurns } from '../threads/turns.ts';
import { networkOf, siteOf } from './network.ts';

/** Failures of one address within the window: many people of one office share it, so it may fail more often than one account. */
export const ADDRESS_LIMIT = 60;
/** Failures of one site of the new addresses (/48), which may hold a company with many networks of 64 bits. */
export const SITE_LIMIT = 5 * ADDRESS_LIMIT;

export interface Attempt {
  username: string;
  address: string;
  /** What is guessed at: the password, or the second factor, which a right password does not forgive. */
  kind?: 'account' | 'factor';
}

/** What an attempt counts against: its account, and the places that its address is in, narrowest first. */
interface Subjects {
  account: RawBuilder<string>;
  places: { subject: string; limit: number }[];
}

/** Failures after which a place may not try again for a while. */
export const placeLimit = sql`case when a.subject like '%/48' then ${SITE_LIMIT}::int else ${ADDRESS_LIMIT}::int end`;

/** Of a name that is no account's only a keyed hash is kept: people type passwords there. */
function subjectsOf({ settings }: ServerContext, { username, address, kind = 'account' }: Attempt): Subjects {
  const name = username.toLowerCase();
  const site = siteOf(address);
  return {
    account: sql<string>`coalesce((select ${`${kind} `} || lower(username) from sys_user where lower(username) = ${name}), ${`${kind} #${secretBoxOf(settings).hash(name)}`})`,
    places: [
      { subject: `address ${networkOf(address)}`, limit: ADDRESS_LIMIT },
      ...(site === null ? [] : [{ subject: `address ${site}`, limit: SITE_LIMIT }]),
    ],
  };
}

/**
 * Counts an attempt before it is judged, so that attempts made at the same time cannot pass the limit together.
 * Throws A0211 with the minutes to wait. Kept in the database: several server processes count together.
 */
async function countAttempt(context: ServerContext, attempt: Attempt): Promise<void> {
  const { signInFailures: accountLimit, signInLockMinutes } = await readParameters(context.db, context.settings);
  const { account, places } = subjectsOf(context, attempt);
  const until = sql`now() + make_interval(mins => ${signInLockMinutes}::int)`;
  const placeNames = places.map(({ subject }) => subject);
  // an account that is stopped adds nothing to its address
  const { rows } = await sql<{
    subject: string;
    failures: number;
    seconds: number;
  }>`with of_account as (${counted(sql`values (${account}, 1, ${until})`)}),
    of_places as (${counted(sql`select p, 1, ${until} from of_account, unnest(${placeNames}::text[]) p where failures <= ${accountLimit} order by p`)})
    select * from of_account union all select * from of_places`.execute(context.db);
  for (const { subject, failures, seconds } of rows) {
    const limit = places.find((place) => place.subject === subject)?.limit ?? accountLimit;
    if (failures === limit + 1) await noteLock(context, subject);
    if (failures > limit) throw new Refusal('A0211', { minutes: Math.max(1, Math.ceil(seconds / 60)) });
  }
}

const counted = (
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`insert into auth_attempt (subject, failures, window_until) ${rows}
  on conflict (subject) do update set failures = case when auth_attempt.window_until < now() then 1 else auth_attempt.failures + 1 end,
    window_until = case when auth_attempt.window_until < now() then excluded.window_until else auth_attempt.window_until end
  returning subject, failures, extract(epoch from window_until - now())::float8 as seconds`;

/**
 * Passwords are judged a few at once; the rest wait uncounted. So an office that signs in at nine from one address is not
 * taken for sixty failures, and guesses made together still cannot pass the limit.
 */
const turns = createTurns({ atOnce: 4, mostWaiting: 2_000 });

/** Counts and judges an attempt when its turn comes; `judge` answers null for a wrong name or password. Throws A0211. */
export const judgeAttempt = <T>(
  context: ServerContext,
  attempt: Attempt,
  judge: () => Promise<T | null>,
): Promise<T | null> =>
  turns.take(async () => {
    await countAttempt(context, attempt);
    const judged = await judge();
    if (judged !== null) await forgiveAttempt(context, attempt);
    return judged;
  });

/**
 * A right password clears the account's failures and takes back this attempt at its places. It locks the account first,
 * then the places by name, as `countAttempt` does: in another order two sign-ins of one person would deadlock.
 */
async function forgiveAttempt(context: ServerContext, attempt: Attempt): Promise<void> {
  const { account, places } = subjectsOf(context, attempt);
  const placeNames = places.map(({ subject }) => subject);
  await sql`with of_account as (delete from auth_attempt where subject = ${account} returning 1),
    of_places as (select subject from auth_attempt
      where (select count(*) from of_account) >= 0 and subject = any(${placeNames}::text[]) order by subject for update)
    update auth_attempt a set failures = greatest(a.failures - 1, 0) from of_places p where a.subject = p.subject`.execute(
    context.db,
  );
}

/** Of a name that is no account's the log says only that one was locked. */
async function noteLock({ db }: ServerContext, subject: string): Promise<void> {
  const user = await db
    .selectFrom('sys_user')
    .select('name')
    .where(sql<boolean>`${subject} in ('account ' || lower(username), 'factor ' || lower(username))`)
    .executeTakeFirst();
  await noteEvent(db, {
    action: 'locked',
    objectId: user || subject.startsWith('address ') ? subject : 'account',
    ...(user ? { objectName: user.name } : {}),
  });
}
