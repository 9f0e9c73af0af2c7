import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { FormRecord } from '../../src/grammar/documents.ts';
import type { ListQuery } from '../../src/runtime/services/paging.ts';
import { chartOption } from '../../src/screens/home/chartOption.ts';
import { LinkPanelBlock } from '../../src/screens/home/LinkPanelBlock.tsx';
import { TaskPanelBlock } from '../../src/screens/home/TaskPanelBlock.tsx';
import { ListBlock } from '../../src/screens/list/ListBlock.tsx';
import { TaskListBlock } from '../../src/screens/taskList/TaskListBlock.tsx';
import { SessionContext } from '../../src/session/context.ts';
import { bench } from '../session/fakes.ts';
import { aRecord, aTask, fakeServices, renderAt } from './fakes.tsx';
import { axeFaults } from './axeFaults.ts';

const one = { list: async () => ({ list: [aRecord('r1', { name: '公章' })], total: 1 }) };

describe('a list that opens its records in a dialog', () => {
  const node = { tag: 'list', formKey: 'seal', open: 'dialog' } as const;

  it('shows the record over the list and leaves the address alone', async () => {
    await renderAt(
      '/x',
      fakeServices({ records: { ...one, get: async () => aRecord('r1', { name: '公章', reason: '合同盖章' }) } }),
      <ListBlock node={node} path={['root']} />,
    );
    await screen.findByText('公章');
    fireEvent.click(document.querySelector('[data-action="view"]') as Element);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('合同盖章');
    expect(screen.getByTestId('address').textContent).toBe('/x');
  });

  it('asks before it closes over unsaved values, and keeps them on a no', async () => {
    await renderAt(
      '/x',
      fakeServices({ records: { ...one, get: async () => aRecord('r1', { name: '公章' }) } }),
      <ListBlock node={node} path={['root']} />,
    );
    await screen.findByText('公章');
    fireEvent.click(document.querySelector('[data-action="edit"]') as Element);
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.querySelector('[data-field="name"] input')).toBeTruthy());
    fireEvent.change(dialog.querySelector('[data-field="name"] input') as Element, { target: { value: '改了' } });
    fireEvent.click(dialog.querySelector('.ant-modal-close') as Element);
    await screen.findAllByText(/填写的内容还没有保存。离开后会作为草稿保留/);
    expect((dialog.querySelector('[data-field="name"] input') as HTMLInputElement).value).toBe('改了');
  });

  it('saves in the dialog and shows the list anew once it is closed', async () => {
    const list = vi.fn(one.list);
    const save = vi.fn(async (_key: string, record: FormRecord) => ({ ...record, revision: 2 }));
    await renderAt(
      '/x',
      fakeServices({ records: { list, save, get: async () => aRecord('r1', { name: '公章' }) } }),
      <ListBlock node={node} path={['root']} />,
    );
    await screen.findByText('公章');
    fireEvent.click(document.querySelector('[data-action="edit"]') as Element);
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.querySelector('[data-field="name"] input')).toBeTruthy());
    fireEvent.change(dialog.querySelector('[data-field="name"] input') as Element, { target: { value: '新章' } });
    fireEvent.click(dialog.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(dialog.querySelector('.sc-unsaved')).toBeNull());
    fireEvent.click(dialog.querySelector('[data-action="back"]') as Element);
    await waitFor(() => expect(list).toHaveBeenCalledTimes(2));
  });

  it('continues another draft in the dialog, after a question about what is typed there', async () => {
    localStorage.clear();
    const about = (id: string, name: string, time: number) => ({
      id,
      formKey: 'seal',
      formName: '用印申请',
      recordId: '',
      title: name,
      device: 'Chrome',
      baseRevision: null,
      formVersion: null,
      revision: 1,
      parts: 1,
      updateTime: '',
      time,
      content: { '["f","name"]': name },
    });
    const kept = [about('d2', '合同章', 2), about('d1', '公章', 1)];
    const drafts = {
      list: async () => kept,
      get: async (id: string) => kept.find((draft) => draft.id === id) ?? kept[0],
    };
    await renderAt(
      '/x',
      fakeServices({ records: { list: async () => ({ list: [], total: 0 }) }, drafts }),
      <ListBlock node={node} path={['root']} />,
    );
    await screen.findByText('还没有记录');
    fireEvent.click(document.querySelector('[data-action="create"]') as Element);
    const name = () => document.querySelector<HTMLInputElement>('.sc-record [data-field="name"] input');
    const press = (action: string, inside = '.ant-modal') =>
      act(async () => fireEvent.click(document.querySelector(`${inside} [data-action="${action}"]`) as Element));
    await waitFor(() => expect(document.querySelector('.sc-offer [data-action="my-drafts"]')).not.toBeNull());
    fireEvent.change(name() as Element, { target: { value: '刚刚填写' } });
    await press('my-drafts', '.sc-offer');
    await waitFor(() => expect(document.querySelector('[data-draft-id="d1"]')).not.toBeNull());
    await press('continue-draft', '[data-draft-id="d1"]');
    await waitFor(() => expect(document.querySelector('[data-action="leave"]')).not.toBeNull());
    expect(name()?.value).toBe('刚刚填写');
    await press('leave');
    await waitFor(() => expect(name()?.value).toBe('公章'));
    expect(screen.getByTestId('address').textContent).toBe('/x');
  });
});

