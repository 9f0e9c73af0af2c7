import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { availableParallelism } from 'node:os';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '../../../src/server/auth/password.ts';

const real = crypto.scrypt;
const running = { now: 0, most: 0 };

/** Counts how many are judged at once, at a cost of nothing. Servers of one worker share their modules, so none is mocked. */
const counting = ((
  password: string,
  salt: Buffer,
  length: number,
  options: crypto.ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => {
  running.now += 1;
  running.most = Math.max(running.most, running.now);
  real(password, salt, length, { ...options, N: 2 }, (error, key) => {
    running.now -= 1;
    done(error, key);
  });
}) as typeof crypto.scrypt;

const use = (scrypt: typeof crypto.scrypt): void => {
  crypto.scrypt = scrypt;
  syncBuiltinESMExports();
};
beforeEach(() => use(counting));
afterEach(() => use(real));

it('a company that signs in at nine leaves a processor, and a thread for files, to those who are at work', async () => {
  const hash = await hashPassword('Demo@2026');
  const judged = await Promise.all(
    Array.from({ length: 60 }, (_none, at) => verifyPassword(at % 2 === 0 ? 'Demo@2026' : 'Demo@2027', hash)),
  );
  expect(judged).toEqual(Array.from({ length: 60 }, (_none, at) => at % 2 === 0));
  expect(running.most).toBe(Math.max(1, Math.min(3, availableParallelism() - 1)));
});
