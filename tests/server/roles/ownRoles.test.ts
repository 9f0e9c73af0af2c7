import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishFlow } from '../../../src/server/flowDocuments/publishFlow.ts';
import { edge, flowFile, task } from '../approval/story.ts';
import { author } from '../support/sealDemo.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../support.ts';

/*
 * A keeper of people who is no administrator, and ways to roles with more than theirs: by hand, and by a group, a
 * department or a post that gives them.
 */

const SYS = '/api/system/sys';
let server: TestServer;
let admin: Client;
let keeper: Client;
let keeperId: string;
let group: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  const { db } = server.context;
  keeper = await server.api('hr');
  keeperId = 'u-hr';
  const permissions = [
    'system:user:list',
    'system:user:edit',
    'system:user:reset',
    'system:group:edit',
    'system:org:edit',
    'system:post:edit',
  ];
  await db
    .insertInto('sys_role')
    .values([
      { code: 'keeper', name: '人员维护', permissions: JSON.stringify(permissions) },
      { code: 'watcher', name: '日志查看', permissions: JSON.stringify(['system:log:list']) },
      { code: 'plain', name: '普通', permissions: JSON.stringify([]) },
    ] as never)
    .execute();
  await db.insertInto('sys_user_role').values({ user_id: keeperId, role_code: 'keeper' }).execute();
  group = (await admin.post<{ id: string }>(`${SYS}/group/save`, { name: '值班组', userIds: [] })).data.id;
});
afterAll(() => server.dispose());

const rolesOf = async (id: string): Promise<string[]> =>
  (await server.context.db.selectFrom('sys_user_role').select('role_code').where('user_id', '=', id).execute())
    .map(({ role_code }) => role_code)
    .sort();
const joins = (client: Client, userIds: string[]): Promise<Answer> =>
  client.post(`${SYS}/group/save`, { id: group, name: '值班组', userIds });
const gives = async (code: string, kind: string, memberId: string): Promise<void> => {
  expect((await admin.post(`${SYS}/role/addMembers`, { code, kind, ids: [memberId] })).code).toBe('1');
};
const takes = (code: string, kind: string, memberId: string): Promise<Answer> =>
  admin.post(`${SYS}/role/removeMember`, { code, kind, memberId });

