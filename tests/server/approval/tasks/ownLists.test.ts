import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskGroups } from '../../../../src/server/approval/tasks/taskGroups.ts';
import type { TaskView } from '../../../../src/server/approval/tasks/taskLists.ts';
import type { BatchResult } from '../../../../src/server/approval/tasks/decideBatch.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, flowFile, publishStory, task, type Story } from '../story.ts';

let server: TestServer;
let staff: Client;

beforeAll(async () => {
  server = await startTestServer();
  staff = await clientOf(server, 'staff');
  const two = `${task('check user u-leader')}${task('last user u-hr')}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'last')}${edge('f3', 'last', 'e')}`;
  await publishStory(server, 'ownList', flowFile('ownList', two));
});
afterAll(() => server.dispose());

interface Listed {
  data: TaskView[];
}
const listed = async (
  client: Client,
  call: string,
  conditions: object[] = [],
  formKey = 'ownList',
): Promise<TaskView[]> =>
  (
    await client.post<Listed>(`/api/task/flow/task/${call}`, {
      page: { pageNum: 1, pageSize: 50 },
      data: { conditions: [{ field: 'formKey', op: 'eq', value: formKey }, ...conditions] },
    })
  ).data.data;
const mine = async (story: Story): Promise<TaskView | undefined> =>
  (await listed(staff, 'listMyStart')).find(({ recordId }) => recordId === story.id);
const groupsOf = async (client: Client, source: string): Promise<TaskGroups> =>
  (
    await client.post<TaskGroups>(`/api/task/flow/task/groups/${source}`, {
      data: { conditions: [{ field: 'formKey', op: 'eq', value: 'ownList' }] },
    })
  ).data;
const recordOf = async (story: Story): Promise<{ isWithdrawn?: boolean; flwState?: string }> =>
  (await staff.get<{ isWithdrawn?: boolean; flwState?: string }>(`/api/system/frmCrud/getById/ownList?id=${story.id}`))
    .data;

describe('what somebody applied for', () => {
  it('is withdrawn, not returned, when its applicant took it back, until it is submitted again', async () => {
    const story = await begin(server, 'ownList');
    await story.do('staff', 'takeBackFlow');
    expect(await mine(story)).toMatchObject({ flwState: '2', isWithdrawn: true });
    expect(await recordOf(story)).toMatchObject({ flwState: '2', isWithdrawn: true });
    const rows = await staff.post<{ data: { id: string; isWithdrawn?: boolean }[] }>(
      '/api/system/frmCrud/list/ownList',
      {
        page: { pageNum: 1, pageSize: 50 },
      },
    );
    expect(rows.data.data.find(({ id }) => id === story.id)?.isWithdrawn).toBe(true);
    await story.act('staff', 'submit');
    expect((await mine(story))?.isWithdrawn).toBeUndefined();
    await story.act('leader', 'return', { opinion: '补充材料' });
    expect(await mine(story)).toMatchObject({ flwState: '2' });
    expect((await recordOf(story)).isWithdrawn).toBeUndefined();
  });

  it('is listed and counted by state, withdrawn ones apart from returned ones', async () => {
    const withdrawn = await begin(server, 'ownList');
    await withdrawn.do('staff', 'takeBackFlow');
    const running = await begin(server, 'ownList');
    const by = async (...conditions: object[]): Promise<string[]> =>
      (await listed(staff, 'listMyStart', conditions)).map(({ recordId }) => recordId);
    const returned = await by(
      { field: 'flwState', op: 'eq', value: '2' },
      { field: 'isWithdrawn', op: 'eq', value: '0' },
    );
    expect(returned).not.toContain(withdrawn.id);
    expect(await by({ field: 'isWithdrawn', op: 'eq', value: '1' })).toEqual([withdrawn.id]);
    expect(await by({ field: 'flwState', op: 'eq', value: '1' })).toEqual([running.id]);
    const groups = await groupsOf(staff, 'start');
    expect([groups.states['1'], groups.states['2'], groups.withdrawn]).toEqual([1, returned.length, 1]);
  });

  it('is not pressed for while it waits for no person', async () => {
    const hour = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>';
    const waits = `${edge('f1', 'apply', 't')}<intermediateCatchEvent id="t" name="t">${hour}</intermediateCatchEvent>${edge('f2', 't', 'last')}${task('last user u-hr')}${edge('f3', 'last', 'e')}`;
    await publishStory(server, 'ownWait', flowFile('ownWait', waits));
    const story = await begin(server, 'ownWait');
    const rows = await listed(staff, 'listMyStart', [], 'ownWait');
    expect(rows.find(({ recordId }) => recordId === story.id)?.canUrge).toBeUndefined();
    expect((await story.options('staff')).canUrge).toBe(false);
    expect((await story.do('staff', 'urge')).code).toBe('FLOW_NOBODY');
    expect((await story.history()).map(({ action }) => action)).not.toContain('urge');
    const running = await begin(server, 'ownList');
    expect((await running.options('staff')).canUrge).toBe(true);
  });

  it('says in the list whether it may be taken back and pressed for, as the server then decides', async () => {
    const story = await begin(server, 'ownList');
    expect(await mine(story)).toMatchObject({ canTakeBack: true, canUrge: true });
    await story.act('leader', 'approve');
    const after = await mine(story);
    expect([after?.canTakeBack, after?.canUrge]).toEqual([undefined, true]);
    expect((await story.do('staff', 'takeBackFlow')).code).toBe('FLOW_TAKEN_ON');
    await story.act('hr', 'approve');
    const ended = await mine(story);
    expect([ended?.canTakeBack, ended?.canUrge]).toEqual([undefined, undefined]);
  });
});

