import { read, utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, startTestServer, type Client, type TestServer } from '../support.ts';

const BASE = '/api/system/sys/user';
let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = [await server.api('admin'), await server.api('staff')];
});
afterAll(() => server.dispose());

interface Told {
  id: string;
  username: string;
  password: string;
}
interface Row {
  id: string;
  username: string;
  revision: string;
  state: string;
  deptName: string;
  roles: string;
}
const rowsOf = async (data: object): Promise<Row[]> =>
  (await admin.post<{ data: Row[] }>(`${BASE}/page`, { data })).data.data;
const one = async (username: string): Promise<Row> =>
  (await rowsOf({ keyword: username })).find((row) => row.username === username) as Row;

function sheet(rows: string[][]): FormData {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([['用户名*', '姓名*', '单位', '部门', '岗位', '手机', '邮箱', '角色', '排序'], ...rows]),
    '用户',
  );
  const form = new FormData();
  form.append('file', new Blob([write(book, { type: 'buffer', bookType: 'xlsx' }) as BlobPart]), '人员.xlsx');
  return form;
}

describe('a new person', () => {
  it('signs in with the one-time password and can do nothing before changing it', async () => {
    const { data: told } = await admin.post<Told>(`${BASE}/add`, {
      username: 'newcomer',
      name: '新人',
      deptId: 'dept-jy',
      post: '经营专员',
      roles: 'staff',
      places: [{ deptId: 'dept-sb', post: '设备工程师' }],
    });
    const first = await signIn(server.url, 'newcomer', told.password);
    const { data: user } = await first.get<{ isFirstLogin: boolean }>('/api/auth/oauth/getCurrentUser');
    expect(user.isFirstLogin).toBe(true);
    expect((await first.post('/api/system/frmCrud/list/customerProfile', {})).code).toBe('PASSWORD_FIRST');
    const change = { oldPassword: told.password, password: 'Mine#2026', confirmPassword: 'Mine#2026' };
    expect((await first.post('/api/system/sys/user/updatePwd', change)).code).toBe('1');
    const again = await signIn(server.url, 'newcomer', 'Mine#2026');
    expect((await again.get<{ isFirstLogin: boolean }>('/api/auth/oauth/getCurrentUser')).data.isFirstLogin).toBe(
      false,
    );
    expect((await again.post('/api/system/frmCrud/list/customerProfile', {})).code).toBe('1');
    // both places count, in the unit that they share
    const places = await rowsOf({ orgId: 'dept-sb' });
    expect(places.map(({ username }) => username)).toContain('newcomer');
  });

  it('is refused with a user name that somebody has, in whatever case', async () => {
    const answer = await admin.post(`${BASE}/add`, { username: 'STAFF', name: '重名' });
    expect([answer.code, answer.msg]).toEqual(['REQUEST_INVALID', '请求参数有误：用户名“STAFF”已由周明轩使用']);
  });

  it('is made by nobody without the permission', async () => {
    expect((await staff.post(`${BASE}/add`, { username: 'x1', name: 'x' })).code).toBe('403');
  });
});