describe('a keeper of people', () => {
  it('gives nobody, and not themselves, a role with more than theirs by a group', async () => {
    for (const code of ['admin', 'watcher']) {
      await gives(code, 'group', group);
      const before = [await rolesOf(keeperId), await rolesOf('u-staff')];
      expect((await joins(keeper, [keeperId])).code).toBe('403');
      expect((await joins(keeper, ['u-staff'])).code).toBe('403');
      expect([await rolesOf(keeperId), await rolesOf('u-staff')]).toEqual(before);
      // an administrator may
      expect((await joins(admin, ['u-staff'])).code).toBe('1');
      expect(await rolesOf('u-staff')).toContain(code);
      // nor do they take it away
      expect((await joins(keeper, [])).code).toBe('403');
      expect((await joins(admin, [])).code).toBe('1');
      await takes(code, 'group', group);
    }
  });

  it('never gives the role of administrators, whatever permissions stand beside it', async () => {
    const { db } = server.context;
    const set = (permissions: readonly string[]) =>
      db
        .updateTable('sys_role')
        .set({ permissions: JSON.stringify(permissions) } as never)
        .where('code', '=', 'admin')
        .execute();
    const { permissions } = await db
      .selectFrom('sys_role')
      .select('permissions')
      .where('code', '=', 'admin')
      .executeTakeFirstOrThrow();
    await set([]);
    await gives('admin', 'group', group);
    expect((await joins(keeper, ['u-staff'])).code).toBe('403');
    expect(await rolesOf('u-staff')).not.toContain('admin');
    await takes('admin', 'group', group);
    await set(permissions);
  });

  it('gives others by a group what they may give by hand, themselves nothing', async () => {
    await gives('plain', 'group', group);
    expect((await joins(keeper, [keeperId])).code).toBe('403');
    expect((await joins(keeper, ['u-staff'])).code).toBe('1');
    expect(await rolesOf('u-staff')).toContain('plain');
    expect((await joins(keeper, [])).code).toBe('1');
    await takes('plain', 'group', group);
  });

  it('moves nobody to a department or post that gives more', async () => {
    const stored = await server.context.db
      .selectFrom('sys_user')
      .select(['dept_id', 'post'])
      .where('id', '=', 'u-staff')
      .executeTakeFirstOrThrow();
    await admin.post(`${SYS}/post/save`, { name: '值夜' });
    await gives('watcher', 'post', '值夜');
    expect((await keeper.post(`${SYS}/user/change`, { id: 'u-staff', post: '值夜' })).code).toBe('403');
    await gives('watcher', 'dept', 'dept-sb');
    expect((await keeper.post(`${SYS}/user/change`, { id: 'u-staff', deptId: 'dept-sb' })).code).toBe('403');
    // nor a whole department under one that does
    const moved = await keeper.post(`${SYS}/org/move`, { id: stored.dept_id, parentId: 'dept-sb' });
    expect(moved.code).toBe('403');
    expect(await rolesOf('u-staff')).not.toContain('watcher');
    await takes('watcher', 'dept', 'dept-sb');
    await takes('watcher', 'post', '值夜');
  });

  it('gets into no account with more permissions than theirs by a new password', async () => {
    await gives('watcher', 'user', 'u-finance');
    expect((await keeper.post(`${SYS}/user/resetPassword`, { id: 'u-finance' })).code).toBe('403');
    await takes('watcher', 'user', 'u-finance');
    expect((await keeper.post(`${SYS}/user/resetPassword`, { id: 'u-finance' })).code).toBe('1');
    expect((await keeper.post(`${SYS}/user/resetPassword`, { id: 'u-admin' })).code).toBe('403');
  });

  it('gives themselves no role by hand', async () => {
    const own = [...(await rolesOf(keeperId)), 'plain'].join(',');
    expect((await keeper.post(`${SYS}/user/change`, { id: keeperId, roles: own })).code).toBe('403');
    expect((await keeper.post(`${SYS}/user/change`, { id: 'u-staff', roles: 'staff,plain' })).code).toBe('1');
    expect((await admin.post(`${SYS}/user/change`, { id: 'u-staff', roles: 'staff' })).code).toBe('1');
  });
});

describe('a role that a process names', () => {
  it('is not removed, also where the step names several', async () => {
    for (const code of ['legal2', 'finance2'])
      expect((await admin.post(`${SYS}/role/add`, { code, name: code })).code).toBe('1');
    const xml = flowFile(
      'severalRoles',
      task('look role legal2,finance2') + edge('f1', 'apply', 'look') + edge('f2', 'look', 'e'),
    );
    await publishFlow(server.context, { xml, note: '', author });
    const refused = await admin.post(`${SYS}/role/remove`, { code: 'finance2' });
    expect([refused.code, refused.msg.includes('severalRoles')]).toEqual(['IN_USE', true]);
  });
});

describe('the last administrator', () => {
  it('is not lost by a change of a group that gave the role', async () => {
    await gives('admin', 'group', group);
    expect((await joins(admin, ['u-staff'])).code).toBe('1');
    const { db } = server.context;
    // only the member of the group is left
    await db.deleteFrom('sys_user_role').where('role_code', '=', 'admin').where('is_derived', '=', false).execute();
    const last = await server.api('staff');
    expect((await joins(last, [])).code).toBe('LAST_ADMIN');
    expect((await last.post(`${SYS}/group/remove`, { id: group })).code).toBe('LAST_ADMIN');
    expect(await rolesOf('u-staff')).toContain('admin');
  });
});
