import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DelegationView } from '../../../../src/server/approval/delegation/delegations.ts';
import { recordsOf, tasksOf, type TaskRow } from '../../support/sealDemo.ts';
import { startTestServer, type Answer, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, flowFile, publishStory, task, type Story } from '../story.ts';

let server: TestServer;
const ONE = `${task('check user u-leader')}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`;
const TWO = `${task('check user u-leader')}${task('again user u-manager')}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'again')}${edge('f3', 'again', 'e')}`;

const DAY = 86_400_000;
const dayText = (offset: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now() + offset * DAY);

const delegate = async (who: string, to: string, more: object = {}): Promise<Answer<{ id: string }>> =>
  (await clientOf(server, who)).post('/api/task/flow/delegation/add', {
    toUserId: `u-${to}`,
    startTime: dayText(-1),
    endTime: dayText(1),
    ...more,
  });
const withdraw = async (who: string, id: string): Promise<Answer> =>
  (await clientOf(server, who)).post('/api/task/flow/delegation/withdraw', { id });
const listOf = async (who: string): Promise<DelegationView[]> =>
  (await (await clientOf(server, who)).post<{ data: DelegationView[] }>('/api/task/flow/delegation/page', {})).data
    .data;
const todo = async (story: Story, who: string) =>
  (await story.todo(who)) as (TaskRow & { actsFor?: string; batchBar?: string }) | undefined;
const nameOf = async (who: string): Promise<string> =>
  (await server.context.db.selectFrom('sys_user').select('name').where('id', '=', `u-${who}`).executeTakeFirstOrThrow())
    .name;

beforeAll(async () => {
  server = await startTestServer();
  await publishStory(server, 'one', flowFile('one', ONE));
  await publishStory(server, 'two', flowFile('two', TWO, 'same="pass"'));
});
afterEach(async () => {
  await sql`delete from flw_delegation`.execute(server.context.db);
});
afterAll(() => server.dispose());

describe('to-dos of somebody who is away', () => {
  it('are decided by the delegate, in the to-do list with the name of the absent, and the trail says for whom', async () => {
    const story = await begin(server, 'one');
    expect((await recordsOf(await clientOf(server, 'sealer'), 'one').get(story.id)).code).toBe('404');
    expect((await delegate('leader', 'sealer')).code).toBe('1');
    const leader = await nameOf('leader');
    expect((await todo(story, 'sealer'))?.actsFor).toBe(leader);
    expect(await todo(story, 'leader')).not.toHaveProperty('actsFor');
    const { data } = await recordsOf(await clientOf(server, 'sealer'), 'one').get(story.id);
    expect(data.task).toMatchObject({ taskNode: 'check', actsFor: leader });
    expect((await story.options('sealer')).task?.actsFor).toBe(leader);
    expect((await story.act('sealer', 'approve', { opinion: '同意' })).code).toBe('1');
    expect(await story.state()).toBe('3');
    const entry = (await story.history()).find(({ action }) => action === 'approve');
    expect(entry).toMatchObject({ userName: await nameOf('sealer'), detail: `代 ${leader} 办理` });
    // the absent may read what was done in their name, and heard of it
    expect((await recordsOf(await clientOf(server, 'leader'), 'one').get(story.id)).code).toBe('1');
    const reminders = await server.context.db
      .selectFrom('sys_remind')
      .select('title')
      .where('user_id', '=', 'u-leader')
      .where('record_id', '=', story.id)
      .execute();
    expect(reminders.map(({ title }) => title)).toContain(`${await nameOf('sealer')} 代您办理：one`);
  });

  it('are read by the absent as their node lets them, also after a copy from a node that shows less', async () => {
    const first = task('first user hr', '<sf:field key="note" visible="0"/>');
    await publishStory(
      server,
      'hides',
      flowFile(
        'hides',
        `${first}${task('check user leader')}${edge('f1', 'apply', 'first')}${edge('f2', 'first', 'check')}${edge('f3', 'check', 'e')}`,
      ),
    );
    const story = await begin(server, 'hides', { title: '事项', note: '要紧' });
    const noteOfLeader = async (): Promise<unknown> =>
      (await recordsOf(await clientOf(server, 'leader'), 'hides').get(story.id)).data?.fieldsMap?.['note'];
    await story.do('hr', 'cc', { userIds: ['u-leader'] });
    expect(await noteOfLeader()).toBeUndefined();
    await story.act('hr', 'approve');
    await delegate('leader', 'sealer');
    expect((await story.act('sealer', 'approve')).code).toBe('1');
    expect(await noteOfLeader()).toBe('要紧');
  });

  it('count among the delegate’s own, in the groups and in the number of the sidebar', async () => {
    const client = await clientOf(server, 'sealer');
    const count = async () => (await client.get<number>('/api/system/flow/task/countMyTodo')).data;
    const grouped = async () =>
      (await client.post<{ total: number }>('/api/task/flow/task/groups/todo', {})).data.total;
    const before = await count();
    expect(await grouped()).toBe(before);
    await begin(server, 'one');
    await delegate('leader', 'sealer', { formKeys: ['one'] });
    expect(await count()).toBeGreaterThan(before);
    expect(await grouped()).toBe(await count());
    expect((await tasksOf(client, 'listMyTodo')).length).toBe(await count());
  });

  it('are returned, handed on, signed further and decided in a batch by the delegate', async () => {
    await delegate('leader', 'sealer');
    const returned = await begin(server, 'one');
    expect((await returned.act('sealer', 'return', { opinion: '请补充' })).code).toBe('1');
    expect(await returned.state()).toBe('2');
    const handed = await begin(server, 'one');
    expect((await handed.do('sealer', 'transfer', { userIds: ['u-hr'] })).code).toBe('1');
    expect(await handed.holders()).toEqual(['hr']);
    const signed = await begin(server, 'one');
    expect((await signed.do('sealer', 'addSign', { userIds: ['u-hr'], place: 'before' })).code).toBe('1');
    expect((await signed.act('hr', 'approve')).code).toBe('1');
    expect(await signed.holders()).toEqual(['leader']);
    const batch = await begin(server, 'one');
    const client = await clientOf(server, 'sealer');
    const answer = await client.post<{ isDone: boolean; msg: string }[]>('/api/task/flow/task/batchApprove', {
      taskIds: [(await todo(batch, 'sealer'))?.taskId],
      opinion: '同意',
    });
    expect(answer.data.map(({ isDone, msg }) => [isDone, msg])).toEqual([[true, '']]);
    const mark = `代 ${await nameOf('leader')} 办理`;
    for (const story of [returned, handed, signed, batch])
      expect((await story.history()).some(({ detail }) => detail?.startsWith(mark))).toBe(true);
  });

  it('a consent for another does not pass the next step as the delegate’s own', async () => {
    await delegate('leader', 'manager');
    const story = await begin(server, 'two');
    expect((await story.act('manager', 'approve')).code).toBe('1');
    expect(await story.at()).toBe('again');
    expect(await story.holders()).toEqual(['manager']);
  });
});

