import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const BASE = '/api/system/sys/user';
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

function sheet(rows: string[][]): FormData {
  const book = utils.book_new();
  const head = ['用户名*', '姓名*', '单位', '部门', '岗位', '手机', '邮箱', '角色', '排序'];
  utils.book_append_sheet(book, utils.aoa_to_sheet([head, ...rows]), '用户');
  const form = new FormData();
  form.append('file', new Blob([write(book, { type: 'buffer', bookType: 'xlsx' }) as BlobPart]), '人员.xlsx');
  return form;
}

const PEOPLE = 20_000;
const WRONG = 300;

it('20,000 people with 300 wrong rows are checked in one go: each wrong row is named with its reason, nothing is stored', async () => {
  const rows = Array.from({ length: PEOPLE }, (_none, at) => {
    const isWrong = at % Math.floor(PEOPLE / WRONG) === 0 && at / Math.floor(PEOPLE / WRONG) < WRONG;
    return [`many${at}`, `员工${at}`, '', isWrong ? '没有的部门' : '市场经营部', '', '', '', '经办人', ''];
  });
  const { code, data } = await admin.post<{
    total: number;
    good: number;
    added: number;
    badCount: number;
    bad: { row: number; message: string }[];
  }>(`${BASE}/importCheck`, sheet(rows));
  expect(code).toBe('1');
  expect([data.total, data.good, data.added, data.badCount]).toEqual([PEOPLE, PEOPLE - WRONG, PEOPLE - WRONG, WRONG]);
  expect(data.bad).toHaveLength(WRONG);
  expect(new Set(data.bad.map(({ message }) => message))).toEqual(new Set(['没有部门“没有的部门”']));
  expect(data.bad[1]?.row).toBe(Math.floor(PEOPLE / WRONG) + 2);
  const { rows: found } = (await server.context.db
    .selectFrom('sys_user')
    .where('username', 'like', 'many%')
    .select('id')
    .execute()
    .then((list) => ({ rows: list }))) as { rows: unknown[] };
  expect(found).toEqual([]);
}, 120_000);

it('of more wrong rows than anybody reads 500 are named, and all are counted', async () => {
  const rows = Array.from({ length: 600 }, (_none, at) => [
    `bad${at}`,
    `员工${at}`,
    '',
    '没有的部门',
    '',
    '',
    '',
    '',
    '',
  ]);
  const { data } = await admin.post<{ badCount: number; bad: object[] }>(`${BASE}/importCheck`, sheet(rows));
  expect([data.badCount, data.bad.length]).toEqual([600, 500]);
});

it('two administrators who disable, or demote, each other at the same moment leave one of them', async () => {
  const { db } = server.context;
  await db.insertInto('sys_user_role').values({ user_id: 'u-hr', role_code: 'admin' }).execute();
  const other = await server.api('hr');
  const acts: [string, object][] = [
    ['setDisabled', { disabled: true }],
    ['change', { roles: 'staff' }],
  ];
  for (const [call, body] of acts) {
    const answers = await Promise.all([
      admin.post(`${BASE}/${call}`, { id: 'u-hr', ...body }),
      other.post(`${BASE}/${call}`, { id: 'u-admin', ...body }),
    ]);
    const left = await db
      .selectFrom('sys_user_role as r')
      .innerJoin('sys_user as u', 'u.id', 'r.user_id')
      .where('r.role_code', '=', 'admin')
      .where('u.is_disabled', '=', false)
      .select('u.id')
      .execute();
    expect([call, left.length >= 1]).toEqual([call, true]);
    expect([call, answers.filter(({ code }) => code === '1').length >= 1]).toEqual([call, true]);
    // both again
    await db.updateTable('sys_user').set({ is_disabled: false }).where('id', 'in', ['u-hr', 'u-admin']).execute();
    for (const user_id of ['u-hr', 'u-admin'])
      await db
        .insertInto('sys_user_role')
        .values({ user_id, role_code: 'admin' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    admin = await server.api('admin');
    other.token = (await server.api('hr')).token;
  }
});