describe('copies', () => {
  it('are listed for who got them, with who sent them, the newest first; for nobody else', async () => {
    const [first, second] = [await begin(server, 'ownList'), await begin(server, 'ownList')];
    const device = await clientOf(server, 'device');
    await first.do('leader', 'cc', { userIds: ['u-device'] });
    await second.do('leader', 'cc', { userIds: ['u-device'] });
    const rows = await listed(device, 'listMyCopy');
    expect(rows.map(({ recordId }) => recordId)).toEqual([second.id, first.id]);
    expect(rows[0]?.copiedBy).toBe(rows[1]?.copiedBy);
    expect(rows[0]?.copiedBy).not.toBe('');
    expect(await listed(staff, 'listMyCopy')).toEqual([]);
    // a second copy of the same application moves it to the top, once
    await first.do('leader', 'cc', { userIds: ['u-device'] });
    expect((await listed(device, 'listMyCopy')).map(({ recordId }) => recordId)).toEqual([first.id, second.id]);
    expect((await groupsOf(device, 'copy')).total).toBe(2);
    expect((await device.get(`/api/system/frmCrud/getById/ownList?id=${first.id}`)).code).toBe('1');
  });
});

describe('several to-dos at once', () => {
  const decide = async (stories: readonly Story[], decision: object): Promise<BatchResult[]> => {
    const leader = await clientOf(server, 'leader');
    const taskIds = await Promise.all(stories.map(async (story) => (await story.todo('leader'))?.taskId));
    return (await leader.post<BatchResult[]>('/api/task/flow/task/batchApprove', { taskIds, ...decision })).data;
  };

  it('are returned to their applicants with one reason, which each of them keeps', async () => {
    const stories = [await begin(server, 'ownList'), await begin(server, 'ownList')];
    const results = await decide(stories, { action: 'return', opinion: '请附合同' });
    expect(results.map(({ isDone }) => isDone)).toEqual([true, true]);
    for (const story of stories) {
      expect(await story.state()).toBe('2');
      expect((await story.history()).at(-1)).toMatchObject({ action: 'return', opinion: '请附合同' });
    }
  });

  it('are not returned without a reason, and take another opinion than 同意', async () => {
    const story = await begin(server, 'ownList');
    expect((await decide([story], { action: 'return', opinion: ' ' }))[0]?.isDone).toBe(false);
    expect(await story.state()).toBe('1');
    expect((await decide([story], { action: 'approve', opinion: '情况属实' }))[0]?.isDone).toBe(true);
    expect((await story.history()).at(-1)).toMatchObject({ action: 'approve', opinion: '情况属实' });
  });

  it('are handed to a colleague one by one, with a reason; what cannot be handed on is named and stays', async () => {
    const stories = [await begin(server, 'ownList'), await begin(server, 'ownList'), await begin(server, 'ownList')];
    const [first, second, taken] = stories as [Story, Story, Story];
    const leader = await clientOf(server, 'leader');
    const rows = await Promise.all(stories.map((story) => story.todo('leader')));
    expect(rows[0]).toMatchObject({ canTransfer: true });
    const taskIds = rows.map((row) => row?.taskId);
    await taken.act('leader', 'approve');
    const handOn = (more: object) =>
      leader.post<BatchResult[]>('/api/task/flow/task/batchApprove', { taskIds, action: 'transfer', ...more });
    // nothing happens without a reason or a colleague, or with one who does not exist
    for (const more of [
      { userIds: ['u-manager'], opinion: ' ' },
      { userIds: [], opinion: '出差' },
      { userIds: ['u-nobody'], opinion: '出差' },
    ])
      expect((await handOn(more)).code).not.toBe('1');
    expect((await first.todo('leader'))?.taskId).toBe(taskIds[0]);
    const results = (await handOn({ userIds: ['u-manager'], opinion: '本周出差' })).data;
    expect(results.map(({ isDone }) => isDone)).toEqual([true, true, false]);
    expect(results[2]?.msg).toContain('您');
    for (const story of [first, second]) {
      expect(await story.todo('leader')).toBeUndefined();
      expect(await story.todo('manager')).toBeDefined();
      expect((await story.history()).at(-1)).toMatchObject({ action: 'transfer', opinion: '本周出差' });
    }
    // the applicant does not get their own application, in a batch either
    const own = await begin(server, 'ownList');
    const ownTask = (await own.todo('leader'))?.taskId;
    const refused = await leader.post<BatchResult[]>('/api/task/flow/task/batchApprove', {
      taskIds: [ownTask],
      action: 'transfer',
      userIds: ['u-staff'],
      opinion: '请办理',
    });
    expect(refused.data[0]).toMatchObject({ isDone: false, msg: expect.stringContaining('申请人') as string });
  });
});

it.each(['__proto__', 'constructor', 'toString', 'isOverdue'])(
  'a condition on “%s”, which my started applications do not have, is refused',
  async (field) => {
    const answer = await staff.post('/api/task/flow/task/listMyStart', {
      page: { pageNum: 1, pageSize: 10 },
      data: { conditions: [{ field, op: 'eq', value: '1' }] },
    });
    expect(answer).toMatchObject({ code: 'REQUEST_INVALID', msg: expect.stringContaining(field) as string });
  },
);
