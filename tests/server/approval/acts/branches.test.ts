import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf, tasksOf } from '../../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, flowFile, publishStory, task } from '../story.ts';

let server: TestServer;

/** apply → check → split → (left → left2 | right) → join → last */
const TWO_WAYS =
  task('check user u-manager') +
  task('left user u-leader') +
  task('left2 user u-finance') +
  task('right user u-hr') +
  task('last user u-sealer') +
  '<parallelGateway id="split"/><parallelGateway id="join"/>' +
  edge('f1', 'apply', 'check') +
  edge('f2', 'check', 'split') +
  edge('f3', 'split', 'left') +
  edge('f4', 'left', 'left2') +
  edge('f5', 'left2', 'join') +
  edge('f6', 'split', 'right') +
  edge('f7', 'right', 'join') +
  edge('f8', 'join', 'last') +
  edge('f9', 'last', 'e');
const line = (tasks: string, ...ids: string[]): string =>
  tasks + [...ids, 'e'].map((id, index) => edge(`f${index + 1}`, ids[index - 1] ?? 'apply', id)).join('');

beforeAll(async () => {
  server = await startTestServer();
  await publishStory(server, 'ways', flowFile('ways', TWO_WAYS));
  await publishStory(
    server,
    'straight',
    flowFile(
      'straight',
      line(task('one user u-leader') + task('two user u-hr') + task('three user u-sealer'), 'one', 'two', 'three'),
    ),
  );
});
afterAll(() => server.dispose());

describe('returns', () => {
  it('to an earlier node of the same branch leave the other branch alone', async () => {
    const story = await begin(server, 'ways');
    await story.act('manager', 'approve');
    await story.act('leader', 'approve');
    expect(await story.holders()).toEqual(['finance', 'hr']);
    expect((await story.options('finance')).task?.targets.map(({ nodeId }) => nodeId)).toEqual([
      'apply',
      'check',
      'left',
    ]);
    expect((await story.act('finance', 'return', { opinion: '重看', target: 'left' })).data).toMatchObject({
      flwState: '1',
      taskNode: 'right、left',
    });
    expect(await story.holders()).toEqual(['hr', 'leader']);
    await story.act('hr', 'approve');
    await story.act('leader', 'approve');
    await story.act('finance', 'approve');
    expect(await story.at()).toBe('last');
  });

  it('to a node before the parting take both branches back', async () => {
    const story = await begin(server, 'ways');
    await story.act('manager', 'approve');
    await story.act('hr', 'approve');
    await story.act('leader', 'return', { opinion: '先审', target: 'check' });
    expect(await story.holders()).toEqual(['manager']);
    await story.act('manager', 'approve');
    expect(await story.holders()).toEqual(['hr', 'leader']);
  });

  it('that come straight back to a branch leave what the other branch did', async () => {
    const story = await begin(server, 'ways');
    await story.act('manager', 'approve');
    await story.act('hr', 'approve');
    await story.act('leader', 'return', { opinion: '先审', target: 'check', isStraight: true });
    expect(await story.holders()).toEqual(['manager']);
    await story.act('manager', 'approve');
    expect(await story.holders()).toEqual(['leader']);
    await story.act('leader', 'approve');
    await story.act('finance', 'approve');
    expect(await story.at()).toBe('last');
  });

  it('reach no node of another branch, none that comes later and none that was never done', async () => {
    const story = await begin(server, 'ways');
    await story.act('manager', 'approve');
    for (const target of ['right', 'last', 'left', 'nowhere'])
      expect((await story.act('leader', 'return', { opinion: '退', target })).code).toBe('FLOW_TARGET');
    expect(await story.holders()).toEqual(['hr', 'leader']);
  });

  it('after a return, a task that was taken away cannot be acted on', async () => {
    const story = await begin(server, 'ways');
    await story.act('manager', 'approve');
    const old = await story.todo('hr');
    await story.act('leader', 'return', { opinion: '退', target: 'check' });
    expect((await story.act('hr', 'approve', { taskId: old?.taskId })).code).toBe('TASK_NOT_YOURS');
  });
});

