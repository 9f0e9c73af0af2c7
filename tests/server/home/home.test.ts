import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countOwnWork } from '../../../src/server/approval/index.ts';
import type { MonthCounts, Share } from '../../../src/server/home/statistics.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let staff: Client;
let manager: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, manager] = await Promise.all([server.api('staff'), server.api('manager')]);
});
afterAll(() => server.dispose());

const sum = (shares: readonly Share[]): number => shares.reduce((total, { value }) => total + value, 0);
const get = async <T>(who: Client, path: string): Promise<T> => (await who.get<T>(`/api/system/home/${path}`)).data;

describe('the numbers of the home page', () => {
  it("count one's own applications, alike by form and by state", async () => {
    const started = (await staff.post<{ page: { total: number } }>('/api/task/flow/task/listMyStart', {})).data.page
      .total;
    expect(sum(await get<Share[]>(staff, 'byForm'))).toBeGreaterThan(0);
    expect(sum(await get<Share[]>(staff, 'byForm'))).toBe(sum(await get<Share[]>(staff, 'byState')));
    expect(sum(await get<Share[]>(staff, 'byState'))).toBeLessThanOrEqual(started);
  });

  it('give every month a place, the present one last', async () => {
    const months = await get<MonthCounts[]>(staff, 'byMonth?months=6');
    expect(months).toHaveLength(6);
    const now = new Intl.DateTimeFormat('sv-SE', {
      timeZone: process.env.TZ || 'Asia/Shanghai',
      year: 'numeric',
      month: '2-digit',
    }).format(new Date());
    expect(months.at(-1)?.month).toBe(now);
  });

  it("of a whole unit are for its managers, and are more than one's own", async () => {
    expect((await staff.get('/api/system/home/byState?scope=unit')).code).toBe('403');
    expect((await staff.get('/api/system/home/byDept')).code).toBe('403');
    expect(sum(await get<Share[]>(manager, 'byState?scope=unit'))).toBeGreaterThan(
      sum(await get<Share[]>(manager, 'byState?scope=mine')),
    );
    expect(sum(await get<Share[]>(manager, 'byDept'))).toBe(sum(await get<Share[]>(manager, 'byState?scope=unit')));
  });

  it('of a unit follow the data scopes of the roles, form by form, not the name of a role', async () => {
    const admin = await server.api('admin');
    const set = async (code: string, scope: string, forms: object[] = []) => {
      expect((await admin.post('/api/system/sys/roleScope/save', { code, scope, forms })).code).toBe('1');
    };
    const shares = (await get<Share[]>(manager, 'byForm?scope=unit')).filter(({ value }) => value > 0);
    const { rows } = await sql<{
      key: string;
    }>`select form_key as key from flw_instance where form_name = ${shares[0]?.name} limit 1`.execute(
      server.context.db,
    );
    // a form closed to managers is not counted for them
    await set('manager', 'unit', [{ formKey: rows[0]?.key, scope: 'self' }]);
    expect((await get<Share[]>(manager, 'byForm?scope=unit')).map(({ name }) => name)).not.toContain(shares[0]?.name);
    // one that alone is open is all that is counted
    await set('manager', 'self', [{ formKey: rows[0]?.key, scope: 'unit' }]);
    expect((await get<Share[]>(manager, 'byForm?scope=unit')).map(({ name }) => name)).toEqual([shares[0]?.name]);
    await set('manager', 'self');
    expect((await manager.get('/api/system/home/byState?scope=unit')).code).toBe('403');
    await set('staff', 'unit');
    expect(sum(await get<Share[]>(staff, 'byState?scope=unit'))).toBeGreaterThan(
      sum(await get<Share[]>(staff, 'byState')),
    );
    await set('staff', 'self');
    await set('manager', 'unit');
  });
});

