import type { SecretCipher } from '../../store/secretCipher.ts';
import { isEncrypted } from '../../store/secretCipher.ts';
import type { Db } from '../../store/database.ts';

/** Returns the owner to which the encrypted secret of a second factor is bound (`SecretCipher`). */
export const factorOwner = (userId: string): string => `auth_factor/${userId}`;

/**
 * Encrypts the secrets of second factors that an earlier version stored as plain text. Runs at each start.
 * `encryptedCount`: number of secrets that were encrypted now; `unreadableCount`: number of secrets that this
 * installation's key cannot decrypt. The owners of such secrets sign in with a recovery code, or an administrator
 * resets their factor.
 */
export async function encryptFactors(
  db: Db,
  cipher: SecretCipher,
): Promise<{ encryptedCount: number; unreadableCount: number }> {
  const rows = await db.selectFrom('auth_factor').select(['user_id', 'secret']).execute();
  let encryptedCount = 0;
  for (const { user_id: userId, secret } of rows.filter((row) => !isEncrypted(row.secret))) {
    const { numUpdatedRows } = await db
      .updateTable('auth_factor')
      .set({ secret: cipher.encrypt(secret, factorOwner(userId)) })
      .where('user_id', '=', userId)
      // another starting server may have encrypted the secret, or its owner may have replaced it
      .where('secret', '=', secret)
      .executeTakeFirst();
    encryptedCount += Number(numUpdatedRows);
  }
  const unreadableCount = rows.filter(
    ({ user_id: userId, secret }) => isEncrypted(secret) && cipher.decrypt(secret, factorOwner(userId)) === null,
  ).length;
  return { encryptedCount, unreadableCount };
}
