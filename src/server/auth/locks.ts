import { sql, type Kysely } from 'kysely';
import { recordAuditEvent } from '../audit/index.ts';
import type { Database } from '../store/database.ts';
import { networkLimit } from './throttle.ts';

/**
 * A locked account or network address. `text`: the user name or the address. `minutes`: time until the next sign-in
 * attempt is allowed.
 */
export interface SignInLock {
  subject: string;
  kind: 'account' | 'address';
  text: string;
  userName: string;
  failures: number;
  minutes: number;
}

/**
 * Returns the current locks, without unknown account names: people sometimes type their password into the name field,
 * and nobody may see such input. `maxAccountFailures`: an account with more failed attempts is locked.
 */
export async function signInLocks(db: Kysely<Database>, maxAccountFailures: number): Promise<SignInLock[]> {
  const rows = await db
    .selectFrom('auth_attempt as a')
    .leftJoin('sys_user as u', (join) =>
      join.on(sql<boolean>`a.subject in ('account ' || lower(u.username), 'factor ' || lower(u.username))`),
    )
    .select([
      'a.subject',
      'a.failures',
      'u.name',
      'u.username',
      sql<number>`extract(epoch from a.window_until - now())::float8`.as('seconds'),
    ])
    .where('a.window_until', '>', sql<Date>`now()`)
    .where(
      sql<boolean>`a.failures > case when a.subject like 'address %' then ${networkLimit} else ${maxAccountFailures}::int end`,
    )
    .where(sql<boolean>`(u.id is not null or a.subject like 'address %')`)
    .orderBy('a.window_until', 'desc')
    .limit(500)
    .execute();
  return rows.map(({ subject, failures, name, username, seconds }) => {
    const kind = subject.startsWith('address ') ? ('address' as const) : ('account' as const);
    return {
      subject,
      kind,
      text: username ?? subject.slice('address '.length),
      userName: name ?? '',
      failures,
      minutes: Math.max(1, Math.ceil(seconds / 60)),
    };
  });
}

/** Releases the lock of an account or address. Returns false if it was not locked. */
export async function unlockSignIn(
  db: Kysely<Database>,
  subject: string,
  maxAccountFailures: number,
): Promise<boolean> {
  const lock = (await signInLocks(db, maxAccountFailures)).find((candidate) => candidate.subject === subject);
  if (!lock) return false;
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('auth_attempt').where('subject', '=', subject).execute();
    await recordAuditEvent(trx, { action: 'unlocked', objectId: subject, objectName: lock.userName });
  });
  return true;
}
