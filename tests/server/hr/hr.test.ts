import { read, utils } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findZipProblem } from '../../../src/server/imports/zipProblem.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

type Row = Record<string, unknown> & { id: string; revision: number };

interface Paged {
  data: Row[];
  page: { total: number };
}

let server: TestServer;
let hr: Client;
let staff: Client;
let leader: Client;
beforeAll(async () => {
  server = await startTestServer();
  [hr, staff, leader] = await Promise.all([server.api('hr'), server.api('staff'), server.api('dengguoqiang')]);
});
afterAll(() => server.dispose());

const HR = '/api/system/hr';
const ARCHIVES = `${HR}/userArchives`;
const all = { page: { pageNum: 1, pageSize: 200 } };

const list = async (client: Client, call: string, data: object = {}): Promise<Paged> =>
  (await client.post<Paged>(`${HR}/${call}`, { data, ...all })).data;

const archiveOf = async (name: string): Promise<Row> =>
  (await list(hr, 'userArchives/list', { userName: name })).data[0] as Row;

async function bytesOf(
  client: Client,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<{ type: string | null; name: string; bytes: Buffer }> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${client.token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.status).toBe(200);
  const name = decodeURIComponent(
    /filename\*=UTF-8''(.*)$/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '',
  );
  return { type: response.headers.get('content-type'), name, bytes: Buffer.from(await response.arrayBuffer()) };
}

const rowsOf = (bytes: Buffer): Record<string, unknown>[] => {
  const book = read(bytes);
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0] as string] as never);
};

const day = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

