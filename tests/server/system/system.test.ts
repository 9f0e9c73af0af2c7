import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MenuItem } from '../../../src/grammar/documents.ts';
import { nearestUnitId } from '../../../src/server/system/orgList.ts';
import { menuTree } from '../../../src/server/system/menus.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let staff: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, admin] = await Promise.all([server.api('staff'), server.api('admin')]);
});
afterAll(() => server.dispose());

const codes = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ code = '', children = [] }) => [code, ...codes(children)]);

describe('menus', () => {
  it('come as a tree from the server, modules at the top, in order (CL-006, CL-007)', async () => {
    const { data } = await staff.get<MenuItem[]>('/api/system/sys/menu/getCurrentUserMenus');
    expect(data[0]).toMatchObject({ code: 'office', name: '协同办公' });
    expect(codes(data)).toContain('businessSealApply');
    expect(data[0]?.children?.find(({ code }) => code === 'taskCenter')?.children?.map(({ code }) => code)).toEqual([
      'toDoList',
      'remindList',
      'launch',
      'alreadyDone',
      'copied',
      'subscriptions',
    ]);
    expect((await staff.get('/api/system/sys/menu/getRouters')).data).toEqual(data);
  });

  it('leave out what is for administrators, and tell nobody whom it is for', async () => {
    const [forStaff, forAdmin] = await Promise.all(
      [staff, admin].map(async (who) => (await who.get<MenuItem[]>('/api/system/sys/menu/getRouters')).data),
    );
    expect(codes(forStaff ?? [])).not.toContain('formManager');
    expect(codes(forAdmin ?? [])).toContain('formManager');
    expect(JSON.stringify(forAdmin)).not.toContain('"roles"');
  });

  it('drop a wrapper whose every child is hidden from the person, and keep a leaf without children', () => {
    const row = (id: string, parent_id: string | null, roles: string[] | null = null) => ({
      id,
      parent_id,
      sn: 0,
      code: id,
      roles,
      item: { name: id },
    });
    const rows = [
      row('module', null),
      row('wrapper', 'module'),
      row('secret', 'wrapper', ['hr']),
      row('leaf', 'module'),
    ];
    expect(codes(menuTree(rows, { roles: ['staff'] }))).toEqual(['module', 'leaf']);
    expect(codes(menuTree(rows, { roles: ['hr'] }))).toEqual(['module', 'wrapper', 'secret', 'leaf']);
    expect(codes(menuTree(rows, { roles: ['admin'] }))).toContain('secret');
  });
});

describe('people', () => {
  interface Row {
    id: string;
    showName: string;
    deptName: string;
    unitName: string;
  }
  interface Paged {
    data: Row[];
    page: { pageNum: number; pageSize: number; total: number };
  }
  const like = async (name: string, page = {}): Promise<Paged> =>
    (await staff.post<Paged>('/api/system/sys/user/likeName', { name, page })).data;

  it('are found by a part of their name, with department and unit (CL-031)', async () => {
    const { data, page } = await like('明轩');
    expect(data).toEqual([
      { id: 'u-staff', showName: '周明轩', deptName: '市场经营部', unitName: '衡准工程检测有限公司', post: '经营专员' },
    ]);
    expect(page).toEqual({ pageNum: 1, pageSize: 10, total: 1 });
  });

  it('are found by the letters their name sounds like, initials or whole syllables', async () => {
    expect((await like('zmx')).data.map(({ showName }) => showName)).toEqual(['周明轩']);
    expect((await like('zhoum')).data.map(({ showName }) => showName)).toEqual(['周明轩']);
    expect((await like('xqz')).page.total).toBe(0);
  });

  it('are found in one part of the organisation with all below it, and those who belong there besides', async () => {
    const inside = async (orgId: string, name = ''): Promise<Paged> =>
      (await staff.post<Paged>('/api/system/sys/user/likeName', { name, orgId, page: { pageNum: 1, pageSize: 50 } }))
        .data;
    const department = await inside('dept-rl');
    expect(department.data.map(({ deptName }) => deptName)).toEqual(['人力资源部', '人力资源部', '人力资源部']);
    expect((await inside('unit-zx')).data.map(({ id }) => id)).toContain('u-staff');
    expect((await inside('unit-zx', 'dxx')).page.total).toBe(0);
    expect((await inside('no such place')).page.total).toBe(0);
  });

  it('come in pages that do not overlap and together hold all', async () => {
    const first = await like('', { pageNum: 1, pageSize: 15 });
    const ids = new Set(first.data.map(({ id }) => id));
    for (let pageNum = 2; ids.size < first.page.total && pageNum < 10; pageNum += 1)
      for (const { id } of (await like('', { pageNum, pageSize: 15 })).data) ids.add(id);
    expect(ids.size).toBe(first.page.total);
  });

  it('are not found by a sign that means "anything" to the database', async () => {
    expect((await like('%')).page.total).toBe(0);
    expect((await like('_')).page.total).toBe(0);
    expect((await like("'; drop table sys_user; --")).page.total).toBe(0);
  });

  it('come by ids in the order asked, and unknown ids are left out', async () => {
    const { data } = await staff.post<Row[]>('/api/system/sys/user/listByIds', { ids: ['u-hr', 'nobody', 'u-staff'] });
    expect(data.map(({ id }) => id)).toEqual(['u-hr', 'u-staff']);
  });

  it('have roles that can be asked for, exactly and by a part (CL-061, CL-062)', async () => {
    const ask = async (call: string, role: string): Promise<unknown> =>
      (await staff.get(`/api/system/sys/userRole/${call}?roleCode=${role}`)).data;
    expect(
      await Promise.all([
        ask('judgeRoleByUser', 'staff'),
        ask('judgeRoleByUser', 'sta'),
        ask('judgeRoleLikeByUser', 'sta'),
        ask('judgeRoleLikeByUser', 'admin'),
      ]),
    ).toEqual([true, false, true, false]);
    expect((await admin.get('/api/system/sys/userRole/judgeRoleByUser?roleCode=sealer')).data).toBe(true);
  });
});

