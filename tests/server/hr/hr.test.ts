import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackedProblem } from '../../../src/server/imports/unpacked.ts';
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
    expect(found.data.map(({ userName }) => userName).sort()).toEqual(['张伟', '李振华', '王雪琴', '邓国强'].sort());
    expect(found.data[0]).toMatchObject({ deptIdLabel: '建筑材料检测部', staffState: expect.any(String), revision: 1 });
    expect((await list(staff, 'userArchives/list')).data.map(({ userName }) => userName)).toEqual(['周明轩']);
    expect((await hr.post(`${ARCHIVES}/list`, { data: { nothing: 'x' } })).code).toBe('REQUEST_INVALID');
    const trial = await list(hr, 'userArchives/onboardingArchives');
    expect(trial.data.length).toBeGreaterThan(0);
    expect(new Set(trial.data.map(({ staffState }) => staffState))).toEqual(new Set(['试用']));
    expect((await list(leader, 'userArchives/getSubordinateList')).page.total).toBe(4);
    expect((await list(staff, 'userArchives/getSubordinateList')).page.total).toBe(0);
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
    expect(unpackedProblem(bytes, 10 ** 7)).toBeNull();
    const rows = rowsOf(bytes);
    expect(rows).toHaveLength(41);
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
    expect(unpackedProblem(bytes, 10 ** 7)).toBeNull();
    expect((await staff.get(`${ARCHIVES}/exportArchivesWord?id=${id}`)).code).toBe('404');
  });

  it('scanned certificates, a folder for each person (CL-068)', async () => {
    const { data } = await list(hr, 'userArchives/list');
    const { type, bytes } = await bytesOf(hr, 'POST', `${ARCHIVES}/downloadUserQualification`, {
      ids: data.slice(0, 5).map(({ id }) => id),
    });
    expect(type).toBe('application/zip');
    expect(unpackedProblem(bytes, 10 ** 8)).toBeNull();
    expect(bytes.includes(Buffer.from('罗志斌/'))).toBe(true);
    expect((await staff.post(`${ARCHIVES}/downloadUserQualification`, { ids: [data[0]?.id] })).code).toBe('404');
  });
});

