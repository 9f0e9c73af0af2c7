import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, flowFile, publishStory, task } from '../story.ts';

let server: TestServer;
const way = edge('f1', 'apply', 'sign') + edge('f2', 'sign', 'last') + edge('f3', 'last', 'e');
const THREE = 'sign user u-leader,u-hr,u-sealer';

beforeAll(async () => {
  server = await startTestServer();
  await publishStory(
    server,
    'all',
    flowFile('all', task(THREE, '<sf:sign mode="all"/>') + task('last user u-manager') + way),
  );
  await publishStory(
    server,
    'ratio',
    flowFile('ratio', task(THREE, '<sf:sign mode="ratio" ratio="0.6"/>') + task('last user u-manager') + way),
  );
  await publishStory(
    server,
    'half',
    flowFile('half', task(THREE, '<sf:sign mode="ratio" ratio="0.5"/>') + task('last user u-manager') + way),
  );
  await publishStory(
    server,
    'sequence',
    flowFile('sequence', task(THREE, '<sf:sign mode="sequence"/>') + task('last user u-manager') + way),
  );
  await publishStory(
    server,
    'alone',
    flowFile('alone', task('sign user u-leader', '<sf:sign mode="all"/>') + task('last user u-manager') + way),
  );
  await publishStory(server, 'anyone', flowFile('anyone', task(THREE) + task('last user u-manager') + way));
});
afterAll(() => server.dispose());

describe('all must agree', () => {
  it('each has a task of their own, and the node is done with the last consent', async () => {
    const story = await begin(server, 'all');
    expect(await story.holders()).toEqual(['hr', 'leader', 'sealer']);
    expect((await story.act('leader', 'approve')).data).toMatchObject({ flwState: '1', taskNode: 'sign' });
    expect(await story.holders()).toEqual(['hr', 'sealer']);
    await story.act('sealer', 'approve');
    expect((await story.act('hr', 'approve')).data.taskNode).toBe('last');
    expect((await story.act('manager', 'approve')).data.flwState).toBe('3');
  });

  it('one refusal ends the application and takes the others’ tasks away', async () => {
    const story = await begin(server, 'all');
    await story.act('leader', 'approve');
    expect((await story.act('hr', 'reject', { opinion: '不妥' })).data.flwState).toBe('4');
    expect(await story.todo('sealer')).toBeUndefined();
  });

  it('two who have it open at once both agree without meeting a stale record', async () => {
    const story = await begin(server, 'all');
    const [leader, hr] = [
      recordsOf(await clientOf(server, 'leader'), 'all'),
      recordsOf(await clientOf(server, 'hr'), 'all'),
    ];
    const { revision } = (await hr.get(story.id)).data;
    expect((await leader.run({ id: story.id, revision }, 'approve')).code).toBe('1');
    const second = await hr.run({ id: story.id, revision }, 'approve');
    expect(second).toMatchObject({ code: '1', data: { taskNode: 'sign' } });
  });

  it('a return from within goes to the applicant, and all sign again afterwards', async () => {
    const story = await begin(server, 'all');
    await story.act('leader', 'approve');
    expect((await story.act('hr', 'return', { opinion: '补材料' })).data).toMatchObject({
      flwState: '2',
      taskNode: 'apply',
    });
    expect(await story.holders()).toEqual(['staff']);
    await story.act('staff', 'submit');
    expect(await story.holders()).toEqual(['hr', 'leader', 'sealer']);
  });

  it('a return that comes straight back keeps the consents that were given', async () => {
    const story = await begin(server, 'all');
    await story.act('leader', 'approve');
    await story.act('hr', 'return', { opinion: '补材料', isStraight: true });
    expect(await story.holders()).toEqual(['staff']);
    expect(await story.state()).toBe('2');
    expect((await story.act('staff', 'submit')).data).toMatchObject({ flwState: '1', taskNode: 'sign' });
    expect(await story.holders()).toEqual(['hr', 'sealer']);
    await story.act('hr', 'approve');
    await story.act('sealer', 'approve');
    expect(await story.at()).toBe('last');
  });

  it('a consent is taken back while the node is open, and also after it closed if nobody went on', async () => {
    const story = await begin(server, 'all');
    await story.act('leader', 'approve');
    expect((await story.do('leader', 'takeBackFlow')).code).toBe('1');
    expect(await story.holders()).toEqual(['hr', 'leader', 'sealer']);
    for (const who of ['leader', 'hr', 'sealer']) await story.act(who, 'approve');
    expect(await story.at()).toBe('last');
    expect((await story.do('sealer', 'takeBackFlow')).code).toBe('1');
    expect(await story.holders()).toEqual(['sealer']);
    expect(await story.at()).toBe('sign');
    await story.act('sealer', 'approve');
    expect((await story.do('leader', 'takeBackFlow')).code).toBe('FLOW_TAKEN_ON');
    await story.act('manager', 'approve');
    expect((await story.do('sealer', 'takeBackFlow')).code).toBe('RECORD_STATE');
  });
});

