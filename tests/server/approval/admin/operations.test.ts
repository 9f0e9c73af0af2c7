import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstanceResult } from '../../../../src/server/approval/admin/forEachInstance.ts';
import type { MoveResult } from '../../../../src/server/approval/admin/moveInstances.ts';
import type { InstanceView, VersionUse } from '../../../../src/server/approval/admin/listInstances.ts';
import { runDueTimers } from '../../../../src/server/approval/calls/scheduler.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, FIELDS, flowFile, publishStory, task, type Story } from '../story.ts';

let server: TestServer;
let admin: Client;
const BASE = '/api/task/flow/admin';
const timed = task('one user leader', '<sf:timer due="PT1H" action="none"/>');
const TWO = `${edge('f1', 'apply', 'one')}${timed}${edge('f2', 'one', 'two')}${task('two user hr')}${edge('f3', 'two', 'e')}`;

beforeAll(async () => {
  server = await startTestServer();
  admin = await clientOf(server, 'admin');
  await publishStory(server, 'ops', flowFile('ops', TWO));
  await publishStory(
    server,
    'sign',
    flowFile(
      'sign',
      `${edge('f1', 'apply', 'all')}${task('all field checkers', '<sf:sign mode="all"/>')}${edge('f2', 'all', 'e')}`,
    ),
  );
});
afterAll(() => server.dispose());

const idOf = async (story: Story): Promise<string> =>
  (
    await server.context.db
      .selectFrom('flw_instance')
      .select('id')
      .where('record_id', '=', story.id)
      .executeTakeFirstOrThrow()
  ).id;
const post = <T>(call: string, body: object, client: Client = admin): Promise<Answer<T>> =>
  client.post<T>(`${BASE}/${call}`, body);
const list = async (query: object): Promise<InstanceView[]> =>
  (await post<{ data: InstanceView[] }>('instances', { page: { pageNum: 1, pageSize: 100 }, ...query })).data.data;
const found = async (story: Story, query: object = {}): Promise<InstanceView | undefined> =>
  (await list(query)).find(({ recordId }) => recordId === story.id);

describe('an approval that is suspended', () => {
  it('takes no act but a comment, with who suspended it, and goes on where it was', async () => {
    const story = await begin(server, 'ops');
    const instanceIds = [await idOf(story)];
    expect((await post<InstanceResult[]>('suspend', { instanceIds, reason: '等待核查' })).data).toMatchObject([
      { isDone: true },
    ]);
    for (const answer of [
      await story.act('leader', 'approve'),
      await story.do('leader', 'transfer', { userIds: ['u-hr'] }),
      await story.do('staff', 'void', { opinion: '不要了' }),
      await story.do('staff', 'takeBackFlow'),
    ]) {
      expect(answer).toMatchObject({ code: 'FLOW_SUSPENDED', msg: expect.stringContaining('罗志斌') });
    }
    expect((await story.do('staff', 'comment', { opinion: '请问何时恢复' })).code).toBe('1');
    expect(await story.options('leader')).toMatchObject({
      task: null,
      suspended: { by: '罗志斌', reason: '等待核查' },
    });
    expect((await found(story, { status: 'suspended' }))?.suspended?.reason).toBe('等待核查');
    expect((await post<InstanceResult[]>('suspend', { instanceIds, reason: '再来' })).data).toMatchObject([
      { isDone: false },
    ]);
    expect((await post<InstanceResult[]>('resume', { instanceIds, reason: '核查完毕' })).data).toMatchObject([
      { isDone: true },
    ]);
    expect((await story.act('leader', 'approve')).code).toBe('1');
    expect((await story.history()).map(({ action }) => action)).toEqual(expect.arrayContaining(['suspend', 'resume']));
  });

  it('keeps what was left of its times', async () => {
    const story = await begin(server, 'ops');
    const id = await idOf(story);
    const { db } = server.context;
    const due = async (): Promise<number> =>
      (
        await db.selectFrom('flw_timer').select('due_at').where('instance_id', '=', id).executeTakeFirstOrThrow()
      ).due_at.getTime();
    await db
      .updateTable('flw_timer')
      .set({ due_at: sql<Date>`now() + interval '30 minutes'` })
      .where('instance_id', '=', id)
      .execute();
    await post('suspend', { instanceIds: [id], reason: '停' });
    await db
      .updateTable('flw_timer')
      .set({ due_at: sql<Date>`now() - interval '1 day'` })
      .where('instance_id', '=', id)
      .execute();
    await runDueTimers(server.context, (error) => {
      throw error;
    });
    expect((await story.history()).map(({ action }) => action)).not.toContain('overdue');
    await post('resume', { instanceIds: [id], reason: '开' });
    const left = (await due()) - Date.now();
    expect(left).toBeGreaterThan(25 * 60_000);
    expect(left).toBeLessThan(31 * 60_000);
  });
});