describe('new contracts from a table (CL-069)', () => {
  const upload = async (rows: unknown[][], client = hr) => {
    const book = utils.book_new(utils.aoa_to_sheet(rows));
    const { write } = await import('@e965/xlsx');
    const body = new FormData();
    body.append('file', new Blob([write(book, { type: 'buffer', bookType: 'xlsx' }) as BlobPart]), '合同.xlsx');
    return client.post<{ count?: number; problems?: { row: string; message: string }[] }>(
      `${ARCHIVES}/import/updateContract`,
      body,
    );
  };

  it('are all stored, or none and every fault is named', async () => {
    const [a, b] = [await archiveOf('肖静'), await archiveOf('秦岚')];
    const head = ['工号', '姓名', '合同类型', '合同编号', '合同起始日期', '合同终止日期'];
    expect(
      await upload([
        head,
        [a.employeeNo, '肖静', '固定期限', 'HT-1', '2026-01-01', '2028-12-31'],
        [b.employeeNo, '秦岚', '固定期限', 'HT-2', '2026-02-01', '2029-01-31'],
      ]),
    ).toMatchObject({ code: '1', data: { count: 2 } });
    expect(await archiveOf('肖静')).toMatchObject({
      contractNo: 'HT-1',
      contractEnd: '2028-12-31',
      contractKind: '固定期限',
    });
    const bad = await upload([
      head,
      [a.employeeNo, '肖静', '固定期限', 'HT-9', '2026-01-01', '2028-12-31'],
      ['HZ-none', '谁', '固定期限', 'HT-8', '', ''],
      [b.employeeNo, '别人', '', 'HT-7', '', ''],
    ]);
    expect(bad).toMatchObject({
      code: 'IMPORT_FILE',
      data: { problems: [{ row: '数据第 2 行' }, { row: '数据第 3 行' }] },
    });
    expect(await archiveOf('肖静')).toMatchObject({ contractNo: 'HT-1' });
    expect((await upload([head, [a.employeeNo]], staff)).code).toBe('403');
    expect(
      (
        await upload([
          ['甲', '乙'],
          [1, 2],
        ])
      ).code,
    ).toBe('IMPORT_FILE');
  });

  it('of one person in two rows are refused, naming both, and so is a table without a contract', async () => {
    const [a, b] = [await archiveOf('肖静'), await archiveOf('秦岚')];
    const head = ['工号', '姓名', '合同编号'];
    const twice = await upload([
      head,
      [a.employeeNo, '肖静', 'HT-31'],
      [b.employeeNo, '秦岚', 'HT-32'],
      [a.employeeNo, '肖静', 'HT-33'],
    ]);
    expect(twice).toMatchObject({
      code: 'IMPORT_FILE',
      data: {
        problems: [{ row: '数据第 3 行', message: `工号“${String(a.employeeNo)}”与数据第 1 行相同，每人只能有一行` }],
        count: 1,
      },
    });
    expect((await archiveOf('秦岚')).contractNo).not.toBe('HT-32');
    expect(
      await upload([
        ['工号', '姓名'],
        [a.employeeNo, '肖静'],
      ]),
    ).toMatchObject({ code: 'IMPORT_FILE', msg: expect.stringContaining('没有合同的列') as string });
  });

  it('that cannot be kept say why in every row, one fault or several', async () => {
    const [a, b] = [await archiveOf('肖静'), await archiveOf('秦岚')];
    const head = ['工号', '合同编号', '签订次数'];
    const { data } = await upload([
      head,
      [a.employeeNo, 'x'.repeat(61), 99],
      ['HZ-none', 'HT', 1],
      [b.employeeNo, 'HT-4', 1.5],
    ]);
    expect(data.problems?.map(({ row }) => row)).toEqual(['数据第 1 行', '数据第 1 行', '数据第 2 行', '数据第 3 行']);
    expect(data.problems?.map(({ message }) => message).join()).toMatch(/合同编号.*签订次数.*HZ-none.*签订次数.*整数/);
  });

  it('that end before they begin are refused, in a table and in the archive itself', async () => {
    const a = await archiveOf('肖静');
    const { code, data } = await upload([
      ['工号', '合同起始日期', '合同终止日期'],
      [a.employeeNo, '2029-12-01', '2026-11-30'],
    ]);
    expect([code, data.problems]).toEqual([
      'IMPORT_FILE',
      [{ row: '数据第 1 行', message: '合同终止日期：不能早于“合同起始日期”' }],
    ]);
    expect(
      await hr.post(`${ARCHIVES}/saveOrUpdate`, { id: a.id, contractStart: '2029-12-01', contractEnd: '2026-11-30' }),
    ).toMatchObject({ code: 'RECORD_INVALID', data: { problems: [{ path: ['fieldsMap', 'contractEnd'] }] } });
  });

  it('tell who keeps another unit’s archives nothing of these: neither that a number is taken nor by whom', async () => {
    const mine = await archiveOf('肖静');
    const { db } = server.context;
    await db.insertInto('sys_user_role').values({ user_id: 'u-ruanyifei', role_code: 'hr' }).execute();
    const other = await server.api('ruanyifei');
    const told = await upload(
      [
        ['工号', '姓名', '合同编号'],
        [mine.employeeNo, '猜一个', 'X'],
        ['HZ-none', '猜一个', 'X'],
      ],
      other,
    );
    expect(told).toMatchObject({
      code: 'IMPORT_FILE',
      data: {
        problems: [
          { message: `没有工号为“${String(mine.employeeNo)}”的档案` },
          { message: '没有工号为“HZ-none”的档案' },
        ],
      },
    });
    expect(JSON.stringify(told)).not.toContain('肖静');
    await db.deleteFrom('sys_user_role').where('user_id', '=', 'u-ruanyifei').where('role_code', '=', 'hr').execute();
  });
});

