import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordRelease } from '../../../src/server/versions/index.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';
import { carPool, input } from '../packs/carPool.ts';

const BASE = '/api/system/sys/version';
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

interface Row {
  id: string;
  kind: string;
  key: string;
  name: string;
  version: number;
  state: string;
  authorName: string;
  address: string;
}
const ask = async <T = Row>(call: string, data: object = {}): Promise<{ data: T[]; total: number }> => {
  const asked = { page: { pageNum: 1, pageSize: 20 }, data };
  const { data: found } = await admin.post<{ data: T[]; page: { total: number } }>(`${BASE}/${call}`, asked);
  return { data: found.data, total: found.page.total };
};

describe('publications of all documents', () => {
  it('are listed the latest first, with who, what is in force and where they are compared', async () => {
    const pool = carPool(server.url, admin);
    await pool.form('car', '公务车辆', [input('plate', '车牌')]);
    await pool.form('car', '公务车辆', [input('plate', '车牌号')]);
    const { data, total } = await ask('page', { keyword: '公务车' });
    expect(total).toBe(2);
    expect(data.map(({ version, state }) => [version, state])).toEqual([
      [2, 'current'],
      [1, 'replaced'],
    ]);
    expect(data[0]).toMatchObject({ kind: 'form', key: 'car', address: '/system/formManager?form=car' });
    expect(data[0]?.authorName).not.toBe('');
    await admin.post('/api/system/frmDef/disable', { formKey: 'car' });
    expect((await ask('page', { keyword: '公务车' })).data.map(({ state }) => state)).toEqual(['disabled', 'replaced']);
  });

  it('are narrowed by kind, words and days; what is no day is refused', async () => {
    const flows = await ask('page', { kind: 'flow' });
    expect(flows.total).toBeGreaterThan(0);
    expect(flows.data.every(({ kind }) => kind === 'flow')).toBe(true);
    expect((await ask('page', { keyword: '%' })).total).toBe(0);
    expect((await ask('page', { dayTo: '2001-01-01' })).total).toBe(0);
    const wrong = await admin.post(`${BASE}/page`, { data: { dayFrom: '2026-02-30' } });
    expect([wrong.status, wrong.code]).toEqual([400, 'REQUEST_INVALID']);
  });

  it('are read by administrators alone', async () => {
    const staff = await server.api('staff');
    for (const call of ['page', 'releases']) expect((await staff.post(`${BASE}/${call}`, {})).status).toBe(403);
  });
});

it('builds that ran on this database are noted once each, with the changes of the database that came with them', async () => {
  const { db } = server.context;
  await db.deleteFrom('sys_release').execute();
  const first = { version: '1.0.0', build: 'aaaa1111' };
  await Promise.all([recordRelease(db, first), recordRelease(db, first)]);
  await recordRelease(db, { version: '1.1.0', build: 'bbbb2222' });
  await recordRelease(db, { version: '1.0.0', build: 'aaaa1111' });
  const { data, total } = await ask<{ version: string; build: string; state: string; steps: number; lastStep: string }>(
    'releases',
  );
  expect(total).toBe(3);
  expect(data.map(({ version, state }) => [version, state])).toEqual([
    ['1.0.0', 'current'],
    ['1.1.0', 'replaced'],
    ['1.0.0', 'replaced'],
  ]);
  expect(data[2]?.steps).toBeGreaterThan(50);
  expect(data[2]?.lastStep).toMatch(/^\d+_/);
  expect(data.slice(0, 2).map(({ steps }) => steps)).toEqual([0, 0]);
});
