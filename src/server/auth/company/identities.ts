import { recordAuditEvent } from '../../audit/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Db } from '../../store/database.ts';

/** `provider` of identities in the company's directory. */
export const DIRECTORY = 'ldap';

/** A person as identified by a provider or directory. `subject` never changes there; `username` may change. */
export interface Identity {
  provider: string;
  subject: string;
  username: string;
}

/** An account of this product, with what signing in needs. */
export interface Account {
  id: string;
  name: string;
  username: string;
  password_hash: string;
}

const columns = ['u.id', 'u.name', 'u.username', 'u.password_hash', 'u.is_disabled'] as const;

/**
 * Returns the account that belongs to an identity. At the first sign-in the account is found by its user name and
 * linked. Later sign-ins use only the link, because the provider may give the user name to another person. Only
 * administrators create accounts. Refuses with ACCOUNT_UNKNOWN, ACCOUNT_TAKEN and ACCOUNT_DISABLED.
 */
export async function findOrLinkAccount(db: Db, { provider, subject, username }: Identity): Promise<Account> {
  const linkedAccount = await db
    .selectFrom('auth_identity as i')
    .innerJoin('sys_user as u', 'u.id', 'i.user_id')
    .where('i.provider', '=', provider)
    .where('i.subject', '=', subject)
    .select(columns)
    .executeTakeFirst();
  const user = linkedAccount ?? (await linkAccount(db, { provider, subject, username }));
  if (user.is_disabled) throw new Refusal('ACCOUNT_DISABLED');
  return user;
}

async function linkAccount(
  db: Db,
  { provider, subject, username }: Identity,
): Promise<Account & { is_disabled: boolean }> {
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
    await recordAuditEvent(db, {
      action: 'identityLinked',
      objectId: user.id,
      objectName: user.name,
      by: user,
      detail: { provider, subject },
    });
    return user;
  }
  // a concurrent sign-in of the same person has linked the account
  const existingIdentity = await db
    .selectFrom('auth_identity')
    .where('provider', '=', provider)
    .where('user_id', '=', user.id)
    .select('subject')
    .executeTakeFirst();
  if (existingIdentity?.subject !== subject) throw new Refusal('ACCOUNT_TAKEN', { name: username });
  return user;
}

/** Returns the subject of a person in the directory; null when the account is not linked to the directory. */
export async function findDirectorySubject(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('auth_identity')
    .select('subject')
    .where('provider', '=', DIRECTORY)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.subject ?? null;
}

/**
 * Deletes all identities of a person. Their next sign-in at the provider or directory links the account again. Returns
 * false if there were no identities.
 */
export async function unlinkIdentities(db: Db, user: { id: string; name: string }): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('auth_identity').where('user_id', '=', user.id).executeTakeFirst();
  if (numDeletedRows > 0n)
    await recordAuditEvent(db, { action: 'identityUnlinked', objectId: user.id, objectName: user.name });
  return numDeletedRows > 0n;
}