describe('archives (CL-063, CL-064, CL-070)', () => {
  it('are listed flat, filtered by their fields, under the rights of the form', async () => {
    const found = await list(hr, 'userArchives/list', { deptId: 'dept-cl' });
    expect(found.data.map(({ userName }) => userName).sort()).toEqual(
      ['唐振邦', '张伟', '方静', '李振华', '梁永刚', '王雪琴', '石磊', '邓国强'].sort(),
    );
    expect(found.data[0]).toMatchObject({ deptIdLabel: '建筑材料检测部', staffState: expect.any(String), revision: 1 });
    expect((await list(staff, 'userArchives/list')).data.map(({ userName }) => userName)).toEqual(['周明轩']);
    expect((await hr.post(`${ARCHIVES}/list`, { data: { nothing: 'x' } })).code).toBe('REQUEST_INVALID');
    const trial = await list(hr, 'userArchives/onboardingArchives');
    expect(trial.data.length).toBeGreaterThan(0);
    expect(new Set(trial.data.map(({ staffState }) => staffState))).toEqual(new Set(['试用']));
    expect((await list(leader, 'userArchives/getSubordinateList')).page.total).toBe(8);
    expect((await list(staff, 'userArchives/getSubordinateList')).page.total).toBe(0);
  });

  it('of all departments below are listed for their leader, however many they are', async () => {
    const { db } = server.context;
    await sql`insert into sys_org (id, parent_id, name, type) select 'many-' || n, 'dept-cl', '组' || n, 'dept' from generate_series(1, 250) n`.execute(
      db,
    );
    await sql`insert into sys_org (id, parent_id, name, type) values ('many-deep', 'many-250', '小组', 'dept')`.execute(
      db,
    );
    const { data } = await hr.post<{ id: string }>(`${ARCHIVES}/saveOrUpdate`, {
      employeeNo: 'HZ8009',
      userName: '小组成员',
      deptId: 'many-deep',
      staffState: '在职',
      entryDate: day(-10),
    });
    expect((await list(leader, 'userArchives/getSubordinateList')).page.total).toBe(9);
    expect((await hr.get(`${ARCHIVES}/removeById?id=${data.id}`)).code).toBe('1');
    await sql`delete from sys_org where id like 'many-%'`.execute(db);
  });

  it('are added, changed key by key, ordered and removed; a screen shows the same', async () => {
    const saved = await hr.post<{ id: string; revision: number }>(`${ARCHIVES}/saveOrUpdate`, {
      employeeNo: 'HZ8001',
      userName: '新人甲',
      deptId: 'dept-cl',
      staffState: '试用',
      entryDate: day(-10),
      certificates: [{ certName: '上岗证', validTo: day(20) }],
    });
    expect(saved).toMatchObject({ code: '1', data: { revision: 1 } });
    const { id } = saved.data;
    expect((await hr.post(`${ARCHIVES}/saveOrUpdate`, { id, post: '检测员' })).code).toBe('1');
    expect((await hr.get<Row>(`${ARCHIVES}/getById?id=${id}`)).data).toMatchObject({
      post: '检测员',
      userName: '新人甲',
      deptIdLabel: '建筑材料检测部',
      certificates: [{ certName: '上岗证' }],
      revision: 2,
    });
    expect(
      (await hr.get<{ fieldsMap: object }>(`/api/system/frmCrud/getById/userFiles?id=${id}`)).data.fieldsMap,
    ).toMatchObject({ post: '检测员', userName: '新人甲' });
    expect((await hr.post(`${ARCHIVES}/saveOrUpdate`, { id, post: '乙', revision: 1 })).code).toBe('RECORD_STALE');
    expect(
      (
        await hr.post(`${ARCHIVES}/saveOrUpdate`, {
          employeeNo: 'HZ8001',
          userName: '重号',
          deptId: 'dept-cl',
          staffState: '试用',
          entryDate: day(0),
        })
      ).msg,
    ).toContain('检查');
    expect((await hr.post(`${ARCHIVES}/updateSn`, [{ id, sn: 7 }])).code).toBe('1');
    expect((await hr.get<Row>(`${ARCHIVES}/getById?id=${id}`)).data.sn).toBe(7);
    expect((await staff.get(`${ARCHIVES}/getById?id=${id}`)).code).toBe('404');
    expect((await staff.post(`${ARCHIVES}/delUserArchives`, { ids: [id] })).code).toBe('404');
    expect(await hr.post(`${ARCHIVES}/delUserArchives`, { ids: [id, 'nothing'] })).toMatchObject({
      code: '404',
      msg: expect.stringContaining('第 2 条') as string,
    });
    expect(
      await hr.post(`${ARCHIVES}/updateSn`, [
        { id, sn: 7 },
        { id: 'nothing', sn: 8 },
      ]),
    ).toMatchObject({ code: '404', msg: expect.stringContaining('第 2 条') as string });
    expect((await hr.get(`${ARCHIVES}/removeById?id=${id}`)).code).toBe('1');
    expect((await hr.get(`${ARCHIVES}/getById?id=${id}`)).code).toBe('404');
  });

  it('are corrected by the person only while that is open, and only in what is theirs to say (CL-072)', async () => {
    expect((await staff.get(`${ARCHIVES}/getPersonalModify`)).data).toBe('0');
    expect((await staff.post(`${ARCHIVES}/qrSaveOrUpdate`, { address: '新址' })).code).toBe('403');
    expect((await staff.get(`${ARCHIVES}/setPersonalModify/1`)).code).toBe('403');
    expect((await hr.get(`${ARCHIVES}/setPersonalModify/1`)).code).toBe('1');
    expect((await staff.get(`${ARCHIVES}/getPersonalModify`)).data).toBe('1');
    expect((await staff.post(`${ARCHIVES}/qrSaveOrUpdate`, { address: '江城市新址 1 号' })).code).toBe('1');
    expect(await archiveOf('周明轩')).toMatchObject({ address: '江城市新址 1 号' });
    expect(await staff.post(`${ARCHIVES}/qrSaveOrUpdate`, { address: '乙', post: '总经理' })).toMatchObject({
      code: 'RECORD_FORBIDDEN',
      data: { problems: [{ code: 'VALUE_FORBIDDEN', path: ['fieldsMap', 'post'] }], count: 1 },
    });
    const other = await archiveOf('张伟');
    expect((await staff.post(`${ARCHIVES}/qrSaveOrUpdate`, { id: other.id, address: '乙' })).code).toBe('404');
    // somebody else's certificate cannot be pulled into the own archive and read there
    const scan = (await hr.get<Row>(`${ARCHIVES}/getById?id=${other.id}`)).data.certificates as { certFile?: string }[];
    expect(
      (await staff.post(`${ARCHIVES}/qrSaveOrUpdate`, { files: scan.find(({ certFile }) => certFile)?.certFile })).code,
    ).toBe('403');
    expect((await hr.get(`${ARCHIVES}/setPersonalModify/0`)).code).toBe('1');
    expect((await staff.get(`${ARCHIVES}/setPersonalModify/2`)).code).toBe('REQUEST_INVALID');
  });
});