describe('two lists on one screen', () => {
  it('keep their queries apart', async () => {
    const list = vi.fn(async (_key: string, _query: ListQuery) => ({
      list: [aRecord('r1', { name: '公章' })],
      total: 60,
    }));
    await renderAt(
      '/x?a.page=3',
      fakeServices({ records: { list } }),
      <>
        <ListBlock node={{ tag: 'list', key: 'a', formKey: 'seal' }} path={['root', 'items', 0]} />
        <ListBlock node={{ tag: 'list', key: 'b', formKey: 'seal' }} path={['root', 'items', 1]} />
      </>,
    );
    await waitFor(() => expect(list).toHaveBeenCalledTimes(2));
    expect(list.mock.calls.map(([, query]) => query.page.pageNum).sort()).toEqual([1, 3]);
  });
});

describe('lists of tasks', () => {
  it('open a to-do with its task, anything else for reading', async () => {
    const services = fakeServices({ tasks: { list: async () => ({ list: [aTask()], total: 1 }) } });
    const first = await renderAt(
      '/t',
      services,
      <TaskListBlock node={{ tag: 'taskList', source: 'todo' }} path={['root']} />,
    );
    fireEvent.click(await screen.findByText('张三的用印申请'));
    expect(screen.getByTestId('address').textContent).toBe(
      '/commonEntry/detail?formKey=seal&id=r1&isEdit=1&todo=1&taskId=t1',
    );
    first.unmount();
    await renderAt('/t', services, <TaskListBlock node={{ tag: 'taskList', source: 'start' }} path={['root']} />);
    fireEvent.click(await screen.findByText('张三的用印申请'));
    expect(screen.getByTestId('address').textContent).toBe('/commonEntry/detail?formKey=seal&id=r1');
  });

  it('search by a word that stays in the address', async () => {
    const list = vi.fn(async (_source: string, _query: ListQuery) => ({ list: [aTask()], total: 1 }));
    await renderAt(
      '/t',
      fakeServices({ tasks: { list } }),
      <TaskListBlock node={{ tag: 'taskList', source: 'todo' }} path={['root']} />,
    );
    const box = await screen.findByLabelText('查询事项');
    fireEvent.change(box, { target: { value: '用印' } });
    fireEvent.keyDown(box, { key: 'Enter', code: 'Enter', keyCode: 13 });
    await waitFor(() => expect(list.mock.lastCall?.[1].keyword).toBe('用印'));
  });
});

describe('the home page', () => {
  it('counts what waits, and links to it and to the menu’s screens', async () => {
    const services = fakeServices({
      tasks: { list: async (source) => (source === 'todo' ? { list: [aTask()], total: 12 } : { list: [], total: 0 }) },
    });
    const { session } = bench();
    await session.load();
    await renderAt(
      '/',
      services,
      <SessionContext value={{ session }}>
        <TaskPanelBlock node={{ tag: 'taskPanel', source: 'todo' }} path={['root', 0]} />
        <TaskPanelBlock node={{ tag: 'taskPanel', source: 'start' }} path={['root', 1]} />
        <LinkPanelBlock node={{ tag: 'linkPanel' }} path={['root', 2]} />
      </SessionContext>,
    );
    await waitFor(() => expect(document.querySelector('[data-count="todo"]')?.textContent).toBe('12'));
    expect((await screen.findByText('张三的用印申请')).getAttribute('href')).toContain('todo=1');
    const links = (): (string | null)[] =>
      [...document.querySelectorAll('.sc-links a')].map((link) => `${link.textContent} ${link.getAttribute('href')}`);
    await waitFor(() => expect(links()).toEqual(['用印申请 /seals/apply', '表单管理 /system/forms']));
    await screen.findByText('还没有发起过申请');
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      '我的待办12',
      '我发起的0',
      '常用功能',
    ]);
    expect(await axeFaults(document.body)).toEqual([]);
    // the menu that the person has already; a new one is followed
    act(() => {
      session.state.modules = session.state.modules.filter(({ id }) => id === 'system');
    });
    await waitFor(() => expect(links()).toEqual(['表单管理 /system/forms']));
  });

  it('takes no HTML and no function-like formatter into a chart, and draws its tooltip as text', () => {
    const option = chartOption(
      {
        tooltip: { trigger: 'item', renderMode: 'html', formatter: { a: 1 }, extraCssText: 'x' },
        series: [{ type: 'pie', label: { formatter: '{b}' } }],
        graphic: [{}],
      },
      [{ name: '甲', value: 1 }],
    );
    expect(option).toMatchObject({
      tooltip: { trigger: 'item', renderMode: 'richText' },
      series: [{ type: 'pie', label: { formatter: '{b}' } }],
      dataset: { source: [{ name: '甲', value: 1 }] },
    });
    expect(JSON.stringify(option)).not.toMatch(/extraCssText|"a":1|graphic/);
  });
});
