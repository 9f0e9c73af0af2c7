import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { read } from '@e965/xlsx';
import axe from 'axe-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TaskGroups, TaskService } from '../../../src/runtime/services/tasks.ts';
import { taskRows } from '../../../src/screens/taskList/exportTasks.ts';
import { TaskCards } from '../../../src/screens/taskList/TaskCards.tsx';
import { TaskListBlock } from '../../../src/screens/taskList/TaskListBlock.tsx';
import { TaskMarks } from '../../../src/screens/taskList/TaskMarks.tsx';
import { conditionsOf, encodeTaskState, decodeTaskState } from '../../../src/screens/taskList/taskState.ts';
import * as books from '../../../src/widgets/subTable/data/book.ts';
import { aTask, fakeServices, lost, renderAt } from '../fakes.tsx';

const GROUPS: TaskGroups = {
  total: 3,
  urgent: 1,
  overdue: 2,
  inner: 2,
  outer: 1,
  nodes: [{ taskNode: '审核', count: 3 }],
  forms: [
    { formKey: 'seal', formName: '用印申请', area: 'seals', areaName: '印章管理', count: 2 },
    { formKey: 'odd', formName: '杂项', area: '', areaName: '其他', count: 1 },
  ],
};
const block = <TaskListBlock node={{ tag: 'taskList', source: 'todo' }} path={['root']} />;
const list = vi.fn<TaskService['list']>(async () => ({
  list: [aTask({ isUrgent: true, isUrged: true, dueTime: '2020-01-01 00:00:00' })],
  total: 3,
}));
const groups = vi.fn<TaskService['groups']>(async () => GROUPS);
const exportRows = vi.fn<TaskService['exportRows']>(async () => ({ rows: [aTask()], total: 1 }));
const open = async (address = '/taskCenter/toDoList') => {
  const view = await renderAt(address, fakeServices({ tasks: { list, groups, exportRows } }), block);
  await screen.findByRole('navigation', { name: '事项分类' });
  return view;
};
const asked = () => list.mock.calls.at(-1)?.[1].conditions;
const address = (): string => screen.getByTestId('address').textContent ?? '';

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.restoreAllMocks();
});