describe('authorisations, changes and the onboarding book (CL-067, CL-073…076)', () => {
  it('list authorisations, save one or several, and show them beside the archives', async () => {
    const before = await list(hr, 'userAuth/queryUserAuthList');
    expect(before.page.total).toBe(34);
    const auth = (authNo: string) => ({
      authNo,
      userId: 'u-zhangwei',
      deptId: 'dept-cl',
      authKind: '检测操作',
      scope: '水泥物理性能',
      authDate: day(-1),
      validTo: day(700),
      authState: '有效',
    });
    expect(
      (await hr.post<unknown[]>(`${HR}/userAuth/saveUserAuth`, [auth('SQ-T-1'), auth('SQ-T-2')])).data,
    ).toHaveLength(2);
    // one of two is wrong: neither is stored
    expect((await hr.post(`${HR}/userAuth/saveUserAuth`, [auth('SQ-T-3'), auth('SQ-T-1')])).code).toBe(
      'RECORD_INVALID',
    );
    expect(
      (await list(hr, 'userAuth/queryUserAuthList', { authNo: 'SQ-T' })).data.map(({ authNo }) => authNo).sort(),
    ).toEqual(['SQ-T-1', 'SQ-T-2']);
    expect(
      await hr.post(`${HR}/userAuth/saveUserAuth`, [
        auth('SQ-T-5'),
        { ...auth('SQ-T-6'), authDate: '2029-12-01', validTo: '2026-11-30' },
      ]),
    ).toMatchObject({ code: 'RECORD_INVALID', data: { problems: [{ path: [1, 'fieldsMap', 'validTo'] }] } });
    expect((await staff.post(`${HR}/userAuth/saveUserAuth`, auth('SQ-T-4'))).code).toBe('403');
    const people = await list(hr, 'userArchives/getUserAuthArchiveslist', { userName: '张伟' });
    expect(((people.data[0]?.auths ?? []) as Row[]).map(({ authNo }) => authNo)).toEqual(
      expect.arrayContaining(['SQ-T-1', 'SQ-T-2']),
    );
    const sheet = rowsOf(
      (await bytesOf(hr, 'POST', `${ARCHIVES}/exportUserAuthArchiveslist`, { data: { userName: '张伟' } })).bytes,
    );
    expect(sheet.filter((row) => String(row['授权编号']).startsWith('SQ-T'))).toHaveLength(2);
  });

  it('answer what changed for somebody, newest first, to whom it concerns', async () => {
    const {
      rows: [some],
    } = {
      rows: await server.context.db
        .selectFrom('frm_record')
        .select('fields')
        .where('form_key', '=', 'userChanges')
        .limit(1)
        .execute(),
    };
    const userId = String(some?.fields.userId);
    const changes = (await hr.get<Row[]>(`${HR}/staffChangeDetail/getByUserId?userId=${userId}`)).data;
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.map(({ changeDate }) => changeDate)).toEqual(
      changes
        .map(({ changeDate }) => changeDate)
        .sort()
        .reverse(),
    );
    expect(
      userId === 'u-staff' ||
        (await staff.get<Row[]>(`${HR}/staffChangeDetail/getByUserId?userId=${userId}`)).data.length === 0,
    ).toBe(true);
  });

  it('page the onboarding book and export it', async () => {
    const book = await hr.post<Paged>(`${HR}/staffOnboardingDetail/stdBookList`, {
      data: {},
      page: { pageNum: 2, pageSize: 10 },
    });
    expect(book.data).toMatchObject({ page: { total: 26, pageNum: 2, pageSize: 10 } });
    expect(book.data.data).toHaveLength(10);
    const { name, bytes } = await bytesOf(hr, 'POST', `${HR}/staffOnboardingDetail/exportOnboardingDetail`, {
      data: {},
    });
    expect(name).toBe('入职台账.xlsx');
    expect(rowsOf(bytes)).toHaveLength(26);
    expect((await staff.post<Paged>(`${HR}/staffOnboardingDetail/stdBookList`, {})).data.page.total).toBe(0);
  });
});