describe('what cannot go on', () => {
  it('is listed as stuck while its only holder cannot sign in, and goes on once it is given to somebody', async () => {
    const story = await begin(server, 'ops');
    await story.act('leader', 'approve');
    const { db } = server.context;
    await db.updateTable('sys_user').set({ is_disabled: true }).where('id', '=', 'u-hr').execute();
    try {
      expect(await found(story, { status: 'stuck', formKey: 'ops' })).toMatchObject({
        stuck: 'noCandidate',
        handlers: expect.stringContaining('已停用'),
      });
      const instanceIds = [await idOf(story)];
      expect(
        (await post<InstanceResult[]>('assign', { instanceIds, userIds: ['u-manager'], reason: '人员离职' })).data,
      ).toMatchObject([{ isDone: true }]);
      const told = await db
        .selectFrom('sys_remind')
        .select(['title', 'content'])
        .where('user_id', '=', 'u-manager')
        .where('record_id', '=', story.id)
        .execute();
      expect(told).toEqual([{ title: '罗志斌 改派给您：ops', content: '事项｜人员离职' }]);
      expect(await found(story, { status: 'stuck', formKey: 'ops' })).toBeUndefined();
      expect(
        (await post<InstanceResult[]>('assign', { instanceIds, userIds: ['u-leader'], reason: '再派' })).data,
      ).toMatchObject([{ isDone: false }]);
      expect((await story.act('manager', 'approve')).code).toBe('1');
    } finally {
      await db.updateTable('sys_user').set({ is_disabled: false }).where('id', '=', 'u-hr').execute();
    }
  });

  it('is listed as overdue when an open task is late', async () => {
    const story = await begin(server, 'ops');
    expect(await found(story, { status: 'overdue' })).toBeUndefined();
    await server.context.db
      .updateTable('flw_task')
      .set({ due_at: sql<Date>`now() - interval '1 hour'` })
      .where('record_id', '=', story.id)
      .where('state', '=', 'open')
      .execute();
    expect(await found(story, { status: 'overdue' })).toMatchObject({ isOverdue: true, taskNodes: 'one' });
  });
});

it('all open tasks of somebody who leaves become another’s, countersigns that wait among them, and the history says so', async () => {
  const first = await begin(server, 'ops', { title: '甲' });
  const sign = await begin(server, 'sign', { title: '乙', checkers: 'u-leader,u-hr' });
  const before = (await admin.get<number>(`${BASE}/heldBy?userId=u-leader`)).data;
  expect(before).toBeGreaterThanOrEqual(2);
  const instanceIds = [await idOf(first), await idOf(sign)];
  const { data } = await post<InstanceResult[]>('reassign', {
    from: 'u-leader',
    to: 'u-manager',
    instanceIds,
    reason: '离职交接',
  });
  expect(data.map(({ isDone }) => isDone)).toEqual([true, true]);
  expect([await first.holders(), await sign.holders()]).toEqual([['manager'], ['hr', 'manager']]);
  expect((await admin.get<number>(`${BASE}/heldBy?userId=u-leader`)).data).toBe(before - 2);
  expect((await first.act('leader', 'approve')).code).not.toBe('1');
  expect((await first.act('manager', 'approve')).code).toBe('1');
  expect((await first.history()).find(({ action }) => action === 'reassign')).toMatchObject({
    userName: '罗志斌',
    opinion: '离职交接',
    detail: expect.stringContaining('改由'),
  });
  expect((await post('reassign', { from: 'u-leader', to: 'u-leader', reason: 'x' })).code).toBe('FLOW_PEOPLE');
});

