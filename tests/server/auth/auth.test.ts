import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../../src/server/app.ts';
import { MAX_OPEN_CAPTCHAS_PER_NETWORK } from '../../../src/server/auth/captcha.ts';
import { passwordRoutes } from '../../../src/server/auth/passwordRoutes.ts';
import { MAX_EXCHANGES } from '../../../src/server/auth/tokens.ts';
import { authRoutes } from '../../../src/server/auth/routes.ts';
import { CAPTCHA, PASSWORD, clientOf, signIn, startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}
const tryToken = (fields: Record<string, string>) =>
  server.anonymous.post<Tokens>('/api/auth/oauth/token', new URLSearchParams(fields), {
    authorization: 'Basic d2ViOndlYg==',
  });
const attempt = (username: string, password: string, validateCode = CAPTCHA, uuid = 'none') =>
  tryToken({ grant_type: 'captcha', username, password, uuid, validateCode });
const refresh = (token: string) => tryToken({ grant_type: 'refresh_token', refresh_token: token });
const whoAmI = (token: string) =>
  clientOf(server.url, token, '').get<{ username: string }>('/api/auth/oauth/getCurrentUser');
const hash = (token: string): string => createHash('sha256').update(token).digest('base64url');

describe('sign-in', () => {
  it('answers two tokens for the right captcha, name and password, and knows who asks (AU-005, AU-006, EN-001)', async () => {
    const staff = await signIn(server.url, 'staff');
    const { data } = await staff.get<{
      name: string;
      roles: string[];
      mainDept: { unitName: string };
      unitList: { mainOrgId: string }[];
    }>('/api/auth/oauth/getCurrentUser');
    expect(data).toMatchObject({
      name: '周明轩',
      roles: ['staff'],
      mainDept: { name: '市场经营部', unitName: '衡准工程检测有限公司' },
    });
    expect(data.unitList.map(({ mainOrgId }) => mainOrgId)).toEqual(['dept-jy', 'dept-zxgc']);
  });

  it('trims the user name (AU-003)', async () => {
    expect((await attempt('  staff ', PASSWORD)).code).toBe('1');
  });

  it('refuses a wrong password and an unknown name with the same words', async () => {
    const wrong = await attempt('finance', 'Wrong@2026');
    const unknown = await attempt('nobody', PASSWORD);
    expect(wrong).toMatchObject({ status: 200, code: 'A0210', msg: '用户名或密码错误', data: null });
    expect({ ...unknown, headers: null }).toEqual({ ...wrong, headers: null });
  });

  it('refuses a disabled account', async () => {
    await server.context.db
      .updateTable('sys_user')
      .set({ is_disabled: true })
      .where('username', '=', 'zhangwei')
      .execute();
    expect((await attempt('zhangwei', PASSWORD)).code).toBe('A0210');
  });

  it('stops an account after five failures, for the right password too, and says for how long', async () => {
    for (let count = 0; count < 5; count += 1) expect((await attempt('device', 'Wrong@2026')).code).toBe('A0210');
    const answer = await attempt('device', PASSWORD);
    expect(answer).toMatchObject({ status: 429, code: 'A0211' });
    expect(answer.msg).toMatch(/请 10 分钟后再试/);
    await server.context.db
      .updateTable('auth_attempt')
      .set({ window_until: sql`now() - interval '1 second'` })
      .where('subject', '=', 'account device')
      .execute();
    expect((await attempt('device', PASSWORD)).code).toBe('1');
  });

  it('is let in again by an administrator, which the log tells; nobody else sees or ends a lock', async () => {
    await server.context.db.deleteFrom('auth_attempt').where('subject', '=', 'account finance').execute();
    for (let count = 0; count < 6; count += 1) await attempt('finance', 'Wrong@2026');
    for (let count = 0; count < 6; count += 1) await attempt('MyPassw0rd!', 'Wrong@2026');
    const [admin, staff] = await Promise.all([signIn(server.url, 'admin'), signIn(server.url, 'staff')]);
    const locks = (await admin.get<{ subject: string; userName: string; minutes: number }[]>('/api/auth/lock/list'))
      .data;
    expect(locks.find(({ subject }) => subject === 'account finance')).toMatchObject({
      kind: 'account',
      text: 'finance',
      failures: 6,
      minutes: 10,
    });
    // what was typed as a name and is none may have been a password
    expect(JSON.stringify(locks)).not.toContain('passw0rd');
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from sys_audit where object_id ilike '%passw0rd%'`.execute(server.context.db);
    expect(rows[0]?.count).toBe(0);
    expect((await staff.get('/api/auth/lock/list')).code).toBe('403');
    expect((await staff.post('/api/auth/lock/release', { subject: 'account finance' })).code).toBe('403');
    expect((await attempt('finance', PASSWORD)).code).toBe('A0211');
    expect((await admin.post('/api/auth/lock/release', { subject: 'account finance' })).code).toBe('1');
    expect((await attempt('finance', PASSWORD)).code).toBe('1');
    expect((await admin.post('/api/auth/lock/release', { subject: 'account finance' })).code).toBe('404');
    const log = await admin.post<{ data: { action: string; userName: string; objectName: string }[] }>(
      '/api/system/sysAudit/getList',
      { data: { object: 'auth', objectId: 'account finance' } },
    );
    expect(log.data.data.map(({ action, userName }) => [action, userName])).toEqual([
      ['unlocked', '罗志斌'],
      ['locked', ''],
    ]);
  });

  it('does not lock an address out because one of its many people mistypes, but stops who tries name after name', async () => {
    await server.context.db.deleteFrom('auth_attempt').where('subject', 'like', 'address %').execute();
    await server.context.db
      .insertInto('auth_attempt')
      .values({ subject: 'address 127.0.0.1', failures: 59, window_until: sql`now() + interval '10 minutes'` })
      .execute();
    expect((await attempt('nobody-1', 'Wrong@2026')).code).toBe('A0210');
    expect(await attempt('staff', PASSWORD)).toMatchObject({ code: 'A0211', status: 429 });
    await server.context.db.deleteFrom('auth_attempt').where('subject', 'like', 'address %').execute();
    expect((await attempt('staff', PASSWORD)).code).toBe('1');
  });

  it('counts attempts made at the same time one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt('sample', 'Wrong@2026')));
    expect(answers.filter(({ code }) => code === 'A0210')).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 'A0211')).toHaveLength(7);
  });

  it('lets a whole office of one address sign in at the same moment: who waits has not failed', async () => {
    const names = ['staff', 'leader', 'manager', 'sealer', 'hr', 'finance', 'admin'];
    const answers = await Promise.all(
      Array.from({ length: 66 }, (_, at) => attempt(names[at % names.length] ?? '', PASSWORD)),
    );
    expect(answers.map(({ code }) => code).filter((code) => code !== '1')).toEqual([]);
  });
});

describe('captcha', () => {
  const captcha = async (): Promise<string> =>
    (await server.anonymous.get<{ uuid: string; image: string }>('/api/captcha')).data.uuid;
  /** A captcha whose answer the test knows. */
  const known = async (answer: string): Promise<string> => {
    const uuid = await captcha();
    await server.context.db
      .updateTable('auth_captcha')
      .set({ answer_hash: hash(`${uuid} ${answer}`) })
      .where('id', '=', uuid)
      .execute();
    return uuid;
  };

  it('is a picture of its own each time and does not give its answer away (AU-007)', async () => {
    const { data } = await server.anonymous.get<{ uuid: string; image: string }>('/api/captcha');
    const svg = Buffer.from(data.image.replace('data:image/svg+xml;base64,', ''), 'base64').toString();
    expect(svg).toMatch(/^<svg [^]*<path /);
    expect(svg).not.toContain('<text');
  });

  it('is right once, in any case and width of letters', async () => {
    expect((await attempt('staff', PASSWORD, 'ＡＢ３４', await known('AB34'))).code).toBe('1');
    const uuid = await known('AB34');
    expect((await attempt('staff', PASSWORD, ' ab34', uuid)).code).toBe('1');
    expect(await attempt('staff', PASSWORD, 'AB34', uuid)).toMatchObject({ code: 'A0212', msg: '验证码错误或已过期' });
  });

  it('is used up by a wrong answer', async () => {
    const uuid = await known('AB34');
    expect((await attempt('staff', PASSWORD, 'XXXX', uuid)).code).toBe('A0212');
    expect((await attempt('staff', PASSWORD, 'AB34', uuid)).code).toBe('A0212');
  });

  it('is kept for an address up to a number: of a flood the oldest go, and nobody else’s', async () => {
    const { db } = server.context;
    await db
      .insertInto('auth_captcha')
      .values(
        Array.from({ length: MAX_OPEN_CAPTCHAS_PER_NETWORK + 50 }, (_none, index) => ({
          id: `flood${index}`,
          answer_hash: 'x',
          address: '127.0.0.1',
          expires_at: sql<Date>`now() + make_interval(secs => ${10 + index * 0.1})` as never,
        })),
      )
      .execute();
    await db
      .insertInto('auth_captcha')
      .values({
        id: 'elsewhere',
        answer_hash: 'x',
        address: '10.9.8.7',
        expires_at: sql<Date>`now() + interval '1 second'` as never,
      })
      .execute();
    const uuid = await captcha();
    const kept = (await db.selectFrom('auth_captcha').select('id').where('address', '=', '127.0.0.1').execute()).map(
      ({ id }) => id,
    );
    expect(kept).toHaveLength(MAX_OPEN_CAPTCHAS_PER_NETWORK);
    expect([
      kept.includes(uuid),
      kept.includes('flood0'),
      kept.includes(`flood${MAX_OPEN_CAPTCHAS_PER_NETWORK + 49}`),
    ]).toEqual([true, false, true]);
    expect(await db.selectFrom('auth_captcha').select('id').where('id', '=', 'elsewhere').execute()).toHaveLength(1);
    await db.deleteFrom('auth_captcha').where('id', 'like', 'flood%').execute();
  });

  it('expires', async () => {
    const uuid = await known('AB34');
    await server.context.db
      .updateTable('auth_captcha')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', uuid)
      .execute();
    expect((await attempt('staff', PASSWORD, 'AB34', uuid)).code).toBe('A0212');
  });
});

describe('session', () => {
  it('asks for a token on every call that is not public', async () => {
    expect(await server.anonymous.get('/api/system/sys/menu/getRouters')).toMatchObject({
      status: 401,
      code: '401',
      msg: '认证失败，无法访问系统资源',
    });
    expect(await whoAmI('made-up')).toMatchObject({ status: 401, code: 'A0230' });
  });

  it('says that an access token has expired, and the refresh token brings a new one (AU-011, AU-012)', async () => {
    const { data: old } = await attempt('hr', PASSWORD);
    await server.context.db
      .updateTable('auth_token')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('hash', '=', hash(old.access_token))
      .execute();
    expect((await whoAmI(old.access_token)).code).toBe('A0230');
    const { data: fresh } = await refresh(old.refresh_token);
    expect((await whoAmI(fresh.access_token)).data.username).toBe('hr');
    expect(fresh.refresh_token).not.toBe(old.refresh_token);
  });

  it('does not accept a refresh token as an access token, nor the other way round', async () => {
    const { data } = await attempt('hr', PASSWORD);
    expect((await whoAmI(data.refresh_token)).code).toBe('A0230');
    expect((await refresh(data.access_token)).code).toBe('B0001');
  });

  it('lets two tabs refresh with the same token at the same time', async () => {
    const { data } = await attempt('hr', PASSWORD);
    const answers = await Promise.all([refresh(data.refresh_token), refresh(data.refresh_token)]);
    for (const answer of answers) expect((await whoAmI(answer.data.access_token)).code).toBe('1');
  });

  it('gives tokens for one refresh token to as many tabs as a browser has, not to hundreds of exchanges', async () => {
    const { data } = await attempt('hr', PASSWORD);
    const answers = [];
    for (let count = 0; count < MAX_EXCHANGES + 5; count += 1) answers.push(await refresh(data.refresh_token));
    expect(answers.filter(({ code }) => code === '1')).toHaveLength(MAX_EXCHANGES);
    expect(answers.slice(MAX_EXCHANGES).map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'B0001'));
    // who got theirs goes on
    expect((await whoAmI(answers[0]?.data.access_token ?? '')).code).toBe('1');
  });

  it('ends altogether when a refresh token comes back later: somebody else has it', async () => {
    const { data: old } = await attempt('hr', PASSWORD);
    const { data: fresh } = await refresh(old.refresh_token);
    await server.context.db
      .updateTable('auth_token')
      .set({ used_at: new Date(Date.now() - 60_000) })
      .where('hash', '=', hash(old.refresh_token))
      .execute();
    expect(await refresh(old.refresh_token)).toMatchObject({ status: 401, code: 'B0001', msg: '登录超时，请重新登录' });
    expect((await whoAmI(fresh.access_token)).code).toBe('A0230');
    expect((await refresh(fresh.refresh_token)).code).toBe('B0001');
    const logged = await server.context.db
      .selectFrom('sys_audit')
      .select('object_name')
      .where('action', '=', 'tokenReused')
      .where('object_id', '=', 'u-hr')
      .execute();
    expect(logged).toHaveLength(1);
  });

  it('ends with sign-out: access and refresh token are both worthless (CL-003)', async () => {
    const leader = await signIn(server.url, 'leader');
    const stays = await signIn(server.url, 'leader');
    expect((await leader.post('/api/auth/oauth/logout')).code).toBe('1');
    expect((await whoAmI(leader.token)).code).toBe('A0230');
    expect((await refresh(leader.refreshToken)).code).toBe('B0001');
    expect((await whoAmI(stays.token)).code).toBe('1');
  });

  it('keeps no token readable in the database', async () => {
    const { data } = await attempt('hr', PASSWORD);
    const { rows } = await sql<{ all: string }>`select string_agg(t::text, ' ') as all from auth_token t`.execute(
      server.context.db,
    );
    expect(rows[0]?.all).not.toContain(data.access_token);
    expect(rows[0]?.all).not.toContain(data.refresh_token);
  });
});

describe('password', () => {
  const form = (oldPassword: string, password: string, confirmPassword = password) => ({
    oldPassword,
    password,
    confirmPassword,
  });

  it.each([
    [form(PASSWORD, 'short1!'), '新密码：密码长度应为 8 到 16 位'],
    [form(PASSWORD, 'A1!aA1!aA1!aA1!aA'), '新密码：密码长度应为 8 到 16 位'],
    [form(PASSWORD, 'lowercase1!'), '新密码：密码须同时包含大写字母、小写字母、数字和特殊字符'],
    [form(PASSWORD, '密码Abc123!@'), '新密码：密码不能含空格或中文'],
    [form(PASSWORD, 'Good@2027', 'Good@2028'), '确认密码：两次输入的密码不一致'],
    [form(PASSWORD, PASSWORD), '新密码：不能与旧密码相同'],
    [form('Wrong@2026', 'Good@2027'), '旧密码：不正确'],
  ])('refuses %o (AU-022)', async (body, msg) => {
    const person = await signIn(server.url, 'guopengfei');
    expect(await person.post('/api/system/sys/user/updatePwd', body)).toMatchObject({ code: 'VALUE_PATTERN', msg });
  });

  it('is never that of the demo company in production, whose owner could not sign in again; elsewhere it may be', async () => {
    const app = await buildServer({ ...server.context, settings: { ...server.context.settings, isProduction: true } }, [
      authRoutes,
      passwordRoutes,
    ]);
    const person = await signIn(server.url, 'manager');
    const change = async (from: string, to: string, url: string | null = null) =>
      url === null
        ? (
            await app.inject({
              method: 'POST',
              url: '/api/system/sys/user/updatePwd',
              headers: { authorization: `Bearer ${person.token}` },
              payload: form(from, to),
            })
          ).json<{ code: string; msg: string }>()
        : (await signIn(server.url, 'manager', from)).post(url, form(from, to));
    expect(await change(PASSWORD, PASSWORD)).toMatchObject({
      code: 'VALUE_PATTERN',
      msg: '新密码：演示密码众所周知，不能用于正式环境',
    });
    expect(await change('Other@2027', PASSWORD)).toMatchObject({
      code: 'VALUE_PATTERN',
      msg: '新密码：演示密码众所周知，不能用于正式环境',
    });
    // wide letters are the same password to the hash
    const wide = [...PASSWORD].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('');
    for (const password of [PASSWORD, wide]) {
      const told = await app.inject({
        method: 'POST',
        url: '/api/auth/oauth/token',
        payload: { grant_type: 'captcha', username: 'manager', password, uuid: 'none', validateCode: CAPTCHA },
      });
      expect([password, told.json<{ code: string }>().code]).toEqual([password, 'PASSWORD_DEMO']);
    }
    await app.close();
    expect((await change(PASSWORD, 'Good@2027', '/api/system/sys/user/updatePwd')).code).toBe('1');
    expect((await change('Good@2027', PASSWORD, '/api/system/sys/user/updatePwd')).code).toBe('1');
  });

  it('is not guessed by a borrowed session: the old password is limited as sign-in is, in both calls that ask for it', async () => {
    await server.context.db.deleteFrom('auth_attempt').execute();
    const person = await signIn(server.url, 'guopengfei');
    const change = () => person.post('/api/system/sys/user/updatePwd', form('Wrong@2026', 'Good@2027'));
    const verify = (password: string) =>
      person.get(`/api/system/sys/user/verifyPassword?password=${encodeURIComponent(password)}`);
    for (const ask of [change, () => verify('Wrong@2026')]) {
      await server.context.db.deleteFrom('auth_attempt').execute();
      const codes = [];
      for (let count = 0; count < 6; count += 1) codes.push((await ask()).code);
      expect(codes.slice(0, 5)).not.toContain('A0211');
      expect(codes[5]).toBe('A0211');
      // not even the right one is told
      expect((await verify(PASSWORD)).code).toBe('A0211');
    }
    await server.context.db.deleteFrom('auth_attempt').execute();
  });

  it('changes, ends every session of the person, and only the new one signs in (AU-023, CL-033)', async () => {
    const person = await signIn(server.url, 'qinlan');
    expect((await person.get('/api/system/sys/user/verifyPassword?password=Demo%402026')).data).toBe(true);
    expect((await person.post('/api/system/sys/user/updatePwd', form(PASSWORD, 'Good@2027'))).code).toBe('1');
    expect((await whoAmI(person.token)).code).toBe('A0230');
    expect((await attempt('qinlan', PASSWORD)).code).toBe('A0210');
    expect((await attempt('qinlan', 'Good@2027')).code).toBe('1');
  });
});
