import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { sql } from 'kysely';
import { type Client, startTestServer, type TestServer } from '../support.ts';
import { publishFlow } from '../../../src/server/flowDocuments/publishFlow.ts';
import { edge, flowFile, task } from '../approval/story.ts';
import { author } from '../support/sealDemo.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
let hr: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff, hr] = await Promise.all([server.api('admin'), server.api('staff'), server.api('hr')]);
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

const SYS = '/api/system/sys';

async function done<T>(answer: Promise<{ code: string; msg: string; data: T }>): Promise<T> {
  const { code, msg, data } = await answer;
  expect(code, msg).toBe('1');
  return data;
}

const addDept = async (name: string, parentId: string): Promise<string> =>
  (await done(admin.post<{ id: string }>(`${SYS}/org/save`, { name, type: 'dept', parentId }))).id;

const publishTask = (key: string, line: string, more = '') =>
  publishFlow(server.context, {
    xml: flowFile(key, task(line, more) + edge('f1', 'apply', 'check') + edge('f2', 'check', 'e')),
    note: '',
    author,
  });

describe('a department that is moved to another unit', () => {
  interface Place {
    unit_id: string;
    dept_id: string;
  }
  const placesOf = async (id: string): Promise<Place[]> =>
    (
      await sql<Place>`select unit_id, dept_id from sys_user_unit where user_id = ${id} order by sn`.execute(
        server.context.db,
      )
    ).rows;
  const unitOf = async (id: string): Promise<string | null> =>
    (await sql<{ unit_id: string | null }>`select unit_id from sys_user where id = ${id}`.execute(server.context.db))
      .rows[0]?.unit_id ?? null;

  it('takes its people and those of the departments below it along, once', async () => {
    const dept = await addDept('桥隧检测部', 'unit-jc');
    const group = await addDept('桥隧一组', dept);
    const { id } = await done(
      admin.post<{ id: string }>(`${SYS}/user/add`, {
        username: 'moved.one',
        name: '许移',
        deptId: group,
        places: [{ deptId: dept, post: '' }],
      }),
    );
    expect(await placesOf(id)).toEqual([
      { unit_id: 'unit-jc', dept_id: group },
      { unit_id: 'unit-jc', dept_id: dept },
    ]);
    const moved = [
      { unit_id: 'unit-zx', dept_id: group },
      { unit_id: 'unit-zx', dept_id: dept },
    ];
    await done(admin.post(`${SYS}/org/move`, { id: dept, parentId: 'unit-zx', beforeId: null }));
    expect([await unitOf(id), await placesOf(id)]).toEqual(['unit-zx', moved]);
    // an entry of another unit, left by an earlier release, goes when the person is saved
    await sql`insert into sys_user_unit (user_id, unit_id, dept_id, sn) values (${id}, 'unit-jc', ${dept}, 7)`.execute(
      server.context.db,
    );
    await done(
      admin.post(`${SYS}/user/change`, { id, name: '许移', deptId: group, places: [{ deptId: dept, post: '' }] }),
    );
    expect(await placesOf(id)).toEqual(moved);
    await done(admin.post(`${SYS}/org/update`, { id: dept, parentId: 'unit-jc' }));
    expect([await unitOf(id), (await placesOf(id)).map(({ unit_id }) => unit_id)]).toEqual([
      'unit-jc',
      ['unit-jc', 'unit-jc'],
    ]);
  });
});

