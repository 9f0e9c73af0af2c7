import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths, publishSealDemo, recordsOf, SEAL, tasksOf, todoOf } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let staff: Client;
let leader: Client;
let sealer: Client;

beforeAll(async () => {
  server = await startTestServer();
  await publishSealDemo(server);
  [staff, leader, sealer] = await Promise.all([server.api('staff'), server.api('leader'), server.api('sealer')]);
});
afterAll(() => server.dispose());

/** A submitted application that waits for the leader. */
async function submitted() {
  const { data: draft } = await recordsOf(staff).save(SEAL);
  const { data: record } = await recordsOf(staff).run({ ...SEAL, id: draft.id, revision: draft.revision }, 'submit');
  const task = await todoOf(leader, record.id ?? '');
  return { record, id: record.id ?? '', taskId: task?.taskId ?? '' };
}

describe('the life of an application', () => {
  it('goes from draft over approval with allowed edits to its end, and everyone finds it where it belongs (EN-021)', async () => {
    const mine = recordsOf(staff);
    const draft = await mine.save(SEAL);
    expect(draft.code).toBe('1');
    expect(draft.data).toMatchObject({
      flwState: '0',
      revision: 1,
      version: 1,
      title: '滨江花园检测报告盖章',
      createByName: '周明轩',
      task: null,
    });
    expect(draft.data.fieldsMap.totalCopies).toBe(5);
    expect(draft.data.childTables.sealFiles?.map((row) => row.fieldsMap.sum)).toEqual([7.5, 2]);
    const id = draft.data.id ?? '';

    const run = await mine.run({ ...SEAL, id, revision: 1 }, 'submit');
    expect(run.data).toMatchObject({ flwState: '1', taskNode: '部门负责人审批', task: null });

    const task = await todoOf(leader, id);
    expect(task).toMatchObject({ taskNode: '部门负责人审批', startUserName: '周明轩', title: '滨江花园检测报告盖章' });
    const count = await leader.get<number>('/api/system/flow/task/countMyTodo');
    expect(count.data).toBeGreaterThan(0);
    const seen = await recordsOf(leader).get(id, task?.taskId);
    expect(seen.data.task).toEqual({
      taskId: task?.taskId,
      taskNode: '部门负责人审批',
      nodeId: 'leader',
      kind: 'sign',
      actions: ['approve', 'return', 'reject', 'save'],
    });
    expect(seen.data.fieldsMap).not.toHaveProperty('secret');

    const rows = (seen.data.childTables.sealFiles ?? []).map((row) => ({
      id: row.id,
      fieldsMap: { ...row.fieldsMap, copies: 4 },
    }));
    const approved = await recordsOf(leader).run(
      {
        id,
        revision: seen.data.revision,
        fieldsMap: { ...seen.data.fieldsMap, leaderOpinion: '情况属实' },
        childTables: { sealFiles: rows },
      },
      'approve',
      { taskId: task?.taskId, opinion: '同意' },
    );
    expect(approved.msg).toBe('办理成功');
    expect(approved.data).toMatchObject({ flwState: '1', taskNode: '印章管理员用印' });
    expect(approved.data.fieldsMap.totalCopies).toBe(8);
    expect(await todoOf(leader, id)).toBeUndefined();

    const sealTask = await todoOf(sealer, id);
    const sealing = await recordsOf(sealer).get(id);
    const done = await recordsOf(sealer).run({ ...sealing.data, id, revision: sealing.data.revision }, 'approve', {
      taskId: sealTask?.taskId,
    });
    expect(done.data).toMatchObject({ flwState: '3', taskNode: '' });

    const final = await mine.get(id);
    expect(final.data.fieldsMap).toMatchObject({ secret: '仅申请人可见', leaderOpinion: '情况属实', totalCopies: 8 });
    const history = await staff.get<{ taskNode: string; userName: string; action: string; opinion: string }[]>(
      `/api/task/flow/process/history?formKey=sealDemo&recordId=${id}`,
    );
    expect(history.data.map(({ userName, action, opinion }) => [userName, action, opinion])).toEqual([
      ['周明轩', 'submit', '提交'],
      ['陈立群', 'approve', '同意'],
      ['孙丽华', 'approve', '同意'],
    ]);
    expect((await tasksOf(staff, 'listMyStart')).find((row) => row.recordId === id)).toMatchObject({ flwState: '3' });
    expect((await tasksOf(leader, 'listMyDone')).find((row) => row.recordId === id)).toMatchObject({
      action: 'approve',
      flwState: '3',
    });
    expect((await tasksOf(sealer, 'listMyDone')).some((row) => row.recordId === id)).toBe(true);
    expect((await tasksOf(staff, 'listMyDone')).some((row) => row.recordId === id)).toBe(false);
  });

  it('a condition on the flow sends large amounts to the manager', async () => {
    const manager = await server.api('manager');
    const { data } = await recordsOf(staff).run(
      { ...SEAL, fieldsMap: { ...SEAL.fieldsMap, amount: 200_000 } },
      'submit',
    );
    const task = await todoOf(leader, data.id ?? '');
    const { data: approved } = await recordsOf(leader).run(
      { id: data.id, revision: data.revision, fieldsMap: { leaderOpinion: '同意' } },
      'approve',
      { taskId: task?.taskId },
    );
    expect(approved.taskNode).toBe('分管领导审批');
    expect(await todoOf(manager, data.id ?? '')).toBeDefined();
  });

  it('a return goes to the applicant, who corrects, submits again and finishes', async () => {
    const { id, record, taskId } = await submitted();
    const silent = await recordsOf(leader).run({ id, revision: record.revision }, 'return', { taskId });
    expect(silent).toMatchObject({ status: 422, code: 'RECORD_INVALID' });
    expect(paths(silent)).toEqual([['opinion']]);
    const returned = await recordsOf(leader).run({ id, revision: record.revision }, 'return', {
      taskId,
      opinion: '份数不对',
    });
    expect(returned.data).toMatchObject({ flwState: '2', taskNode: '申请人填写' });

    const back = await todoOf(staff, id);
    expect(back?.taskNode).toBe('申请人填写');
    const { data: seen } = await recordsOf(staff).get(id);
    const corrected = { ...SEAL, fieldsMap: { ...SEAL.fieldsMap, title: '改正后的申请' } };
    const between = await recordsOf(staff).save({ ...corrected, id, revision: seen.revision });
    expect(between.data).toMatchObject({ flwState: '2', title: '改正后的申请' });
    const again = await recordsOf(staff).run({ ...corrected, id, revision: between.data.revision }, 'submit', {
      taskId: back?.taskId,
    });
    expect(again.data).toMatchObject({ flwState: '1', taskNode: '部门负责人审批' });
    expect((await todoOf(leader, id))?.title).toBe('改正后的申请');
    const { data: history } = await leader.get<{ action: string; opinion: string }[]>(
      `/api/task/flow/process/history?formKey=sealDemo&recordId=${id}`,
    );
    expect(history.map((entry) => [entry.action, entry.opinion])).toEqual([
      ['submit', '提交'],
      ['return', '份数不对'],
      ['submit', '提交'],
    ]);
  });

  it('a rejection voids the application for good', async () => {
    const { id, record, taskId } = await submitted();
    const rejected = await recordsOf(leader).run({ id, revision: record.revision }, 'reject', {
      taskId,
      opinion: '不符合规定',
    });
    expect(rejected.data).toMatchObject({ flwState: '4', taskNode: '' });
    const edit = await recordsOf(staff).save({ ...SEAL, id, revision: rejected.data.revision });
    expect(edit).toMatchObject({ status: 409, code: 'RECORD_STATE', msg: '当前状态（已作废）不允许此操作' });
  });
});

