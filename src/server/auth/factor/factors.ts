import { sql } from 'kysely';
import { recordAuditEvent } from '../../audit/index.ts';
import type { Verifier } from '../tables.ts';
import type { Db } from '../../store/database.ts';
import { textHash } from '../../store/textHash.ts';
import type { SecretCipher } from '../../store/secretCipher.ts';
import type { Trx } from '../../store/transaction.ts';
import { newSecret, secretHash } from '../secret.ts';
import { factorOwner } from './encryptFactors.ts';
import { matchingStep, newFactorSecret, newRecoveryCode } from './totp.ts';

const RECOVERY_CODE_COUNT = 10;
const CHALLENGE_MINUTES = 5;
const MAX_CHALLENGE_TRIES = 5;

const normalizeCode = (code: string): string => code.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();

/** Returns whether this person has a confirmed second factor; it is then needed to sign in. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('auth_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export const countUnusedRecoveryCodes = async (db: Db, userId: string): Promise<number> =>
  (
    await db
      .selectFrom('auth_recovery')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).count;

/**
 * Stores a new secret of a second factor, encrypted, and returns it as plain text. The factor is needed at sign-in once
 * it is confirmed. Returns null if the person already has a confirmed factor.
 */
export async function beginFactor(trx: Trx, cipher: SecretCipher, userId: string): Promise<string | null> {
  const secretText = newFactorSecret();
  const secret = cipher.encrypt(secretText, factorOwner(userId));
  const row = await trx
    .insertInto('auth_factor')
    .values({ user_id: userId, secret, confirmed_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret }).where('auth_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row ? secretText : null;
}

/**
 * Replaces a person's recovery codes, which are used when the phone is lost, and returns the new codes. They cannot be
 * read again later, because only their hashes are stored.
 */
export async function replaceRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
  await trx.deleteFrom('auth_recovery').where('user_id', '=', userId).execute();
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode);
  await trx
    .insertInto('auth_recovery')
    .values(codes.map((code) => ({ user_id: userId, hash: secretHash(normalizeCode(code)) })))
    .execute();
  return codes;
}

/**
 * Returns the time step of a correct code. Null for a wrong code, and for a secret that this installation's key cannot
 * decrypt.
 */
function timeStepOf(
  cipher: SecretCipher,
  { user_id: userId, secret, last_step: lastStep }: { user_id: string; secret: string; last_step: number },
  code: string,
): number | null {
  const secretText = cipher.decrypt(secret, factorOwner(userId));
  return secretText === null ? null : matchingStep(secretText, code, lastStep);
}

/** Enables the factor with the first code of the app. Returns recovery codes; null when the code is wrong. */
export async function confirmFactor(
  trx: Trx,
  cipher: SecretCipher,
  user: { id: string; name: string },
  code: string,
): Promise<string[] | null> {
  const row = await trx
    .selectFrom('auth_factor')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('confirmed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const step = row ? timeStepOf(cipher, row, normalizeCode(code)) : null;
  if (step === null) return null;
  await trx
    .updateTable('auth_factor')
    .set({ confirmed_at: sql<Date>`now()`, last_step: step })
    .where('user_id', '=', user.id)
    .execute();
  await trx.updateTable('auth_session').set({ needs_factor: false }).where('user_id', '=', user.id).execute();
  await recordAuditEvent(trx, { action: 'factorOn', objectId: user.id, objectName: user.name });
  return replaceRecoveryCodes(trx, user.id);
}

/** Returns whether a code is correct: an unused code of the app, or a recovery code. The code cannot be used again. */
export async function verifyFactor(
  trx: Trx,
  cipher: SecretCipher,
  user: { id: string; name: string },
  enteredCode: string,
): Promise<boolean> {
  const code = normalizeCode(enteredCode);
  const row = await trx
    .selectFrom('auth_factor')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const step = timeStepOf(cipher, row, code);
  if (step !== null) {
    await trx.updateTable('auth_factor').set({ last_step: step }).where('user_id', '=', user.id).execute();
    return true;
  }
  const { numUpdatedRows } = await trx
    .updateTable('auth_recovery')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', user.id)
    .where('hash', '=', secretHash(code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await recordAuditEvent(trx, { action: 'recoveryUsed', objectId: user.id, objectName: user.name, by: user });
  return true;
}

/**
 * Removes the factor of a person, the recovery codes, and the sign-ins that wait for the factor. Returns false if there
 * was no factor.
 */
export async function removeFactor(
  trx: Trx,
  user: { id: string; name: string },
  action: 'factorOff' | 'factorReset',
): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('auth_factor').where('user_id', '=', user.id).executeTakeFirst();
  await trx.deleteFrom('auth_recovery').where('user_id', '=', user.id).execute();
  await trx.deleteFrom('auth_challenge').where('user_id', '=', user.id).execute();
  if (numDeletedRows > 0n) await recordAuditEvent(trx, { action, objectId: user.id, objectName: user.name });
  return numDeletedRows > 0n;
}

/** Stores a sign-in that waits for the second factor. Returns the secret that the page sends with the code. */
export async function createChallenge(
  db: Db,
  user: { id: string; password_hash: string },
  verifiedBy: Verifier,
): Promise<string> {
  const challenge = newSecret();
  await db
    .insertInto('auth_challenge')
    .values({
      hash: secretHash(challenge),
      user_id: user.id,
      mark: textHash(user.password_hash),
      verified_by: verifiedBy,
      expires_at: sql`now() + make_interval(mins => ${CHALLENGE_MINUTES}::int)`,
    })
    .execute();
  return challenge;
}

export interface ChallengeOwner {
  id: string;
  name: string;
  username: string;
  password_hash: string;
  /** The system that verified the first step. */
  verified_by: Verifier;
}

/**
 * Returns the account of a sign-in that waits for the second factor, and uses up one of its tries. Null if the sign-in
 * does not exist, has expired or has no tries left, if the account is disabled, or if the password was changed since
 * the first step.
 */
export async function consumeChallengeTry(db: Db, challenge: string): Promise<ChallengeOwner | null> {
  const row = await db
    .updateTable('auth_challenge as c')
    .from('sys_user as u')
    .set({ tries: sql`c.tries + 1` })
    .whereRef('u.id', '=', 'c.user_id')
    .where('c.hash', '=', secretHash(challenge))
    .where('c.expires_at', '>', sql<Date>`now()`)
    .where('c.tries', '<', MAX_CHALLENGE_TRIES)
    .where('u.is_disabled', '=', false)
    .returning(['u.id', 'u.name', 'u.username', 'u.password_hash', 'c.mark', 'c.verified_by'])
    .executeTakeFirst();
  return row && row.mark === textHash(row.password_hash) ? row : null;
}

export const deleteChallenge = (db: Db, challenge: string): Promise<unknown> =>
  db.deleteFrom('auth_challenge').where('hash', '=', secretHash(challenge)).execute();
