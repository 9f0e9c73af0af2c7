import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import type { ChangeAuthor, ChangesByOthers } from '../../../src/runtime/services/records.ts';
import { DetailBlock } from '../../../src/screens/detail/DetailBlock.tsx';
import { aRecord, fakeServices, FORM, lost, renderAt } from '../fakes.tsx';

beforeEach(() => localStorage.clear());
const detail = <DetailBlock node={{ tag: 'detail' }} path={['root']} />;
const by: ChangeAuthor = {
  userId: 'u2',
  userName: '陈立群',
  time: '2026-11-20 10:00:00',
  taskNode: '部门审核',
  action: 'approve',
  revision: 3,
};
const changed: ChangesByOthers = {
  since: { ...by, userId: 'u9', userName: '周明轩', action: 'submit', revision: 2, time: '2026-11-19 09:00:00' },
  count: 2,
  changes: [
    { id: '1', kind: 'value', key: 'name', before: { value: '公章' }, after: { value: '合同章' }, by },
    { id: '2', kind: 'value', key: 'reason', before: { value: null }, after: { value: '补充说明' }, by },
  ],
};
const flow = {
  definition: async () => ({ ...FORM, flowKey: 'f' }),
  flowConfig: async () => ({
    formKey: 'seal',
    flowKey: 'f',
    nodes: [
      { taskNode: '提交申请', isStart: true, fields: {}, tables: {}, actions: ['submit' as const] },
      { taskNode: '审核', fields: {}, tables: {}, actions: ['approve' as const] },
    ],
  }),
};
const running = aRecord('r1', { name: '合同章', reason: '补充说明' }, { flwState: '1', taskNode: '审核', version: 1 });
const open = (changes: () => Promise<ChangesByOthers>, address = '/d?formKey=seal&id=r1&isEdit=1&todo=1&taskId=t1') =>
  renderAt(address, fakeServices({ forms: flow, records: { get: async () => running, changes } }), detail);

describe('what changed before an approval', () => {
  it('is counted, listed with its way there, and marked at its field with both values, who and where', async () => {
    await open(async () => changed);
    const summary = (await screen.findByText('本次审批前有 2 处修改')).closest('[role="alert"]') as HTMLElement;
    expect(summary.textContent).toContain('自 周明轩 2026-11-19 09:00:00 提交以来');
    fireEvent.click(within(summary).getByRole('button', { name: /查\s*看/ }));
    const way = within(summary).getByRole('button', { name: '名称' });
    const shown: Element[] = [];
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function reveal(this: Element) {
      shown.push(this);
    });
    fireEvent.click(way);
    await waitFor(() => expect(shown.map((one) => one.getAttribute('data-field'))).toEqual(['name']));
    scroll.mockRestore();
    expect(summary.textContent).toContain('陈立群　部门审核　2026-11-20 10:00:00');
    const mark = document.querySelector('[data-field="name"] [data-action="show-change"]') as HTMLElement;
    expect(mark.textContent).toBe('已修改');
    fireEvent.click(mark);
    await waitFor(() => expect(document.querySelector('.ant-popover')?.textContent).toContain('公章 → 合同章'));
  });

  it('says how many changes the list can still show, and how many it leaves out', async () => {
    const changes = Array.from({ length: 25 }, (_none, index) => ({ ...changed.changes[0], id: String(index) }));
    await open(async () => ({ ...changed, changes, count: 30 }) as ChangesByOthers);
    const summary = (await screen.findByText('本次审批前有 30 处修改')).closest('[role="alert"]') as HTMLElement;
    fireEvent.click(within(summary).getByRole('button', { name: /查\s*看/ }));
    fireEvent.click(within(summary).getByRole('button', { name: '还有 5 处' }));
    expect(summary.querySelectorAll('[data-action="jump-to-change"]')).toHaveLength(25);
    within(summary).getByText('另有 5 处未列出');
  });

  it('is not asked for by who only reads, and nothing stands there when nothing changed', async () => {
    const changes = vi.fn(async () => changed);
    const view = await open(changes, '/d?formKey=seal&id=r1');
    expect(changes).not.toHaveBeenCalled();
    view.unmount();
    await open(async () => ({ ...changed, changes: [], count: 0 }));
    expect(screen.queryByText(/本次审批前/)).toBeNull();
    expect(document.querySelector('[data-action="show-change"]')).toBeNull();
  });
});

