import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitAttempt } from '../../../src/server/auth/throttle.ts';
import { isWaitingForLock } from '../support/isWaitingForLock.ts';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

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
