import crypto, { createHash, type ScryptOptions, scryptSync } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { ADDRESS_LIMIT, limitAttempt, SITE_LIMIT } from '../../../src/server/auth/throttle.ts';
import { networkOf, siteOf } from '../../../src/server/auth/network.ts';
import { signInLocks } from '../../../src/server/auth/locks.ts';
import { secretHash } from '../../../src/server/auth/secret.ts';
import { secretCipherOf } from '../../../src/server/store/secretCipher.ts';
import { CAPTCHA, clientOf, PASSWORD, signIn, startTestServer, type TestServer } from '../support.ts';
import { isWaitingForLock } from '../support/isWaitingForLock.ts';
import { bitsOf } from './secretBits.ts';
import { hashPassword } from '../../../src/server/auth/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // those who are refused below have a password at the product's own cost
  await server.context.db
    .updateTable('sys_user')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('username', 'in', ['finance', 'zhangwei'])
    .execute();
});
afterAll(() => server.dispose());

it.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::ffff:a01:203', '10.1.2.3'],
  ['::1', '::1'],
  ['127.0.0.1', '127.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
  ['no address', 'no address'],
  ['', ''],
])('%s counts as %s: one network of the new addresses is one place', (address, place) => {
  expect(networkOf(address)).toBe(place);
});

it('whoever has a network of the new addresses does not begin to count anew with each of them', async () => {
  const wrong = (index: number) =>
    limitAttempt(
      server.context,
      { username: `nobody${index}`, address: `2001:db8:9:9::${(index + 1).toString(16)}` },
      () => Promise.resolve(null),
    ).then(
      () => 'judged',
      (error: { code?: string }) => error.code,
    );
  for (let index = 0; index < ADDRESS_LIMIT; index += 1) expect(await wrong(index)).toBe('judged');
  expect(await wrong(ADDRESS_LIMIT)).toBe('A0211');
});

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['10.1.2.3', null],
  ['::ffff:10.1.2.3', null],
  ['::1', null],
])('%s belongs to the site %s', (address, site) => {
  expect(siteOf(address)).toBe(site);
});

it('whoever has a site of many networks does not begin to count anew with each network, but may fail more often in it', async () => {
  const wrong = (network: number) =>
    limitAttempt(
      server.context,
      {
        username: `none${network}`,
        address: `2001:db8:7:${network.toString(16)}::1`,
      },
      () => Promise.resolve(null),
    ).then(
      () => 'judged',
      (error: { code?: string }) => error.code,
    );
  for (let network = 0; network < SITE_LIMIT; network += 1) expect(await wrong(network)).toBe('judged');
  expect(await wrong(SITE_LIMIT)).toBe('A0211');
  const locks = await signInLocks(server.context.db, 5);
  expect(locks.map(({ text, failures }) => [text, failures])).toContainEqual(['2001:db8:7::/48', SITE_LIMIT + 1]);
});

it('of a name that is no account only a keyed hash is kept, of an account its name', async () => {
  const typed = 'MyPassw0rd!2026';
  for (const username of [typed, 'Staff'])
    await limitAttempt(server.context, { username, address: '10.7.7.7' }, () => Promise.resolve(null));
  const rows = await server.context.db.selectFrom('auth_attempt').select('subject').execute();
  const subjects = rows.map(({ subject }) => subject);
  expect(subjects).toContain('account staff');
  expect(subjects.join(' ').toLowerCase()).not.toContain('passw0rd');
  // without the key nobody can try out which name was typed
  for (const guess of [typed, typed.toLowerCase()]) expect(subjects.join(' ')).not.toContain(secretHash(guess));
  expect(subjects).toContain(`account #${secretCipherOf(server.context.settings).hash(typed.toLowerCase())}`);
});

