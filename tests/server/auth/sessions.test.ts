import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceOf } from '../../../src/server/auth/device.ts';
import type { OpenSession } from '../../../src/server/auth/sessions.ts';
import { openSession } from '../../../src/server/auth/tokens.ts';
import { CAPTCHA, PASSWORD, clientOf, startTestServer, type Client, type TestServer } from '../support.ts';

const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

async function signInWith(username: string, userAgent: string): Promise<Client> {
  const form = new URLSearchParams({
    grant_type: 'captcha',
    username,
    password: PASSWORD,
    uuid: 'none',
    validateCode: CAPTCHA,
  });
  const { data } = await server.anonymous.post<{ access_token: string; refresh_token: string }>(
    '/api/auth/oauth/token',
    form,
    { 'user-agent': userAgent },
  );
  return clientOf(server.url, data.access_token, data.refresh_token);
}
const refresh = (token: string) =>
  server.anonymous.post<{ access_token: string }>(
    '/api/auth/oauth/token',
    new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }),
  );
const listOf = async (client: Client): Promise<OpenSession[]> =>
  (await client.get<OpenSession[]>('/api/auth/session/list')).data;
const codeOf = async (client: Client): Promise<string> => (await client.get('/api/auth/oauth/getCurrentUser')).code;

describe('one’s own sessions', () => {
  it('are told with device, address and times, the asking one first, and nobody else’s among them', async () => {
    const [desk, phone] = [await signInWith('finance', EDGE), await signInWith('finance', PHONE)];
    await signInWith('hr', EDGE);
    const list = await listOf(desk);
    expect(list.map(({ device, address, isCurrent }) => [device, address, isCurrent])).toEqual([
      ['Windows 电脑 · Edge', '127.0.0.1', true],
      ['iPhone · 微信', '127.0.0.1', false],
    ]);
    expect((await listOf(phone)).map(({ device }) => device)).toEqual(['iPhone · 微信', 'Windows 电脑 · Edge']);
    expect(list[0]?.signedIn).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('tell when they were last renewed, and hold no token', async () => {
    const person = await signInWith('device', EDGE);
    await sql`update auth_session set seen_at = now() - interval '3 hours', created_at = now() - interval '3 hours' where user_id = 'u-device'`.execute(
      server.context.db,
    );
    const [before] = await listOf(person);
    const fresh = clientOf(server.url, (await refresh(person.refreshToken)).data.access_token, '');
    const [after] = await listOf(fresh);
    expect(before?.lastSeen).toBe(before?.signedIn);
    expect((after?.lastSeen ?? '') > (after?.signedIn ?? '')).toBe(true);
    expect(JSON.stringify(after)).not.toContain(fresh.token);
  });

  it('end one by one: access and refresh token of that device are worthless, the others go on', async () => {
    const [desk, phone] = [await signInWith('sealer', EDGE), await signInWith('sealer', PHONE)];
    const other = (await listOf(desk)).find(({ device }) => device.startsWith('iPhone'));
    expect(await desk.post('/api/auth/session/end', { id: other?.id })).toMatchObject({
      code: '1',
      msg: '已退出该设备',
    });
    expect([await codeOf(phone), (await refresh(phone.refreshToken)).code, await codeOf(desk)]).toEqual([
      'A0230',
      'B0001',
      '1',
    ]);
    expect((await desk.post('/api/auth/session/end', { id: other?.id })).code).toBe('404');
  });

  it('tell the device why they ended, where it was no timeout: ended elsewhere, a new password, a token used twice, an account that is closed', async () => {
    const endOf = async (client: Client): Promise<unknown> => {
      const { code, data } = await refresh(client.refreshToken);
      return [code, (data as unknown as { reason?: string } | null)?.reason];
    };
    const [desk, ended, other] = [
      await signInWith('ruanyifei', EDGE),
      await signInWith('ruanyifei', PHONE),
      await signInWith('ruanyifei', PHONE),
    ];
    const { db } = server.context;
    expect(await endOf(clientOf(server.url, '', 'nobody’s token'))).toEqual(['B0001', undefined]);
    await desk.post('/api/auth/session/end', {
      id: (await listOf(desk)).find(({ device }) => device.startsWith('iPhone'))?.id,
    });
    await desk.post('/api/auth/session/endOthers');
    expect([await endOf(ended), await endOf(other)]).toEqual([
      ['B0001', 'device'],
      ['B0001', 'device'],
    ]);
    const stolen = await signInWith('ruanyifei', EDGE);
    const { data: fresh } = (await refresh(stolen.refreshToken)) as unknown as { data: { refresh_token: string } };
    await sql`update auth_token set used_at = now() - interval '1 minute' where used_at is not null`.execute(db);
    expect([await endOf(stolen), await endOf(clientOf(server.url, '', fresh.refresh_token))]).toEqual([
      ['B0001', 'reused'],
      ['B0001', 'reused'],
    ]);
    const away = await signInWith('ruanyifei', PHONE);
    const changed = await desk.post('/api/system/sys/user/updatePwd', {
      oldPassword: PASSWORD,
      password: 'Anders@2027',
      confirmPassword: 'Anders@2027',
    });
    expect([changed.code, await endOf(away), await endOf(desk)]).toEqual([
      '1',
      ['B0001', 'password'],
      ['B0001', 'password'],
    ]);
    const closed = await signInWith('manager', PHONE);
    await sql`update sys_user set is_disabled = true where id = 'u-manager'`.execute(db);
    expect(await endOf(closed)).toEqual(['B0001', 'disabled']);
    await sql`update sys_user set is_disabled = false where id = 'u-manager'`.execute(db);
    // who signed out themselves needs no telling
    const left = await signInWith('manager', PHONE);
    await left.post('/api/auth/oauth/logout');
    expect(await endOf(left)).toEqual(['B0001', undefined]);
  });

  it('of somebody else cannot be ended: to this person they are not there', async () => {
    const [desk, stranger] = [await signInWith('sealer', EDGE), await signInWith('manager', EDGE)];
    const id = (await listOf(desk))[0]?.id;
    expect((await stranger.post('/api/auth/session/end', { id })).code).toBe('404');
    expect(await codeOf(desk)).toBe('1');
  });

  it('end all but the asking one, which the audit log tells', async () => {
    const [desk, phone, tablet, stranger] = [
      await signInWith('sample', EDGE),
      await signInWith('sample', PHONE),
      await signInWith('sample', ''),
      await signInWith('manager', EDGE),
    ];
    expect((await desk.post<number>('/api/auth/session/endOthers')).data).toBe(2);
    expect(await Promise.all([desk, phone, tablet, stranger].map(codeOf))).toEqual(['1', 'A0230', 'A0230', '1']);
    expect(await listOf(desk)).toHaveLength(1);
    const { rows } = await sql<{
      object_id: string;
      after: unknown;
    }>`select object_id, after from sys_audit where action = 'sessionEnded' and object_id = 'u-sample'`.execute(
      server.context.db,
    );
    expect(JSON.stringify(rows)).toContain('iPhone · 微信 127.0.0.1');
  });

  it('hear at once on their open pages: the stream of an ended session closes', async () => {
    const [desk, phone] = [await signInWith('leader', EDGE), await signInWith('leader', PHONE)];
    const stream = await fetch(`${server.url}/api/system/events`, {
      headers: { authorization: `Bearer ${phone.token}` },
      signal: AbortSignal.timeout(20_000),
    });
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await desk.post('/api/auth/session/endOthers');
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      /* until it closes */
    }
    expect(
      (await fetch(`${server.url}/api/system/events`, { headers: { authorization: `Bearer ${phone.token}` } })).status,
    ).toBe(401);
  });
});

describe('a change of password', () => {
  it('leaves no session of the old one, not even of who was judged by it and is not in yet', async () => {
    const { db } = server.context;
    const user = await db
      .selectFrom('sys_user')
      .select(['id', 'password_hash'])
      .where('username', '=', 'zhangwei')
      .executeTakeFirstOrThrow();
    const [desk, phone] = [await signInWith('zhangwei', EDGE), await signInWith('zhangwei', PHONE)];
    expect(
      (
        await desk.post('/api/system/sys/user/updatePwd', {
          oldPassword: PASSWORD,
          password: 'Other@2027',
          confirmPassword: 'Other@2027',
        })
      ).code,
    ).toBe('1');
    expect([await codeOf(desk), await codeOf(phone)]).toEqual(['A0230', 'A0230']);
    expect(await openSession(db, user, { address: '', device: '' })).toBeNull();
    expect(await db.selectFrom('auth_session').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
  });
});

describe('the name of a device', () => {
  it.each([
    [EDGE, 'Windows 电脑 · Edge'],
    [PHONE, 'iPhone · 微信'],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36 wxwork/4.1',
      'Android 手机 · 企业微信',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Mac 电脑 · Safari',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Linux 电脑 · Firefox'],
    ['curl/8.5', ''],
    [undefined, ''],
    ['<script>alert(1)</script>', ''],
  ])('%s is %s', (userAgent, words) => {
    expect(deviceOf(userAgent)).toBe(words);
  });
});