describe('a department that is merged into another', () => {
  it('is refused while a process names only it, and leaves both to the data scopes that named it', async () => {
    const [old, kept] = [await addDept('隧道一部', 'unit-jc'), await addDept('隧道二部', 'unit-jc')];
    await done(admin.post(`${SYS}/role/add`, { name: '监理', code: 'orgWatcher' }));
    await sql`insert into sys_role_scope (role_code, form_key, scope, dept_ids)
      values ('orgWatcher', '', 'chosen', ${JSON.stringify([old])}::jsonb)`.execute(server.context.db);
    await publishTask('orgMerge', `check dept ${old}`);
    const merge = () => admin.post(`${SYS}/org/merge`, { id: old, intoId: kept });
    expect(await merge()).toMatchObject({
      code: 'REQUEST_INVALID',
      msg: expect.stringContaining('流程“orgMerge”的节点“check”指定了部门“隧道一部”') as string,
    });
    await publishTask('orgMerge', `check dept ${old}`, `<sf:candidates type="dept" value="${kept}"/>`);
    await done(merge());
    const { rows } = await sql<{ dept_ids: string[] }>`select dept_ids from sys_role_scope
      where role_code = 'orgWatcher'`.execute(server.context.db);
    expect(rows).toEqual([{ dept_ids: [old, kept] }]);
  });
});

describe('a post that a published process names', () => {
  it('is neither renamed nor removed, since the process would find nobody', async () => {
    const { id } = await done(admin.post<{ id: string }>(`${SYS}/post/save`, { name: '质量负责人' }));
    await publishTask('orgPost', 'check post 质量负责人');
    const rename = (name: string) => admin.post(`${SYS}/post/save`, { id, name });
    expect(await rename('质量主管')).toMatchObject({
      code: 'REQUEST_INVALID',
      msg: expect.stringContaining('流程“orgPost”的节点“check”按名称指定了岗位“质量负责人”') as string,
    });
    await done(admin.post(`${SYS}/post/save`, { id, name: '质量负责人', note: '不改名' }));
    expect(await admin.post(`${SYS}/post/remove`, { id })).toMatchObject({
      code: 'IN_USE',
      msg: '“质量负责人”还有引用它的流程“orgPost”的节点“check”，不能删除',
    });
    await publishTask('orgPost', 'check role admin');
    await done(rename('质量主管'));
    await done(admin.post(`${SYS}/post/remove`, { id }));
  });
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A picture whose pixels take this many bytes: what is only hung on behind its end would be taken off. */
function pngOf(bytes: number): Buffer {
  const body = Buffer.concat([Buffer.from('IDAT'), Buffer.alloc(bytes)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes);
  check.writeUInt32BE(crc32(body));
  const end = PNG.length - 12;
  return Buffer.concat([PNG.subarray(0, end), length, body, check, PNG.subarray(end)]);
}

const upload = async (name: string, content: Uint8Array | string): Promise<string> => {
  const data = new FormData();
  data.append('file', new Blob([content as BlobPart]), name);
  return (await staff.post<{ id: string }>('/api/file/sys/file/upload', data)).data.id;
};

const setPhoto = async (client: Client, id: string) =>
  (await client.post('/api/system/sys/user/setUserPhoto', { id })).code;

const photo = async (client: Client) =>
  (await client.get<{ url: string }>('/api/system/sys/user/getUserPhoto')).data.url;

test('an own picture becomes the photo of its person alone, is only ever sent as a file to save, and cannot be thrown away (TB-006)', async () => {
  const id = await upload('me.png', PNG);
  expect(await setPhoto(staff, id)).toBe('1');
  expect([await photo(staff), await photo(hr)]).toEqual([`/api/file/sys/file/download/${id}`, '']);
  const sent = await fetch(server.url + (await photo(staff)), { headers: { authorization: `Bearer ${staff.token}` } });
  expect([
    sent.headers.get('content-type'),
    sent.headers.get('content-disposition')?.split(';')[0],
    sent.headers.get('x-content-type-options'),
  ]).toEqual(['application/octet-stream', 'attachment', 'nosniff']);
  expect((await staff.get(`/api/common/download?fileName=${id}&delete=true`)).code).toBe('403');
});

test('another person’s file, a text and a picture over 1 MB are refused, and the photo stays', async () => {
  const before = await photo(staff);
  expect(await setPhoto(hr, await upload('mine.png', PNG))).toBe('404');
  expect(await setPhoto(staff, await upload('a.txt', '说明'))).toBe('FILE_TYPE');
  expect(await setPhoto(staff, await upload('big.png', pngOf(1024 ** 2)))).toBe('FILE_SIZE');
  expect(await photo(staff)).toBe(before);
});
