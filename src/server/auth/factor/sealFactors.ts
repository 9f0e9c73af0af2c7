import type { SecretBox } from '../../store/secretBox.ts';
import { isSealed } from '../../store/secretBox.ts';
import type { Db } from '../../store/database.ts';

/** What a sealed secret of a second factor is bound to. */
export const factorOwner = (userId: string): string => `auth_factor/${userId}`;

/**
 * Seals the secrets of second factors that an earlier version stored as they were; at each start. Answers how many were
 * sealed, and how many do not open with this installation's key: their owners sign in with a recovery code, or an
 * administrator resets them.
 */
export async function sealFactors(db: Db, box: SecretBox): Promise<{ sealed: number; unreadable: number }> {
  const rows = await db.selectFrom('auth_factor').select(['user_id', 'secret']).execute();
  let sealed = 0;
  for (const { user_id: userId, secret } of rows.filter((row) => !isSealed(row.secret))) {
    const { numUpdatedRows } = await db
      .updateTable('auth_factor')
      .set({ secret: box.seal(secret, factorOwner(userId)) })
      .where('user_id', '=', userId)
      // another server that starts may have sealed it, or its owner begun anew
      .where('secret', '=', secret)
      .executeTakeFirst();
    sealed += Number(numUpdatedRows);
  }
  const unreadable = rows.filter(
    ({ user_id: userId, secret }) => isSealed(secret) && box.open(secret, factorOwner(userId)) === null,
  ).length;
  return { sealed, unreadable };
}
