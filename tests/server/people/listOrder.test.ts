import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

interface Row {
  id: string;
  name: string;
  phone: string;
}
const page = async (sort: object | null, pageNum: number): Promise<Row[]> =>
  (
    await admin.post<{ data: Row[] }>('/api/system/sys/user/page', {
      data: { sort },
      page: { pageNum, pageSize: 20 },
    })
  ).data.data;
const everyPage = async (sort: object | null): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let at = 1; ; at += 1) {
    const more = await page(sort, at);
    if (more.length === 0) return rows;
    rows.push(...more);
  }
};

describe('a list of people that is sorted', () => {
  it('has names in the order of their sound, nobody twice', async () => {
    const up = await everyPage({ field: 'name' });
    const names = up.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(40);
    expect(names).toEqual([...names].sort(new Intl.Collator('zh-Hans-CN', { numeric: true }).compare));
    expect(new Set(up.map(({ id }) => id)).size).toBe(up.length);
    const down = await everyPage({ field: 'name', order: 'desc' });
    expect(down.map(({ name }) => name)).toEqual([...names].reverse());
    expect((await everyPage(null)).length).toBe(up.length);
  });

  it('has empty values last, upwards and downwards', async () => {
    for (const phone of ['13800000001', '13900000002', ''])
      await admin.post('/api/system/sys/user/add', {
        username: `phone${phone}`,
        name: '来电',
        deptId: 'dept-jy',
        phone,
      });
    const up = await everyPage({ field: 'phone', order: 'asc' });
    const down = await everyPage({ field: 'phone', order: 'desc' });
    const filled = up.filter(({ phone }) => phone !== '').length;
    expect(filled).toBeGreaterThan(0);
    for (const rows of [up, down]) expect(rows.slice(0, filled).every(({ phone }) => phone !== '')).toBe(true);
    expect(up[0]?.phone).not.toBe(down[0]?.phone);
  });

  it('is refused by anything else than its columns', async () => {
    const answer = await admin.post('/api/system/sys/user/page', { data: { sort: { field: 'password_hash' } } });
    expect(answer.code).toBe('REQUEST_INVALID');
  });
});

interface List {
  tag?: string;
  url?: string;
  columns?: { key: string; sortable?: boolean }[];
}
function listsIn(document: unknown): Required<List>[] {
  if (Array.isArray(document)) return document.flatMap(listsIn);
  if (typeof document !== 'object' || document === null) return [];
  const { tag, url, columns } = document as List;
  const own = tag === 'systemList' && url && columns ? [{ tag, url, columns }] : [];
  return [...own, ...Object.values(document).flatMap(listsIn)];
}
const FOLDER = 'schemas/platform/system';
const sorted = readdirSync(FOLDER)
  .flatMap((name) => listsIn(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))))
  .flatMap(({ url, columns }) => columns.flatMap(({ key, sortable }) => (sortable ? [[url, key] as const] : [])));

describe('columns that the shipped lists of system data sort by', () => {
  it('are sorted by their calls', async () => {
    expect(sorted.length).toBeGreaterThan(25);
    for (const [url, field] of sorted)
      for (const order of ['asc', 'desc']) {
        const answer = await admin.post(`/api${url}`, { data: { sort: { field, order } } });
        expect(answer.code, `${url} ${field}: ${answer.msg}`).toBe('1');
      }
  });
});
