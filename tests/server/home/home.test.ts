import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Month, Share } from '../../../src/server/home/statistics.ts';
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
    const months = await get<Month[]>(staff, 'byMonth?months=6');
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