describe('the organisation', () => {
  it('is a tree of units with their departments (CL-054), and units alone (CL-055)', async () => {
    const { data: tree } = await staff.get<{ id: string; type: string; children: { type: string }[] }[]>(
      '/api/system/sys/org/getCompanyTree',
    );
    expect(tree.map(({ id, type }) => [id, type])).toEqual([
      ['unit-jc', 'unit'],
      ['unit-zx', 'unit'],
    ]);
    expect(tree[0]?.children.every(({ type }) => type === 'dept')).toBe(true);
    expect((await staff.get('/api/system/sys/org/getUnits')).data).toEqual([
      { id: 'unit-jc', name: '衡准工程检测有限公司' },
      { id: 'unit-zx', name: '衡准工程咨询有限公司' },
    ]);
  });
});

describe('dictionaries', () => {
  const items = async (typeCode: string) =>
    (
      await staff.get<{ dictLabel: string; dictValue: string }[]>(
        `/api/system/sys/dictItem/getDictItemByTypeCode?typeCode=${typeCode}`,
      )
    ).data;

  it('answer labels, values and styles in order (CL-046)', async () => {
    const shipped = JSON.parse(readFileSync('schemas/dictionaries/urgency.json', 'utf8')) as {
      items: { sn: number }[];
    };
    expect(await items('urgency')).toEqual([...shipped.items].sort((a, b) => a.sn - b.sn));
  });

  it('are changed by administrators only, and at once (CL-050)', async () => {
    const own = {
      typeCode: 'ownKind',
      typeName: '自定义',
      items: [
        { dictLabel: '甲', dictValue: 'a' },
        { dictLabel: '乙', dictValue: 'b' },
      ],
    };
    expect((await staff.post('/api/system/sys/dictType/saveOrUpdate', own)).code).toBe('403');
    expect((await admin.post('/api/system/sys/dictType/saveOrUpdate', own)).code).toBe('1');
    expect((await items('ownKind')).map(({ dictLabel }) => dictLabel)).toEqual(['甲', '乙']);
    expect((await staff.get('/api/system/sys/dictType/removeById?id=ownKind')).code).toBe('403');
    expect((await admin.get('/api/system/sys/dictType/removeById?id=ownKind')).code).toBe('1');
  });

  it('refuse a value that stands twice', async () => {
    const twice = {
      typeCode: 'ownKind',
      typeName: '自定义',
      items: [
        { dictLabel: '甲', dictValue: 'a' },
        { dictLabel: '乙', dictValue: 'a' },
      ],
    };
    expect(await admin.post('/api/system/sys/dictType/saveOrUpdate', twice)).toMatchObject({
      code: 'REQUEST_INVALID',
      msg: '请求参数有误：字典项的值“a”重复',
    });
  });
});

it('a department in a circle of departments, written past the server, has no unit', async () => {
  const { db } = server.context;
  await sql`insert into sys_org (id, name, type) values ('circle-a', '环甲', 'dept'), ('circle-b', '环乙', 'dept')`.execute(
    db,
  );
  await sql`update sys_org set parent_id = case id when 'circle-a' then 'circle-b' else 'circle-a' end
    where id in ('circle-a', 'circle-b')`.execute(db);
  const unitId = await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '3s'`.execute(trx);
    return nearestUnitId(trx, 'circle-a');
  });
  expect(unitId).toBeNull();
  await sql`update sys_org set parent_id = null where id like 'circle-%'`.execute(db);
  await sql`delete from sys_org where id like 'circle-%'`.execute(db);
});
