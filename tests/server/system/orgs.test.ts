import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
});
afterAll(() => server.dispose());

const ORG = '/api/system/sys/org';
interface Paged<T> {
  data: T[];
  page: { total: number; pageNum: number; pageSize: number };
}
interface Org {
  id: string;
  name: string;
  type: string;
  parentId: string | null;
  parentName: string;
  leaderName: string;
  sn: number;
  disabled: boolean;
  revision: string;
}

describe('the organisation (CL-051…056)', () => {
  it('is listed in pages, filtered by name, place and kind', async () => {
    const all = await staff.post<Paged<Org>>(`${ORG}/getOrgList`, { data: {}, page: { pageNum: 1, pageSize: 5 } });
    expect(all.data.data).toHaveLength(5);
    expect(all.data.page).toEqual({ pageNum: 1, pageSize: 5, total: 17 });
    expect(all.data.data.slice(0, 2).map(({ type }) => type)).toEqual(['unit', 'unit']);
    const depts = await staff.post<Paged<Org>>(`${ORG}/getOrgList`, {
      data: { parentId: 'unit-zx', type: 'dept' },
      page: { pageNum: 1, pageSize: 50 },
    });
    expect(depts.data.data.map(({ name }) => name)).toEqual(['公司领导', '综合部', '工程咨询部']);
    expect(depts.data.data[1]).toMatchObject({
      parentName: '衡准工程咨询有限公司',
      leaderName: '江燕',
      disabled: false,
    });
    expect((await staff.post<Paged<Org>>(`${ORG}/getOrgList`, { data: { name: '检测部' } })).data.page.total).toBe(4);
    expect((await staff.post<Paged<Org>>(`${ORG}/getOrgList`, { data: { name: '%' } })).data.page.total).toBe(0);
    const only = await staff.post<Org[]>(`${ORG}/getOrgOnly`, { data: { type: 'unit' } });
    expect(only.data).toEqual([
      { id: 'unit-jc', parentId: null, name: '衡准工程检测有限公司', type: 'unit' },
      { id: 'unit-zx', parentId: null, name: '衡准工程咨询有限公司', type: 'unit' },
    ]);
  });

  it('is read level by level, with the levels below as long as they are few', async () => {
    type Item = { id: string; name: string; hasChildren: boolean; path?: string; children?: Item[] };
    const ask = async (query: string): Promise<Item[]> => (await staff.get<Item[]>(`${ORG}/children?${query}`)).data;
    const top = await ask('');
    expect(top.map(({ id, hasChildren, children }) => [id, hasChildren, children])).toEqual([
      ['unit-jc', true, undefined],
      ['unit-zx', true, undefined],
    ]);
    const level = await ask('parentId=unit-zx');
    expect(level.map(({ name }) => name)).toEqual(['公司领导', '综合部', '工程咨询部']);
    // seventeen in all: one less, and the levels that do not fit stay away as a whole
    const all = await ask('atMost=17');
    expect(all.flatMap(({ children = [] }) => children)).toHaveLength(15);
    expect((await ask('atMost=16')).flatMap(({ children = [] }) => children).length).toBeLessThan(15);
    expect((await staff.get(`${ORG}/children?atMost=501`)).code).toBe('REQUEST_INVALID');
  });

  it('is searched at every level by name, code and sound, with what each lies in; and read by ids', async () => {
    type Item = { id: string; name: string; path: string };
    const ask = async (query: string): Promise<string[]> =>
      (await staff.get<Item[]>(`${ORG}/children?${query}`)).data.map(({ name, path }) => `${path} > ${name}`);
    const { data: deep } = await admin.post<{ id: string }>(`${ORG}/save`, {
      name: '江湾桥梁室',
      type: 'dept',
      parentId: 'unit-zx',
      code: 'QL-07',
    });
    const place = '衡准工程咨询有限公司 > 江湾桥梁室';
    for (const typed of ['桥梁', 'jwqls', 'qls', 'jiangwan', 'qiaoliang', 'QL-07'])
      expect([typed, await ask(`keyword=${encodeURIComponent(typed)}`)]).toEqual([typed, [place]]);
    expect(await ask('keyword=iaoliang')).toEqual([]);
    expect(await ask(`ids=${deep.id},gone`)).toEqual([place]);
    const { data: exact } = await admin.post<{ id: string }>(`${ORG}/save`, {
      name: '桥梁室',
      type: 'dept',
      parentId: deep.id,
    });
    expect((await ask(`keyword=${encodeURIComponent('桥梁室')}`))[0]).toBe(
      '衡准工程咨询有限公司 / 江湾桥梁室 > 桥梁室',
    );
    for (const id of [exact.id, deep.id]) expect((await admin.post(`${ORG}/remove`, { id })).code).toBe('1');
  });

  it('is offered to be chosen without a word typed, in pages, and by a part of the name', async () => {
    const ask = async (query: string): Promise<string[]> =>
      (await staff.get<{ name: string }[]>(`${ORG}/options?${query}`)).data.map(({ name }) => name);
    const all = await ask('pageSize=500');
    expect(all).toHaveLength(17);
    expect([...(await ask('pageSize=10')), ...(await ask('pageSize=10&pageNum=2'))]).toEqual(all);
    expect(await ask(`keyword=${encodeURIComponent('咨询部')}`)).toEqual(['工程咨询部（衡准工程咨询有限公司）']);
    expect(await ask('keyword=dept-jg')).toHaveLength(1);
  });

  it('is kept by administrators: added, changed, ordered and, while empty, removed', async () => {
    const added = await admin.post<{ id: string }>(`${ORG}/save`, {
      name: '消防检测部',
      type: 'dept',
      parentId: 'unit-jc',
      leaderId: 'u-hanlei',
      sn: 90,
    });
    expect(added).toMatchObject({ code: '1', msg: '已保存' });
    const { id } = added.data;
    expect((await staff.get<Org>(`${ORG}/getById?id=${id}`)).data).toMatchObject({
      name: '消防检测部',
      leaderName: '韩磊',
      sn: 90,
    });
    expect((await admin.post(`${ORG}/update`, { id, name: '消防设施检测部', leaderId: null })).code).toBe('1');
    expect(
      (
        await admin.post(`${ORG}/updateSn`, [
          { id, sn: 3 },
          { id: 'dept-zh', sn: 4 },
        ])
      ).code,
    ).toBe('1');
    expect((await staff.get<Org>(`${ORG}/getById?id=${id}`)).data).toMatchObject({
      name: '消防设施检测部',
      leaderName: '',
      sn: 3,
    });
    expect((await admin.get(`${ORG}/removeById?id=${id}`)).code).toBe('1');
    expect((await staff.get(`${ORG}/getById?id=${id}`)).code).toBe('404');
  });

  it('keeps what has people, and refuses a circle and a unit below a department', async () => {
    expect(await admin.get(`${ORG}/removeById?id=dept-cl`)).toMatchObject({
      status: 409,
      code: 'IN_USE',
      msg: '“建筑材料检测部”还有人员，不能删除',
    });
    expect(await admin.get(`${ORG}/removeById?id=unit-jc`)).toMatchObject({
      code: 'IN_USE',
      msg: '“衡准工程检测有限公司”还有下级机构，不能删除',
    });
    expect((await admin.post(`${ORG}/update`, { id: 'dept-cl', parentId: 'dept-cl' })).msg).toContain(
      '上级不能是自己或自己的下级',
    );
    expect((await admin.post(`${ORG}/save`, { name: '甲', type: 'unit', parentId: 'dept-cl' })).msg).toContain(
      '单位不能在部门之下',
    );
    expect((await admin.post(`${ORG}/save`, { name: '甲', type: 'dept' })).msg).toContain('部门须在单位或部门之下');
    expect((await admin.post(`${ORG}/save`, { name: '  ', type: 'unit' })).code).toBe('REQUEST_INVALID');
    expect(
      (
        await admin.post(`${ORG}/updateSn`, [
          { id: 'dept-cl', sn: 77 },
          { id: 'nothing', sn: 1 },
        ])
      ).code,
    ).toBe('404');
    expect((await admin.get<Org>(`${ORG}/getById?id=dept-cl`)).data.sn).not.toBe(77);
  });

  it('is not changed by others', async () => {
    expect((await staff.post(`${ORG}/save`, { name: '甲', type: 'unit' })).code).toBe('403');
    expect((await staff.post(`${ORG}/update`, { id: 'dept-cl', name: '甲' })).code).toBe('403');
    expect((await staff.post(`${ORG}/updateSn`, { id: 'dept-cl', sn: 1 })).code).toBe('403');
    expect((await staff.get(`${ORG}/removeById?id=dept-cl`)).code).toBe('403');
  });

  it('tells who leads a department and what lies above it', async () => {
    const leaders = await staff.get<{ userName: string; level: number; orgName: string }[]>(
      '/api/system/sys/orgLeader/queryOrgLeaderByOrgId/dept-cl',
    );
    expect(leaders.data).toEqual([
      expect.objectContaining({ orgName: '建筑材料检测部', level: 0, userName: '邓国强', post: '建筑材料检测部经理' }),
    ]);
    expect((await staff.get('/api/system/sys/orgLeader/queryOrgLeaderByOrgId/nothing')).code).toBe('404');
  });
});

