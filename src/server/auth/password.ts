import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createWorkQueue } from '../threads/workQueue.ts';

/** Parameters of scrypt (RFC 7914). */
const COST = { N: 2 ** 15, r: 8, p: 1 };
const KEY_BYTES = 32;

/**
 * Limits how many passwords are hashed at a time. Each hash takes about 100 ms of one processor, and one of the four
 * threads that also read and write files. At least one thread and, with several processors, one processor stay free for
 * other requests.
 */
const hashQueue = createWorkQueue({
  concurrency: Math.max(1, Math.min(3, availableParallelism() - 1)),
  maxWaiting: 5_000,
});

const deriveKey = (password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> =>
  hashQueue.run(() => scryptOf(password, salt, cost));

const scryptOf = (password: string, salt: Buffer, { N, r, p }: typeof COST): Promise<Buffer> =>
  new Promise((done, fail) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) => {
      if (error) fail(error);
      else done(key);
    });
  });

/** Hashes a password as `scrypt$N$r$p$salt$key`. The hash contains the cost, so that the cost can be raised later. */
export const hashPassword = (password: string): Promise<string> => hashWithCost(password, COST);

/**
 * Hashes a random password of 70 bits that its owner must change at the first sign-in. The cost is low, because such a
 * password cannot be guessed anyway, and the import of a company's accounts hashes thousands at once.
 */
export const hashRandomPassword = (password: string): Promise<string> =>
  hashWithCost(password, { ...COST, N: 2 ** 10 });

async function hashWithCost(password: string, cost: typeof COST): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/**
 * Returns whether the password has this hash. `hash`: null for an unknown account. Then the check returns false, but
 * takes as long as for a hash of `hashPassword`, so that the response time does not reveal which accounts exist.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [scheme, n, r, p, salt = '', key = ''] = (hash ?? '').split('$');
  const cost = scheme === 'scrypt' ? { N: Number(n), r: Number(r), p: Number(p) } : COST;
  const expectedKey = Buffer.from(key, 'base64');
  const derivedKey = await deriveKey(password, Buffer.from(salt, 'base64'), cost);
  return scheme === 'scrypt' && expectedKey.length === derivedKey.length && timingSafeEqual(expectedKey, derivedKey);
}
