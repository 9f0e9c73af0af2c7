import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { utils, write } from '@e965/xlsx';
import { directoryOf } from '../../../src/server/system/directory.ts';
import { type Client, startTestServer, type TestServer } from '../support.ts';
import { remind } from '../../../src/server/notices/index.ts';
import type { OwnProfile } from '../../../src/server/people/ownProfile.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
let hr: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff, hr] = await Promise.all([server.api('admin'), server.api('staff'), server.api('hr')]);
});
afterAll(() => server.dispose());

const SYS = '/api/system/sys';

const found = async (body: object): Promise<string[]> =>
  (await admin.post<{ data: { showName: string }[] }>(`${SYS}/user/likeName`, body)).data.data.map(
    ({ showName }) => showName,
  );

describe('what searches keep of people and departments', () => {
  it('is another one after every change that a search would show, whoever made it', async () => {
    const { db } = server.context;
    expect(await found({ name: '江海洋' })).toEqual([]);
    // as another server on the same database would write it
    await db.updateTable('sys_user').set({ name: '江海洋' }).where('id', '=', 'u-staff').execute();
    expect([await found({ name: '海洋' }), await found({ name: 'jhy' }), await found({ name: 'JIANGHAI' })]).toEqual([
      ['江海洋'],
      ['江海洋'],
      ['江海洋'],
    ]);
    await db.updateTable('sys_user').set({ is_disabled: true }).where('id', '=', 'u-staff').execute();
    expect(await found({ name: '海洋' })).toEqual([]);
    await db.updateTable('sys_user').set({ is_disabled: false }).where('id', '=', 'u-staff').execute();

    const { data } = await admin.post<{ id: string }>(`${SYS}/org/save`, {
      name: '海洋检测部',
      type: 'dept',
      parentId: 'unit-jc',
    });
    expect(await found({ name: '', orgId: data.id })).toEqual([]);
    await db
      .insertInto('sys_user_unit')
      .values({ user_id: 'u-staff', unit_id: 'unit-jc', dept_id: data.id, sn: 10 })
      .execute();
    expect(await found({ name: '', orgId: data.id })).toEqual(['江海洋']);
    const options = (await admin.get<{ name: string }[]>(`${SYS}/org/options?keyword=${encodeURIComponent('海洋')}`))
      .data;
    expect(options.map(({ name }) => name)).toEqual([expect.stringMatching(/^海洋检测部（.+）$/) as string]);
  });

  it('stays the same where nothing of it changed', async () => {
    const { db } = server.context;
    const before = await directoryOf(db);
    await db.updateTable('sys_user').set({ phone: '13800000000' }).where('id', '=', 'u-staff').execute();
    expect(await directoryOf(db)).toBe(before);
    await db.updateTable('sys_org').set({ sn: 77 }).where('id', '=', 'unit-zx').execute();
    expect(await directoryOf(db)).not.toBe(before);
  });

  it('lists people page by page in their order, each once, and in another one when somebody else changes it', async () => {
    const { db } = server.context;
    type Listed = { data: { id: string }[]; page: { total: number } };
    const ask = async (orgId: string | null, pageNum: number): Promise<Listed> =>
      (await admin.post<Listed>(`${SYS}/user/page`, { data: { orgId }, page: { pageNum, pageSize: 7 } })).data;
    for (const orgId of [null, 'unit-zx']) {
      const { total } = (await ask(orgId, 1)).page;
      const ids: string[] = [];
      for (let page = 1; ids.length < total; page += 1) {
        const { data } = await ask(orgId, page);
        expect(data.length).toBeGreaterThan(0);
        ids.push(...data.map(({ id }) => id));
      }
      const stored = await db.selectFrom('sys_user').select(['id', 'sn']).where('id', 'in', ids).execute();
      const snOf = new Map(stored.map(({ id, sn }) => [id, sn]));
      const order = ids.map((id) => snOf.get(id) ?? 0);
      expect(new Set(ids).size).toBe(total);
      expect(order).toEqual([...order].sort((a, b) => a - b));
      const last = ids.at(-1) ?? '';
      await db.updateTable('sys_user').set({ sn: -1 }).where('id', '=', last).execute();
      expect((await ask(orgId, 1)).data[0]?.id).toBe(last);
      await db
        .updateTable('sys_user')
        .set({ sn: snOf.get(last) ?? 0 })
        .where('id', '=', last)
        .execute();
    }
    const count = await db.selectFrom('sys_user').select(db.fn.countAll<number>().as('n')).executeTakeFirst();
    expect((await ask(null, 1)).page.total).toBe(Number(count?.n));
  });

  it('is read within a transaction without waiting for anybody else', async () => {
    const { db } = server.context;
    await db.updateTable('sys_org').set({ sn: 78 }).where('id', '=', 'unit-zx').execute();
    const directories = await Promise.all([
      directoryOf(db),
      db.transaction().execute((trx) => directoryOf(trx)),
      directoryOf(db),
    ]);
    for (const { people } of directories) expect(people.map(({ name }) => name)).toContain('江海洋');
  });
});

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

