import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createTurns } from '../threads/turns.ts';

const COST = { N: 2 ** 15, r: 8, p: 1 };
const LENGTH = 32;

/**
 * A password costs a tenth of a second of a processor and one of the four threads that files are read and written by.
 * When a company signs in at nine, one processor and one thread stay with those who are at work.
 */
const turns = createTurns({ atOnce: Math.max(1, Math.min(3, availableParallelism() - 1)), mostWaiting: 5_000 });

const derive = (password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> =>
  turns.take(() => scryptOf(password, salt, cost));

const scryptOf = (password: string, salt: Buffer, { N, r, p }: typeof COST): Promise<Buffer> =>
  new Promise((done, fail) => {
    scrypt(password.normalize('NFKC'), salt, LENGTH, { N, r, p, maxmem: 256 * N * r }, (error, key) => {
      if (error) fail(error);
      else done(key);
    });
  });

/** `scrypt$N$r$p$salt$key`: the cost travels with the hash, so it can be raised later. */
export const hashPassword = (password: string): Promise<string> => hashed(password, COST);

/**
 * The same for a password of 70 random bits that its owner must change at the first sign-in: nothing can be guessed there
 * that a higher cost would slow down, and thousands are made at once when a company is imported.
 */
export const hashRandomPassword = (password: string): Promise<string> => hashed(password, { ...COST, N: 2 ** 10 });

async function hashed(password: string, cost: typeof COST): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Whether the password is the hashed one. With null it takes as long and answers false, so that time does not tell who exists. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [kind, n, r, p, salt = '', key = ''] = (hash ?? '').split('$');
  const cost = kind === 'scrypt' ? { N: Number(n), r: Number(r), p: Number(p) } : COST;
  const expected = Buffer.from(key, 'base64');
  const derived = await derive(password, Buffer.from(salt, 'base64'), cost);
  return kind === 'scrypt' && expected.length === derived.length && timingSafeEqual(expected, derived);
}
