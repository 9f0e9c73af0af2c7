import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { verifyInDirectory, type DirectoryVerdict } from './directory.ts';
import { findOrLinkAccount, DIRECTORY, findDirectorySubject, type Account } from './identities.ts';

/**
 * Returns whether the directory accepts the password of an account. Null means that the product's own password must be
 * checked: no directory is configured, or the account is not linked and the directory is unreachable or does not
 * contain the person. Refuses with DIRECTORY_AWAY when the account is linked and the directory does not answer, and
 * with ACCOUNT_TAKEN when the entry belongs to another account.
 */
export async function verifyByDirectory(
  { db, settings }: ServerContext,
  user: Account,
  password: string,
): Promise<boolean | null> {
  if (settings.directory === null) return null;
  const linkedSubject = await findDirectorySubject(db, user.id);
  let verdict: DirectoryVerdict;
  try {
    verdict = await verifyInDirectory(settings.directory, user.username, password);
  } catch (error) {
    if (error instanceof Refusal && linkedSubject === null) return null;
    throw error;
  }
  // a linked person who was removed from the directory may not sign in
  if (verdict.kind === 'nobody') return linkedSubject === null ? null : false;
  if (verdict.kind === 'wrong') return false;
  const entry = verdict.entry.toLowerCase();
  const account = await findOrLinkAccount(db, { provider: DIRECTORY, subject: entry, username: user.username });
  if (account.id !== user.id) throw new Refusal('ACCOUNT_TAKEN', { name: user.username });
  return true;
}
