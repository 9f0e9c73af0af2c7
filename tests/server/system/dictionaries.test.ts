import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

const TYPE = '/api/system/sys/dictType';
const save = (body: object): ReturnType<Client['post']> =>
  admin.post(`${TYPE}/saveOrUpdate`, { typeCode: 'colour', typeName: '颜色', ...body });
const read = async (): Promise<{ revision: string; items: { dictValue: string; disabled?: boolean }[] }> =>
  (
    await admin.get<{ revision: string; items: { dictValue: string; disabled?: boolean }[] }>(
      `${TYPE}/getById?id=colour`,
    )
  ).data;
const RED = { dictLabel: '红', dictValue: 'red' };
const BLUE = { dictLabel: '蓝', dictValue: 'blue' };

describe('a dictionary', () => {
  it('takes what its page sends: a switch that was not touched, turned on, and nothing', async () => {
    const items = [
      { ...RED, disabled: '0' },
      { ...BLUE, disabled: '1' },
    ];
    expect((await save({ items, revision: undefined })).code).toBe('1');
    const { data } = await admin.get<{ items: { dictValue: string; disabled?: boolean }[] }>(
      `${TYPE}/getById?id=colour`,
    );
    expect(data.items.map(({ dictValue, disabled }) => [dictValue, disabled === true])).toEqual([
      ['red', false],
      ['blue', true],
    ]);
    for (const [name, disabled] of [
      ['巡检员', '0'],
      ['旧岗位', '1'],
    ])
      expect((await admin.post('/api/system/sys/post/save', { name, disabled })).code).toBe('1');
    const posts = await admin.post<{ data: { name: string; disabled: boolean }[] }>('/api/system/sys/post/page', {
      data: { keyword: '旧岗位' },
    });
    expect(posts.data.data.map(({ disabled }) => disabled)).toEqual([true]);
  });

  it('keeps what is disabled disabled when it is read and saved again; it is answered by the call for all items alone', async () => {
    expect((await save({ items: [RED, { ...BLUE, disabled: true }] })).code).toBe('1');
    const kept = await read();
    expect(kept.items).toMatchObject([{ dictValue: 'red' }, { dictValue: 'blue', disabled: true }]);
    expect((await save({ ...kept })).code).toBe('1');
    const items = async (call: string): Promise<string[]> =>
      (await admin.get<{ dictValue: string }[]>(`/api/system/sys/dictItem/${call}?typeCode=colour`)).data.map(
        ({ dictValue }) => dictValue,
      );
    expect([await items('getDictItemByTypeCode'), await items('getDictItemAllByTypeCode')]).toEqual([
      ['red'],
      ['red', 'blue'],
    ]);
    expect((await save({ items: [{ ...RED, validTo: '2020-01-01' }, BLUE] })).code).toBe('1');
    expect((await admin.get('/api/system/sys/dictItem/getDictItemAllByTypeCode?typeCode=colour')).data).toEqual([
      expect.objectContaining({ dictValue: 'red', retired: true }),
      expect.not.objectContaining({ retired: true }),
    ]);
  });

  it('that somebody changed meanwhile is not written over by who read it before', async () => {
    await save({ items: [RED] });
    const { revision } = await read();
    expect((await save({ items: [RED, BLUE], revision })).code).toBe('1');
    expect(await save({ items: [RED], revision })).toMatchObject({ status: 409, code: 'DICT_STALE' });
    expect((await read()).items).toHaveLength(2);
    expect((await save({ items: [RED], revision: (await read()).revision })).code).toBe('1');
    expect(
      await admin.post(`${TYPE}/saveOrUpdate`, { typeCode: 'neverThere', typeName: '无', items: [], revision }),
    ).toMatchObject({ code: 'DICT_STALE' });
  });

  it('is saved by one of two at once who read the same state', async () => {
    await save({ items: [RED] });
    const { revision } = await read();
    const codes = (await Promise.all([save({ items: [RED, BLUE], revision }), save({ items: [BLUE], revision })]))
      .map(({ code }) => code)
      .sort();
    expect(codes).toEqual(['1', 'DICT_STALE']);
  });

  it.each([
    ['a blank label', [{ dictLabel: ' ', dictValue: 'x' }]],
    ['a blank value', [{ dictLabel: '甲', dictValue: ' ' }]],
    ['a value twice', [RED, RED]],
    ['a number as value', [{ dictLabel: '甲', dictValue: 5 }]],
  ])('with %s is refused', async (_what, items) => {
    expect(await save({ items })).toMatchObject({ status: 400, code: 'REQUEST_INVALID' });
  });

  it('is the parent of another or below it, but never both, not even when both are saved at once', async () => {
    const below = (typeCode: string, parentCode: string) =>
      admin.post(`${TYPE}/saveOrUpdate`, { typeCode, typeName: typeCode, items: [RED], parentCode });
    for (const typeCode of ['ringOne', 'ringTwo', 'ringThree']) expect((await below(typeCode, '')).code).toBe('1');
    const answers = await Promise.all([below('ringOne', 'ringTwo'), below('ringTwo', 'ringOne')]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['1', 'REQUEST_INVALID']);
    // a ring that is stored nevertheless does not keep the server busy
    const { db } = server.context;
    await db.updateTable('sys_dict_type').set({ parent_id: 'ringTwo' }).where('code', '=', 'ringOne').execute();
    await db.updateTable('sys_dict_type').set({ parent_id: 'ringOne' }).where('code', '=', 'ringTwo').execute();
    expect((await below('ringThree', 'ringOne')).msg).toContain('请先改正它的上级字典');
    expect((await below('ringOne', '')).code).toBe('1');
    expect((await below('ringThree', 'ringTwo')).code).toBe('1');
  });

  it('that a form in force names cannot be removed, and stays whole; one that nothing names can', async () => {
    expect(await admin.get(`${TYPE}/removeById?id=testItem`)).toMatchObject({
      status: 409,
      code: 'IN_USE',
      msg: expect.stringMatching(/还有引用它的“.+”，不能删除/),
    });
    expect(
      (await admin.get<unknown[]>('/api/system/sys/dictItem/getDictItemByTypeCode?typeCode=testItem')).data.length,
    ).toBeGreaterThan(5);
    // a part of a used code is another code
    expect(
      (await admin.post(`${TYPE}/saveOrUpdate`, { typeCode: 'testIte', typeName: '无人用', items: [RED] })).code,
    ).toBe('1');
    expect((await admin.get(`${TYPE}/removeById?id=testIte`)).code).toBe('1');
  });
});