it('an applicant is given no check of the own application, neither by a handover nor in place of somebody who cannot', async () => {
  const story = await begin(server, 'ops', { title: '自审' });
  const instanceIds = [await idOf(story)];
  const handed = await post<InstanceResult[]>('reassign', {
    from: 'u-leader',
    to: 'u-staff',
    instanceIds,
    reason: '离职',
  });
  expect(handed.data).toMatchObject([{ isDone: false, msg: expect.stringContaining('是申请人，不能办理自己的申请') }]);
  expect(await story.holders()).toEqual(['leader']);
  await server.context.db.updateTable('sys_user').set({ is_disabled: true }).where('id', '=', 'u-leader').execute();
  const assigned = await post<InstanceResult[]>('assign', { instanceIds, userIds: ['u-staff'], reason: '离职' });
  await server.context.db.updateTable('sys_user').set({ is_disabled: false }).where('id', '=', 'u-leader').execute();
  expect(assigned.data).toMatchObject([{ isDone: false, msg: expect.stringContaining('是申请人') }]);
  expect(await story.holders()).toEqual(['leader']);
});

it('who is only chosen for a later node is replaced there, too, and the history says so', async () => {
  const tasks = `${edge('f1', 'apply', 'one')}${task('one user leader')}${edge('f2', 'one', 'two')}${task('two choice')}${edge('f3', 'two', 'e')}`;
  await publishStory(server, 'later', flowFile('later', tasks));
  const story = await begin(server, 'later', { title: '甲' }, { choices: { two: ['u-device'] } });
  const before = (await admin.get<number>(`${BASE}/heldBy?userId=u-device`)).data;
  const { data } = await post<InstanceResult[]>('reassign', {
    from: 'u-device',
    to: 'u-manager',
    instanceIds: [await idOf(story)],
    reason: '离职交接',
  });
  expect(data.map(({ isDone }) => isDone)).toEqual([true]);
  expect((await admin.get<number>(`${BASE}/heldBy?userId=u-device`)).data).toBe(before - 1);
  expect((await story.history()).find(({ action }) => action === 'reassign')).toMatchObject({
    taskNode: 'two',
    opinion: '离职交接',
    detail: expect.stringMatching(/吴建国.*改由 赵国栋/),
  });
  expect((await story.act('leader', 'approve')).code).toBe('1');
  expect(await story.holders()).toEqual(['manager']);
});

it('a process without a task is dead, unless it waits: for a time, or only for a condition or one of several', async () => {
  const caught = (id: string, event: string): string =>
    `<intermediateCatchEvent id="${id}" name="${id}">${event}</intermediateCatchEvent>`;
  const condition = (amount: string): string =>
    `<conditionalEventDefinition><condition>amount > ${amount}</condition></conditionalEventDefinition>`;
  const hour = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>';
  const last = `${task('last user leader')}${edge('f8', 'last', 'e')}`;
  const flows = {
    waits: `${edge('f1', 'apply', 'w')}${caught('w', condition('100.0'))}${edge('f2', 'w', 'last')}${last}`,
    races: `${edge('f1', 'apply', 'r')}<eventBasedGateway id="r"/>${edge('f2', 'r', 'w')}${edge('f3', 'r', 'v')}${caught('w', condition('100.0'))}${caught('v', condition('200.0'))}${edge('f4', 'w', 'last')}${edge('f5', 'v', 'last')}${last}`,
    timed: `${edge('f1', 'apply', 't')}${caught('t', hour)}${edge('f2', 't', 'last')}${last}`,
  };
  for (const [key, flow] of Object.entries(flows)) {
    await publishStory(server, key, flowFile(key, flow));
    const story = await begin(server, key, { title: '甲', amount: 1 });
    expect([key, await story.holders()]).toEqual([key, []]);
    expect([key, await found(story, { status: 'stuck' })]).toEqual([key, undefined]);
    const listed = await found(story, { formKey: key });
    expect([key, listed?.recordId, listed?.stuck]).toEqual([key, story.id, undefined]);
    if (key !== 'timed') continue;
    await server.context.db
      .deleteFrom('flw_timer')
      .where('instance_id', '=', await idOf(story))
      .execute();
    expect(await found(story, { status: 'stuck' })).toMatchObject({ stuck: 'dead' });
    expect(await found(story, { formKey: key })).toMatchObject({ stuck: 'dead' });
  }
});