describe('seals (CL-058, CL-059)', () => {
  interface Node {
    id: string;
    name: string;
    type: string;
    children?: Node[];
  }
  it('are chosen by unit and kind, those in use alone, of the own units', async () => {
    const tree = (await staff.get<Node[]>('/api/system/seal/config/querySealConfigListTree')).data;
    expect(tree.map(({ name }) => name)).toEqual(['衡准工程检测有限公司', '衡准工程咨询有限公司']);
    const testing = tree[0]?.children?.find(({ name }) => name === '检测专用章');
    expect(testing?.children?.map(({ name }) => name)).toEqual(['检测专用章（1）']);
    expect(Object.keys(testing?.children?.[0] ?? {}).sort()).toEqual(['id', 'keeperName', 'name', 'sealNo', 'type']);
    const one = await server.api('linjiawei');
    expect((await one.get<Node[]>('/api/system/seal/config/querySealConfigListTree')).data).toHaveLength(1);
  });

  it('are noted where they were set, by their keepers, and not when out of use', async () => {
    const sealer = await server.api('sealer');
    const entry = (sealId: string) => ({
      sealId,
      fileName: '检测报告 BG-1',
      applicantId: 'u-staff',
      copies: 3,
      sealDate: day(0),
      handler: 'u-sealer',
      applyFormKey: 'businessSealApply',
      applyId: 'x',
    });
    const SAVE = '/api/system/seal/busiSealDetails/saveBusiSealDetails';
    const saved = await sealer.post<{ id: string }>(SAVE, entry('sealImpressionInfo-0001'));
    expect(saved.code).toBe('1');
    expect(
      (await sealer.get<{ fieldsMap: object }>(`/api/system/frmCrud/getById/sealDetails?id=${saved.data.id}`)).data
        .fieldsMap,
    ).toMatchObject({ sealIdLabel: '衡准工程检测有限公司公章', copies: 3 });
    expect((await sealer.post(SAVE, entry('sealImpressionInfo-0005'))).msg).toContain('停用');
    expect((await sealer.post(SAVE, entry('nothing'))).code).toBe('404');
    expect((await staff.post(SAVE, entry('sealImpressionInfo-0001'))).code).toBe('403');
    // of several it is told which
    const good = entry('sealImpressionInfo-0001');
    const { copies: _copies, ...without } = good;
    expect(await sealer.post(SAVE, [good, good, without, good])).toMatchObject({
      code: 'RECORD_INVALID',
      msg: expect.stringMatching(/^第 3 条：/) as string,
      data: {
        count: 1,
        problems: [
          {
            code: 'VALUE_REQUIRED',
            path: [2, 'fieldsMap', 'copies'],
            message: expect.stringContaining('第 3 条') as string,
          },
        ],
      },
    });
    expect(await sealer.post(SAVE, without)).toMatchObject({ data: { problems: [{ path: ['fieldsMap', 'copies'] }] } });
    expect(await sealer.post(SAVE, [good, entry('nothing')])).toMatchObject({
      code: '404',
      msg: expect.stringMatching(/第 2 条：印章“nothing”/) as string,
    });
    expect(await sealer.post(SAVE, [good, { ...good, id: 'nothing' }])).toMatchObject({
      code: '404',
      msg: expect.stringContaining('第 2 条') as string,
    });
    expect((await staff.post(SAVE, entry('nothing'))).code).toBe('403');
  });

  it('of another unit are not there for a keeper: neither their state is told nor is one of them noted, by a correction either', async () => {
    await server.context.db
      .insertInto('sys_user_role')
      .values({ user_id: 'u-ruanyifei', role_code: 'sealer' })
      .execute();
    const keeper = await server.api('ruanyifei');
    const SAVE = '/api/system/seal/busiSealDetails/saveBusiSealDetails';
    const entry = (sealId: string) => ({
      sealId,
      fileName: '检测报告 BG-1',
      applicantId: 'u-ruanyifei',
      copies: 3,
      sealDate: day(0),
      handler: 'u-ruanyifei',
      applyFormKey: 'businessSealApply',
      applyId: 'x',
    });
    for (const id of ['sealImpressionInfo-0001', 'sealImpressionInfo-0005', 'nothing'])
      expect(await keeper.post(SAVE, entry(id))).toMatchObject({ status: 404, code: '404' });
    const sealer = await server.api('sealer');
    const saved = await sealer.post<{ id: string }>(SAVE, entry('sealImpressionInfo-0001'));
    expect(saved.code, saved.msg).toBe('1');
    expect((await sealer.post(SAVE, { id: saved.data.id, sealId: 'sealImpressionInfo-0005' })).msg).toContain('停用');
    expect(await sealer.post(SAVE, { id: saved.data.id, sealId: 'sealImpressionInfo-0001', copies: 4 })).toMatchObject({
      code: '1',
    });
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
