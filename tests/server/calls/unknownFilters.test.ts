import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

const ORG = '/api/system/sys/org';
const DICT = '/api/system/sys/dictType';
const MAIL = '/api/system/sendEmails';

describe('a list that is asked for what it does not know', () => {
  it.each([
    `${ORG}/getOrgList`,
    `${ORG}/getOrgOnly`,
    `${MAIL}/getList`,
    '/api/system/receiveEmails/getList',
    '/api/system/receiveEmails/getDelList',
    '/api/system/sysNotice/getList',
    '/api/system/sysNotice/getManageList',
    '/api/system/sysMsgRemind/msgRemindList',
    '/api/system/sysAudit/getList',
    '/api/system/sysAudit/getRecordList',
    '/api/system/sysAudit/export',
  ])('refuses it, in `data` and beside it, rather than answer everything: %s', async (path) => {
    expect(await admin.post(path, { data: { nmae: '综合部' }, page: { pageNum: 1, pageSize: 1 } })).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
      msg: '请求参数有误：“data”有多余的“nmae”',
    });
    expect(await admin.post(path, { keyword: 'x' })).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
      msg: '请求参数有误：内容有多余的“keyword”',
    });
    for (const body of [{}, { data: {} }, { data: null, page: null }, { page: { pageNum: 1, pageSize: 8, total: 3 } }])
      expect([body, (await admin.post(path, body)).status]).toEqual([body, 200]);
  });

  it('is the list of processes, too', async () => {
    const path = '/api/task/flow/admin/instances';
    expect((await admin.post(path, { data: { status: 'stuck' } })).msg).toBe('请求参数有误：内容有多余的“data”');
    expect((await admin.post(path, { status: 'all', page: { pageNum: 1, pageSize: 5 } })).code).toBe('1');
  });

  it("a notice is asked for by its state by everybody: what is not released is nobody's but its keepers'", async () => {
    await admin.post('/api/system/sysNotice/saveOrUpdate', { title: '尚未发布' });
    const total = async (call: string, data: object) =>
      (await admin.post<{ page: { total: number } }>(`/api/system/sysNotice/${call}`, { data })).data.page.total;
    expect(await total('getList', { status: '0' })).toBe(0);
    expect(await total('getManageList', { status: '0', title: '尚未发布' })).toBe(1);
  });
});

describe('a change with a key that nobody reads', () => {
  it.each([
    ['a part of the organisation', `${ORG}/update`, { id: 'dept-cl', nmae: '甲' }, '内容有多余的“nmae”'],
    [
      'a new one',
      `${ORG}/save`,
      { name: '甲', type: 'dept', parentId: 'unit-jc', leader: 'u-hr' },
      '内容有多余的“leader”',
    ],
    [
      'an item of a dictionary',
      `${DICT}/saveOrUpdate`,
      { typeCode: 'asked', typeName: '甲', items: [{ dictLabel: '甲', dictValue: '1', isDisabled: true }] },
      '“items › 0”有多余的“isDisabled”',
    ],
    [
      'a dictionary',
      `${DICT}/saveOrUpdate`,
      { typeCode: 'asked', typeName: '甲', items: [], parent: 'x' },
      '内容有多余的“parent”',
    ],
    ['a mail', `${MAIL}/sendEmail`, { subject: '甲', toIds: ['u-hr'], bccIds: ['u-staff'] }, '内容有多余的“bccIds”'],
    ['a draft in a list', `${MAIL}/saveBatch`, [{ subject: '甲', body: '乙' }], '“0”有多余的“body”'],
    ['a notice', '/api/system/sysNotice/saveOrUpdate', { title: '甲', units: ['unit-jc'] }, '内容有多余的“units”'],
  ])('is refused and not called saved: %s', async (_what, path, body, detail) => {
    expect(await admin.post(path, body)).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
      msg: `请求参数有误：${detail}`,
    });
  });

  it('is none where what was read is sent back changed', async () => {
    const org = (await admin.get<object>(`${ORG}/getById?id=dept-cl`)).data;
    expect(await admin.post(`${ORG}/update`, { ...org, sn: 5 })).toMatchObject({ code: '1', msg: '已保存' });
    const [{ typeCode }] = (await admin.get<[{ typeCode: string }]>(`${DICT}/buildDictTypeTree`)).data;
    const dictionary = (await admin.get<object>(`${DICT}/getById?id=${typeCode}`)).data;
    expect(await admin.post(`${DICT}/saveOrUpdate`, dictionary)).toMatchObject({ code: '1', msg: '已保存' });
  });
});