describe('moving to another version', () => {
  it('is reported first, refused where the node is gone, and done where it fits', async () => {
    const key = 'moving';
    await publishStory(server, key, flowFile(key, TWO));
    const stays = await begin(server, key, { title: '甲', note: '要紧' });
    const gone = await begin(server, key, { title: '乙' });
    await gone.act('leader', 'approve');
    const flow = `${edge('f1', 'apply', 'one')}${timed.replace('name="one"', 'name="初审"')}${edge('f2', 'one', 'three')}${task('three user manager')}${edge('f3', 'three', 'e')}`;
    await publishStory(
      server,
      key,
      flowFile(key, flow),
      FIELDS.filter(({ __vModel__ }) => __vModel__ !== 'note'),
    );
    const latest = { flowVersion: 2, formVersion: 2 };
    expect(
      (await admin.get<VersionUse[]>(`${BASE}/versions`)).data.find(({ formKey }) => formKey === key),
    ).toMatchObject({ flowVersion: 1, formVersion: 1, count: 2, latestFlowVersion: 2 });
    const ids = [await idOf(stays), await idOf(gone)];
    const unknown = await post<MoveResult[]>('move', { instanceIds: ids.slice(0, 1), flowVersion: 9, formVersion: 8 });
    expect(unknown.data).toMatchObject([
      {
        title: '甲',
        to: '流程第 9 版、表单第 8 版',
        misfits: [
          { level: 'error', detail: '流程“moving”没有第 9 版' },
          { level: 'error', detail: '表单“moving”没有第 8 版' },
        ],
        isMoved: false,
      },
    ]);
    const { data: report } = await post<MoveResult[]>('move', { instanceIds: ids, ...latest, isDryRun: true });
    expect(report.map(({ isMoved }) => isMoved)).toEqual([false, false]);
    expect(report[0]?.misfits.map(({ level }) => level)).not.toContain('error');
    expect(report[0]?.misfits.map(({ detail }) => detail).join()).toMatch(/“意见”.*已删除/);
    expect(report[1]?.misfits).toContainEqual({ level: 'error', detail: '当前节点“two”在目标版本中不存在' });
    expect(await found(stays, { formKey: key })).toMatchObject({ flowVersion: 1 });
    const { data: moved } = await post<MoveResult[]>('move', { instanceIds: ids, ...latest, reason: '新制度' });
    expect(moved.map(({ isMoved }) => isMoved)).toEqual([true, false]);
    expect(await found(stays, { formKey: key })).toMatchObject({ flowVersion: 2, formVersion: 2, taskNodes: '初审' });
    expect((await stays.history()).at(-1)).toMatchObject({ action: 'moveVersion', opinion: '新制度' });
    expect((await stays.act('leader', 'approve')).code).toBe('1');
    expect([await stays.holders(), await gone.at()]).toEqual([['manager'], 'two']);
  });

  it('sets what the node waits for beside its task in that version only, and drops what it no longer waits for', async () => {
    const key = 'edged';
    const edged = (id: string, on: string, event: string): string =>
      `<boundaryEvent id="${id}" name="${id}" attachedToRef="${on}" cancelActivity="false">${event}</boundaryEvent>${task(`${id}t user u-hr`)}${edge(`${id}f`, id, `${id}t`)}${edge(`${id}g`, `${id}t`, 'e')}`;
    const inAnHour = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>';
    const stays = '<messageEventDefinition messageRef="在"/>';
    const told =
      '<extensionElements><sf:candidates type="user" value="u-finance"/></extensionElements><messageEventDefinition messageRef="到"/>';
    const body = `${task('one user leader')}${task('two user manager')}${edge('f1', 'apply', 'one')}${edge('f2', 'one', 'two')}${edge('f3', 'two', 'e')}`;
    await publishStory(
      server,
      key,
      flowFile(key, `${body}${edged('same', 'one', stays)}${edged('moved', 'one', inAnHour)}`),
    );
    const story = await begin(server, key, { title: '甲' });
    await publishStory(
      server,
      key,
      flowFile(
        key,
        `${body}${edged('same', 'one', stays)}${edged('moved', 'two', inAnHour)}${edged('late', 'one', inAnHour)}${edged('told', 'one', told)}`,
      ),
    );
    const instanceId = await idOf(story);
    const timers = async () =>
      (
        await server.context.db
          .selectFrom('flw_timer')
          .select(['node_id', 'kind'])
          .where('instance_id', '=', instanceId)
          .orderBy('node_id')
          .execute()
      ).map(({ node_id, kind }) => `${node_id} ${kind}`);
    expect(await timers()).toEqual(['moved boundary', 'same message']);
    const move = { instanceIds: [instanceId], flowVersion: 2, formVersion: 2, reason: '新制度' };
    expect((await post<MoveResult[]>('move', move)).data).toMatchObject([{ isMoved: true }]);
    expect(await timers()).toEqual(['late boundary', 'same message', 'told message']);
    // who may report the message of the new version may read the record for it, which the former version did not allow
    await story.do('finance', 'message', { message: '到' });
    expect(await story.holders()).toEqual(['hr', 'leader']);
  });

  it('is refused while several sign by a rule that the other version changes, and where a type does not hold what is stored', async () => {
    const key = 'signing';
    const file = (mode: string): string =>
      flowFile(
        key,
        `${edge('f1', 'apply', 'all')}${task('all field checkers', `<sf:sign mode="${mode}"/>`)}${edge('f2', 'all', 'e')}`,
      );
    await publishStory(server, key, file('all'));
    const story = await begin(server, key, { title: '甲', checkers: 'u-leader,u-hr', other: '文字' });
    await publishStory(
      server,
      key,
      file('one'),
      FIELDS.map((field) => (field.__vModel__ === 'other' ? { ...field, tag: 'el-input-number' } : field)),
    );
    const {
      data: [report],
    } = await post<MoveResult[]>('move', { instanceIds: [await idOf(story)], flowVersion: 2, formVersion: 2 });
    expect(report?.isMoved).toBe(false);
    expect(report?.misfits.filter(({ level }) => level === 'error').map(({ detail }) => detail)).toEqual([
      expect.stringContaining('正在会签'),
      expect.stringContaining('“其他意见”的类型'),
    ]);
  });
});

