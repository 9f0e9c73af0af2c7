import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import type { TaskGroups } from '../../../../src/server/approval/tasks/taskGroups.ts';
import { author } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, FIELDS, flowFile, publishStory, task, type Story } from '../story.ts';

let server: TestServer;
let hr: Client;
let urgent: Story;
let plain: Story;
let second: Story;

interface Row {
  recordId: string;
  taskNode: string;
  formName: string;
  isUrgent?: boolean;
  isUrged?: boolean;
  dueTime?: string;
  arriveTime: string;
}
const by = (...conditions: [string, unknown][]) => ({
  conditions: conditions.map(([field, value]) => ({ field, op: 'eq', value })),
});
const rows = async (data: object, client = hr, call = 'listMyTodo'): Promise<Row[]> =>
  (await client.post<{ data: Row[] }>(`/api/task/flow/task/${call}`, { data, page: { pageNum: 1, pageSize: 100 } }))
    .data.data;
const ids = async (data: object, client = hr, call = 'listMyTodo'): Promise<string[]> =>
  (await rows(data, client, call)).map(({ recordId }) => recordId).toSorted();
const groups = async (data: object = {}, client = hr, source = 'todo'): Promise<TaskGroups> =>
  (await client.post<TaskGroups>(`/api/task/flow/task/groups/${source}`, { data })).data;

beforeAll(async () => {
  server = await startTestServer();
  const steps = (node: string) => `${task(`${node} user u-hr`)}${edge('f1', 'apply', node)}${edge('f2', node, 'e')}`;
  await publishStory(server, 'leave', flowFile('leave', steps('review')));
  await publishForm(server.context, {
    formKey: 'leave',
    formName: '请假',
    note: '',
    author,
    definition: { flowKey: 'leave', area: 'hrPersonnel', urgentWhen: "other == 'now'", fields: FIELDS },
  });
  await publishStory(server, 'goods', flowFile('goods', steps('check')));
  urgent = await begin(server, 'leave', { title: '马上走', other: 'now' });
  plain = await begin(server, 'leave', { title: '下周走' });
  second = await begin(server, 'goods', { title: '领用' });
  hr = await clientOf(server, 'hr');
});
afterAll(() => server.dispose());