describe('taking back', () => {
  it('the applicant takes the application back while nobody has acted, corrects and submits it again', async () => {
    const story = await begin(server, 'straight');
    expect(await story.options('staff')).toMatchObject({ canTakeBack: true, canUrge: true, canVoid: true, task: null });
    expect((await story.do('staff', 'takeBackFlow')).code).toBe('1');
    expect([await story.state(), await story.at(), await story.holders()]).toEqual(['2', 'apply', ['staff']]);
    expect(await story.todo('leader')).toBeUndefined();
    expect((await story.act('staff', 'submit')).data.taskNode).toBe('one');
  });

  it('a handler takes a consent back until the next one has acted or handed the task on', async () => {
    const story = await begin(server, 'straight');
    await story.act('leader', 'approve');
    expect((await story.do('staff', 'takeBackFlow')).code).toBe('FLOW_TAKEN_ON');
    expect((await story.do('leader', 'takeBackFlow')).code).toBe('1');
    expect(await story.holders()).toEqual(['leader']);
    await story.act('leader', 'approve');
    await story.do('hr', 'transfer', { userIds: ['u-finance'] });
    expect((await story.do('leader', 'takeBackFlow')).code).toBe('FLOW_TAKEN_ON');
  });

  it('a consent is not taken back while what it opened waits for another branch to come straight back', async () => {
    const story = await begin(server, 'ways');
    await story.act('manager', 'approve');
    await story.act('leader', 'approve');
    await story.act('hr', 'return', { opinion: '先审', target: 'check', isStraight: true });
    expect(await story.holders()).toEqual(['manager']);
    expect((await story.options('leader')).canTakeBack).toBe(false);
    expect((await story.do('leader', 'takeBackFlow')).code).toBe('FLOW_TAKEN_ON');
    await story.act('manager', 'approve');
    expect(await story.holders()).toEqual(['finance', 'hr']);
    expect((await story.do('leader', 'takeBackFlow')).code).toBe('1');
    expect(await story.holders()).toEqual(['hr', 'leader']);
  });

  it('the consent that joined two branches is taken back to its branch, the other stays done', async () => {
    const story = await begin(server, 'ways');
    await story.act('manager', 'approve');
    await story.act('leader', 'approve');
    await story.act('finance', 'approve');
    await story.act('hr', 'approve');
    expect(await story.at()).toBe('last');
    await story.do('hr', 'takeBackFlow');
    expect(await story.holders()).toEqual(['hr']);
    await story.act('hr', 'approve');
    expect(await story.at()).toBe('last');
  });

  it('in one branch does not touch what happened in the other meanwhile', async () => {
    const story = await begin(server, 'ways');
    await story.act('manager', 'approve');
    await story.act('leader', 'approve');
    await story.act('hr', 'approve');
    await story.do('leader', 'takeBackFlow');
    expect(await story.holders()).toEqual(['leader']);
    await story.act('leader', 'approve');
    await story.act('finance', 'approve');
    expect(await story.at()).toBe('last');
  });

  it('a return is taken back with the branches it had ended', async () => {
    const story = await begin(server, 'ways');
    await story.act('manager', 'approve');
    await story.act('leader', 'return', { opinion: '退', target: 'apply' });
    expect(await story.state()).toBe('2');
    await story.do('leader', 'takeBackFlow');
    expect(await story.holders()).toEqual(['hr', 'leader']);
    expect(await story.state()).toBe('1');
  });
});

