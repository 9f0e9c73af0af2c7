import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsIn } from '../support/recordsIn.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

type Row = Record<string, unknown> & { id: string; revision: number };

interface Paged {
  data: Row[];
  page: { total: number };
}

let server: TestServer;
let hr: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [hr, staff] = await Promise.all([server.api('hr'), server.api('staff')]);
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

  it('say which columns of the table were not read', async () => {
    const a = await archiveOf('肖静');
    const done = await upload([
      ['工号', '姓名', '合同编号', '合同截止日期'],
      [a.employeeNo, '肖静', 'HT-21', '2028-12-31'],
    ]);
    expect(done).toMatchObject({
      code: '1',
      msg: '已更新 1 份合同信息；表格中没有这些列，未导入：合同截止日期',
      data: { count: 1 },
    });
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
        .selectFrom(await recordsIn(server, 'userChanges'))
        .select('fields')
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
