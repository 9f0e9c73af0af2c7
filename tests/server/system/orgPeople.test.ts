import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishFlow } from '../../../src/server/flowDocuments/publishFlow.ts';
import { edge, flowFile, task } from '../approval/story.ts';
import { author } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

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