const USER = '/api/system/sys/user';

const profile = async (client: Client): Promise<OwnProfile> => (await client.get<OwnProfile>(`${USER}/profile`)).data;

/** A picture that `client` uploaded. */
async function fileOf(userId: string, id: string, ext = 'png'): Promise<string> {
  await sql`insert into att_file (id, file_name, file_ext, size, mime, sha256, uploader_id) values (${id}, ${`${id}.${ext}`}, ${ext}, 10, 'image/png', '', ${userId})`.execute(
    server.context.db,
  );
  return id;
}

describe('one’s own page', () => {
  it('changes phone, mail, picture and signature of the person alone, and nothing that administrators keep', async () => {
    const before = await profile(staff);
    expect(before.username).toBe('staff');
    const other = await profile(hr);
    const change = {
      phone: '13800001111',
      email: 'a@example.com',
      photo: await fileOf('u-staff', 'own-photo'),
      signature: await fileOf('u-staff', 'own-sign'),
      name: '改名',
      roles: 'admin',
      revision: before.revision,
    };
    expect((await staff.post(`${USER}/saveProfile`, change)).code).toBe('1');
    expect(await profile(staff)).toMatchObject({
      phone: '13800001111',
      email: 'a@example.com',
      photo: 'own-photo',
      signature: 'own-sign',
      name: before.name,
      roleNames: before.roleNames,
    });
    expect(await profile(hr)).toEqual(other);
  });

  it('refuses a page that was changed elsewhere since, wrong texts, and pictures that are another’s or none', async () => {
    const before = await profile(staff);
    const save = (body: object) => staff.post(`${USER}/saveProfile`, body);
    expect((await save({ phone: '1', revision: 'old' })).msg).toContain('已在别处修改');
    expect((await save({ phone: 'abc' })).msg).toContain('电话“abc”的格式不正确');
    expect((await save({ email: 'nobody' })).msg).toContain('邮箱“nobody”的格式不正确');
    expect((await save({ signature: await fileOf('u-hr', 'others-sign') })).code).toBe('404');
    expect((await save({ signature: await fileOf('u-staff', 'own-text', 'txt') })).code).toBe('FILE_TYPE');
    expect(await profile(staff)).toEqual(before);
  });

  it('a kind of reminders that is switched off comes no more, others do, and other people get theirs', async () => {
    expect((await staff.get(`${USER}/notify`)).data).toMatchObject({
      copy: ['site', 'mail', 'group'],
      urge: ['site', 'mail', 'group'],
    });
    expect((await staff.post(`${USER}/saveNotify`, { copy: [] })).code).toBe('1');
    expect((await staff.get(`${USER}/notify`)).data).toMatchObject({
      copy: [],
      urge: ['site', 'mail', 'group'],
    });
    await server.context.db.transaction().execute((trx) =>
      remind(trx, [
        { userId: 'u-staff', kind: 'flow-cc', title: '抄送试验' },
        { userId: 'u-staff', kind: 'flow-urge', title: '催办试验' },
        { userId: 'u-hr', kind: 'flow-cc', title: '抄送试验' },
      ]),
    );
    const { rows } = await sql<{
      who: string;
    }>`select user_id || ' ' || title as who from sys_remind where title like '%试验' order by 1`.execute(
      server.context.db,
    );
    expect(rows.map(({ who }) => who)).toEqual(['u-hr 抄送试验', 'u-staff 催办试验']);
    expect((await staff.post(`${USER}/saveNotify`, { copy: 'often' })).code).not.toBe('1');
  });

  it('keeps which guides somebody has seen, each person for themselves', async () => {
    const guides = async (client: Client): Promise<string[]> => (await client.get<string[]>(`${USER}/guides`)).data;
    expect(await guides(staff)).toEqual([]);
    for (const _time of [1, 2]) await staff.post(`${USER}/noteGuide`, { guide: 'designer' });
    expect([await guides(staff), await guides(hr)]).toEqual([['designer'], []]);
    expect((await staff.post(`${USER}/noteGuide`, { guide: 'unknown' })).code).not.toBe('1');
  });
});

const BASE = '/api/system/sys/user';

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