describe('a unit or department that is moved in the tree', () => {
  const move = (id: string, parentId: string | null, beforeId: string | null = null) =>
    admin.post(`${ORG}/move`, { id, parentId, beforeId });
  const below = async (parentId: string): Promise<string[]> =>
    (await admin.get<{ name: string }[]>(`${ORG}/children?parentId=${parentId}`)).data.map(({ name }) => name);
  const add = async (name: string, parentId: string | null, type = 'dept'): Promise<string> =>
    (await admin.post<{ id: string }>(`${ORG}/save`, { name, type, parentId })).data.id;

  it('stands where it was put, among its siblings and below another, and is refused below itself', async () => {
    const top = await add('移动测试单位', null, 'unit');
    const [a, b, c] = [await add('甲部', top), await add('乙部', top), await add('丙部', top)];
    expect((await move(c, top, a)).code).toBe('1');
    expect(await below(top)).toEqual(['丙部', '甲部', '乙部']);
    expect((await move(c, top)).code).toBe('1');
    expect(await below(top)).toEqual(['甲部', '乙部', '丙部']);
    expect((await move(b, a)).code).toBe('1');
    expect([await below(top), await below(a)]).toEqual([['甲部', '丙部'], ['乙部']]);
    for (const [id, into] of [
      [a, b],
      [a, a],
    ] as const)
      expect(await move(id, into)).toMatchObject({
        code: 'REQUEST_INVALID',
        msg: expect.stringContaining('上级不能是自己或自己的下级') as string,
      });
    expect([await below(top), await below(a)]).toEqual([['甲部', '丙部'], ['乙部']]);
    // units stand before departments: a step past them would not be seen
    const part = await add('分公司', top, 'unit');
    expect((await move(a, top, part)).msg).toContain('同一上级下，单位总排在部门之前');
    expect(await below(top)).toEqual(['分公司', '甲部', '丙部']);
    for (const id of [b, a, c, part, top]) expect((await admin.get(`${ORG}/removeById?id=${id}`)).code).toBe('1');
  });

  it('is merged into another department, which takes what lies below it, and stays out of use', async () => {
    const top = await add('合并测试单位', null, 'unit');
    const [old, kept] = [await add('旧部', top), await add('新部', top)];
    const group = await add('一组', old);
    const merge = (id: string, intoId: string) => admin.post(`${ORG}/merge`, { id, intoId });
    expect((await merge(old, group)).msg).toContain('不能并入自己的下级');
    expect(await merge(old, kept)).toMatchObject({ code: '1', data: { people: 0 } });
    expect([await below(old), await below(kept)]).toEqual([[], ['一组']]);
    expect((await merge(kept, old)).msg).toContain('“旧部”已停用');
    for (const id of [group, kept, old, top]) expect((await admin.get(`${ORG}/removeById?id=${id}`)).code).toBe('1');
  });

  it('takes along the roles that the department above gives, by dragging and by editing, and loses them again', async () => {
    const { db } = server.context;
    const [from, into] = [await add('原部', 'unit-jc'), await add('授权部', 'unit-jc')];
    const dept = await add('小组', from);
    await admin.post('/api/system/sys/role/add', { name: '随部门', code: 'byDept' });
    await admin.post('/api/system/sys/role/addMembers', { code: 'byDept', kind: 'dept', ids: [into] });
    await db
      .insertInto('sys_user_unit')
      .values({ user_id: 'u-hanlei', unit_id: 'unit-jc', dept_id: dept, post: '', sn: 9 } as never)
      .execute();
    const has = async (): Promise<boolean> =>
      (await db.selectFrom('sys_user_role').select('role_code').where('user_id', '=', 'u-hanlei').execute()).some(
        ({ role_code }) => role_code === 'byDept',
      );
    expect(await has()).toBe(false);
    for (const [call, body] of [
      ['move', { id: dept }],
      ['update', { id: dept }],
    ] as const) {
      expect((await admin.post(`${ORG}/${call}`, { ...body, parentId: into })).code).toBe('1');
      expect([call, await has()]).toEqual([call, true]);
      expect((await admin.post(`${ORG}/${call}`, { ...body, parentId: from })).code).toBe('1');
      expect([call, await has()]).toEqual([call, false]);
    }
    await db.deleteFrom('sys_user_unit').where('dept_id', '=', dept).execute();
    for (const id of [dept, from, into]) expect((await admin.get(`${ORG}/removeById?id=${id}`)).code).toBe('1');
  });
});