describe('the past of a record', () => {
  it('lists each write with what it changed', async () => {
    const history = vi.fn(async () => ({
      list: [
        { ...by, changes: [changed.changes[0] as never], count: 1 },
        { ...by, action: 'submit', revision: 2, changes: [], count: 0 },
        { ...by, action: 'effect', revision: 1, note: '由 收款“SK-1”办结', changes: [], count: 0 },
      ],
      total: 3,
    }));
    await renderAt(
      '/d?formKey=seal&id=r1',
      fakeServices({ forms: flow, records: { get: async () => running, history } }),
      detail,
    );
    fireEvent.click(document.querySelector('[data-action="history"]') as HTMLElement);
    const drawer = await screen.findByRole('dialog', { name: '修改记录' });
    await within(drawer).findByText('名称');
    expect(drawer.querySelector('[data-revision="3"]')?.textContent).toContain('公章 → 合同章');
    expect(drawer.querySelector('[data-revision="2"]')?.textContent).toContain('填写内容没有变化');
    expect(drawer.querySelector('[data-revision="1"] .sc-tag')?.textContent).toBe('联动更新');
    expect(drawer.querySelector('[data-revision="1"]')?.textContent).toContain('由 收款“SK-1”办结');
  });

  it('says so when it shows no earlier writes', async () => {
    const history = vi.fn(async (_form: string, _id: string, { pageSize }: { pageSize: number }) => ({
      list: Array.from({ length: pageSize }, (_none, index) => ({
        ...by,
        revision: 150 - index,
        changes: [],
        count: 0,
      })),
      total: 150,
    }));
    await renderAt(
      '/d?formKey=seal&id=r1',
      fakeServices({ forms: flow, records: { get: async () => running, history } }),
      detail,
    );
    fireEvent.click(document.querySelector('[data-action="history"]') as HTMLElement);
    const drawer = await screen.findByRole('dialog', { name: '修改记录' });
    const more = (): Element | null => drawer.querySelector('[data-action="more"]');
    for (const shown of [20, 40, 60, 80, 100]) {
      await waitFor(() => expect(drawer.querySelectorAll('[data-revision]')).toHaveLength(shown));
      expect(within(drawer).queryByText('仅显示最近 100 次修改') !== null).toBe(shown === 100);
      if (shown === 100) break;
      // a button that still shows that it loads takes no click
      await waitFor(() => expect(more()?.className).not.toContain('ant-btn-loading'));
      fireEvent.click(more() as HTMLElement);
    }
    expect(more()).toBeNull();
  });
});

describe('a unique field', () => {
  const unique = {
    ...FORM,
    fields: [
      { tag: 'el-input', __vModel__: 'name', flowEditable: '1', label: '名称', unique: true },
      { tag: 'el-input', __vModel__: 'no', flowEditable: '1', label: '编号', serial: { rule: 'A{0000}' } },
    ],
  };
  const input = (): HTMLInputElement => document.querySelector('[data-field="name"] input') as HTMLInputElement;

  it('says that a value is taken when the field is left, and takes it back when the value changes', async () => {
    const isFree = vi.fn(async (_key: string, _field: string, value: unknown) => value !== '占用');
    const save = vi.fn();
    await renderAt(
      '/d?formKey=seal&isEdit=1',
      fakeServices({ forms: { definition: async () => unique }, records: { isFree, save } }),
      detail,
    );
    fireEvent.change(input(), { target: { value: '占用' } });
    fireEvent.blur(input());
    await screen.findByText('正在检查是否重复…');
    await screen.findByText('名称“占用”已存在，不能重复');
    fireEvent.click(document.querySelector('[data-action="save"]') as HTMLElement);
    await screen.findByText('请检查填写内容，共 1 处');
    expect(save).not.toHaveBeenCalled();
    fireEvent.change(input(), { target: { value: '空闲' } });
    await waitFor(() => expect(screen.queryByText(/已存在/)).toBeNull());
    fireEvent.blur(input());
    await waitFor(() => expect(isFree).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(screen.queryByText('正在检查是否重复…')).toBeNull());
  });

  it('drops an answer that was overtaken by the next value', async () => {
    let answer: (isFree: boolean) => void = () => undefined;
    const isFree = vi.fn(
      () =>
        new Promise<boolean>((resolve) => {
          answer = resolve;
        }),
    );
    await renderAt(
      '/d?formKey=seal&isEdit=1',
      fakeServices({ forms: { definition: async () => unique }, records: { isFree } }),
      detail,
    );
    fireEvent.change(input(), { target: { value: '甲' } });
    fireEvent.blur(input());
    await waitFor(() => expect(isFree).toHaveBeenCalledTimes(1));
    fireEvent.change(input(), { target: { value: '乙' } });
    answer(false);
    await new Promise((done) => {
      setTimeout(done, 20);
    });
    expect(screen.queryByText(/已存在/)).toBeNull();
  });

  it('does not stop a retry by the value that the lost save may have stored', async () => {
    const save = vi
      .fn(async (_form: string, record: FormRecord): Promise<FormRecord> => ({ ...record, id: 'r1', revision: 1 }))
      .mockRejectedValueOnce(lost());
    await renderAt(
      '/d?formKey=seal&isEdit=1',
      fakeServices({ forms: { definition: async () => unique }, records: { isFree: async () => false, save } }),
      detail,
    );
    const press = (name: string): void => {
      fireEvent.click(document.querySelector(`[data-action="${name}"]`) as HTMLElement);
    };
    fireEvent.change(input(), { target: { value: '公章' } });
    press('save');
    await waitFor(() => expect(document.querySelector('[data-action="retry"]')).toBeTruthy());
    fireEvent.blur(input());
    await screen.findAllByText('名称“公章”已存在，不能重复');
    press('retry');
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    expect(save.mock.calls[1]).toEqual(save.mock.calls[0]);
    await waitFor(() => expect(screen.queryByText(/已存在/)).toBeNull());
  });

  it('and a number of the server shows what will come instead of a control', async () => {
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ forms: { definition: async () => unique } }), detail);
    expect(document.querySelector('[data-field="no"]')?.textContent).toContain('保存后自动生成');
    expect(document.querySelector('[data-field="no"] input')).toBeNull();
  });
});