describe('what a delegation does not give', () => {
  it('an applicant decides on no application of theirs through it, in no list and by no call', async () => {
    await delegate('leader', 'staff');
    const story = await begin(server, 'one');
    const taskId = (await todo(story, 'leader'))?.taskId;
    expect(await todo(story, 'staff')).toBeUndefined();
    expect((await story.options('staff')).task).toBeNull();
    expect((await story.act('staff', 'approve', { taskId })).code).toBe('TASK_NOT_YOURS');
    expect((await story.do('staff', 'transfer', { taskId, userIds: ['u-hr'] })).code).toBe('TASK_NOT_YOURS');
    const client = await clientOf(server, 'staff');
    const [batch] = (
      await client.post<{ isDone: boolean }[]>('/api/task/flow/task/batchApprove', { taskIds: [taskId] })
    ).data;
    expect(batch?.isDone).toBe(false);
    expect(await story.state()).toBe('1');
  });

  it('nor does the applicant choose who decides on it, by passing on what was delegated to them', async () => {
    await delegate('leader', 'staff');
    await delegate('staff', 'sealer');
    const own = await begin(server, 'one');
    expect(await todo(own, 'sealer')).toBeUndefined();
    expect((await recordsOf(await clientOf(server, 'sealer'), 'one').get(own.id)).code).toBe('404');
  });

  it('it ends with its period and with its withdrawal, at once; what was only readable through it is so no more', async () => {
    const story = await begin(server, 'one');
    const records = recordsOf(await clientOf(server, 'sealer'), 'one');
    const { data } = await delegate('leader', 'sealer');
    const taskId = (await todo(story, 'sealer'))?.taskId;
    expect((await withdraw('sealer', data.id)).code).toBe('404');
    expect((await withdraw('leader', data.id)).code).toBe('1');
    expect((await withdraw('leader', data.id)).code).toBe('404');
    expect(await todo(story, 'sealer')).toBeUndefined();
    expect((await records.get(story.id)).code).toBe('404');
    expect((await records.run({ id: story.id, revision: 1 }, 'approve', { taskId: taskId ?? '' })).code).toBe('404');
    expect((await story.do('sealer', 'transfer', { userIds: ['u-hr'] })).code).toBe('404');
    await delegate('leader', 'sealer');
    expect(await todo(story, 'sealer')).toBeDefined();
    await sql`update flw_delegation set ends_at = now() - interval '1 second'`.execute(server.context.db);
    expect(await todo(story, 'sealer')).toBeUndefined();
    expect((await records.get(story.id)).code).toBe('404');
    await delegate('leader', 'sealer', { startTime: dayText(1), endTime: dayText(2) });
    expect(await todo(story, 'sealer')).toBeUndefined();
  });

  it('of chosen forms, others stay with the absent; a colleague to whom nothing was delegated is refused', async () => {
    await delegate('leader', 'sealer', { formKeys: 'two' });
    const story = await begin(server, 'one');
    expect(await todo(story, 'sealer')).toBeUndefined();
    const taskId = (await todo(story, 'leader'))?.taskId ?? '';
    expect((await story.do('hr', 'transfer', { taskId, userIds: ['u-sealer'] })).code).toBe('404');
    expect(await todo(await begin(server, 'two'), 'sealer')).toBeDefined();
  });

  it('a message about a new task reaches only those who may complete it', async () => {
    const { db } = server.context;
    await db
      .insertInto('sys_channel')
      .values({ id: 'tasks', name: '待办群', kind: 'webhook', url: 'http://127.0.0.1:9/', topics: '["task"]' })
      .execute();
    const told = async (key: string): Promise<string[]> => {
      await db.deleteFrom('sys_outbox').execute();
      await begin(server, key);
      const rows = await db.selectFrom('sys_outbox').select('payload').where('topic', '=', 'task').execute();
      return rows.flatMap(({ payload }) => payload.people.map(({ username }) => username)).toSorted();
    };
    await delegate('leader', 'sealer', { formKeys: 'two' });
    // the applicant of the records, and who would get the tasks through them alone
    await delegate('leader', 'staff');
    await delegate('staff', 'hr');
    expect(await told('one')).toEqual(['leader']);
    expect(await told('two')).toEqual(['leader', 'sealer']);
    await db.deleteFrom('sys_channel').where('id', '=', 'tasks').execute();
  });

  it('records of the form in which the absent have no task now stay closed to the delegate', async () => {
    const done = await begin(server, 'one');
    await done.act('leader', 'approve');
    await delegate('leader', 'sealer');
    expect((await recordsOf(await clientOf(server, 'sealer'), 'one').get(done.id)).code).toBe('404');
  });
});

