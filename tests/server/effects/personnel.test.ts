import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyOf } from '../approval/story.ts';
import { recordsOf } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let hr: Client;

beforeAll(async () => {
  server = await startTestServer();
  hr = await server.api('hr');
});
afterAll(() => server.dispose());

const entry = (more: object = {}) => ({
  employeeNo: 'HZ9001',
  userName: '秦入职',
  gender: '女',
  idCard: '110105199003070025',
  phone: '13800138000',
  education: '本科',
  entryState: '待报到',
  deptId: 'd-test',
  post: '检测员',
  entryDate: '2026-11-02',
  contractKind: '固定期限',
  trialEnd: '2027-02-01',
  mentor: 'u-leader',
  baseSalary: 8000,
  trialRatio: 80,
  papers: ['身份证复印件'],
  ...more,
});
const fileOf = async (employeeNo: string) =>
  (await recordsOf(hr, 'userFiles').list({ conditions: [{ field: 'employeeNo', op: 'eq', value: employeeNo }] })).data
    .data[0];
/** Departments of the demo company, as its personnel files name them. */
const depts = async (): Promise<string[]> => [
  ...new Set((await recordsOf(hr, 'userFiles').list({})).data.data.map(({ fieldsMap }) => String(fieldsMap['deptId']))),
];
const submit = async (formKey: string, fieldsMap: object) => {
  const answer = await recordsOf(hr, formKey).run({ fieldsMap } as never, 'submit');
  expect([answer.msg, JSON.stringify(answer.data)]).toEqual([expect.stringContaining('成功'), expect.anything()]);
  return storyOf(server, formKey, answer.data.id ?? '');
};

describe('personnel', () => {
  it('an entry makes a personnel file when it is approved, and none before or when it is refused', async () => {
    const [deptId] = await depts();
    const story = await submit('userEntry', entry({ deptId }));
    expect(await fileOf('HZ9001')).toBeUndefined();
    expect((await story.act('manager', 'approve')).msg).toContain('成功');
    expect((await fileOf('HZ9001'))?.fieldsMap).toMatchObject({
      userName: '秦入职',
      idCard: '110105199003070025',
      deptId,
      post: '检测员',
      staffState: '试用',
      entryDate: '2026-11-02',
      trialEnd: '2027-02-01',
    });
    const told = await server.context.db
      .selectFrom('sys_remind')
      .select(['user_id', 'title'])
      .where('kind', '=', 'effect')
      .execute();
    expect(told).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ user_id: 'u-leader', title: expect.stringContaining('秦入职') }),
      ]),
    );
    const other = await submit('userEntry', entry({ deptId, employeeNo: 'HZ9002', idCard: '440524198801010011' }));
    expect((await other.act('manager', 'reject', { opinion: '编制已满' })).code).toBe('1');
    expect(await fileOf('HZ9002')).toBeUndefined();
  });

  it('an entry under a number that another file has is refused at approval, and stays to be approved', async () => {
    const known = {
      employeeNo: 'HZ9003',
      userName: '早已在职',
      deptId: 'dept-cl',
      staffState: '在职',
      entryDate: '2020-03-02',
    };
    expect((await recordsOf(hr, 'userFiles').save({ fieldsMap: known })).msg).toBe('保存成功');
    const story = await submit(
      'userEntry',
      entry({
        deptId: known.deptId,
        employeeNo: known.employeeNo,
        idCard: '44052419880101002X',
      }),
    );
    const refused = await story.act('manager', 'approve');
    expect(refused.code).not.toBe('1');
    expect(await story.state()).toBe('1');
  });

  it('an approved change moves the file to its department and post, and ends a trial', async () => {
    const [file] = (
      await recordsOf(hr, 'userFiles').list({ conditions: [{ field: 'staffState', op: 'eq', value: '试用' }] })
    ).data.data;
    const to = (await depts()).find((id) => id !== file?.fieldsMap['deptId']);
    const change = {
      person: file?.id,
      changeKind: '转正',
      changeDate: '2026-11-20',
      toDeptId: to,
      toPost: '检测工程师',
      reason: '试用期满',
    };
    const story = await submit('userChanges', change);
    const now = async () => (await recordsOf(hr, 'userFiles').get(file?.id ?? '')).data.fieldsMap;
    expect((await now())['deptId']).toBe(file?.fieldsMap['deptId']);
    expect((await story.act('manager', 'approve')).msg).toContain('成功');
    expect(await now()).toMatchObject({
      deptId: to,
      post: '检测工程师',
      staffState: '在职',
      positiveDate: '2026-11-20',
    });
    const left = await submit('userChanges', { ...change, changeKind: '离职', toDeptId: '', toPost: '' });
    expect((await left.act('manager', 'approve')).msg).toContain('成功');
    expect(await now()).toMatchObject({ deptId: to, post: '检测工程师', staffState: '离职' });
  });
});
