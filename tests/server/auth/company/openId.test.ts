import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOfStep, stepAt } from '../../../../src/server/auth/factor/totp.ts';
import { freePort } from '../../../chaos/product.ts';
import {
  clientOf,
  PASSWORD,
  signIn,
  startTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '../../support.ts';
import { CLIENT, startProvider, type TestProvider } from './provider.ts';

let server: TestServer;
let provider: TestProvider;
let home = '';

beforeAll(async () => {
  // the address of the product must be known before it starts
  const port = await freePort();
  home = `http://127.0.0.1:${port}`;
  provider = await startProvider(`${home}/api/auth/openid/callback`);
  server = await startTestServer({
    port,
    publicUrl: home,
    openId: {
      issuer: provider.issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      label: '企业账号登录',
      claim: 'preferred_username',
      scope: 'openid profile',
    },
  });
});
afterAll(async () => {
  await server.dispose();
  await provider.close();
});
beforeEach(async () => {
  Object.assign(provider.person, { id: 'subject-1', name: 'staff' });
  await sql`delete from auth_identity`.execute(server.context.db);
  await sql`delete from auth_ticket`.execute(server.context.db);
});

const visit = (address: string, cookie = ''): Promise<Response> =>
  fetch(address, { redirect: 'manual', headers: cookie ? { cookie } : {} });
const cookieOf = (response: Response): string => (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
/** The parameters of the sign-in page that a browser was led to. */
const pageOf = (response: Response): URLSearchParams => {
  const location = response.headers.get('location') ?? '';
  expect(location.startsWith(`${home}/#/login?`)).toBe(true);
  return new URLSearchParams(location.slice(location.indexOf('?') + 1));
};
interface Tokens {
  access_token: string;
  refresh_token: string;
}
const redeem = <T = Tokens>(ticket: string, cookie: string): Promise<Answer<T>> =>
  server.anonymous.post<T>('/api/auth/oauth/token', new URLSearchParams({ grant_type: 'ticket', ticket }), {
    cookie,
  });

/** To the provider and back to the page, as the browser goes. */
async function comeBack(redirect = ''): Promise<{ cookie: string; page: URLSearchParams; returned: string }> {
  const query = redirect ? `?redirect=${encodeURIComponent(redirect)}` : '';
  const start = await visit(`${home}/api/auth/openid/start${query}`);
  const cookie = cookieOf(start);
  const returned = await provider.follow(start.headers.get('location') ?? '');
  return { cookie, returned, page: pageOf(await visit(returned, cookie)) };
}

async function enter(): Promise<Client> {
  const { cookie, page } = await comeBack();
  const { data, msg } = await redeem(page.get('ticket') ?? '', cookie);
  if (!data) throw new Error(msg);
  return clientOf(server.url, data.access_token, data.refresh_token);
}

describe('sign-in at an OpenID Connect provider', () => {
  it('lets in who has an account, leads back to the page asked for, and says so in the audit log', async () => {
    const { cookie, page } = await comeBack('/mail?box=in');
    expect(page.get('redirect')).toBe('/mail?box=in');
    const { data } = await redeem(page.get('ticket') ?? '', cookie);
    const me = await clientOf(server.url, data.access_token, '').get<{ username: string }>(
      '/api/auth/oauth/getCurrentUser',
    );
    expect(me.data.username).toBe('staff');
    const { rows } = await sql<{ after: { by: string } }>`select after from sys_audit where action = 'signIn'
      order by id desc limit 1`.execute(server.context.db);
    expect(rows[0]?.after.by).toBe('企业账号');
  });

  it('asks for the second factor of an account, and still says the provider in the audit log', async () => {
    const own = await signIn(server.url, 'staff');
    const begun = await own.post<{ secretKey: string }>('/api/auth/factor/begin', { password: PASSWORD });
    const confirmed = await own.post<{ codes: string[] }>('/api/auth/factor/confirm', {
      code: codeOfStep(begun.data.secretKey, stepAt(Date.now())),
    });
    const { cookie, page } = await comeBack();
    const { code: asked, data } = await redeem<{ challenge: string }>(page.get('ticket') ?? '', cookie);
    expect(asked).toBe('FACTOR_REQUIRED');
    const code = confirmed.data.codes[0] ?? '';
    const second = await server.anonymous.post(
      '/api/auth/oauth/token',
      new URLSearchParams({ grant_type: 'factor', challenge: data.challenge, code }),
    );
    expect(second.code).toBe('1');
    const { rows } = await sql<{ after: object }>`select after from sys_audit where action = 'signIn'
      order by id desc limit 1`.execute(server.context.db);
    expect(rows[0]?.after).toMatchObject({ by: '企业账号', factor: '两步验证' });
    await sql`delete from auth_factor`.execute(server.context.db);
    await sql`delete from auth_recovery`.execute(server.context.db);
  });

  it('sends the browser with PKCE, state and nonce, and a cookie that scripts do not see', async () => {
    const start = await visit(`${home}/api/auth/openid/start`);
    const asked = new URL(start.headers.get('location') ?? '').searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) expect((asked.get(name) ?? '').length).toBeGreaterThan(20);
    const cookie = start.headers.getSetCookie()[0] ?? '';
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
    // sealed: neither the verifier nor the state can be read from it
    expect(cookie).not.toContain(asked.get('state') ?? '');
  });

  it('takes a ticket once, and only from the browser that it was made for', async () => {
    const mine = await comeBack();
    const other = await comeBack();
    const ticket = mine.page.get('ticket') ?? '';
    expect((await redeem(ticket, other.cookie)).code).toBe('SIGN_IN_ENDED');
    expect((await redeem(ticket, '')).code).toBe('SIGN_IN_ENDED');
    expect((await redeem(ticket, mine.cookie)).code).toBe('1');
    expect((await redeem(ticket, mine.cookie)).code).toBe('SIGN_IN_ENDED');
    expect((await redeem(`${ticket.slice(0, -3)}AAA`, mine.cookie)).code).toBe('SIGN_IN_ENDED');
  });

  it('ends for a browser that brings another one’s answer, or none of its own', async () => {
    const [one, two] = [await visit(`${home}/api/auth/openid/start`), await visit(`${home}/api/auth/openid/start`)];
    const returned = await provider.follow(one.headers.get('location') ?? '');
    const [foreign, none] = [await visit(returned, cookieOf(two)), await visit(returned)];
    for (const response of [foreign, none]) {
      const answer = await redeem(pageOf(response).get('ticket') ?? '', cookieOf(two));
      expect(['OPENID_AWAY', 'SIGN_IN_ENDED']).toContain(answer.code);
    }
  });

  describe('signing out', () => {
    const stay = (response: Response): string =>
      response.headers
        .getSetCookie()
        .map((line) => line.split(';')[0] ?? '')
        .find((line) => line.startsWith('company-id-token=')) ?? '';
    const signOut = (client: Client, cookie: string): Promise<Answer<{ address: string } | null>> =>
      client.post('/api/auth/oauth/logout', undefined, { cookie });
    async function arrive(): Promise<{ client: Client; cookie: string }> {
      const start = await visit(`${home}/api/auth/openid/start`);
      const returned = await provider.follow(start.headers.get('location') ?? '');
      const back = await visit(returned, cookieOf(start));
      const { data } = await redeem(pageOf(back).get('ticket') ?? '', cookieOf(start));
      expect(back.headers.getSetCookie().find((line) => line.startsWith('company-id-token='))).toMatch(
        /HttpOnly; SameSite=Lax/,
      );
      return { client: clientOf(server.url, data.access_token, data.refresh_token), cookie: stay(back) };
    }

    it('ends the session here, then leads to the provider, which knows whose it is, and back', async () => {
      const { client, cookie } = await arrive();
      const { data } = await signOut(client, cookie);
      expect(data?.address).toBe(`${home}/api/auth/openid/end`);
      expect((await client.get('/api/auth/oauth/getCurrentUser')).code).not.toBe('1');
      const there = await visit(data?.address ?? '', cookie);
      const address = new URL(there.headers.get('location') ?? '');
      expect(address.href.startsWith(`${provider.issuer}/session/end?`)).toBe(true);
      expect(address.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      expect(await provider.signOut(address.href)).toContain(`${home}/`);
      // once: the next one who signs out of this browser is not led there
      expect(there.headers.getSetCookie().some((line) => /^company-id-token=;.*Max-Age=0/.test(line))).toBe(true);
    });

    it('leads nobody there who came by a password, even in a browser that was there before', async () => {
      const { cookie } = await arrive();
      expect((await signOut(await signIn(server.url, 'staff'), cookie)).data).toBeNull();
    });

    it('leads to the sign-in page whose cookie is none of this installation', async () => {
      const there = await visit(`${home}/api/auth/openid/end`, 'company-id-token=made-up');
      expect(there.headers.get('location')).toBe(`${home}/#/login`);
    });
  });

  it('tells who changed their mind, who has no account, and who is disabled', async () => {
    const code = async (): Promise<string> => {
      const { cookie, page } = await comeBack();
      const answer = await redeem(page.get('ticket') ?? '', cookie);
      return `${answer.code} ${answer.msg}`;
    };
    provider.person.name = 'nobody';
    expect(await code()).toBe('OPENID_REFUSED 企业登录没有完成：已取消');
    Object.assign(provider.person, { id: 'subject-2', name: 'stranger' });
    expect(await code()).toContain('ACCOUNT_UNKNOWN 您的企业账号（stranger）');
    Object.assign(provider.person, { id: 'subject-3', name: 'hr' });
    await sql`update sys_user set is_disabled = true where username = 'hr'`.execute(server.context.db);
    expect(await code()).toContain('ACCOUNT_DISABLED');
    await sql`update sys_user set is_disabled = false where username = 'hr'`.execute(server.context.db);
  });

  it('links by the subject: a user name given to somebody else opens nothing, until an administrator unlinks', async () => {
    await enter();
    // the provider renames the person: the account stays theirs
    provider.person.name = 'leader';
    const me = await (await enter()).get<{ username: string }>('/api/auth/oauth/getCurrentUser');
    expect(me.data.username).toBe('staff');
    // somebody new gets the old name
    Object.assign(provider.person, { id: 'subject-9', name: 'staff' });
    const { cookie, page } = await comeBack();
    expect((await redeem(page.get('ticket') ?? '', cookie)).code).toBe('ACCOUNT_TAKEN');
    const admin = await signIn(server.url, 'admin');
    const unlink = (client: Client) => client.post('/api/system/sys/user/unlinkAccount', { id: 'u-staff' });
    expect((await unlink(await signIn(server.url, 'leader'))).code).toBe('403');
    expect((await unlink(admin)).code).toBe('1');
    expect((await unlink(admin)).msg).toContain('没有关联');
    const now = await (await enter()).get<{ username: string }>('/api/auth/oauth/getCurrentUser');
    expect(now.data.username).toBe('staff');
  });

  it('asks nobody to change a one-time password they do not know', async () => {
    await sql`update sys_user set must_change_password = true where username = 'staff'`.execute(server.context.db);
    const client = await enter();
    expect((await client.get('/api/system/sys/user/notify')).code).toBe('1');
    const byPassword = await signIn(server.url, 'staff');
    expect((await byPassword.get('/api/system/sys/user/notify')).code).toBe('PASSWORD_FIRST');
    await sql`update sys_user set must_change_password = false where username = 'staff'`.execute(server.context.db);
  });

  it('says so when the provider is away, and goes on once it is back', async () => {
    const lost = await startTestServer({
      publicUrl: home,
      openId: { ...server.context.settings.openId!, issuer: 'http://127.0.0.1:9' },
    });
    try {
      const start = await visit(`${lost.url}/api/auth/openid/start`);
      const location = start.headers.get('location') ?? '';
      const ticket = new URLSearchParams(location.slice(location.indexOf('?') + 1)).get('ticket') ?? '';
      const answer = await lost.anonymous.post(
        '/api/auth/oauth/token',
        new URLSearchParams({ grant_type: 'ticket', ticket }),
      );
      expect(answer.code).toBe('OPENID_AWAY');
    } finally {
      await lost.dispose();
    }
  });

  it('is told to the page only where it is set', async () => {
    expect(await (await fetch(home)).text()).toContain('企业账号登录');
    const plain = await startTestServer();
    try {
      expect((await fetch(`${plain.url}/api/auth/openid/start`)).status).toBe(404);
    } finally {
      await plain.dispose();
    }
  });
});
