import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTcp } from 'node:net';
import { sql } from 'kysely';
import ldap from 'ldapjs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CAPTCHA, clientOf, PASSWORD, signIn, startTestServer, type Answer, type TestServer } from '../../support.ts';

const BASE = 'ou=people,dc=example,dc=com';
const SEARCHER = { dn: 'cn=platform,dc=example,dc=com', password: 'of the searcher' };

/** People of the directory: user name to password. */
const people = new Map<string, string>();
/** Every filter that was asked, as the directory read it. */
const asked: string[] = [];

/** The parts of a request and an answer of the directory that are used here; the library's types leave them open. */
interface Asked {
  dn: { toString(): string };
  credentials: string;
  filter: { toString(): string; matches(attributes: object): boolean };
}
interface Answering {
  send(entry: object): void;
  end(): void;
}
type Next = (error?: unknown) => void;

function startDirectory(): Promise<{ url: string; close(): Promise<void> }> {
  const server = ldap.createServer();
  server.bind('dc=example,dc=com', (request: Asked, response: Answering, next: Next) => {
    const dn = request.dn.toString().replaceAll(/\s*,\s*/g, ',');
    const name = /^uid=([^,]+),/.exec(dn)?.[1] ?? '';
    const isRight =
      dn === SEARCHER.dn
        ? request.credentials === SEARCHER.password
        : people.has(name) && people.get(name) === request.credentials;
    if (!isRight) return next(new ldap.InvalidCredentialsError());
    response.end();
    return next();
  });
  server.search(BASE, (request: Asked, response: Answering, next: Next) => {
    asked.push(request.filter.toString());
    for (const uid of people.keys()) {
      const entry = { dn: `uid=${uid},${BASE}`, attributes: { uid, objectclass: ['person'] } };
      if (request.filter.matches(entry.attributes)) response.send(entry);
    }
    response.end();
    return next();
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () =>
      done({
        url: server.url,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
          }),
      }),
    );
  });
}

let directory: Awaited<ReturnType<typeof startDirectory>>;
let server: TestServer;
/** A server of a company that has no directory any more. */
let without: TestServer;
beforeAll(async () => {
  directory = await startDirectory();
  [server, without] = await Promise.all([
    startTestServer({ directory: settingsOf(directory.url) }),
    startTestServer({ directory: null }),
  ]);
});
afterAll(async () => {
  await Promise.all([server.dispose(), without.dispose()]);
  await directory.close();
});
beforeEach(async () => {
  people.clear();
  asked.length = 0;
  await sql`delete from auth_identity`.execute(server.context.db);
  await sql`delete from auth_attempt`.execute(server.context.db);
});

const settingsOf = (url: string) => ({
  url,
  startTls: false,
  bindDn: SEARCHER.dn,
  bindPassword: SEARCHER.password,
  base: BASE,
  filter: '(uid={username})',
  timeoutMs: 8_000,
});
interface Tokens {
  access_token: string;
}
const enter = (username: string, password: string, at = server): Promise<Answer<Tokens>> =>
  at.anonymous.post<Tokens>(
    '/api/auth/oauth/token',
    new URLSearchParams({ grant_type: 'captcha', username, password, uuid: 'n', validateCode: CAPTCHA }),
  );