describe('a share of consents', () => {
  it('is enough: the rest need not vote any more', async () => {
    const story = await begin(server, 'ratio');
    await story.act('leader', 'reject', { opinion: '不同意' });
    expect(await story.state()).toBe('1');
    await story.act('hr', 'approve');
    expect((await story.act('sealer', 'approve')).data.taskNode).toBe('last');
  });

  it('that cannot be reached any more ends the application', async () => {
    const story = await begin(server, 'ratio');
    await story.act('leader', 'reject', { opinion: '不同意' });
    expect((await story.act('hr', 'reject', { opinion: '不同意' })).data.flwState).toBe('4');
    expect(await story.todo('sealer')).toBeUndefined();
  });

  it('that is reached because somebody who did not vote was removed lets the process go on', async () => {
    const story = await begin(server, 'half');
    await story.act('leader', 'approve');
    const sealer = (await story.options('hr')).task?.signers.find(({ names }) => names === '孙丽华');
    expect(await story.at()).toBe('sign');
    expect((await story.do('hr', 'removeSign', { signers: [sealer?.taskId] })).code).toBe('1');
    expect(await story.at()).toBe('last');
    expect(await story.holders()).toEqual(['manager']);
    expect((await story.act('manager', 'approve')).data.flwState).toBe('3');
  });

  it('that cannot be reached any more after somebody was removed ends the application', async () => {
    const story = await begin(server, 'ratio');
    await story.act('leader', 'reject', { opinion: '不同意' });
    const sealer = (await story.options('hr')).task?.signers[0];
    expect((await story.do('hr', 'removeSign', { signers: [sealer?.taskId] })).code).toBe('1');
    expect(await story.state()).toBe('4');
    expect(await story.holders()).toEqual([]);
  });
});

it('one after another: only whose turn it is has the task, in the order of the file', async () => {
  const story = await begin(server, 'sequence');
  for (const who of ['leader', 'hr', 'sealer']) {
    expect(await story.holders()).toEqual([who]);
    expect((await story.act(who === 'hr' ? 'sealer' : 'hr', 'approve')).code).not.toBe(who === 'hr' ? '1' : '');
    await story.act(who, 'approve');
  }
  expect(await story.at()).toBe('last');
});

it('any one of several decides, and a second one is told who did', async () => {
  const story = await begin(server, 'anyone');
  const taken = await story.todo('hr');
  await story.act('leader', 'approve');
  expect(await story.act('hr', 'approve', { taskId: taken?.taskId })).toMatchObject({
    code: 'TASK_TAKEN',
    msg: '此任务已由陈立群办理',
  });
});

describe('signers who are added', () => {
  it('before: the own decision waits for theirs', async () => {
    const story = await begin(server, 'anyone');
    expect(
      (await story.do('leader', 'addSign', { userIds: ['u-finance'], place: 'before', opinion: '请先看金额' })).code,
    ).toBe('1');
    expect(await story.holders()).toEqual(['finance']);
    await story.act('finance', 'approve', { opinion: '金额无误' });
    expect(await story.holders()).toEqual(['leader']);
    expect((await story.act('leader', 'approve')).data.taskNode).toBe('last');
  });

  it('after: the node is done once they have agreed too', async () => {
    const story = await begin(server, 'anyone');
    await story.do('leader', 'addSign', { userIds: ['u-finance'], place: 'after' });
    expect(await story.holders()).toEqual(['leader']);
    expect((await story.act('leader', 'approve')).data.taskNode).toBe('sign');
    expect(await story.holders()).toEqual(['finance']);
    expect((await story.act('finance', 'approve')).data.taskNode).toBe('last');
  });

  it('beside: both must agree, within a countersign as well', async () => {
    const story = await begin(server, 'all');
    await story.do('leader', 'addSign', { userIds: ['u-finance', 'u-device'], place: 'parallel' });
    expect(await story.holders()).toEqual(['device', 'finance', 'hr', 'leader', 'sealer']);
    for (const who of ['leader', 'hr', 'sealer', 'device']) await story.act(who, 'approve');
    expect(await story.at()).toBe('sign');
    await story.act('finance', 'approve');
    expect(await story.at()).toBe('last');
  });

  it('are taken away again by who added them, and nobody signs twice', async () => {
    const story = await begin(server, 'all');
    expect((await story.do('leader', 'addSign', { userIds: ['u-hr'], place: 'parallel' })).code).toBe('FLOW_PEOPLE');
    await story.do('leader', 'addSign', { userIds: ['u-finance'], place: 'parallel' });
    const signers = (await story.options('leader')).task?.signers ?? [];
    const finance = signers.find(({ names }) => names === '冯雅琴');
    expect(finance).toMatchObject({ canRemove: true, kind: 'parallel' });
    expect((await story.do('leader', 'removeSign', { signers: [finance?.taskId] })).code).toBe('1');
    expect(await story.todo('finance')).toBeUndefined();
    expect((await story.do('leader', 'removeSign', { signers: [finance?.taskId] })).code).toBe('FLOW_PEOPLE');
  });
});

