import crypto, { scryptSync, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/server/auth/index.ts';
import { CAPTCHA, PASSWORD, startTestServer, type TestServer } from '../support.ts';

const COST = { N: 32_768, r: 8, p: 1 };
const NEW = 'Good@2027';
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

describe('what is stored of a password', () => {
  const storedOf = async (username: string): Promise<string> => {
    const person = await server.api(username);
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
