import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { askDirectory, type Judgement } from './directory.ts';
import { accountOf, DIRECTORY, directorySubject, type Account } from './identities.ts';

/**
 * Whether the directory takes the password of an account; null when it is not the directory's to judge: there is none, or
 * it does not know the person and never did. Refuses with DIRECTORY_AWAY who is known to be in a directory that cannot be
 * asked, and with ACCOUNT_TAKEN when the entry belongs to another account.
 */
export async function judgeByDirectory(
  { db, settings }: ServerContext,
  user: Account,
  password: string,
): Promise<boolean | null> {
  if (settings.directory === null) return null;
  const linked = await directorySubject(db, user.id);
  let judgement: Judgement;
  try {
    judgement = await askDirectory(settings.directory, user.username, password);
  } catch (error) {
    if (error instanceof Refusal && linked === null) return null;
    throw error;
  }
  // who has left the directory has lost the way in
  if (judgement.kind === 'nobody') return linked === null ? null : false;
  if (judgement.kind === 'wrong') return false;
  const entry = judgement.entry.toLowerCase();
  const account = await accountOf(db, { provider: DIRECTORY, subject: entry, username: user.username });
  if (account.id !== user.id) throw new Refusal('ACCOUNT_TAKEN', { name: user.username });
  return true;
}
