import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOfStep, stepAt } from '../../../src/server/auth/factor/totp.ts';
import { encryptFactors } from '../../../src/server/auth/index.ts';
import {
  createSecretCipher,
  isEncrypted,
  SecretKeyError,
  secretCipherOf,
} from '../../../src/server/store/secretCipher.ts';
import { CAPTCHA, PASSWORD, startTestServer, type TestServer } from '../support.ts';

const BASE = '/api/auth/factor';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

const db = () => server.context.db;
const stored = async (): Promise<string> =>
  (await db().selectFrom('auth_factor').select('secret').where('user_id', '=', 'u-staff').executeTakeFirstOrThrow())
    .secret;
const store = (secret: string) =>
  db().updateTable('auth_factor').set({ secret, last_step: 0 }).where('user_id', '=', 'u-staff').execute();
const token = (fields: Record<string, string>) =>
  server.anonymous.post<{ challenge: string }>('/api/auth/oauth/token', new URLSearchParams(fields));
async function signInWith(code: string): Promise<string> {
  const { data } = await token({
    grant_type: 'captcha',
    username: 'staff',
    password: PASSWORD,
    uuid: 'n',
    validateCode: CAPTCHA,
  });
  return (await token({ grant_type: 'factor', challenge: data.challenge, code })).code;
}

describe('a sealed secret', () => {
  const cipher = createSecretCipher('k'.repeat(40));

  it('opens with its key and for its owner alone, unchanged', () => {
    const encrypted = cipher.encrypt('GEZDGNBV', 'auth_factor/a');
    expect(encrypted).not.toContain('GEZDGNBV');
    expect(cipher.decrypt(encrypted, 'auth_factor/a')).toBe('GEZDGNBV');
    expect(cipher.decrypt(encrypted, 'auth_factor/b')).toBeNull();
    expect(createSecretCipher('j'.repeat(40)).decrypt(encrypted, 'auth_factor/a')).toBeNull();
    const at = encrypted.length - 3;
    const other = `${encrypted.slice(0, at)}${encrypted[at] === 'A' ? 'B' : 'A'}${encrypted.slice(at + 1)}`;
    expect(cipher.decrypt(other, 'auth_factor/a')).toBeNull();
    expect(cipher.decrypt('GEZDGNBV', 'auth_factor/a')).toBeNull();
    expect(cipher.decrypt('v1.', 'auth_factor/a')).toBeNull();
    expect(cipher.encrypt('GEZDGNBV', 'auth_factor/a')).not.toBe(encrypted);
  });

  it('is sealed with a key that the folder keeps for its owner alone, the same at the next start', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'secret-key-'));
    const settings = () => ({ dataDir, secretKey: null });
    const encrypted = secretCipherOf(settings()).encrypt('one', 'o');
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(secretCipherOf(settings()).decrypt(encrypted, 'o')).toBe('one');
    expect(secretCipherOf({ dataDir, secretKey: 'x'.repeat(32) }).decrypt(encrypted, 'o')).toBeNull();
    writeFileSync(join(dataDir, 'secret.key'), 'broken\n');
    expect(() => secretCipherOf(settings())).toThrow(SecretKeyError);
    rmSync(dataDir, { recursive: true });
  });
});

describe('secrets of second factors in the database', () => {
  it('are not told by it, open to sign-in, and are sealed where an earlier version stored them as they were', async () => {
    const staff = await server.api('staff');
    const { secretKey } = (await staff.post<{ secretKey: string }>(`${BASE}/begin`, { password: PASSWORD })).data;
    const encrypted = await stored();
    expect(isEncrypted(encrypted)).toBe(true);
    expect(encrypted).not.toContain(secretKey);
    expect(readFileSync(join(server.dataDir, 'secret.key'), 'utf8')).not.toContain(secretKey);
    const now = () => codeOfStep(secretKey, stepAt(Date.now()));
    const confirmed = await staff.post<{ codes: string[] }>(`${BASE}/confirm`, { code: now() });
    await store(secretKey);
    const cipher = secretCipherOf(server.context.settings);
    expect(await encryptFactors(db(), cipher)).toEqual({ encryptedCount: 1, unreadableCount: 0 });
    expect(await stored()).not.toContain(secretKey);
    expect(await encryptFactors(db(), cipher)).toEqual({ encryptedCount: 0, unreadableCount: 0 });
    expect(await signInWith(now())).toBe('1');

    // a database that came here without its key
    await store(createSecretCipher('another key of another installation').encrypt(secretKey, 'auth_factor/u-staff'));
    expect(await encryptFactors(db(), cipher)).toEqual({ encryptedCount: 0, unreadableCount: 1 });
    expect(await signInWith(now())).toBe('FACTOR_WRONG');
    expect(await signInWith(confirmed.data.codes[0] ?? '')).toBe('1');
  });
});