describe('beside the decision', () => {
  it('urging reminds who holds it, once in ten minutes', async () => {
    const story = await begin(server, 'straight');
    expect(await story.do('staff', 'urge', { opinion: '急用' })).toMatchObject({ code: '1', data: { count: 1 } });
    expect((await story.do('staff', 'urge')).code).toBe('FLOW_URGED');
    const reminders = await (
      await story.client('leader')
    ).post<{ data: { kind: string; recordId: string }[] }>('/api/system/sysMsgRemind/msgRemindList', {
      data: {},
      page: { pageNum: 1, pageSize: 20 },
    });
    expect(reminders.data.data.some(({ kind, recordId }) => kind === 'flow-urge' && recordId === story.id)).toBe(true);
  });

  it('a copy lets its reader read, by the rules of the sender’s node, and nothing else', async () => {
    const story = await begin(server, 'straight');
    const device = await story.client('device');
    expect((await recordsOf(device, 'straight').get(story.id)).code).toBe('404');
    expect((await story.do('leader', 'cc', { userIds: ['u-device'], opinion: '供参考' })).code).toBe('1');
    expect((await recordsOf(device, 'straight').get(story.id)).code).toBe('1');
    expect((await story.act('device', 'approve')).code).toBe('TASK_NOT_YOURS');
    expect((await story.do('device', 'void', { opinion: '不要了' })).code).toBe('403');
  });

  it('a comment stands in the history and changes nothing', async () => {
    const story = await begin(server, 'straight');
    expect((await story.do('staff', 'comment', { opinion: '' })).code).toBe('RECORD_INVALID');
    await story.do('staff', 'comment', { opinion: '合同已寄出' });
    expect((await story.history()).at(-1)).toMatchObject({
      action: 'comment',
      opinion: '合同已寄出',
      userName: '周明轩',
    });
    expect(await story.holders()).toEqual(['leader']);
  });

  it('the applicant voids it with a reason; then nothing can be done with it', async () => {
    const story = await begin(server, 'straight');
    expect((await story.do('staff', 'void')).code).toBe('RECORD_INVALID');
    expect((await story.do('leader', 'void', { opinion: '不要了' })).code).toBe('403');
    await story.do('staff', 'void', { opinion: '项目取消' });
    expect([await story.state(), await story.holders()]).toEqual(['4', []]);
    expect((await story.do('staff', 'urge')).code).toBe('RECORD_STATE');
  });

  it('several tasks are agreed to from the list; one that cannot be is named and keeps no other', async () => {
    const [one, two] = [
      await begin(server, 'straight', { title: '甲' }),
      await begin(server, 'straight', { title: '乙' }),
    ];
    const leader = await clientOf(server, 'leader');
    const todo = (await tasksOf(leader, 'listMyTodo')) as { taskId: string; recordId: string; canBatch?: boolean }[];
    const ids = [one, two].map(({ id }) => todo.find(({ recordId }) => recordId === id)?.taskId);
    expect(todo.find(({ taskId }) => taskId === ids[0])?.canBatch).toBe(true);
    const { data } = await leader.post<{ taskId: string; isDone: boolean }[]>('/api/task/flow/task/batchApprove', {
      taskIds: [ids[0], 'nothing', ids[1]],
      opinion: '同意',
    });
    expect(data.map(({ isDone }) => isDone)).toEqual([true, false, true]);
    expect([await one.at(), await two.at()]).toEqual(['two', 'two']);
  });

  it('a task that was delegated is offered for agreeing from the list, and goes back to who delegated it', async () => {
    const story = await begin(server, 'straight', { title: '丙' });
    expect((await story.do('leader', 'delegate', { userIds: ['u-sealer'] })).code).toBe('1');
    const sealer = await clientOf(server, 'sealer');
    const row = (await story.todo('sealer')) as { taskId: string; canBatch?: boolean } | undefined;
    expect(row?.canBatch).toBe(true);
    const decide = async (action: string) =>
      (
        await sealer.post<{ isDone: boolean }[]>('/api/task/flow/task/batchApprove', {
          taskIds: [row?.taskId],
          action,
          opinion: '看过',
        })
      ).data;
    expect(await decide('return')).toMatchObject([{ isDone: false }]);
    expect(await decide('approve')).toMatchObject([{ isDone: true }]);
    expect([await story.at(), await story.holders()]).toEqual(['one', ['leader']]);
  });
});
