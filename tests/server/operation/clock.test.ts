import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCaptcha } from '../../../src/server/auth/captcha.ts';
import { loadImportState } from '../../../src/server/imports/records/job.ts';
import { runDueTimers } from '../../../src/server/approval/calls/scheduler.ts';
import { createMinuteCache } from '../../../src/server/records/access/minuteCache.ts';
import { begin, edge, flowFile, publishStory, task } from '../approval/story.ts';
import { startTestServer, type TestServer } from '../support.ts';

const DAY = 86_400_000;
/** As if somebody set the machine's clock: the database's, on another machine, stands as it stood. */
const setClock = (by: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by });
};
afterEach(() => {
  vi.useRealTimers();
});

describe('a server whose clock is a day off', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.dispose());

  it.each([-DAY, DAY])('makes captchas that are good for five minutes all the same (%d ms)', async (by) => {
    setClock(by);
    const { uuid } = await createCaptcha(server.context, '127.0.0.1');
    const {
      rows: [row],
    } = await sql<{
      seconds: number;
    }>`select extract(epoch from expires_at - now())::float8 as seconds from auth_captcha where id = ${uuid}`.execute(
      server.context.db,
    );
    expect(row?.seconds).toBeGreaterThan(240);
    expect(row?.seconds).toBeLessThanOrEqual(300);
  });

  it('takes no import for broken that is being worked on', async () => {
    await server.context.db
      .insertInto('frm_import')
      .values({ id: 'clock', form_key: 'any', user_id: 'u-staff', file_name: 'a.xlsx', state: 'running' })
      .execute();
    setClock(DAY);
    expect((await loadImportState(server.context.db, 'u-staff', 'clock'))?.state).toBe('running');
    await sql`update frm_import set updated_at = now() - interval '2 minutes' where id = 'clock'`.execute(
      server.context.db,
    );
    setClock(-DAY);
    expect((await loadImportState(server.context.db, 'u-staff', 'clock'))?.state).toBe('failed');
  });

  it('tells a signal to who began to wait at another server before, and to nobody who began later', async () => {
    const signal = '<signalEventDefinition signalRef="到货"/>';
    await publishStory(
      server,
      'hears',
      flowFile(
        'hears',
        `<intermediateCatchEvent id="wait" name="wait">${signal}</intermediateCatchEvent>${task('one user leader')}${edge('f1', 'apply', 'wait')}${edge('f2', 'wait', 'one')}${edge('f3', 'one', 'e')}`,
      ),
    );
    await publishStory(
      server,
      'throws',
      flowFile(
        'throws',
        `<intermediateThrowEvent id="told">${signal}</intermediateThrowEvent>${edge('f1', 'apply', 'told')}${edge('f2', 'told', 'e')}`,
      ),
    );
    const due = () =>
      runDueTimers(server.context, (error) => {
        throw error;
      });
    setClock(3_000);
    const early = await begin(server, 'hears');
    vi.useRealTimers();
    await begin(server, 'throws');
    await due();
    expect(await early.holders()).toEqual(['leader']);
    setClock(3_000);
    await begin(server, 'throws');
    vi.useRealTimers();
    const late = await begin(server, 'hears');
    await due();
    expect(await late.holders()).toEqual([]);
    const { db } = server.context;
    expect(await db.selectFrom('flw_timer').select('id').where('kind', '=', 'throw').execute()).toEqual([]);
  });

  it.each([-DAY, DAY])(
    'finds due at once what is to happen at once, and after an hour what waits for an hour (%d ms)',
    async (by) => {
      const key = by < 0 ? 'behind' : 'ahead';
      await publishStory(
        server,
        key,
        flowFile(
          key,
          `<intermediateCatchEvent id="wait" name="wait"><timerEventDefinition><timeDate>2020-01-01T00:00:00Z</timeDate></timerEventDefinition></intermediateCatchEvent>
      <intermediateCatchEvent id="hour" name="hour"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>${edge('f1', 'apply', 'wait')}${edge('f2', 'wait', 'hour')}${edge('f3', 'hour', 'e')}`,
        ),
      );
      const { db } = server.context;
      const due = () =>
        runDueTimers(server.context, (error) => {
          throw error;
        });
      const seconds = async (node: string): Promise<number | undefined> =>
        (
          await sql<{
            seconds: number;
          }>`select extract(epoch from due_at - now())::float8 as seconds from flw_timer t join flw_instance i on i.id = t.instance_id where i.form_key = ${key} and t.node_id = ${node}`.execute(
            db,
          )
        ).rows[0]?.seconds;
      setClock(by);
      await begin(server, key);
      expect(await seconds('wait')).toBeLessThanOrEqual(0);
      await due();
      const left = await seconds('hour');
      expect(left).toBeGreaterThan(3_000);
      expect(left).toBeLessThanOrEqual(3_600);
    },
  );

  it('notes acts at their time again once a clock that was ahead is right', async () => {
    const { db } = server.context;
    await publishStory(
      server,
      'noted',
      flowFile('noted', `${task('one user leader')}${edge('f1', 'apply', 'one')}${edge('f2', 'one', 'e')}`),
    );
    setClock(DAY);
    await begin(server, 'noted');
    vi.useRealTimers();
    const { id } = await begin(server, 'noted');
    const { rows } = await sql<{
      seconds: number;
    }>`select extract(epoch from happened_at - now())::float8 as seconds from flw_history where record_id = ${id}`.execute(
      db,
    );
    expect(rows).toHaveLength(1);
    expect(Math.abs(rows[0]?.seconds ?? DAY)).toBeLessThan(600);
  });

  it('keeps an estimate for a minute, not until the clock is there again', () => {
    const memory = createMinuteCache<number>();
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
