import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { today } from '../../../src/domain/dates.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
});
afterAll(() => server.dispose());

interface Rows<T> {
  data: T[];
  total: number;
}

describe('errors of pages', () => {
  const ERRORS = '/api/system/sys/pageError';
  const report = (client: Client, message: string) =>
    client.post<{ number: string }>(`${ERRORS}/note`, {
      name: 'TypeError',
      message,
      stack: `TypeError: ${message}\n    at draw (http://host/assets/list.js:1:2)`,
      components: '    at ListBlock (http://host/assets/list.js:3:4)',
      tag: 'list',
      place: 'root',
      page: '/contract/list',
      build: '/assets/index-1.js',
    });
  interface Row {
    id: string;
    error: string;
    count: number;
  }
  const found = async (client: Client, keyword: string) =>
    client.post<Rows<Row>>(`${ERRORS}/page`, { page: { pageNum: 1, pageSize: 10 }, data: { keyword } });

  it('are kept under a number that administrators find, without values, and once for the same error', async () => {
    const { number } = (await report(staff, "客户 张三 has no 'rows'")).data;
    expect(number).toMatch(/^\d{8}$/);
    expect((await report(staff, "客户 张三 has no 'rows'")).data.number).toBe(number);
    expect((await report(admin, "客户 张三 has no 'rows'")).data.number).not.toBe(number);
    expect((await found(admin, number)).data.data).toMatchObject([
      { id: number, error: "TypeError：… … has no '…'", count: 2, page: '/contract/list', place: 'list，root' },
    ]);
    const stack = await admin.post<{ text: string }[]>(`${ERRORS}/stack`, { data: { number } });
    expect(stack.data.map(({ text }) => text)).toEqual([
      'at draw (/assets/list.js:1:2)',
      'at ListBlock (/assets/list.js:3:4)',
    ]);
    const { rows } = await sql<{ all: string }>`select sys_page_error::text as "all" from sys_page_error`.execute(
      server.context.db,
    );
    expect(JSON.stringify(rows)).not.toMatch(/张三|u-staff|host/);
    // who reported cannot be found out by trying the ids of all people
    const guess = createHash('sha256')
      .update(JSON.stringify([today(), 'u-staff']))
      .digest('hex');
    expect(JSON.stringify(rows)).not.toContain(guess.slice(0, 32));
  });

  it('are read by administrators only, and are refused in large numbers', async () => {
    expect((await found(staff, '')).code).toBe('403');
    expect((await staff.post(`${ERRORS}/stack`, { data: { number: '1' } })).code).toBe('403');
    const codes = [];
    for (let index = 0; index < 21; index += 1) codes.push((await report(staff, `fault ${'x'.repeat(index)}`)).code);
    expect([codes[0], codes.at(-1)]).toEqual(['1', '429']);
    // what is known keeps its number
    expect((await report(staff, "客户 张三 has no 'rows'")).code).toBe('1');
  });
});