describe('reminders (CL-065)', () => {
  it('are questions to the archives: what is due and what is overdue, not what is far, finished or of people who left', async () => {
    const archive = await archiveOf('张伟');
    const set = async (values: object): Promise<void> =>
      expect((await hr.post(`${ARCHIVES}/saveOrUpdate`, { id: archive.id, ...values })).code).toBe('1');
    const asked = async (call: string, data: object = {}): Promise<Row | undefined> =>
      (await list(hr, `userArchives/${call}`, data)).data.find(({ id }) => id === archive.id);
    await set({ contractKind: '固定期限', contractEnd: day(40), staffState: '在职' });
    expect(await asked('getContractExpireRemind')).toMatchObject({ remindDate: day(40), daysLeft: 40 });
    expect(await asked('getContractExpireRemind', { days: 30 })).toBeUndefined();
    await set({ contractEnd: day(-3) });
    expect(await asked('getContractExpireRemind')).toMatchObject({ daysLeft: -3 });
    await set({ staffState: '离职' });
    expect(await asked('getContractExpireRemind')).toBeUndefined();
    await set({ staffState: '试用', trialEnd: day(5), positiveDate: '' });
    expect(await asked('getPositiveRemind')).toMatchObject({ daysLeft: 5 });
    await set({ positiveDate: day(0) });
    expect(await asked('getPositiveRemind')).toBeUndefined();
    await set({
      paperState: '部分归档',
      paperDue: day(1),
      partPost: '兼职安全员',
      partEnd: day(2),
      certificates: [
        { certName: '近', validTo: day(30) },
        { certName: '远', validTo: day(900) },
      ],
    });
    expect(await asked('getPaperArchivesRemind')).toMatchObject({ daysLeft: 1 });
    expect(await asked('getPartRemind')).toMatchObject({ daysLeft: 2 });
    expect(await asked('getUserQualificationRemind')).toMatchObject({
      remindDate: day(30),
      certificates: [{ certName: '近' }],
    });
  });

  it('of the demo company are there to be seen by human resources, and show staff their own alone', async () => {
    for (const call of [
      'getPositiveRemind',
      'getContractExpireRemind',
      'getPaperArchivesRemind',
      'getPartRemind',
      'getUserQualificationRemind',
    ]) {
      expect([call, (await list(hr, `userArchives/${call}`, { days: 120 })).page.total > 0]).toEqual([call, true]);
      expect(
        (await list(staff, `userArchives/${call}`, { days: 3650 })).data.every(({ userName }) => userName === '周明轩'),
      ).toBe(true);
    }
  });
});

