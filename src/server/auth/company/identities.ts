import { noteEvent } from '../../audit/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Db } from '../../store/database.ts';

/** `provider` of people that the directory of the company knows. */
export const DIRECTORY = 'ldap';

/** Somebody as another place knows them: `subject` never changes there, `username` may. */
export interface Identity {
  provider: string;
  subject: string;
  username: string;
}

export interface Account {
  id: string;
  name: string;
  username: string;
  password_hash: string;
}

const columns = ['u.id', 'u.name', 'u.username', 'u.password_hash', 'u.is_disabled'] as const;

/**
 * The account that belongs to an identity. The first time it is found by its user name and linked; from then on the link
 * alone counts, so that a user name that is given to somebody else elsewhere opens nothing here. Accounts are made by
 * administrators, never here. Refuses with ACCOUNT_UNKNOWN, ACCOUNT_TAKEN and ACCOUNT_DISABLED.
 */
export async function accountOf(db: Db, { provider, subject, username }: Identity): Promise<Account> {
  const linked = await db
    .selectFrom('auth_identity as i')
    .innerJoin('sys_user as u', 'u.id', 'i.user_id')
    .where('i.provider', '=', provider)
    .where('i.subject', '=', subject)
    .select(columns)
    .executeTakeFirst();
  const user = linked ?? (await link(db, { provider, subject, username }));
  if (user.is_disabled) throw new Refusal('ACCOUNT_DISABLED');
  return user;
}

async function link(db: Db, { provider, subject, username }: Identity): Promise<Account & { is_disabled: boolean }> {
  const user = await db
    .selectFrom('sys_user as u')
    .where('u.username', '=', username)
    .select(columns)
    .executeTakeFirst();
  if (!user) throw new Refusal('ACCOUNT_UNKNOWN', { name: username });
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('auth_identity')
    .values({ provider, subject, user_id: user.id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows) {
    await noteEvent(db, {
      action: 'identityLinked',
      objectId: user.id,
      objectName: user.name,
      by: user,
      detail: { provider, subject },
    });
    return user;
  }
  // two sign-ins of one person at the same moment: the other one has linked it
  const other = await db
    .selectFrom('auth_identity')
    .where('provider', '=', provider)
    .where('user_id', '=', user.id)
    .select('subject')
    .executeTakeFirst();
  if (other?.subject !== subject) throw new Refusal('ACCOUNT_TAKEN', { name: username });
  return user;
}

/** The subject by which the directory knows a person; null when it does not judge their password. */
export async function directorySubject(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('auth_identity')
    .select('subject')
    .where('provider', '=', DIRECTORY)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.subject ?? null;
}

/** Takes all links of a person away: the next sign-in elsewhere links the account anew. False: there was none. */
export async function unlinkIdentities(db: Db, user: { id: string; name: string }): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('auth_identity').where('user_id', '=', user.id).executeTakeFirst();
  if (numDeletedRows > 0n)
    await noteEvent(db, { action: 'identityUnlinked', objectId: user.id, objectName: user.name });
  return numDeletedRows > 0n;
}