describe('the task centre', () => {
  it('counts by form and node what the lists come to, and all of them what the sidebar shows', async () => {
    const all = await groups();
    expect(all.total).toBe((await hr.get<number>('/api/system/flow/task/countMyTodo')).data);
    for (const { formKey, count } of all.forms) expect(await ids(by(['formKey', formKey]))).toHaveLength(count);
    expect(all.forms.find(({ formKey }) => formKey === 'leave')).toMatchObject({
      formName: '请假',
      area: 'hrPersonnel',
      areaName: '人事管理',
      count: 2,
    });
    expect(all.forms.find(({ formKey }) => formKey === 'goods')).toMatchObject({ areaName: '其他' });
    for (const { taskNode, count } of all.nodes) expect(await ids(by(['taskNode', taskNode]))).toHaveLength(count);
  });

  it('keeps the tree whole when a form is chosen, and counts marks under that form only', async () => {
    const under = await groups(by(['formKey', 'goods']));
    expect(under.total).toBe((await groups()).total);
    expect(under.urgent).toBe(0);
    expect(under.nodes).toEqual([{ taskNode: 'check', count: 1 }]);
  });

  it('marks what its form calls urgent, and finds it', async () => {
    expect((await rows(by(['formKey', 'leave']))).find(({ recordId }) => recordId === urgent.id)?.isUrgent).toBe(true);
    expect(await ids(by(['isUrgent', '1'], ['formKey', 'leave']))).toEqual([urgent.id]);
    expect(await ids(by(['isUrgent', '0'], ['formKey', 'leave']))).toEqual([plain.id]);
  });

  it('marks what somebody pressed for since it came, and counts it as urgent', async () => {
    const before = (await groups()).urgent;
    expect((await second.do('staff', 'urge', { opinion: '请快些' })).code).toBe('1');
    expect((await rows(by(['isUrgent', '1'], ['formKey', 'goods']))).map(({ isUrged }) => isUrged)).toEqual([true]);
    expect((await groups()).urgent).toBe(before + 1);
  });

  it('tells what is late from what is not', async () => {
    await server.context.db
      .updateTable('flw_task')
      .set({ due_at: new Date(Date.now() - 1000) })
      .where('record_id', '=', plain.id)
      .where('state', '=', 'open')
      .execute();
    await server.context.db
      .updateTable('flw_task')
      .set({ due_at: new Date(Date.now() + 3_600_000) })
      .where('record_id', '=', urgent.id)
      .where('state', '=', 'open')
      .execute();
    expect(await ids(by(['isOverdue', '1']))).toEqual([plain.id]);
    expect((await groups()).overdue).toBe(1);
    expect(await ids(by(['isOverdue', '0'], ['formKey', 'leave']))).toEqual([urgent.id]);
  });

  it('tells applications of another unit from those of the own ones', async () => {
    await server.context.db
      .updateTable('flw_instance')
      .set({ unit_id: 'elsewhere' })
      .where('record_id', '=', second.id)
      .execute();
    expect(await ids(by(['side', 'outer']))).toEqual([second.id]);
    expect(await ids(by(['side', 'inner']))).not.toContain(second.id);
    expect(await groups()).toMatchObject({ outer: 1 });
  });

  it('finds by when it came, a day with all its hours', async () => {
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: process.env.TZ || 'Asia/Shanghai' });
    const range = (from: string | null, to: string | null) => ({
      conditions: [{ field: 'arriveTime', op: 'range', value: [from, to] }],
    });
    expect(await ids(range(today, today))).toContain(plain.id);
    expect(await ids(range(null, '2000-01-01'))).toEqual([]);
    expect((await hr.post('/api/task/flow/task/listMyTodo', { data: range('gestern', null) })).code).toBe(
      'REQUEST_INVALID',
    );
  });

  it('is listed in the order that is asked for, whichever list it is, and refuses one that it does not show', async () => {
    const todo = ['arriveTime', 'startTime', 'title', 'formName', 'taskNode', 'startUserName'];
    const lists: [call: string, Client, fields: string[]][] = [
      ['task/flow/task/listMyTodo', hr, todo],
      ['system/flow/task/getTodoList', hr, todo],
      ['system/flow/task/getAllTodoList', hr, todo],
      ['task/flow/task/listMyStart', await clientOf(server, 'staff'), ['startTime', 'title', 'formName', 'taskNode']],
      ['task/flow/task/listMyDone', await clientOf(server, 'leader'), ['finishTime', 'startTime', 'title', 'formName']],
    ];
    for (const [call, who, fields] of lists) {
      // every page of it: a leader of the demo company has decided more than one page shows
      const listed = async (sort: object) => {
        const found: Record<string, string>[] = [];
        for (let pageNum = 1; ; pageNum++) {
          const { data, page } = (
            await who.post<{ data: Record<string, string>[]; page: { total: number } }>(`/api/${call}`, {
              data: { sort },
              page: { pageNum, pageSize: 500 },
            })
          ).data;
          found.push(...data);
          if (data.length === 0 || found.length >= page.total) return found;
        }
      };
      for (const field of fields) {
        const [up, down] = [await listed({ field }), await listed({ field, order: 'desc' })];
        expect([call, field, up.length > 1]).toEqual([call, field, true]);
        expect(down.map((row) => row[field])).toEqual(up.map((row) => row[field]).toReversed());
      }
      for (const field of ['nothing', 'toString', 'flowKey'])
        expect(await who.post(`/api/${call}`, { data: { sort: { field } } })).toMatchObject({
          status: 400,
          msg: `请求参数有误：不能按“${field}”排序`,
        });
    }
    const paged = await Promise.all(
      [1, 2].map(
        async (pageNum) =>
          (
            await hr.post<{ data: Row[] }>('/api/task/flow/task/listMyTodo', {
              data: { sort: { field: 'title' } },
              page: { pageNum, pageSize: 1 },
            })
          ).data.data[0]?.recordId,
      ),
    );
    expect(paged).toEqual((await rows({ sort: { field: 'title' } })).slice(0, 2).map(({ recordId }) => recordId));
    // what is due at no time stands last, whichever way
    for (const order of ['asc', 'desc'])
      expect(
        (await rows({ sort: { field: 'dueTime', order } })).slice(0, 2).map(({ dueTime }) => Boolean(dueTime)),
      ).toEqual([true, true]);
    const exported = await hr.post<{ rows: Row[] }>('/api/task/flow/task/exportRows/todo', {
      data: { sort: { field: 'title' } },
    });
    expect(exported.data.rows.map(({ recordId }) => recordId)).toEqual(
      (await rows({ sort: { field: 'title' } })).map(({ recordId }) => recordId),
    );
  });

  it('is asked alike under every name of the call, and what it does not know is refused', async () => {
    for (const call of [
      'task/flow/task/listMyTodo',
      'system/flow/task/getTodoList',
      'system/flow/task/getAllTodoList',
    ]) {
      const asked = async (data: object) =>
        hr.post<{ data: Row[]; page: { total: number } }>(`/api/${call}`, {
          data,
          page: { pageNum: 1, pageSize: 100 },
        });
      expect((await asked(by(['formKey', 'goods']))).data).toMatchObject({
        data: [{ recordId: second.id }],
        page: { total: 1 },
      });
      expect((await asked({ keyword: '领用' })).data.data.map(({ recordId }) => recordId)).toEqual([second.id]);
      expect((await asked(by(['nothing', '1']))).code).toBe('REQUEST_INVALID');
      expect((await asked({ conditions: [{ field: 'formKey', op: 'ne', value: 'goods' }] })).msg).toBe(
        '请求参数有误：未知的查询方式“ne”',
      );
      for (const [field, op, value] of [
        ['title', 'gte', '领用'],
        ['isUrgent', 'in', ['1']],
        ['side', 'contains', 'inner'],
      ] as const)
        expect((await asked({ conditions: [{ field, op, value }] })).msg).toBe(
          `请求参数有误：“${field}”不能用“${op}”查询`,
        );
    }
    for (const call of ['listMyTodo', 'listMyDone', 'listMyStart', 'groups/todo', 'exportRows/done']) {
      expect((await hr.post(`/api/task/flow/task/${call}`, { data: { title: '领用' } })).msg).toBe(
        '请求参数有误：“data”有多余的“title”',
      );
      expect((await hr.post(`/api/task/flow/task/${call}`, { keyword: '领用' })).msg).toBe(
        '请求参数有误：内容有多余的“keyword”',
      );
    }
  });

  it('answers every row of a filtered list for a spreadsheet, of this person only', async () => {
    const data = by(['formKey', 'leave']);
    const { data: answer } = await hr.post<{ rows: Row[]; total: number }>('/api/task/flow/task/exportRows/todo', {
      data,
      page: { pageNum: 2, pageSize: 1 },
    });
    expect(answer.rows.map(({ recordId }) => recordId).toSorted()).toEqual([plain.id, urgent.id].toSorted());
    expect(answer.total).toBe(2);
    expect(
      (
        await (
          await clientOf(server, 'leader')
        ).post<{ total: number }>('/api/task/flow/task/exportRows/todo', { data })
      ).data.total,
    ).toBe(0);
    expect((await server.anonymous.post('/api/task/flow/task/exportRows/todo', { data })).status).toBe(401);
  });

  it('counts and lists what was done and what was started alike', async () => {
    await urgent.act('hr', 'approve');
    expect(await ids(by(['formKey', 'leave']), hr, 'listMyDone')).toEqual([urgent.id]);
    expect((await groups({}, hr, 'done')).forms.find(({ formKey }) => formKey === 'leave')?.count).toBe(1);
    const staff = await clientOf(server, 'staff');
    const started = await groups({}, staff, 'start');
    expect(started.forms.find(({ formKey }) => formKey === 'leave')?.count).toBe(2);
    expect(await ids(by(['taskNode', 'check']), staff, 'listMyStart')).toEqual([second.id]);
    const oneOf = (...value: string[]) => ({ conditions: [{ field: 'taskNode', op: 'in', value }] });
    expect(await ids(oneOf('nowhere', 'check'), staff, 'listMyStart')).toEqual([second.id]);
  });

  it('turns the pages of what came last in one order, whoever handed it on, and counts the same on each', async () => {
    expect((await plain.do('hr', 'delegate', { userIds: ['u-sealer'] })).code).toBe('1');
    await plain.act('sealer', 'approve');
    const { db } = server.context;
    const wrong = await db
      .selectFrom('flw_task_candidate as c')
      .innerJoin('flw_task as t', 't.id', 'c.task_id')
      .where('c.is_open', '=', true)
      .whereRef('c.arrived_at', '!=', 't.arrived_at')
      .select('t.id')
      .execute();
    expect(wrong).toEqual([]);
    const whole = await rows({});
    expect(whole.map(({ arriveTime }) => arriveTime)).toEqual(
      whole
        .map(({ arriveTime }) => arriveTime)
        .toSorted()
        .toReversed(),
    );
    for (const data of [{}, { keyword: '　' }, by(['formKey', ''])]) {
      const pages = [];
      for (let pageNum = 1; pageNum <= whole.length; pageNum += 1)
        pages.push(
          (
            await hr.post<{ data: Row[]; page: { total: number } }>('/api/task/flow/task/listMyTodo', {
              data,
              page: { pageNum, pageSize: 1 },
            })
          ).data,
        );
      expect(pages.flatMap(({ data: [row] }) => row?.recordId ?? [])).toEqual(whole.map(({ recordId }) => recordId));
      expect(new Set(pages.map(({ page }) => page.total))).toEqual(new Set([whole.length]));
    }
  });

  it('refuses a field that no task has', async () => {
    expect((await hr.post('/api/task/flow/task/groups/todo', { data: by(['i.title) or (1=1', 'x']) })).code).toBe(
      'REQUEST_INVALID',
    );
  });

  it('refuses more values, and longer ones, than anybody looks for', async () => {
    for (const value of [Array.from({ length: 201 }, (_none, index) => `v${index}`), 'x'.repeat(1001)]) {
      expect(
        (
          await hr.post('/api/task/flow/task/listMyTodo', {
            data: { conditions: [{ field: 'title', op: 'eq', value }] },
          })
        ).code,
      ).toBe('REQUEST_INVALID');
    }
  });
});