// the embedded database has one connection: nobody waits there
it.runIf(Boolean(process.env['DATABASE_URL']))(
  'a right password and another attempt of the same account from the same address do not deadlock',
  async () => {
    const attempt = { username: 'staff', address: '10.1.2.3' };
    const { db } = server.context;
    const bump = (subject: string) =>
      sql`update auth_attempt set failures = failures + 1 where subject = ${subject} returning 1`;
    let account = (): void => undefined;
    let other: Promise<unknown> | undefined;
    // the other attempt locks the account, and its place once the first one waits for the account
    const holdsAccount = new Promise<void>((resolve) => (account = resolve));
    const judged = limitAttempt(server.context, attempt, async () => {
      other = db.transaction().execute(async (trx) => {
        expect((await bump('account staff').execute(trx)).rows).toHaveLength(1);
        account();
        await expect.poll(() => isWaitingForLock(server), { timeout: 20_000 }).toBe(true);
        expect((await bump('address 10.1.2.3').execute(trx)).rows).toHaveLength(1);
      });
      await holdsAccount;
      return 'right';
    });
    await expect(judged).resolves.toBe('right');
    await other;
  },
);

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

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

const COST = { N: 32_768, r: 8, p: 1 };

const NEW = 'Good@2027';

describe('what is stored of a password', () => {
  const storedOf = async (username: string): Promise<string> => {
    const person = await signIn(server.url, username);
    expect(
      (
        await person.post('/api/system/sys/user/updatePwd', {
          oldPassword: PASSWORD,
          password: NEW,
          confirmPassword: NEW,
        })
      ).code,
    ).toBe('1');
    return (
      await server.context.db
        .selectFrom('sys_user')
        .select('password_hash')
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
    ).password_hash;
  };

  it('is scrypt of N 2^15, r 8 and p 1 with a salt of 128 bits of its own, and is what it says', async () => {
    const stored = await Promise.all(['qinlan', 'guopengfei'].map(storedOf));
    const parts = stored.map(
      (hash) => /^scrypt\$32768\$8\$1\$([A-Za-z0-9+/]{22}==)\$([A-Za-z0-9+/]{43}=)$/.exec(hash)?.slice(1) ?? [],
    );
    for (const [salt = '', key] of parts)
      expect(scryptSync(NEW, Buffer.from(salt, 'base64'), 32, { ...COST, maxmem: 2 ** 26 }).toString('base64')).toBe(
        key,
      );
    expect(new Set(parts.map(([salt]) => salt)).size).toBe(2);
  });
});

/** Where time goes when somebody is refused: the costs of each scrypt. Servers of one worker share their modules, so none is mocked. */
describe('a refused sign-in', () => {
  const real = crypto.scrypt;
  const judged: ScryptOptions[] = [];
  const noting = ((
    password: string,
    salt: Buffer,
    length: number,
    options: ScryptOptions,
    done: (error: Error | null, key: Buffer) => void,
  ) => {
    judged.push({ N: options.N, r: options.r, p: options.p });
    real(password, salt, length, options, done);
  }) as typeof crypto.scrypt;
  const use = (scrypt: typeof crypto.scrypt): void => {
    crypto.scrypt = scrypt;
    syncBuiltinESMExports();
  };
  beforeEach(() => {
    judged.length = 0;
    use(noting);
  });
  afterEach(() => use(real));

  it.each([
    ['a wrong password', 'finance', 'Wrong@2026'],
    ['a name that is none', 'nobody', PASSWORD],
    ['an account that is closed', 'zhangwei', PASSWORD],
  ])('costs one judged password for %s, and so tells nobody which it was', async (_what, username, password) => {
    await server.context.db
      .updateTable('sys_user')
      .set({ is_disabled: true })
      .where('username', '=', 'zhangwei')
      .execute();
    const { code, msg } = await server.anonymous.post(
      '/api/auth/oauth/token',
      new URLSearchParams({ grant_type: 'captcha', username, password, uuid: 'none', validateCode: CAPTCHA }),
    );
    expect([code, msg]).toEqual(['A0210', '用户名或密码错误']);
    expect(judged).toEqual([COST]);
  });
});