describe('what a task does not allow', () => {
  it('a forged change is refused with its paths and the record stays as it was', async () => {
    const { id, record, taskId } = await submitted();
    const forged = await recordsOf(leader).run(
      {
        id,
        revision: record.revision,
        fieldsMap: { title: '换了事由', secret: '偷看', leaderOpinion: '同意' },
        childTables: { sealFiles: [{ id: 'r1', fieldsMap: { fileName: '换了文件', copies: 9 } }] },
      },
      'approve',
      { taskId },
    );
    expect(forged).toMatchObject({ status: 403, code: 'RECORD_FORBIDDEN' });
    expect(paths(forged)).toEqual([
      ['fieldsMap', 'title'],
      ['fieldsMap', 'secret'],
      ['childTables', 'sealFiles'],
      ['childTables', 'sealFiles', 0, 'fieldsMap', 'fileName'],
    ]);
    const { data: after } = await recordsOf(staff).get(id);
    expect(after).toMatchObject({
      revision: record.revision,
      fieldsMap: { title: SEAL.fieldsMap.title, secret: SEAL.fieldsMap.secret },
    });
    expect(after.fieldsMap).not.toHaveProperty('leaderOpinion', '同意');
    expect(await todoOf(leader, id)).toBeDefined();
  });

  it('a required opinion field of the node is asked for at approval, not at a save in between', async () => {
    const { id, record, taskId } = await submitted();
    const empty = await recordsOf(leader).run({ id, revision: record.revision }, 'approve', { taskId });
    expect(empty).toMatchObject({ status: 422, code: 'RECORD_INVALID' });
    expect(paths(empty)).toEqual([['fieldsMap', 'leaderOpinion']]);
    expect((await recordsOf(leader).save({ id, revision: record.revision, taskId })).code).toBe('1');
  });

  it('somebody without the task may neither read nor act', async () => {
    const { id, record } = await submitted();
    const hr = await server.api('hr');
    expect((await recordsOf(hr).get(id)).code).toBe('404');
    expect((await recordsOf(hr).run({ id, revision: record.revision }, 'approve')).code).toBe('404');
    expect((await recordsOf(staff).save({ ...SEAL, id, revision: record.revision })).code).toBe('TASK_NOT_YOURS');
    expect((await hr.get(`/api/task/flow/process/history?formKey=sealDemo&recordId=${id}`)).code).toBe('404');
  });

  it('its list is exported with the state that each record is in', async () => {
    const { record } = await submitted();
    const response = await fetch(`${server.url}/api/system/frmCrud/exportRows/sealDemo`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { conditions: [{ field: 'id', op: 'eq', value: record.id }] } }),
    });
    const { SheetNames, Sheets } = read(Buffer.from(await response.arrayBuffer()));
    const [head, row] = utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] ?? '']!, { header: 1 });
    expect([head?.slice(-3), row?.at(head?.indexOf('状态') ?? -1)]).toEqual([['状态', '创建人', '创建时间'], '审批中']);
  });

  it('an applicant’s second window, where it is still a draft, is told that it has been submitted, whatever it asks for', async () => {
    const { data: draft } = await recordsOf(staff).save(SEAL);
    const { data: record } = await recordsOf(staff).run({ ...SEAL, id: draft.id, revision: draft.revision }, 'submit');
    const id = record.id ?? '';
    const window = { ...SEAL, id, revision: draft.revision };
    for (const answer of [await recordsOf(staff).save(window), await recordsOf(staff).run(window, 'submit')]) {
      expect(answer).toMatchObject({
        status: 409,
        code: 'RECORD_STALE',
        data: { record: { id, flwState: '1', revision: record.revision }, changedBy: { name: '周明轩' } },
      });
    }
    const task = await todoOf(leader, id);
    await recordsOf(leader).run({ id, revision: record.revision }, 'reject', {
      taskId: task?.taskId ?? '',
      opinion: '不符合规定',
    });
    expect((await recordsOf(staff).save(window)).code).toBe('RECORD_STALE');
    // nobody else learns more than before
    expect((await recordsOf(await server.api('hr')).save(window)).code).toBe('404');
    expect((await recordsOf(await server.api('admin')).save(window)).code).toBe('RECORD_STATE');
  });

  it('a hidden field stays hidden from the approver after the task is done, in record and list', async () => {
    const { id, record, taskId } = await submitted();
    await recordsOf(leader).run({ id, revision: record.revision, fieldsMap: { leaderOpinion: '同意' } }, 'approve', {
      taskId,
    });
    expect((await recordsOf(leader).get(id)).data.fieldsMap).not.toHaveProperty('secret');
    const { data } = await recordsOf(leader).list({ conditions: [{ field: 'id', op: 'eq', value: id }] });
    expect(data.data).toHaveLength(1);
    expect(data.data[0]?.fieldsMap).not.toHaveProperty('secret');
  });
});

