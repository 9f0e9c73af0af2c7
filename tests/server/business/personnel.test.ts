import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyOf } from '../approval/story.ts';
import { day, runJobs } from '../support/business.ts';
import { recordsOf } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let hr: Client;

beforeAll(async () => {
  server = await startTestServer();
  hr = await server.api('hr');
});
afterAll(() => server.dispose());

const entry = (more: object) => ({
  userName: '秦入职',
  gender: '男',
  phone: '13800138000',
  education: '本科',
  deptId: 'dept-cl',
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
const find = async (formKey: string, field: string, value: string) =>
  (await recordsOf(hr, formKey).list({ conditions: [{ field, op: 'eq', value }] })).data.data[0];
const fileOf = (employeeNo: string) => find('userFiles', 'employeeNo', employeeNo);
const submit = (formKey: string, fieldsMap: object) => recordsOf(hr, formKey).run({ fieldsMap } as never, 'submit');
/** Submits an application and lets it be approved; answers its id. */
async function approved(formKey: string, fieldsMap: object): Promise<string> {
  const answer = await submit(formKey, fieldsMap);
  expect([answer.msg, answer.data]).toEqual([expect.stringContaining('成功'), expect.anything()]);
  const id = answer.data.id ?? '';
  expect((await storyOf(server, formKey, id).act('manager', 'approve')).msg).toContain('成功');
  return id;
}
const press = (formKey: string, action: string, id: string, dialog: object = {}) =>
  hr.post(`/api/system/frmCrud/action/${formKey}`, {
    action,
    ids: [id],
    dialog: { fieldsMap: dialog, childTables: {} },
  });
const stateOf = async (formKey: string, id: string) => (await recordsOf(hr, formKey).get(id)).data;

describe('an application of entry', () => {
  it('of somebody who is employed is refused, of somebody who has left is not', async () => {
    const idCard = '110105199003070025';
    const first = await approved('userEntry', entry({ employeeNo: 'HZ9101', idCard }));
    const again = await submit('userEntry', entry({ employeeNo: 'HZ9102', idCard }));
    expect([again.code, again.msg]).toEqual(['EFFECT_REQUIRE', expect.stringContaining('已有在职的人事档案')]);
    const file = await fileOf('HZ9101');
    await approved('userChanges', { person: file?.id, changeKind: '离职', changeDate: '2026-11-20', reason: '辞职' });
    // who leaves on trial is on trial no more
    expect((await stateOf('userEntry', first)).fieldsMap['entryState']).toBe('试用期离职');
    await approved('userEntry', entry({ employeeNo: 'HZ9103', idCard }));
    expect((await fileOf('HZ9103'))?.fieldsMap).toMatchObject({ idCard, staffState: '试用' });
    // a second file of somebody employed is refused, too
    const typed = await recordsOf(hr, 'userFiles').save({
      fieldsMap: {
        employeeNo: 'HZ9104',
        userName: '秦入职',
        deptId: 'dept-cl',
        staffState: '在职',
        entryDate: '2026-11-02',
        idCard,
      },
    });
    expect(typed.code).toBe('RECORD_INVALID');
  });

  it('has a trial of six months at most', async () => {
    const answer = await submit(
      'userEntry',
      entry({ employeeNo: 'HZ9105', idCard: '440524198801010011', trialEnd: '2028-02-01' }),
    );
    expect([answer.code, answer.msg]).toEqual(['EFFECT_REQUIRE', expect.stringContaining('六个月')]);
  });

  it('of a kind of contract without a trial has none, whatever was typed before the kind', async () => {
    const id = await approved(
      'userEntry',
      entry({
        employeeNo: 'HZ9110',
        idCard: '110105196003070021',
        contractKind: '退休返聘',
        trialEnd: '2028-02-01',
      }),
    );
    const { fieldsMap } = (await fileOf('HZ9110')) ?? {};
    expect([fieldsMap?.['staffState'], fieldsMap?.['trialEnd'] ?? '']).toEqual(['在职', '']);
    expect((await press('userEntry', 'arrive', id, { arriveDate: '2026-11-09' })).code).toBe('1');
    expect((await stateOf('userEntry', id)).fieldsMap['entryState']).toBe('已转正');
  });

  it('ends with the arrival, which gives the file its day, or with the absence, which voids the file', async () => {
    const came = await approved('userEntry', entry({ employeeNo: 'HZ9106', idCard: '44052419880101002X' }));
    expect((await press('userEntry', 'arrive', came, { arriveDate: '2099-01-01' })).msg).toContain('不能晚于今天');
    expect((await press('userEntry', 'arrive', came, { arriveDate: '2026-11-09' })).msg).toContain('已报到');
    expect((await stateOf('userEntry', came)).fieldsMap).toMatchObject({
      entryState: '试用中',
      arriveDate: '2026-11-09',
    });
    const file = await fileOf('HZ9106');
    expect(file?.fieldsMap['entryDate']).toBe('2026-11-09');
    expect((await press('userEntry', 'absent', came)).code).toBe('ACTION_WHEN');
    await approved('userChanges', {
      person: file?.id,
      changeKind: '转正',
      changeDate: day(-1),
      reason: '试用期满',
    });
    expect((await stateOf('userEntry', came)).fieldsMap['entryState']).toBe('已转正');
    const again = { person: file?.id, changeDate: '2027-03-01', reason: '误选' };
    for (const changeKind of ['转正', '返聘']) {
      const refused = await submit('userChanges', { ...again, changeKind });
      expect([refused.code, refused.msg]).toEqual([
        'EFFECT_REQUIRE',
        expect.stringContaining(`不需要办理${changeKind}`),
      ]);
    }
    expect((await fileOf('HZ9106'))?.fieldsMap['positiveDate']).toBe(day(-1));

    const idCard = '110105199003070041';
    const absent = await approved('userEntry', entry({ employeeNo: 'HZ9107', idCard }));
    const { archive } = (await stateOf('userEntry', absent)).fieldsMap;
    expect((await press('userEntry', 'absent', absent)).code).toBe('1');
    expect((await stateOf('userEntry', absent)).fieldsMap['entryState']).toBe('未报到');
    expect((await stateOf('userFiles', String(archive))).flwState).toBe('4');
    await approved('userEntry', entry({ employeeNo: 'HZ9108', idCard }));
  });
});

describe('a change of employment', () => {
  it('names the person of the file, and says what changes', async () => {
    const noFile = await submit('userChanges', { changeKind: '离职', changeDate: '2026-11-20', reason: '辞职' });
    expect([noFile.code, JSON.stringify(noFile.data)]).toEqual(['RECORD_INVALID', expect.stringContaining('人事档案')]);
    await approved('userEntry', entry({ employeeNo: 'HZ9109', idCard: '11010519900307005X', userName: '白无账号' }));
    const change = {
      person: (await fileOf('HZ9109'))?.id,
      changeKind: '调岗',
      changeDate: '2026-11-20',
      reason: '工作需要',
    };
    const nothing = await submit('userChanges', change);
    expect(nothing.code).toBe('RECORD_INVALID');
    const id = await approved('userChanges', { ...change, toDeptId: 'dept-jg', toPost: '现场检测员' });
    expect((await stateOf('userChanges', id)).title).toBe('白无账号 调岗');
    expect((await fileOf('HZ9109'))?.fieldsMap).toMatchObject({ deptId: 'dept-jg', post: '现场检测员' });
  });

  it('waits for its day, on which the file and the entry change', async () => {
    const came = await approved(
      'userEntry',
      entry({ employeeNo: 'HZ9120', idCard: '110105199003070068', userName: '迟未离' }),
    );
    expect((await press('userEntry', 'arrive', came, { arriveDate: '2026-11-09' })).code).toBe('1');
    const leaving = await approved('userChanges', {
      person: (await fileOf('HZ9120'))?.id,
      changeKind: '离职',
      changeDate: day(1),
      reason: '另有安排',
    });
    const pass = async (inDays: number): Promise<unknown[]> => {
      expect(await runJobs(server, 'every:userChanges:', { inDays })).toBe(3);
      return [
        (await fileOf('HZ9120'))?.fieldsMap['staffState'],
        (await stateOf('userEntry', came)).fieldsMap['entryState'],
        (await stateOf('userChanges', leaving)).fieldsMap['effectState'],
      ];
    };
    expect(await pass(0)).toEqual(['试用', '试用中', '待生效']);
    expect(await pass(2)).toEqual(['离职', '试用期离职', '已生效']);
  });

  it('does not wait beside another one, and ends unexecuted when the person has left before its day', async () => {
    await approved('userEntry', entry({ employeeNo: 'HZ9121', idCard: '110105199003070084', userName: '早离岗' }));
    const change = { person: (await fileOf('HZ9121'))?.id, reason: '安排' };
    const regular = await approved('userChanges', { ...change, changeKind: '转正', changeDate: day(1) });
    const moved = { ...change, changeKind: '调岗', toDeptId: 'dept-jg', toPost: '现场检测员' };
    const second = await submit('userChanges', { ...moved, changeDate: day(1) });
    expect([second.code, second.msg]).toEqual(['EFFECT_REQUIRE', expect.stringContaining('尚未到生效日期的异动')]);
    await approved('userChanges', { ...change, changeKind: '离职', changeDate: day(0) });
    expect(await runJobs(server, 'every:userChanges:', { inDays: 2 })).toBe(3);
    expect((await stateOf('userChanges', regular)).fieldsMap['effectState']).toBe('未执行');
    expect((await fileOf('HZ9121'))?.fieldsMap['staffState']).toBe('离职');
  });

  it('is refused for somebody who has left, unless they are engaged again', async () => {
    const file = await find('userFiles', 'staffState', '离职');
    const change = { person: file?.id, changeDate: '2026-11-20', reason: '申请' };
    const refused = await submit('userChanges', { ...change, changeKind: '离职' });
    expect([refused.code, refused.msg]).toEqual(['EFFECT_REQUIRE', expect.stringContaining('只能办理返聘')]);
    const back = { ...change, person: (await fileOf('HZ0054'))?.id, changeKind: '返聘' };
    await approved('userChanges', back);
    expect((await fileOf('HZ0054'))?.fieldsMap['staffState']).toBe('在职');
  });
});