describe("a person's own work", () => {
  interface Work extends Record<string, number | string> {
    from: string;
    to: string;
  }
  const total = async (path: string, field?: string, value?: unknown): Promise<number> =>
    (
      await manager.post<{ page: { total: number } }>(`/api/task/flow/task/${path}`, {
        data: { conditions: field ? [{ field, op: Array.isArray(value) ? 'range' : 'eq', value }] : [] },
      })
    ).data.page.total;

  it('is what the lists come to that its figures open', async () => {
    for (const who of [staff, manager]) {
      const work = await get<Work>(who, 'ownWork');
      const of = async (path: string, conditions: object[] = []): Promise<number> =>
        (await who.post<{ page: { total: number } }>(`/api/task/flow/task/${path}`, { data: { conditions } })).data.page
          .total;
      const month = [work.from, work.to];
      expect(work).toMatchObject({
        todo: await of('listMyTodo'),
        overdue: await of('listMyTodo', [{ field: 'isOverdue', value: '1' }]),
        urgent: await of('listMyTodo', [{ field: 'isUrgent', value: '1' }]),
        running: await of('listMyStart', [{ field: 'flwState', value: '1' }]),
        returned: await of('listMyStart', [
          { field: 'flwState', value: '2' },
          { field: 'isWithdrawn', value: '0' },
        ]),
        started: await of('listMyStart', [{ field: 'startTime', op: 'range', value: month }]),
        handled: await of('listMyDone', [{ field: 'finishTime', op: 'range', value: month }]),
      });
    }
    expect(await total('listMyDone')).toBeGreaterThan(0);
  });

  it('is compared with the same days of the month before', async () => {
    const { db } = server.context;
    const { id } = await db
      .selectFrom('sys_user')
      .select('id')
      .where('username', '=', 'staff')
      .executeTakeFirstOrThrow();
    const of = (now: string): Promise<Awaited<ReturnType<typeof countOwnWork>>> =>
      countOwnWork(db, id, new Date(`${now}T12:00:00+08:00`));
    const day = await of('2026-03-31');
    expect([day.from, day.to]).toEqual(['2026-03-01', '2026-03-31']);
    const counted = async (from: string, to: string): Promise<number> => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*)::int as count from flw_instance where initiator_id = ${id} and (started_at at time zone 'Asia/Shanghai')::date between ${from}::date and ${to}::date`.execute(
        db,
      );
      return rows[0]?.count ?? 0;
    };
    // the last day of a longer month is compared with the whole of a shorter one
    expect(day.startedBefore).toBe(await counted('2026-02-01', '2026-02-28'));
    const now = await get<Work>(staff, 'ownWork');
    const middle = await of('2026-06-15');
    expect(middle.startedBefore).toBe(await counted('2026-05-01', '2026-05-15'));
    expect(now.started).toBe(await counted(now.from, now.to));
  });
});

describe('the cards of a desk', () => {
  const place = '/index:home';
  const read = (who: Client) => get<unknown>(who, `desk?place=${encodeURIComponent(place)}`);
  const save = (who: Client, choice: unknown, at: unknown = place) =>
    who.post('/api/system/home/desk', { place: at, choice });

  it('are kept for each person, and given back', async () => {
    expect(await read(staff)).toBeNull();
    const choice = { shown: ['b', 'a'], hidden: ['c'] };
    expect((await save(staff, choice)).code).toBe('1');
    expect(await read(staff)).toEqual(choice);
    expect(await read(manager)).toBeNull();
    expect((await save(staff, { shown: [], hidden: [] })).code).toBe('1');
    expect(await read(staff)).toEqual({ shown: [], hidden: [] });
    expect((await save(staff, null)).code).toBe('1');
    expect(await read(staff)).toBeNull();
  });

  it('are refused in another shape, and beyond a hundred places', async () => {
    for (const wrong of [{}, { shown: ['a', 'a'], hidden: [] }, { shown: [1], hidden: [] }, 'a', { shown: ['a'] }])
      expect((await save(staff, wrong)).code, JSON.stringify(wrong)).not.toBe('1');
    expect((await save(staff, null, '')).code).not.toBe('1');
    for (let index = 0; index < 100; index += 1) await save(staff, { shown: [], hidden: [] }, `/p${index}`);
    const refused = await save(staff, { shown: [], hidden: [] }, '/more');
    expect([refused.code, refused.msg]).toEqual(['REQUEST_INVALID', expect.stringContaining('不能超过 100 个')]);
    expect((await save(staff, { shown: ['a'], hidden: [] }, '/p7')).code).toBe('1');
  });
});