describe('two at once', () => {
  it('of two approvers of one task one wins and the other is told who', async () => {
    const { id, record } = await submitted();
    const others = await server.context.db
      .selectFrom('flw_task_candidate as c')
      .innerJoin('flw_task as t', 't.id', 'c.task_id')
      .innerJoin('sys_user as u', 'u.id', 'c.user_id')
      .where('t.record_id', '=', id)
      .where('c.is_open', '=', true)
      .where('u.username', '!=', 'leader')
      .select('u.username')
      .execute();
    const second = await server.api(others[0]?.username ?? '');
    const taskId = (await todoOf(leader, id))?.taskId;
    const act = (client: Client) =>
      recordsOf(client).run({ id, revision: record.revision, fieldsMap: { leaderOpinion: '同意' } }, 'approve', {
        taskId,
      });
    const answers = await Promise.all([act(leader), act(second)]);
    expect(answers.map((answer) => answer.code).toSorted()).toEqual(['1', 'TASK_TAKEN']);
    expect(answers.find((answer) => answer.code === 'TASK_TAKEN')?.msg).toMatch(/^此任务已由\S+办理$/);
    const tasks = await server.context.db
      .selectFrom('flw_task')
      .select('node_id')
      .where('record_id', '=', id)
      .where('state', '=', 'open')
      .execute();
    expect(tasks).toEqual([{ node_id: 'seal' }]);
  });

  it('a stale save is refused, names the other editor and what they changed, and keeps the record', async () => {
    const admin = await server.api('admin');
    const { data: draft } = await recordsOf(staff).save(SEAL);
    const id = draft.id ?? '';
    await recordsOf(admin).save({
      ...SEAL,
      id,
      revision: 1,
      fieldsMap: { ...SEAL.fieldsMap, title: '管理员改的', amount: 5 },
    });
    const stale = await recordsOf(staff).save({
      ...SEAL,
      id,
      revision: 1,
      fieldsMap: { ...SEAL.fieldsMap, title: '我改的' },
    });
    expect(stale).toMatchObject({ status: 409, code: 'RECORD_STALE' });
    expect(stale.msg).toMatch(/^罗志斌 已于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 修改了此记录/);
    expect(stale.data).toMatchObject({
      changedBy: { name: '罗志斌' },
      record: { revision: 2, fieldsMap: { title: '管理员改的' } },
      changes: [
        ['fieldsMap', 'title'],
        ['fieldsMap', 'amount'],
      ],
    });
  });

  it('a double submit with one key makes one record', async () => {
    const started = async () =>
      (await tasksOf(staff, 'listMyStart', { conditions: [{ field: 'formKey', op: 'eq', value: 'sealDemo' }] })).length;
    const before = await started();
    const key = { 'idempotency-key': `submit-${Date.now()}` };
    const answers = await Promise.all([
      recordsOf(staff).run(SEAL, 'submit', {}, key),
      recordsOf(staff).run(SEAL, 'submit', {}, key),
    ]);
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
    expect(await started()).toBe(before + 1);
  });

  it('two submits of one draft with different keys start one process', async () => {
    const { data: draft } = await recordsOf(staff).save(SEAL);
    const act = () => recordsOf(staff).run({ ...SEAL, id: draft.id, revision: draft.revision }, 'submit');
    const answers = await Promise.all([act(), act()]);
    expect(answers.filter((answer) => answer.code === '1')).toHaveLength(1);
    const instances = await server.context.db
      .selectFrom('flw_instance')
      .select('id')
      .where('record_id', '=', draft.id ?? '')
      .execute();
    expect(instances).toHaveLength(1);
  });
});