describe('sign-in with a password of the directory', () => {
  it('lets in with the password there, and from then on with no other', async () => {
    people.set('staff', 'Directory#1');
    expect((await enter('staff', 'Directory#1')).code).toBe('1');
    expect((await enter('staff', PASSWORD)).code).toBe('A0210');
    people.set('staff', 'Directory#2');
    expect((await enter('staff', 'Directory#1')).code).toBe('A0210');
    expect((await enter('staff', 'Directory#2')).code).toBe('1');
  });

  it('keeps the password of this product for who is not in the directory', async () => {
    people.set('staff', 'Directory#1');
    expect((await enter('leader', PASSWORD)).code).toBe('1');
    expect((await enter('leader', 'Directory#1')).code).toBe('A0210');
  });

  it('keeps out who has left the directory', async () => {
    people.set('staff', 'Directory#1');
    await enter('staff', 'Directory#1');
    people.clear();
    expect((await enter('staff', 'Directory#1')).code).toBe('A0210');
    expect((await enter('staff', PASSWORD)).code).toBe('A0210');
  });

  it('takes no empty password and no name that is a filter', async () => {
    people.set('staff', '');
    expect((await enter('staff', '')).code).toBe('A0210');
    people.set('staff', 'Directory#1');
    await sql`insert into sys_user (id, username, name, password_hash) values ('u-star', '*)(uid=staff', '星', 'none')
      on conflict do nothing`.execute(server.context.db);
    expect((await enter('*)(uid=staff', 'Directory#1')).code).toBe('A0210');
    expect(asked.at(-1)).not.toBe('(uid=*)');
    expect(asked.at(-1)).toMatch(/^\(uid=\\2a\\29\\28uid=staff\)$/i);
    await sql`delete from sys_user where id = 'u-star'`.execute(server.context.db);
  });

  it('counts failures and locks as for any other account', async () => {
    people.set('staff', 'Directory#1');
    for (let time = 0; time < 5; time += 1) expect((await enter('staff', 'wrong')).code).toBe('A0210');
    expect((await enter('staff', 'Directory#1')).code).toBe('A0211');
  });

  it('has its password changed and reset there alone, and proves it for a second factor', async () => {
    people.set('staff', 'Directory#1');
    const { data } = await enter('staff', 'Directory#1');
    const staff = clientOf(server.url, data.access_token, '');
    const changed = await staff.post('/api/system/sys/user/updatePwd', {
      oldPassword: 'Directory#1',
      password: 'Another#2026',
      confirmPassword: 'Another#2026',
    });
    expect([changed.status, changed.code]).toEqual([409, 'PASSWORD_ELSEWHERE']);
    const admin = await signIn(server.url, 'admin');
    expect((await admin.post('/api/system/sys/user/resetPassword', { id: 'u-staff' })).code).toBe('PASSWORD_ELSEWHERE');
    expect((await staff.post('/api/auth/factor/begin', { password: PASSWORD })).code).toBe('VALUE_PATTERN');
    expect((await staff.post('/api/auth/factor/begin', { password: 'Directory#1' })).code).toBe('1');
    await sql`delete from auth_factor`.execute(server.context.db);
  });

  it('has its password reset here for who was linked, once there is no directory any more', async () => {
    await sql`insert into auth_identity (provider, subject, user_id) values ('ldap', 'uid=staff', 'u-staff')`.execute(
      without.context.db,
    );
    const admin = await without.api('admin');
    const { code, data } = await admin.post<{ password: string }>('/api/system/sys/user/resetPassword', {
      id: 'u-staff',
    });
    expect(code).toBe('1');
    expect((await enter('staff', data.password, without)).code).toBe('1');
  });

  it('is away: who is known to be in it is told, everybody else signs in as before', async () => {
    const sockets = new Set<Socket>();
    // takes the connection and never answers
    const silent = createTcp((socket) => sockets.add(socket));
    await new Promise<void>((done) => {
      silent.listen(0, '127.0.0.1', done);
    });
    const away = await startTestServer({
      directory: { ...settingsOf(`ldap://127.0.0.1:${(silent.address() as AddressInfo).port}`), timeoutMs: 1_000 },
    });
    try {
      await sql`insert into auth_identity (provider, subject, user_id) values ('ldap', 'uid=staff', 'u-staff')`.execute(
        away.context.db,
      );
      const [known, unknown] = await Promise.all([
        enter('staff', 'Directory#1', away),
        enter('leader', PASSWORD, away),
      ]);
      expect([known.code, unknown.code]).toEqual(['DIRECTORY_AWAY', '1']);
      // no password was wrong: neither the account nor the address of the office is nearer to being locked
      const { rows } = await sql`select subject from auth_attempt where failures > 0`.execute(away.context.db);
      expect(rows).toEqual([]);
    } finally {
      await away.dispose();
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });
});
