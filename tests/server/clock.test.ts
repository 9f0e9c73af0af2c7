import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCaptcha } from '../../src/server/auth/captcha.ts';
import { importState } from '../../src/server/imports/records/job.ts';
import { minuteMemory } from '../../src/server/records/minute.ts';
import { startTestServer, type TestServer } from './support.ts';

const DAY = 86_400_000;
/** As if somebody set the machine's clock: the database's, on another machine, stands as it stood. */
const setClock = (by: number): void => { vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by }); };
afterEach(() => { vi.useRealTimers(); });

describe('a server whose clock is a day off', () => {
  let server: TestServer;
  beforeAll(async () => { server = await startTestServer(); });
  afterAll(() => server.dispose());

  it.each([-DAY, DAY])('makes captchas that are good for five minutes all the same (%d ms)', async (by) => {
    setClock(by);
    const { uuid } = await createCaptcha(server.context, '127.0.0.1');
    const { rows: [row] } = await sql<{ seconds: number }>`select extract(epoch from expires_at - now())::float8 as seconds from auth_captcha where id = ${uuid}`.execute(server.context.db);
    expect(row?.seconds).toBeGreaterThan(240);
    expect(row?.seconds).toBeLessThanOrEqual(300);
  });

  it('takes no import for broken that is being worked on', async () => {
    await server.context.db.insertInto('frm_import').values({ id: 'clock', form_key: 'any', user_id: 'u-staff', file_name: 'a.xlsx', state: 'running' }).execute();
    setClock(DAY);
    expect((await importState(server.context.db, 'u-staff', 'clock'))?.state).toBe('running');
    await sql`update frm_import set updated_at = now() - interval '2 minutes' where id = 'clock'`.execute(server.context.db);
    setClock(-DAY);
    expect((await importState(server.context.db, 'u-staff', 'clock'))?.state).toBe('failed');
  });

  it('keeps an estimate for a minute, not until the clock is there again', () => {
    const memory = minuteMemory<number>();
    const elapsed = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    memory.set(server.context, 'rows', 7);
    setClock(-DAY);
    elapsed.mockReturnValue(60_999);
    expect(memory.get(server.context, 'rows')).toBe(7);
    elapsed.mockReturnValue(61_001);
    expect(memory.get(server.context, 'rows')).toBeNull();
    elapsed.mockRestore();
  });
});