describe('files made of archives', () => {
  it('a workbook with every row of the list, texts as texts (CL-066)', async () => {
    await hr.post(`${ARCHIVES}/saveOrUpdate`, {
      id: (await archiveOf('秦岚')).id,
      remark: '=HYPERLINK("http://x","y")\u0001 & <b>',
    });
    const { type, name, bytes } = await bytesOf(hr, 'POST', `${ARCHIVES}/exportArchives`, {
      data: { staffState: ['在职', '试用', '离职'] },
    });
    expect([type, name]).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      '人事档案.xlsx',
    ]);
    expect(findZipProblem(bytes, 10 ** 7)).toBeNull();
    const rows = rowsOf(bytes);
    expect(rows).toHaveLength(54);
    expect(rows.find((row) => row['姓名'] === '秦岚')).toMatchObject({
      部门: '市政道路检测部',
      备注: '=HYPERLINK("http://x","y") & <b>',
    });
    expect(String(rows[0]?.['身份证号'])).toContain('****');
    expect((await hr.post(`${ARCHIVES}/exportArchives`, { data: { nothing: 1 } })).code).toBe('REQUEST_INVALID');
    expect(rowsOf((await bytesOf(staff, 'POST', `${ARCHIVES}/exportArchives`, {})).bytes)).toHaveLength(1);
  });

  it('are made again for who asks twice under one key', async () => {
    const asked = () => bytesOf(hr, 'POST', `${ARCHIVES}/exportArchives`, {}, { 'idempotency-key': 'export-twice' });
    const [first, second] = [await asked(), await asked()];
    expect(rowsOf(second.bytes)).toEqual(rowsOf(first.bytes));
    expect([second.type, second.name, rowsOf(first.bytes).length > 10]).toEqual([first.type, first.name, true]);
  });

  it('a text document of one person (CL-071)', async () => {
    const { id } = await archiveOf('韩磊');
    const { type, name, bytes } = await bytesOf(hr, 'GET', `${ARCHIVES}/exportArchivesWord?id=${id}`);
    expect(type).toContain('wordprocessingml');
    expect(name).toMatch(/^人事档案-HZ\d+ 韩磊\.docx$/);
    expect(findZipProblem(bytes, 10 ** 7)).toBeNull();
    expect((await staff.get(`${ARCHIVES}/exportArchivesWord?id=${id}`)).code).toBe('404');
  });

  it('scanned certificates, a folder for each person (CL-068)', async () => {
    const { data } = await list(hr, 'userArchives/list');
    const { type, bytes } = await bytesOf(hr, 'POST', `${ARCHIVES}/downloadUserQualification`, {
      ids: data.slice(0, 5).map(({ id }) => id),
    });
    expect(type).toBe('application/zip');
    expect(findZipProblem(bytes, 10 ** 8)).toBeNull();
    expect(bytes.includes(Buffer.from('罗志斌/'))).toBe(true);
    expect((await staff.post(`${ARCHIVES}/downloadUserQualification`, { ids: [data[0]?.id] })).code).toBe('404');
  });
});

describe('what a ledger is asked for', () => {
  it('by the ids of chosen rows is these and no others, in lists and in what is exported', async () => {
    const { data } = await list(hr, 'userArchives/list');
    const ids = [data[3]?.id, data[7]?.id];
    expect((await list(hr, 'userArchives/list', { ids })).data.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(rowsOf((await bytesOf(hr, 'POST', `${ARCHIVES}/exportArchives`, { data: { ids } })).bytes)).toHaveLength(2);
    expect((await list(staff, 'userArchives/list', { ids })).page.total).toBe(0);
    expect((await list(hr, 'userArchives/list', { ids: [] })).page.total).toBe(data.length);
  });

  it('may come as the fields of a form, as downloads send it', async () => {
    const name = (await list(hr, 'userArchives/list')).data[3]?.userName;
    const fetched = async (path: string, fields: Record<string, string>): Promise<Buffer> => {
      const response = await fetch(server.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${hr.token}` },
        body: new URLSearchParams(fields),
      });
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    };
    expect(
      rowsOf(
        await fetched(`${ARCHIVES}/exportArchives`, {
          'data[userName]': String(name),
          'page[pageNum]': '1',
          'page[pageSize]': '10',
        }),
      ).map((row) => row['姓名']),
    ).toEqual([name]);
    expect(
      rowsOf(
        await fetched(`${HR}/staffOnboardingDetail/exportOnboardingDetail`, {
          'data[conditions][0][field]': 'deptId',
          'data[conditions][0][value]': 'dept-none',
        }),
      ),
    ).toHaveLength(0);
  });

  it('beside data is refused: a filter at the wrong place would export everybody', async () => {
    for (const call of ['list', 'exportArchives', 'getUserAuthArchiveslist', 'exportUserAuthArchiveslist']) {
      expect(await hr.post(`${ARCHIVES}/${call}`, { userName: '肖静' }), call).toMatchObject({
        status: 400,
        code: 'REQUEST_INVALID',
        msg: expect.stringContaining('多余的“userName”'),
      });
    }
    expect((await hr.post(`${ARCHIVES}/exportArchives`, new URLSearchParams({ userName: '肖静' }))).code).toBe(
      'REQUEST_INVALID',
    );
    // how far ahead to look is asked of reminders alone
    expect((await hr.post(`${ARCHIVES}/list`, { data: { days: 30 } })).code).toBe('REQUEST_INVALID');
    expect((await hr.post(`${ARCHIVES}/getPartRemind`, { data: { days: 30 } })).code).toBe('1');
  });
});