it('offers an entry within its days alone, keeps a parent, and is not deleted from under those below', async () => {
  const url = '/api/system/sys/dictType';
  const dictionary = (typeCode: string, more: object = {}) =>
    admin.post(`${url}/saveOrUpdate`, {
      typeCode,
      typeName: typeCode,
      items: [
        { dictLabel: '过去', dictValue: 'past', validTo: '2020-01-01' },
        { dictLabel: '现在', dictValue: 'now', validFrom: '2020-01-01', listClass: null, sn: null },
        { dictLabel: '将来', dictValue: 'later', validFrom: '2999-01-01' },
      ],
      ...more,
    });
  expect((await dictionary('termsTop')).code).toBe('1');
  expect((await dictionary('termsTop', { isNew: true })).msg).toContain('已存在');
  expect((await dictionary('termsBelow', { parentCode: 'termsTop' })).code).toBe('1');
  expect((await dictionary('termsTop', { parentCode: 'termsBelow' })).msg).toContain('自己的下级');
  const offered = await admin.get<{ dictValue: string }[]>(
    '/api/system/sys/dictItem/getDictItemByTypeCode?typeCode=termsTop',
  );
  expect(offered.data.map(({ dictValue }) => dictValue)).toEqual(['now']);
  const listed = await admin.post<{ data: { typeCode: string; inactive: number }[] }>(`${url}/page`, {
    data: { keyword: 'termsTop' },
  });
  expect(listed.data.data.find(({ typeCode }) => typeCode === 'termsTop')?.inactive).toBe(2);
  expect((await admin.post(`${url}/remove`, { typeCode: 'termsTop' })).code).toBe('IN_USE');
});