describe('signers who remove others', () => {
  it('cannot remove who added them, directly or through somebody else: their own task would go with it', async () => {
    const story = await begin(server, 'alone');
    await story.do('leader', 'addSign', { userIds: ['u-finance'], place: 'before' });
    const leader = (await story.options('finance')).task?.signers.find(({ names }) => names === '陈立群');
    expect(leader).toMatchObject({ kind: 'sign', canRemove: false });
    expect((await story.do('finance', 'removeSign', { signers: [leader?.taskId] })).code).toBe('FLOW_PEOPLE');
    await story.do('finance', 'addSign', { userIds: ['u-device'], place: 'parallel' });
    expect((await story.do('device', 'removeSign', { signers: [leader?.taskId] })).code).toBe('FLOW_PEOPLE');
    expect(await story.holders()).toEqual(['device', 'finance']);
    for (const who of ['device', 'finance', 'leader']) await story.act(who, 'approve');
    expect(await story.at()).toBe('last');
  });

  it('remove with an approver all whom that approver brought, also in two steps', async () => {
    const story = await begin(server, 'all');
    await story.do('leader', 'addSign', { userIds: ['u-finance'], place: 'parallel' });
    await story.do('finance', 'addSign', { userIds: ['u-device'], place: 'parallel' });
    expect(await story.holders()).toEqual(['device', 'finance', 'hr', 'leader', 'sealer']);
    const leader = (await story.options('hr')).task?.signers.find(({ names }) => names === '陈立群');
    expect((await story.do('hr', 'removeSign', { signers: [leader?.taskId] })).code).toBe('1');
    expect(await story.holders()).toEqual(['hr', 'sealer']);
  });
});

describe('tasks that are handed on', () => {
  it('a transfer makes it somebody else’s, who decides; the former holder still reads it and finds it among the done', async () => {
    const story = await begin(server, 'all');
    expect((await story.do('leader', 'transfer', { userIds: ['u-finance'], opinion: '出差' })).code).toBe('1');
    expect(await story.holders()).toEqual(['finance', 'hr', 'sealer']);
    const leader = await story.client('leader');
    expect((await recordsOf(leader, 'all').get(story.id)).code).toBe('1');
    expect((await story.act('leader', 'approve')).code).toBe('TASK_NOT_YOURS');
    for (const who of ['finance', 'hr', 'sealer']) await story.act(who, 'approve');
    expect(await story.at()).toBe('last');
    expect((await story.history()).find(({ action }) => action === 'transfer')).toMatchObject({
      userName: '陈立群',
      detail: '转办给 冯雅琴',
      opinion: '出差',
    });
  });

  it('a delegate reports and the task comes back; the delegate decides nothing', async () => {
    const story = await begin(server, 'all');
    await story.do('hr', 'delegate', { userIds: ['u-finance'] });
    expect(await story.holders()).toEqual(['finance', 'leader', 'sealer']);
    expect((await story.act('finance', 'reject', { opinion: '不行' })).code).toBe('403');
    expect((await story.act('finance', 'transfer')).code).not.toBe('1');
    await story.act('finance', 'approve', { opinion: '已核对' });
    expect(await story.holders()).toEqual(['hr', 'leader', 'sealer']);
  });

  it('somebody without the task hands nothing on', async () => {
    const story = await begin(server, 'all');
    expect((await story.do('staff', 'transfer', { userIds: ['u-finance'] })).code).toBe('TASK_NOT_YOURS');
    expect((await story.do('finance', 'transfer', { userIds: ['u-hr'] })).code).toBe('404');
    expect((await story.do('leader', 'transfer', { userIds: ['u-leader'] })).code).toBe('FLOW_PEOPLE');
    expect((await story.do('leader', 'transfer', { userIds: ['nobody'] })).code).toBe('FLOW_PEOPLE');
  });
});
