import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
});
afterAll(() => server.dispose());

const day = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

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
    ).toMatchObject({ sealIdLabel: 'YZ-JC-001 衡准工程检测有限公司公章', copies: 3 });
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