it('nobody but an administrator sees or does any of this', async () => {
  const staff = await clientOf(server, 'staff');
  for (const [call, body] of [
    ['instances', {}],
    ['suspend', { instanceIds: ['x'], reason: 'x' }],
    ['resume', { instanceIds: ['x'], reason: 'x' }],
    ['move', { instanceIds: ['x'] }],
    ['reassign', { from: 'u-leader', to: 'u-hr', reason: 'x' }],
    ['assign', { instanceIds: ['x'], userIds: ['u-hr'], reason: 'x' }],
  ] as const) {
    expect([call, (await post(call, body, staff)).code]).toEqual([call, '403']);
  }
  expect((await staff.get(`${BASE}/versions`)).code).toBe('403');
});

it('the histories of approvals and records cannot be changed, removed or emptied, whoever asks the database', async () => {
  const story = await begin(server, 'ops');
  const { db } = server.context;
  const before = await story.history();
  for (const table of ['flw_history', 'frm_record_audit']) {
    await expect(
      sql`update ${sql.table(table)} set user_name = '别人' where record_id = ${story.id}`.execute(db),
    ).rejects.toThrow(/only ever added/);
    await expect(sql`delete from ${sql.table(table)} where record_id = ${story.id}`.execute(db)).rejects.toThrow(
      /only ever added/,
    );
    await expect(sql`truncate ${sql.table(table)}`.execute(db)).rejects.toThrow(/only ever added/);
  }
  await expect(db.deleteFrom('flw_instance').where('record_id', '=', story.id).execute()).rejects.toThrow(
    /only ever added/,
  );
  expect(await story.history()).toEqual(before);
});