describe('the list of to-dos', () => {
  it('shows the same number in its title and at the head of the tree, and marks what is late, urgent and pressed for', async () => {
    await open();
    expect(document.querySelector('[data-total]')?.textContent).toBe('3');
    expect(document.querySelector('[data-category="all"]')?.textContent).toBe('全部事项3');
    const row = document.querySelector('tr[data-row="0"]');
    for (const mark of ['已超时', '急', '催办']) expect(row?.textContent).toContain(mark);
  });

  it('asks for one form when it is chosen in the tree, and for all forms of an area', async () => {
    await open();
    fireEvent.click(document.querySelector('[data-category="odd"]') as HTMLElement);
    await waitFor(() => expect(asked()).toEqual([{ field: 'formKey', op: 'eq', value: 'odd' }]));
    expect(address()).toContain('form=odd');
    fireEvent.click(document.querySelector('[data-category="seals"]') as HTMLElement);
    await waitFor(() => expect(asked()).toEqual([{ field: 'formKey', op: 'in', value: ['seal'] }]));
    await waitFor(() =>
      expect(document.querySelector('[data-category="seals"]')?.getAttribute('aria-current')).toBe('true'),
    );
  });

  it('keeps its filters in the address, begins at the first page with each, and clears them together', async () => {
    await open('/taskCenter/toDoList?page=2&node=审核');
    fireEvent.click(document.querySelector('[data-mark="overdue"]') as HTMLElement);
    await waitFor(() =>
      expect(asked()).toEqual([
        { field: 'taskNode', op: 'eq', value: '审核' },
        { field: 'isOverdue', op: 'eq', value: '1' },
      ]),
    );
    expect(address()).not.toContain('page=');
    fireEvent.click(document.querySelector('[data-action="reset"]') as HTMLElement);
    await waitFor(() => expect(asked()).toEqual([]));
    expect(address()).toBe('/taskCenter/toDoList');
  });

  it('is a list all the same where nobody counts, and says why when it cannot be loaded', async () => {
    groups.mockRejectedValueOnce(lost());
    await renderAt('/taskCenter/toDoList', fakeServices({ tasks: { list, groups } }), block);
    await screen.findByText('张三的用印申请');
    expect(screen.queryByRole('navigation', { name: '事项分类' })).toBeNull();
    list.mockRejectedValueOnce(lost());
    fireEvent.click(document.querySelector('[data-action="refresh"]') as HTMLElement);
    await screen.findByText('无法连接服务器，请检查网络后重试');
  });

  it('exports what is filtered, and not a second time while that runs', async () => {
    let answer: (value: { rows: ReturnType<typeof aTask>[]; total: number }) => void = () => undefined;
    exportRows.mockImplementationOnce(
      () =>
        new Promise((done) => {
          answer = done;
        }),
    );
    const save = vi.spyOn(books, 'saveBook').mockResolvedValue(undefined);
    await open('/taskCenter/toDoList?urgent=1');
    const button = document.querySelector('[data-action="export"]') as HTMLElement;
    fireEvent.click(button);
    fireEvent.click(button);
    expect(exportRows.mock.calls).toEqual([['todo', { conditions: [{ field: 'isUrgent', op: 'eq', value: '1' }] }]]);
    answer({ rows: [aTask()], total: 12 });
    await screen.findByText(/共 12 条，已导出最近的 1 条/);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('has no accessibility fault', async () => {
    const { container } = await open();
    const { violations } = await axe.run(container, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  });

  it('folds an area away and back', async () => {
    await open();
    const tree = screen.getByRole('navigation', { name: '事项分类' });
    fireEvent.click(within(tree).getByRole('button', { name: '收起印章管理' }));
    expect(document.querySelector('[data-category="seal"]')).toBeNull();
    fireEvent.click(within(tree).getByRole('button', { name: '展开印章管理' }));
    expect(document.querySelector('[data-category="seal"]')).not.toBeNull();
  });
});

describe('to-dos and done tasks in the tabs of one screen', () => {
  const paths = [0, 1].map((index) => ['root', 'items', index, 'children', 0]);
  const both = (
    <>
      <TaskListBlock node={{ tag: 'taskList', source: 'todo' }} path={paths[0] ?? []} />
      <TaskListBlock node={{ tag: 'taskList', source: 'done' }} path={paths[1] ?? []} />
    </>
  );
  const pages = vi.fn<TaskService['list']>(async (source, { page }) => {
    const total = source === 'todo' ? 5 : 60;
    return {
      list: (page.pageNum - 1) * page.pageSize < total ? [aTask({ title: `${source}${page.pageNum}` })] : [],
      total,
    };
  });

  it('each have a page and filters of their own, beside those of other lists', async () => {
    await renderAt('/q?waiting.page=3', fakeServices({ tasks: { list: pages, groups } }), both);
    await screen.findByText('done1');
    const done = document.querySelector('[data-task-list="done"]') as HTMLElement;
    fireEvent.click(done.querySelector('.ant-pagination-item-2') as Element);
    await within(done).findByText('done2');
    const todo = document.querySelector('[data-task-list="todo"]') as HTMLElement;
    const search = within(todo).getByRole('searchbox', { name: '查询事项' });
    fireEvent.change(search, { target: { value: '桩' } });
    fireEvent.keyDown(search, { key: 'Enter', keyCode: 13 });
    await waitFor(() => expect(pages.mock.calls.at(-1)?.[1].keyword).toBe('桩'));
    expect(pages.mock.calls.at(-1)?.[0]).toBe('todo');
    expect(within(done).getByText('done2')).toBeTruthy();
    expect([...new URLSearchParams(address().split('?')[1])].toSorted()).toEqual([
      ['done.1-0.page', '2'],
      ['todo.keyword', '桩'],
      ['waiting.page', '3'],
    ]);
  });
});

it('a failed count of a chosen area is an error that can be repeated, not an empty list', async () => {
  groups.mockRejectedValueOnce(lost());
  await renderAt('/taskCenter/toDoList?area=seals', fakeServices({ tasks: { list, groups } }), block);
  await screen.findByText('列表加载失败');
  fireEvent.click(document.querySelector('[data-action="retry"]') as HTMLElement);
  await screen.findByText('张三的用印申请');
});

it('an address says everything that is set and nothing else', () => {
  const state = {
    ...decodeTaskState({}),
    form: 'seal',
    from: '2026-01-02',
    side: 'outer' as const,
    urgent: true,
    pageNum: 3,
  };
  expect(decodeTaskState(encodeTaskState(state))).toEqual(state);
  expect(encodeTaskState(decodeTaskState({ from: 'x', page: '-1', side: 'both' }))).toEqual({});
});

it('an area whose forms are not known finds nothing rather than everything', () => {
  expect(conditionsOf('todo', { ...decodeTaskState({}), area: 'gone' }, [])).toEqual([
    { field: 'formKey', op: 'in', value: ['gone'] },
  ]);
});

it('a list whose name is not allowed as the name of a sheet is exported all the same', async () => {
  const book = await books.writeBook(
    ['检测/校准任务：[一]?', ''].map((name) => ({ name, rows: [['标题']], widths: [10] })),
  );
  expect(read(new Uint8Array(await book.arrayBuffer())).SheetNames).toEqual(['检测 校准任务： 一  ', '数据']);
});

it.each(['UTC', 'America/New_York', 'Asia/Shanghai'])(
  'a due time is one of China’s time in a browser of %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    vi.useFakeTimers({ now: Date.parse('2026-01-02T10:30:00+08:00'), toFake: ['Date'] });
    try {
      for (const [dueTime, mark] of [
        ['2026-01-02 10:00:00', '已超时'],
        ['2026-01-02 13:40:00', '剩3小时'],
      ] as const) {
        const { container } = render(<TaskMarks task={aTask({ dueTime })} />);
        expect(container.textContent).toBe(mark);
      }
    } finally {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    }
  },
);

it('a card says once that its application was returned, for a to-do as for a copy', () => {
  const returned = aTask({ flwState: '2', arriveTime: '2026-01-02 03:04:05' });
  for (const task of [returned, { ...returned, copiedBy: '李四' }]) {
    const { container } = render(
      <TaskCards
        tasks={[task]}
        columns={[]}
        isLoading={false}
        empty={null}
        openLabel="查看"
        openAction="view"
        onOpen={() => undefined}
      />,
    );
    expect(container.querySelector('.sc-card-marks')?.textContent).toBe('已退回');
    cleanup();
  }
});

it('a sheet of to-dos holds times as times, and a title that looks like a formula as text', () => {
  const [head, row] = taskRows('todo', [aTask({ title: '=1+1', arriveTime: '2026-01-02 03:04:05', isUrged: true })]);
  expect(head).toEqual(['标题', '流程', '当前节点', '发起人', '发起时间', '到达时间', '办理期限', '紧急', '状态']);
  expect(row?.[0]).toBe('=1+1');
  expect(row?.[5]).toEqual({ number: expect.closeTo(46024.1278, 3), format: 'yyyy-mm-dd hh:mm:ss' });
  expect(row?.[7]).toBe('是');
});