describe('areas (CL-057)', () => {
  it('are provinces, what lies below one, and the whole tree', async () => {
    interface Area {
      code: string;
      name: string;
      children?: Area[];
    }
    const provinces = await staff.get<Area[]>('/api/system/sys/area/getArea');
    expect(provinces.data).toHaveLength(34);
    expect(provinces.data[0]).toMatchObject({ code: '110000', name: '北京市' });
    expect(
      (await staff.get<Area[]>('/api/system/sys/area/getArea?parentCode=320000')).data
        .map(({ name }) => name)
        .slice(0, 3),
    ).toEqual(['南京市', '无锡市', '徐州市']);
    const tree = await staff.get<Area[]>('/api/system/sys/area/getTree');
    expect(tree.data.find(({ name }) => name === '上海市')?.children?.map(({ name }) => name)).toContain('浦东新区');
    expect(
      tree.data.every(({ code, children = [] }) =>
        children.every((part) => part.code.slice(0, 2) === code.slice(0, 2)),
      ),
    ).toBe(true);
  });
});

describe('holders of a role (CL-060)', () => {
  it('are those of the own units, the same for elevators and cranes', async () => {
    const crane = await staff.get<{ showName: string; unitName: string }[]>(
      '/api/system/crane/user/getUserInfoByRole/hr',
    );
    expect(crane.data.map(({ showName }) => showName).sort()).toEqual(['何静怡', '杜若曦', '徐文娟'].sort());
    expect((await staff.get('/api/system/dt/user/getUserInfoByRole/hr')).data).toEqual(crane.data);
    expect((await staff.get('/api/system/dt/user/getUserInfoByRole/noSuchRole')).data).toEqual([]);
    // belongs to the testing company alone, so nobody who is in the consulting company alone
    const linjiawei = await server.api('linjiawei');
    const seen = (await linjiawei.get<{ showName: string }[]>('/api/system/dt/user/getUserInfoByRole/staff')).data.map(
      ({ showName }) => showName,
    );
    expect(seen).toContain('林嘉伟');
    expect(seen).not.toContain('魏子轩');
  });
});

