import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOfStep, encodeBase32, matchingStep, otpAddress, stepAt } from '../../../src/server/auth/factor/totp.ts';
import { CAPTCHA, type Client, clientOf, PASSWORD, signIn, startTestServer, type TestServer } from '../support.ts';
import { encryptFactors } from '../../../src/server/auth/index.ts';
import {
  createSecretCipher,
  isEncrypted,
  secretCipherOf,
  SecretKeyError,
} from '../../../src/server/store/secretCipher.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signIn(server.url, 'admin');
});
afterAll(() => server.dispose());

describe('second factors', () => {
  const BASE = '/api/auth/factor';

  beforeEach(async () => {
    await sql`delete from auth_factor`.execute(db());
    await sql`delete from auth_recovery`.execute(db());
    await sql`delete from auth_attempt`.execute(db());
    await sql`delete from auth_challenge`.execute(db());
  });

  const db = () => server.context.db;

  interface Tokens {
    access_token: string;
    refresh_token: string;
  }

  const token = (fields: Record<string, string>) =>
    server.anonymous.post<Tokens & { challenge: string }>('/api/auth/oauth/token', new URLSearchParams(fields));

  const password = (username: string) =>
    token({ grant_type: 'captcha', username, password: PASSWORD, uuid: 'n', validateCode: CAPTCHA });

  const second = (challenge: string, code: string) => token({ grant_type: 'factor', challenge, code });

  /** Nobody need wait half a minute for the next code: the last one is forgotten. */
  const forgetStep = () => sql`update auth_factor set last_step = 0`.execute(db());

  const now = (secret: string): string => codeOfStep(secret, stepAt(Date.now()));

  /** Turns the factor of an account on. */
  async function enrol(
    username: string,
    client?: Client,
  ): Promise<{ client: Client; secret: string; codes: string[] }> {
    const own = client ?? (await signIn(server.url, username));
    const begun = await own.post<{ secretKey: string; url: string }>(`${BASE}/begin`, { password: PASSWORD });
    const secret = begun.data.secretKey;
    const confirmed = await own.post<{ codes: string[] }>(`${BASE}/confirm`, { code: now(secret) });
    if (!confirmed.data) throw new Error(confirmed.msg);
    await forgetStep();
    return { client: own, secret, codes: confirmed.data.codes };
  }

  describe('codes of an authenticator', () => {
    it('are those of RFC 6238, for the same secret and times', () => {
      const secret = encodeBase32(Buffer.from('12345678901234567890'));
      expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
      for (const [seconds, code] of [
        [59, '287082'],
        [1_111_111_109, '081804'],
        [1_234_567_890, '005924'],
        [20_000_000_000, '353130'],
      ] as const)
        expect(codeOfStep(secret, stepAt(seconds * 1000))).toBe(code);
    });

    it('count one step early and late, none later, and none again', () => {
      const secret = encodeBase32(Buffer.from('12345678901234567890'));
      const at = 1_700_000_000_000;
      const step = stepAt(at);
      const found = [-2, -1, 0, 1, 2].map((drift) => matchingStep(secret, codeOfStep(secret, step + drift), 0, at));
      expect(found).toEqual([null, step - 1, step, step + 1, null]);
      expect(matchingStep(secret, codeOfStep(secret, step), step, at)).toBeNull();
      expect(otpAddress(secret, 'staff', '协同平台')).toMatch(/^otpauth:\/\/totp\/.+secret=GEZD.+issuer=/);
    });
  });

  describe('sign-in with a second factor', () => {
    it('opens nothing by the password alone, and a session by the code', async () => {
      const { secret } = await enrol('staff');
      const first = await password('staff');
      expect(first).toMatchObject({ code: 'FACTOR_REQUIRED', data: { challenge: expect.any(String) } });
      expect(JSON.stringify(first.data)).not.toContain('access_token');
      expect((await clientOf(server.url, first.data.challenge, '').get('/api/auth/oauth/getCurrentUser')).code).toBe(
        'A0230',
      );
      // as a Chinese input method in full-width mode types it
      const typed = [...now(secret)].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('');
      const letIn = await second(first.data.challenge, typed);
      expect(letIn.code).toBe('1');
      expect((await clientOf(server.url, letIn.data.access_token, '').get('/api/auth/oauth/getCurrentUser')).code).toBe(
        '1',
      );
    });

    it('takes each code once, each recovery code once, and each challenge once', async () => {
      const { secret, codes } = await enrol('staff');
      const code = now(secret);
      const challenge = async () => (await password('staff')).data.challenge;
      const used = await challenge();
      expect((await second(used, code)).code).toBe('1');
      expect((await second(used, code)).code).toBe('FACTOR_ENDED');
      expect((await second(await challenge(), code)).code).toBe('FACTOR_WRONG');
      const [recovery = ''] = codes;
      expect((await second(await challenge(), recovery.toLowerCase())).code).toBe('1');
      expect((await second(await challenge(), recovery)).code).toBe('FACTOR_WRONG');
      const { rows } = await sql<{ hash: string }>`select hash from auth_recovery`.execute(db());
      expect(rows).toHaveLength(10);
      expect(JSON.stringify(rows)).not.toContain(recovery.replaceAll('-', ''));
    });

    it('is guessed at five times at most, and a right password does not begin the count anew', async () => {
      const { secret } = await enrol('staff');
      const answers: string[] = [];
      for (let i = 0; i < 8; i += 1)
        answers.push((await second((await password('staff')).data.challenge, '000000')).code);
      expect(answers.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'FACTOR_WRONG'));
      expect(answers.slice(5)).toEqual(['A0211', 'A0211', 'A0211']);
      expect((await second((await password('staff')).data.challenge, now(secret))).code).toBe('A0211');
      expect((await admin.post('/api/system/sys/user/unlock', { id: 'u-staff' })).code).toBe('1');
      expect((await second((await password('staff')).data.challenge, now(secret))).code).toBe('1');
    });

    it('does not wait for ever, nor for five wrong codes, nor over a change of the password', async () => {
      const { secret } = await enrol('staff');
      const late = (await password('staff')).data.challenge;
      await sql`update auth_challenge set expires_at = now()`.execute(db());
      expect((await second(late, now(secret))).code).toBe('FACTOR_ENDED');
      const tried = (await password('staff')).data.challenge;
      await sql`update auth_challenge set tries = 5`.execute(db());
      expect((await second(tried, now(secret))).code).toBe('FACTOR_ENDED');
      const changed = (await password('staff')).data.challenge;
      const { password_hash } = await db()
        .selectFrom('sys_user')
        .select('password_hash')
        .where('id', '=', 'u-staff')
        .executeTakeFirstOrThrow();
      await sql`update sys_user set password_hash = 'other' where id = 'u-staff'`.execute(db());
      expect((await second(changed, now(secret))).code).toBe('FACTOR_ENDED');
      await sql`update sys_user set password_hash = ${password_hash} where id = 'u-staff'`.execute(db());
    });
  });

  describe('one’s own second factor', () => {
    it('is set up by the password and a first code, and counts for nothing before', async () => {
      const staff = await signIn(server.url, 'staff');
      expect((await staff.post(`${BASE}/begin`, { password: 'wrong' })).msg).toContain('不正确');
      await staff.post(`${BASE}/begin`, { password: PASSWORD });
      expect((await staff.post(`${BASE}/confirm`, { code: '000000' })).code).toBe('FACTOR_WRONG');
      expect((await password('staff')).code).toBe('1');
      expect((await staff.get(`${BASE}/state`)).data).toEqual({ isOn: false, isRequired: false, recoveryLeft: 0 });
    });

    it('is turned off, and its recovery codes are changed, with a code alone', async () => {
      const { client, secret, codes } = await enrol('staff');
      expect((await client.post(`${BASE}/off`, { code: '000000' })).code).toBe('FACTOR_WRONG');
      expect((await client.post(`${BASE}/begin`, { password: PASSWORD })).msg).toContain('已经开启');
      const renewed = await client.post<{ codes: string[] }>(`${BASE}/renewCodes`, { code: now(secret) });
      expect(renewed.data.codes).toHaveLength(10);
      expect((await client.post(`${BASE}/off`, { code: codes[0] })).code).toBe('FACTOR_WRONG');
      expect((await client.post(`${BASE}/off`, { code: renewed.data.codes[0] })).code).toBe('1');
      expect((await password('staff')).code).toBe('1');
    });

    it('is taken away by an administrator, which ends the sessions and stands in the audit log', async () => {
      const { client } = await enrol('staff');
      expect(
        (await (await signIn(server.url, 'hr')).post('/api/system/sys/user/resetFactor', { id: 'u-staff' })).code,
      ).toBe('403');
      const people = await admin.post<{ data: { id: string; hasFactor: boolean }[] }>('/api/system/sys/user/page', {
        data: { keyword: 'staff' },
      });
      expect(people.data.data.find(({ id }) => id === 'u-staff')?.hasFactor).toBe(true);
      expect((await admin.post('/api/system/sys/user/resetFactor', { id: 'u-staff' })).code).toBe('1');
      expect((await client.get(`${BASE}/state`)).code).toBe('A0230');
      expect((await password('staff')).code).toBe('1');
      expect((await admin.post('/api/system/sys/user/resetFactor', { id: 'u-staff' })).msg).toContain('没有开启');
      const log = await admin.post<{ data: { actionType: string; userName: string }[] }>(
        '/api/system/sysAudit/getList',
        {
          data: { object: 'auth' },
        },
      );
      expect(log.data.data.map(({ actionType }) => actionType)).toEqual(
        expect.arrayContaining(['重置两步验证', '开启两步验证']),
      );
    });
  });

  describe('administrators who must have one', () => {
    it('do nothing else before they have, keep it, and others are not asked', async () => {
      await admin.post('/api/system/sys/param/save', { adminFactor: true });
      const held = await signIn(server.url, 'admin');
      expect((await held.get<{ needsFactor: boolean }>('/api/auth/oauth/getCurrentUser')).data.needsFactor).toBe(true);
      expect((await held.post('/api/system/sys/user/page', {})).code).toBe('FACTOR_FIRST');
      expect((await held.post('/api/system/frmCrud/list/sealApply', {})).code).toBe('FACTOR_FIRST');
      expect(
        (await (await signIn(server.url, 'staff')).get<{ needsFactor: boolean }>('/api/auth/oauth/getCurrentUser')).data
          .needsFactor,
      ).toBe(false);
      const { secret } = await enrol('admin', held);
      expect((await held.post('/api/system/sys/user/page', {})).code).toBe('1');
      expect((await held.post(`${BASE}/off`, { code: now(secret) })).msg).toContain('不能关闭');
      const letIn = await second((await password('admin')).data.challenge, now(secret));
      const again = clientOf(server.url, letIn.data.access_token, '');
      expect((await again.post('/api/system/sys/user/page', {})).code).toBe('1');
      await again.post('/api/system/sys/param/save', { adminFactor: false });
    });
  });
});

describe('secrets of second factors', () => {
  const BASE = '/api/auth/factor';

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
      const staff = await signIn(server.url, 'staff');
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
});