describe('a change of a person', () => {
  it('is refused when another administrator saved meanwhile', async () => {
    const row = await one('zhengkai');
    const save = (phone: string) => admin.post(`${BASE}/change`, { id: row.id, revision: row.revision, phone });
    expect((await save('13800000001')).code).toBe('1');
    expect((await save('13800000002')).code).toBe('USER_STALE');
  });

  it('is refused when another administrator changed the further departments meanwhile', async () => {
    const { id, revision } = await one('dongzhiyong');
    const save = (body: object) => admin.post(`${BASE}/change`, { id, revision, ...body });
    expect((await save({ places: [{ deptId: 'dept-sb', post: '设备工程师' }] })).code).toBe('1');
    expect((await save({ phone: '13800000003', places: [] })).code).toBe('USER_STALE');
    expect((await rowsOf({ orgId: 'dept-sb' })).map(({ username }) => username)).toContain('dongzhiyong');
  });

  it('takes a phone number and an address that were pasted with a blank', async () => {
    const { id } = await one('zhengkai');
    const pasted = { id, phone: ' 13800000005 ', email: 'zheng@example.com ' };
    expect((await admin.post(`${BASE}/change`, pasted)).code).toBe('1');
    expect(await one('zhengkai')).toMatchObject({ phone: '13800000005', email: 'zheng@example.com' });
    expect((await admin.post(`${BASE}/change`, { id, email: 'nowhere' })).msg).toContain('格式不正确');
  });

  it('is stored for a person whose department was disabled since, and moves nobody into one', async () => {
    const { data: dept } = await admin.post<{ id: string }>('/api/system/sys/org/save', {
      parentId: 'dept-sb',
      name: '校准组',
      type: 'dept',
    });
    const person = { name: '校准员', post: '设备工程师', places: [{ deptId: 'dept-jy', post: '' }] };
    await admin.post(`${BASE}/add`, { ...person, username: 'calibrator', deptId: dept.id });
    expect((await admin.post('/api/system/sys/org/update', { id: dept.id, disabled: true })).code).toBe('1');
    const { id } = await one('calibrator');
    const save = (body: object) => admin.post(`${BASE}/change`, { id, ...person, deptId: dept.id, ...body });
    expect((await save({ phone: '13800000004' })).code).toBe('1');
    expect((await save({ post: '检测员', places: [] })).code).toBe('1');
    const other = await one('zhengkai');
    const refused = await admin.post(`${BASE}/change`, { id: other.id, places: [{ deptId: dept.id, post: '' }] });
    expect(refused.msg).toContain('部门已停用');
  });

  it('never leaves the company without an administrator', async () => {
    const { id } = await one('admin');
    expect((await admin.post(`${BASE}/change`, { id, roles: 'staff' })).code).toBe('LAST_ADMIN');
    expect(
      (await admin.post('/api/system/sys/role/removeMember', { code: 'admin', kind: 'user', memberId: id })).code,
    ).toBe('LAST_ADMIN');
    expect((await one('admin')).roles).toContain('admin');
  });

  it('to a one-time password ends what is open, closes the old way in, and must be changed first', async () => {
    const client = await server.api('zhengkai');
    const { id } = await one('zhengkai');
    const { data: told } = await admin.post<Told>(`${BASE}/resetPassword`, { id });
    expect((await client.get('/api/auth/oauth/getCurrentUser')).code).toBe('A0230');
    await expect(signIn(server.url, 'zhengkai')).rejects.toThrow('A0210');
    const anew = await signIn(server.url, 'zhengkai', told.password);
    expect((await anew.post('/api/system/frmCrud/list/customerProfile', {})).code).toBe('PASSWORD_FIRST');
    const { data: again } = await admin.post<Told>(`${BASE}/resetPassword`, { id });
    expect(again.password).not.toBe(told.password);
  });

  it('to a one-time password that nobody used in time opens nothing, and says so to who knows it alone', async () => {
    const { db } = server.context;
    const { id } = await one('zhengkai');
    const { data: told } = await admin.post<Told & { validUntil: string }>(`${BASE}/resetPassword`, { id });
    const days = (Date.parse(told.validUntil.replace(' ', 'T')) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    await db
      .updateTable('sys_user')
      .set({ one_time_until: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();
    await expect(signIn(server.url, 'zhengkai', told.password)).rejects.toThrow('PASSWORD_LAPSED');
    await expect(signIn(server.url, 'zhengkai', 'Wrong#2026')).rejects.toThrow('A0210');
    await admin.post('/api/system/sys/param/save', { oneTimePasswordDays: 0 });
    const { data: endless } = await admin.post<Told & { validUntil: string }>(`${BASE}/resetPassword`, { id });
    expect(endless.validUntil).toBe('不限');
    const client = await signIn(server.url, 'zhengkai', endless.password);
    const change = { oldPassword: endless.password, password: 'Mine#2026', confirmPassword: 'Mine#2026' };
    expect((await client.post('/api/system/sys/user/updatePwd', change)).code).toBe('1');
    const { one_time_until: until } = await db
      .selectFrom('sys_user')
      .select('one_time_until')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(until).toBeNull();
  });

  it('that disables ends what is open at once; a leaver hands over first', async () => {
    const client = await server.api('linjiawei');
    const { id } = await one('linjiawei');
    expect((await admin.post(`${BASE}/setDisabled`, { id, disabled: true })).code).toBe('1');
    expect((await client.get('/api/auth/oauth/getCurrentUser')).code).toBe('A0230');
    const leader = await one('hanlei');
    const refused = await admin.post(`${BASE}/leave`, { id: leader.id });
    expect([refused.code, refused.msg.includes('主体结构检测部')]).toEqual(['REQUEST_INVALID', true]);
    const { id: successorId } = await one('dongzhiyong');
    expect((await admin.post(`${BASE}/leave`, { id: leader.id, successorId })).code).toBe('1');
    const org = await admin.get<{ leaderId: string }>('/api/system/sys/org/getById?id=dept-jg');
    expect([org.data.leaderId, (await one('hanlei')).state]).toEqual([successorId, 'left']);
  });

  it('that lets them leave names first the machine accounts that act as them', async () => {
    const { id } = await one('staff');
    const key = (name: string, revoked: Date | null) => ({
      id: name,
      name,
      user_id: id,
      hash: name,
      hint: 'abcd',
      forms: '["sealRegister"]',
      ways: '["list"]',
      per_minute: 60,
      expires_at: new Date(Date.now() + 86_400_000),
      revoked_at: revoked,
      created_by: 'u-admin',
    });
    await server.context.db
      .insertInto('auth_key')
      .values([key('检测系统', null), key('旧系统', new Date())])
      .execute();
    const { data } = await admin.get<{ keyNames: string }>(`${BASE}/holdings?id=${id}`);
    expect(data.keyNames).toBe('检测系统');
  });

  it('that marks them as having left takes the roles of their groups away', async () => {
    const { id } = await one('songyuting');
    const { data: group } = await admin.post<{ id: string }>('/api/system/sys/group/save', {
      name: '采购组',
      userIds: [id],
    });
    await admin.post('/api/system/sys/role/add', { code: 'buyer', name: '采购员' });
    await admin.post('/api/system/sys/role/addMembers', { code: 'buyer', kind: 'group', ids: [group.id] });
    const holders = async () => (await rowsOf({ roleCode: 'buyer' })).map(({ username }) => username);
    expect(await holders()).toEqual(['songyuting']);
    expect((await admin.post(`${BASE}/leave`, { id })).code).toBe('1');
    expect((await admin.post(`${BASE}/setDisabled`, { id, disabled: false })).code).toBe('1');
    expect(await holders()).toEqual([]);
  });
});

describe('the list of people', () => {
  it('shows an account as locked by the limit that the environment sets', async () => {
    const strict = await startTestServer({ parameters: { signInFailures: 3 } });
    try {
      const keeper = await strict.api('admin');
      await strict.context.db
        .insertInto('auth_attempt')
        .values({ subject: 'account staff', failures: 4, window_until: new Date(Date.now() + 60_000) })
        .execute();
      const { data } = await keeper.post<{ data: { isLocked: boolean }[] }>(`${BASE}/page`, {
        data: { keyword: 'staff' },
      });
      expect(data.data.map(({ isLocked }) => isLocked)).toContain(true);
    } finally {
      await strict.dispose();
    }
  });
});

describe('people from a sheet', () => {
  it('are checked before anything is stored, and the good rows alone are taken in', async () => {
    const rows = [
      ['im01', '甲', '', '市场经营部', '经营专员', '', '', '经办人', '1'],
      ['im02', '乙', '', '没有的部门', '', '', '', '', ''],
      ['im01', '丙', '', '', '', '', '', '', ''],
      ['im03', '丁', '', '公司领导', '', '', '', '没有的角色', ''],
    ];
    const { data: checked } = await admin.post<{ good: number; bad: { row: number; message: string }[] }>(
      `${BASE}/importCheck`,
      sheet(rows),
    );
    expect([checked.good, checked.bad.map(({ row }) => row)]).toEqual([1, [3, 4, 5]]);
    expect(checked.bad.map(({ message }) => message)).toEqual([
      '没有部门“没有的部门”',
      '用户名与第 2 行重复',
      '部门“公司领导”有 2 个，请填写单位或完整路径（上级/部门）；没有角色“没有的角色”',
    ]);
    expect(await rowsOf({ keyword: 'im0' })).toEqual([]);
    const { data: done } = await admin.post<{ passwords: Told[] }>(`${BASE}/import`, sheet(rows));
    expect(done.passwords.map(({ username }) => username)).toEqual(['im01']);
    expect((await one('im01')).deptName).toBe('市场经营部');
    expect((await signIn(server.url, 'im01', done.passwords[0]?.password)).token).not.toBe('');
  });

  it('keep the post that a blank cell leaves, change it where only the post is given, and their roles follow', async () => {
    await admin.post('/api/system/sys/role/add', { code: 'seller', name: '经营角色' });
    await admin.post('/api/system/sys/role/addMembers', { code: 'seller', kind: 'post', ids: ['经营专员'] });
    const take = (...cells: string[]) => admin.post(`${BASE}/import`, sheet([['im01', '甲', ...cells]]));
    const heldBy = async (post: string) => (await rowsOf({ post })).some(({ username }) => username === 'im01');
    const isSeller = async () => (await rowsOf({ roleCode: 'seller' })).some(({ username }) => username === 'im01');
    await take('', '市场经营部', '', '', '', '', '2');
    expect([await heldBy('经营专员'), await isSeller()]).toEqual([true, true]);
    // into another department, with the post that they have
    await take('', '设备管理部', '', '', '', '', '');
    expect([(await one('im01')).deptName, await heldBy('经营专员'), await isSeller()]).toEqual([
      '设备管理部',
      true,
      true,
    ]);
    await take('', '', '设备工程师', '', '', '', '');
    expect([await heldBy('经营专员'), await heldBy('设备工程师'), await isSeller()]).toEqual([false, true, false]);
  });
});

describe('people sent out to a sheet and taken in again', () => {
  const sendOut = async (client: Client): Promise<string[][]> => {
    const response = await fetch(`${server.url}${BASE}/exportRows`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { keyword: 'songyuting' } }),
    });
    const book = read(Buffer.from(await response.arrayBuffer()));
    const [, ...rows] = utils.sheet_to_json<string[]>(book.Sheets['用户']!, { header: 1, defval: '' });
    return rows.map((row) => row.slice(0, 9).map(String));
  };

  it('keep roles of a department only as long as they belong to it', async () => {
    await admin.post('/api/system/sys/role/add', { code: 'sampler', name: '取样角色' });
    await admin.post('/api/system/sys/role/addMembers', { code: 'sampler', kind: 'dept', ids: ['dept-zl'] });
    const before = (await one('songyuting')).roles;
    const rows = await sendOut(admin);
    expect(rows.map(([username]) => username)).toEqual(['songyuting']);
    expect((await admin.post<{ changed: number }>(`${BASE}/import`, sheet(rows))).data.changed).toBe(1);
    expect((await one('songyuting')).roles).toBe(before);
    const { id } = await one('songyuting');
    const { data: detail } = await admin.get<{ rolesLabel: string }>(`${BASE}/detail?id=${id}`);
    expect(detail.rolesLabel).not.toContain('取样角色');
    await admin.post('/api/system/sys/role/removeMember', { code: 'sampler', kind: 'dept', memberId: 'dept-zl' });
    expect((await rowsOf({ roleCode: 'sampler' })).map(({ username }) => username)).toEqual([]);
  });

  it('are not refused for a role that they were given before by somebody with more rights', async () => {
    const { id } = await one('songyuting');
    await admin.post('/api/system/sys/role/add', {
      code: 'keeper',
      name: '人事录入',
      permissions: ['system:user:import'],
    });
    await admin.post('/api/system/sys/role/add', { code: 'strong', name: '强角色', permissions: ['system:org:edit'] });
    expect((await admin.post(`${BASE}/change`, { id, roles: 'staff,strong' })).code).toBe('1');
    const { id: hrId } = await one('hr');
    expect((await admin.post(`${BASE}/change`, { id: hrId, roles: 'hr,keeper' })).code).toBe('1');
    const hr = await server.api('hr');
    const check = async (username: string) =>
      (
        await hr.post<{ bad: { message: string }[] }>(
          `${BASE}/importCheck`,
          sheet([[username, '宋', '', '', '', '', '', '强角色', '']]),
        )
      ).data.bad.map(({ message }) => message);
    expect([await check('songyuting'), await check('staff')]).toEqual([[], ['您不能授予角色“强角色”']]);
  });
});

describe('a role given to a department', () => {
  it('is held by who belongs there, and is gone with the place', async () => {
    expect((await admin.post('/api/system/sys/role/add', { code: 'quality', name: '质量员' })).code).toBe('1');
    await admin.post('/api/system/sys/role/addMembers', { code: 'quality', kind: 'dept', ids: ['dept-zl'] });
    const roles = async (): Promise<string[]> =>
      (await (await server.api('songyuting')).get<{ roles: string[] }>('/api/auth/oauth/getCurrentUser')).data.roles;
    expect(await roles()).toContain('quality');
    const { id } = await one('songyuting');
    expect((await admin.post(`${BASE}/change`, { id, deptId: 'dept-jy' })).code).toBe('1');
    expect(await roles()).not.toContain('quality');
  });
});