describe('what an administrator says of a unit or department', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', ' #/x', 'http://a b'])(
    'may not lead its people to %s',
    async (url) => {
      expect(await admin.post(`${ORG}/update`, { id: 'unit-zx', url })).toMatchObject({
        status: 400,
        code: 'REQUEST_INVALID',
      });
    },
  );
  it('may lead them to a page of this product or of another', async () => {
    for (const url of ['https://example.org/a', '/index', '#/', ''])
      expect((await admin.post(`${ORG}/update`, { id: 'unit-zx', url })).code).toBe('1');
  });

  it('comes back into use under no name that another has by now', async () => {
    const make = async () =>
      (await admin.post<{ id: string }>(`${ORG}/save`, { name: '防雷检测部', type: 'dept', parentId: 'unit-jc' })).data
        .id;
    const first = await make();
    expect((await admin.post(`${ORG}/update`, { id: first, disabled: true })).code).toBe('1');
    const second = await make();
    expect(await admin.post(`${ORG}/update`, { id: first, disabled: false })).toMatchObject({
      code: 'REQUEST_INVALID',
      msg: expect.stringContaining('同一上级下已有“防雷检测部”') as string,
    });
    expect((await admin.post(`${ORG}/update`, { id: first, sn: 5 })).code).toBe('1');
    expect((await admin.post(`${ORG}/update`, { id: first, disabled: false, name: '防雷检测一部' })).code).toBe('1');
    for (const id of [first, second]) expect((await admin.get(`${ORG}/removeById?id=${id}`)).code).toBe('1');
  });

  it('is not saved over what another administrator changed meanwhile, where it is said which state was read', async () => {
    const { id } = (
      await admin.post<{ id: string }>(`${ORG}/save`, { name: '人防检测部', type: 'dept', parentId: 'unit-jc' })
    ).data;
    const read = (await admin.get<Org>(`${ORG}/getById?id=${id}`)).data;
    const listed = (await admin.post<Paged<Org>>(`${ORG}/getOrgList`, { data: { name: '人防检测部' } })).data.data[0];
    expect(listed?.revision).toBe(read.revision);
    const changed = await admin.post<{ revision: string }>(`${ORG}/update`, {
      id,
      leaderId: 'u-hanlei',
      revision: read.revision,
    });
    expect(changed).toMatchObject({
      code: '1',
      data: { id, revision: expect.stringMatching(/^[\w-]{22}$/) as string },
    });
    expect(await admin.post(`${ORG}/update`, { id, leaderId: null, sn: 9, revision: read.revision })).toMatchObject({
      status: 409,
      code: 'ORG_STALE',
    });
    expect((await admin.get<Org>(`${ORG}/getById?id=${id}`)).data).toMatchObject({
      leaderName: '韩磊',
      sn: 0,
      revision: changed.data.revision,
    });
    expect((await admin.post(`${ORG}/update`, { id, sn: 9, revision: changed.data.revision })).code).toBe('1');
    // nothing is asked of who does not say
    expect((await admin.post(`${ORG}/update`, { id, sn: 8 })).code).toBe('1');
    expect((await admin.get(`${ORG}/removeById?id=${id}`)).code).toBe('1');
  });

  it('makes no second one of the same name beside the first, not even by a double click', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(() =>
        admin.post<{ id: string }>(`${ORG}/save`, { name: '节能检测部', type: 'dept', parentId: 'unit-jc' }),
      ),
    );
    expect([one?.code, two?.code].sort()).toEqual(['1', 'REQUEST_INVALID']);
    const { id } = (one?.code === '1' ? one : two)?.data ?? { id: '' };
    expect((await admin.post(`${ORG}/update`, { id, name: '财务部' })).msg).toContain('同一上级下已有“财务部”');
    // under another parent it is another one; saved as it is, nothing is asked
    expect((await admin.post(`${ORG}/update`, { id, name: '节能检测部', sn: 4 })).code).toBe('1');
    expect((await admin.post(`${ORG}/update`, { id, name: '综合部' })).code).toBe('1');
    expect((await admin.get(`${ORG}/removeById?id=${id}`)).code).toBe('1');
  });
});

describe('the search for people', () => {
  it('finds who has an id, alone or with a name (CL-030)', async () => {
    const found = async (body: object) =>
      (await staff.post<Paged<{ showName: string }>>('/api/system/sys/user/likeName', body)).data;
    expect(await found({ id: 'u-leader', name: '' })).toMatchObject({
      data: [{ showName: '陈立群' }],
      page: { total: 1 },
    });
    expect((await found({ id: 'u-leader', name: '周' })).page.total).toBe(0);
    expect((await found({ id: '', name: '陈立群' })).page.total).toBe(1);
  });
});
