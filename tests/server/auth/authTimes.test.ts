import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bitsOf } from './secretBits.ts';
import { PASSWORD, clientOf, startTestServer, type TestServer } from '../support.ts';

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

/** As if so much time had passed for all that a table keeps until its moment. */
const pass = (table: 'auth_token' | 'auth_session' | 'auth_captcha', time: string) =>
  sql`update ${sql.table(table)} set expires_at = expires_at - ${time}::interval`.execute(server.context.db);
const renew = (token: string) =>
  server.anonymous.post<Tokens>(
    '/api/auth/oauth/token',
    new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }),
  );
const codeOf = async (token: string): Promise<string> =>
  (await clientOf(server.url, token, '').get('/api/auth/oauth/getCurrentUser')).code;

/** A captcha is asked for and answered as a person does; its answer is put there, for only the picture tells it. */
async function answeredAfter(time: string): Promise<{ code: string; data: Tokens }> {
  const {
    data: { uuid },
  } = await server.anonymous.get<{ uuid: string }>('/api/captcha');
  await server.context.db
    .updateTable('auth_captcha')
    .set({ answer_hash: createHash('sha256').update(`${uuid} AB34`).digest('base64url') })
    .where('id', '=', uuid)
    .execute();
  await pass('auth_captcha', time);
  return server.anonymous.post<Tokens>(
    '/api/auth/oauth/token',
    new URLSearchParams({ grant_type: 'captcha', username: 'hr', password: PASSWORD, uuid, validateCode: 'AB34' }),
  );
}

describe('a captcha', () => {
  it.each([
    ['4 minutes', '1'],
    ['5 minutes', 'A0212'],
  ])('after %s answers %s: it is good for five', async (time, code) => {
    expect((await answeredAfter(time)).code).toBe(code);
  });
});

describe('tokens', () => {
  let own: Tokens;
  beforeEach(async () => {
    own = (await answeredAfter('0')).data;
  });

  it('open for 15 minutes, as they say', async () => {
    expect(own.expires_in).toBe(900);
    await pass('auth_token', '14 minutes');
    expect(await codeOf(own.access_token)).toBe('1');
    await pass('auth_token', '1 minute');
    expect(await codeOf(own.access_token)).toBe('A0230');
  });

  it('are renewed for 24 hours after the last time', async () => {
    await pass('auth_token', '23 hours');
    const { code, data } = await renew(own.refresh_token);
    expect(code).toBe('1');
    await pass('auth_token', '24 hours');
    expect((await renew(data.refresh_token)).code).toBe('B0001');
  });

  it('are worth nothing 30 days after the sign-in, however often they were renewed', async () => {
    await pass('auth_session', '29 days');
    const { data } = await renew(own.refresh_token);
    expect(await codeOf(data.access_token)).toBe('1');
    await pass('auth_session', '1 day');
    expect([
      await codeOf(data.access_token),
      await codeOf(own.access_token),
      (await renew(data.refresh_token)).code,
    ]).toEqual(['A0230', 'A0230', 'B0001']);
  });

  it('are 256 random bits, each its own', async () => {
    const all = [own.access_token, own.refresh_token];
    for (let token = own.refresh_token; all.length < 80;) {
      const { data } = await renew(token);
      all.push(data.access_token, data.refresh_token);
      token = data.refresh_token;
    }
    expect(new Set(all).size).toBe(80);
    expect(bitsOf(all)).toEqual({ bits: 256, fixed: 0 });
  });
});