describe('who delegates to whom', () => {
  it('passes on through three people, no further, and never round', async () => {
    const story = await begin(server, 'one');
    await delegate('leader', 'manager');
    await delegate('manager', 'sealer');
    await delegate('sealer', 'hr');
    await delegate('hr', 'leader');
    await delegate('hr', 'admin');
    expect((await todo(story, 'hr'))?.actsFor).toBe(await nameOf('leader'));
    expect(await todo(story, 'admin')).toBeUndefined();
    expect(await todo(story, 'leader')).not.toHaveProperty('actsFor');
  });

  it.each([
    ['themselves', { toUserId: 'u-leader' }, 'FLOW_PEOPLE', '不能委托给自己'],
    ['nobody there', { toUserId: 'u-none' }, 'FLOW_PEOPLE', '所选人员中有 1 个账号不存在'],
    ['turned round', { startTime: dayText(2), endTime: dayText(1) }, 'REQUEST_INVALID', '结束时间应晚于开始时间'],
    ['over', { startTime: dayText(-3), endTime: dayText(-2) }, 'REQUEST_INVALID', '结束时间已过'],
    ['for years', { endTime: dayText(800) }, 'REQUEST_INVALID', '委托最长'],
    ['no day', { endTime: '2026-02-31' }, 'REQUEST_INVALID', '结束时间应为日期和时间'],
    ['no form', { formKeys: ['nothing'] }, 'REQUEST_INVALID', '没有需要审批的表单'],
  ])('refuses one that is for %s', async (_case, more, code, words) => {
    const answer = await delegate('leader', 'sealer', more);
    expect(answer.code).toBe(code);
    expect(answer.msg).toContain(words);
    expect(await listOf('leader')).toEqual([]);
  });

  it('stores the answer to a withdrawal in its transaction: a repeated request gets it even if the server died', async () => {
    const { id } = (await delegate('leader', 'sealer')).data;
    const client = await clientOf(server, 'leader');
    const key = { 'Idempotency-Key': 'withdraw-once-1' };
    const send = () => client.post('/api/task/flow/delegation/withdraw', { id }, key);
    expect([(await send()).code, (await send()).code]).toEqual(['1', '1']);
    const { rows } = await sql<{ isSame: boolean }>`select d.xmin = k.xmin as "isSame"
      from flw_delegation d, http_idempotency k where d.id = ${id} and k.key = ${key['Idempotency-Key']}`.execute(
      server.context.db,
    );
    expect(rows).toEqual([{ isSame: true }]);
  });

  it('shows both sides what they delegated and what was delegated to them', async () => {
    await delegate('leader', 'sealer', { formKeys: ['one'], note: '年休假' });
    expect(await listOf('leader')).toMatchObject([
      { direction: 'given', userName: await nameOf('sealer'), formNames: 'one', state: 'running', canWithdraw: true },
    ]);
    expect(await listOf('sealer')).toMatchObject([
      { direction: 'received', userName: await nameOf('leader'), note: '年休假', canWithdraw: false },
    ]);
    expect(await listOf('hr')).toEqual([]);
  });
});
