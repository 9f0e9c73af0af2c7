import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RecordPageContext } from '../../../src/runtime/contexts.ts';
import type { ListQuery } from '../../../src/runtime/services/paging.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { ListBlock } from '../../../src/screens/list/ListBlock.tsx';
import { aRecord, fakeServices, lost, renderAt } from '../fakes.tsx';

afterEach(() => localStorage.clear());
const node = { tag: 'list', formKey: 'seal' } as const;
const path = ['root'];
const list = <ListBlock node={node} path={path} />;
const address = (): string => screen.getByTestId('address').textContent;

it('two lists of one form in tabs each have their own page', async () => {
  const names = [21, 3].map((total, index) => ({ total, fixedQuery: { name: `类${index}` } }));
  const load = vi.fn(async (_key: string, { conditions, page }: ListQuery) => {
    const { total } = names.find(({ fixedQuery }) => JSON.stringify(conditions).includes(fixedQuery.name)) ?? {
      total: 0,
    };
    const isFilled = (page.pageNum - 1) * page.pageSize < total;
    return { list: isFilled ? [aRecord(`r${total}`, { name: `${total}-${page.pageNum}` })] : [], total };
  });
  await renderAt(
    '/x',
    fakeServices({ records: { list: load } }),
    names.map(({ total, fixedQuery }, index) => (
      <ListBlock key={total} node={{ ...node, fixedQuery }} path={['root', 'items', index, 'children', 0]} />
    )),
  );
  await screen.findByText('3-1');
  fireEvent.click(document.querySelector('.ant-pagination-item-2') as Element);
  await screen.findByText('21-2');
  expect(screen.getByText('3-1')).toBeTruthy();
  expect(address()).toBe('/x?seal.page=2');
});

it('a fixed condition on a record page reads that record and the address; a period stays a period', async () => {
  const load = vi.fn(async (_key: string, _query: ListQuery) => ({ list: [], total: 0 }));
  const record = aRecord('p1', { customer: 'c7' });
  const page = { record: { ...record, title: '合同一' }, refreshKey: 0, reload: () => undefined } as never;
  const fixedQuery = {
    name: ['${id}', '${customer}', '${query.none}'],
    reason: '${query.site}',
    kind: '${thisMonth}',
    // a blank value selects the empty field, not all records
    amount: '${query.none}',
    count: ['${query.none}', '${query.gone}'],
  };
  await renderAt(
    '/x?site=s1&none=',
    fakeServices({ records: { list: load } }),
    <RecordPageContext value={page}>
      <ListBlock node={{ ...node, fixedQuery }} path={path} />
    </RecordPageContext>,
  );
  await waitFor(() => expect(load).toHaveBeenCalled());
  expect(load.mock.calls[0]?.[1].conditions?.slice(0, 5)).toEqual([
    { field: 'name', op: 'in', value: ['p1', 'c7'] },
    { field: 'reason', op: 'eq', value: 's1' },
    { field: 'kind', op: 'within', value: 'thisMonth' },
    { field: 'amount', op: 'empty', value: null },
    { field: 'count', op: 'empty', value: null },
  ]);
});

describe('a list screen', () => {
  it('shows the records with the text of their fields, state and author', async () => {
    const services = fakeServices({
      records: { list: async () => ({ list: [aRecord('r1', { name: '公章', reason: '合同' })], total: 1 }) },
    });
    await renderAt('/x', services, list);
    const row = (await screen.findByText('公章')).closest('tr') as HTMLElement;
    expect(within(row).getByText('合同')).toBeTruthy();
    expect(within(row).getByText('张三')).toBeTruthy();
    expect(screen.getByText('共 1 条')).toBeTruthy();
  });

  it('shows a record on a phone without the lines that hold nothing', async () => {
    const media = vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('max-width'),
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
          addListener: () => undefined,
          removeListener: () => undefined,
        }) as unknown as MediaQueryList,
    );
    const records = [
      aRecord('r1', { name: '公章', reason: '' }),
      aRecord('r2', { name: '合同章', reason: '合同' }, { flwState: '1', taskNode: '部门审核' }),
      aRecord('r3', {}),
    ];
    await renderAt('/x', fakeServices({ records: { list: async () => ({ list: records, total: 2 }) } }), list);
    await screen.findByText('公章');
    const labels = (id: string): string[] =>
      [...document.querySelectorAll(`li[data-record="${id}"] dt`)].map((label) => label.textContent);
    expect(labels('r1')).not.toContain('事由');
    expect(labels('r2')).toContain('事由');
    expect(labels('r1')).not.toContain('当前节点');
    expect(document.querySelector('li[data-record="r3"] .sc-card-open')?.textContent).toBe('未填写');
    // cards have no column heads: the order is chosen above them
    fireEvent.mouseDown(
      screen
        .getByRole('combobox', { name: '排序' })
        .closest('.ant-select')
        ?.querySelector('.ant-select-selector') as Element,
    );
    fireEvent.click(await screen.findByTitle('事由 降序'));
    await waitFor(() => expect(address()).toBe('/x?sort=reason.desc'));
    media.mockRestore();
  });

  it('invites to make the first record when there is none', async () => {
    await renderAt('/x', fakeServices({ records: { list: async () => ({ list: [], total: 0 }) } }), list);
    await screen.findByText('还没有记录');
    const buttons = document.querySelectorAll('[data-action="create"]');
    fireEvent.click(buttons[buttons.length - 1] as Element);
    expect(address()).toBe('/commonEntry/detail?formKey=seal&isEdit=1');
  });

  it('says why it failed and shows the records after a retry', async () => {
    const call = vi
      .fn()
      .mockRejectedValueOnce(lost())
      .mockResolvedValue({ list: [aRecord('r1', { name: '公章' })], total: 1 });
    await renderAt('/x', fakeServices({ records: { list: call } }), list);
    await screen.findByText('无法连接服务器，请检查网络后重试');
    fireEvent.click(document.querySelector('[data-action="retry"]') as Element);
    await screen.findByText('公章');
    expect(screen.queryByText('无法连接服务器，请检查网络后重试')).toBeNull();
  });

  it('says that a form does not exist instead of showing an empty list', async () => {
    await renderAt(
      '/x',
      fakeServices({ forms: { definition: () => Promise.reject(new ServiceError('404', '访问资源不存在')) } }),
      list,
    );
    await screen.findByText('访问资源不存在');
  });

  it('is of the form that the address names, and says so when the address names none (FE-010)', async () => {
    const definition = vi.fn(fakeServices({}).forms.definition);
    const call = vi.fn(async (_key: string, _query: ListQuery) => ({
      list: [aRecord('r1', { name: '公章' })],
      total: 1,
    }));
    const generic = <ListBlock node={{ tag: 'list' } as never} path={path} />;
    const shown = await renderAt(
      '/commonEntry/list?formKey=seal',
      fakeServices({ forms: { definition }, records: { list: call } }),
      generic,
    );
    await screen.findByText('公章');
    expect([definition.mock.lastCall?.[0], call.mock.lastCall?.[0]]).toEqual(['seal', 'seal']);
    shown.unmount();
    await renderAt('/commonEntry/list', fakeServices({ records: { list: call } }), generic);
    await screen.findByText('地址中缺少表单键');
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('keeps the query in the address and asks the server for it', async () => {
    const call = vi.fn(async (_key: string, _query: ListQuery) => ({
      list: [aRecord('r1', { name: '公章' })],
      total: 60,
    }));
    await renderAt('/x?formKey=seal&page=2', fakeServices({ records: { list: call } }), list);
    await screen.findByText('公章');
    expect(call.mock.lastCall?.[1].page).toEqual({ pageNum: 2, pageSize: 10 });
    fireEvent.change(document.querySelector('[data-filter="name"] input') as Element, { target: { value: '合同章' } });
    fireEvent.submit(screen.getByRole('form', { name: '查询条件' }));
    await waitFor(() =>
      expect(call.mock.lastCall?.[1]).toMatchObject({
        page: { pageNum: 1 },
        conditions: [{ field: 'name', op: 'contains', value: '合同章' }, { field: 'flwState' }],
      }),
    );
    expect(new URLSearchParams(address().split('?')[1]).get('f.name')).toBe('合同章');
    expect(new URLSearchParams(address().split('?')[1]).get('formKey')).toBe('seal');
    fireEvent.click(document.querySelector('[data-action="reset"]') as Element);
    await waitFor(() => expect(address()).toBe('/x?formKey=seal'));
  });

  it('marks a voided record in the table and among the cards', async () => {
    const records = [aRecord('r1', { name: '有效的' }), aRecord('r2', { name: '作废的' }, { flwState: '4' })];
    const services = fakeServices({ records: { list: async () => ({ list: records, total: 2 }) } });
    for (const mode of ['', '&look=cards.']) {
      await renderAt(`/x?formKey=seal${mode}`, services, list);
      const row = (await screen.findByText('作废的')).closest('.sc-voided') as HTMLElement;
      expect(within(row).getByText('已作废')).toBeTruthy();
      expect(screen.getAllByText('已作废')).toHaveLength(1);
      cleanup();
    }
  });

  it('offers edit on drafts and returned records of one’s own, delete on drafts only, as the server allows', async () => {
    const records = [
      aRecord('mine', { name: '我的草稿' }),
      aRecord('back', { name: '退回的' }, { flwState: '2' }),
      aRecord('running', { name: '审批的' }, { flwState: '1' }),
      aRecord('theirs', { name: '别人的' }, { createBy: 'u2' }),
    ];
    await renderAt('/x', fakeServices({ records: { list: async () => ({ list: records, total: 4 }) } }), list);
    await screen.findByText('我的草稿');
    const actions = (id: string): string[] =>
      [...document.querySelectorAll(`tr[data-record="${id}"] [data-action]`)].map(
        (button) => button.getAttribute('data-action') ?? '',
      );
    expect(actions('mine')).toEqual(['view', 'edit', 'remove']);
    expect(actions('back')).toEqual(['view', 'edit']);
    expect(actions('running')).toEqual(['view']);
    expect(actions('theirs')).toEqual(['view']);
  });

  it('names the record and deletes it only after a yes, and loads again', async () => {
    const remove = vi.fn(async () => undefined);
    const call = vi
      .fn()
      .mockResolvedValueOnce({ list: [aRecord('r1', { name: '公章' }, { title: '公章用印' })], total: 1 })
      .mockResolvedValue({ list: [], total: 0 });
    await renderAt('/x', fakeServices({ records: { list: call, remove } }), list);
    await screen.findByText('公章');
    fireEvent.click(document.querySelector('[data-action="remove"]') as Element);
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('确定删除“公章用印”吗？');
    expect(remove).not.toHaveBeenCalled();
    fireEvent.click(within(dialog).getByRole('button', { name: /删\s*除/ }));
    await screen.findByText('还没有记录');
    expect(remove).toHaveBeenCalledWith('seal', 'r1');
  });

  it('opens a record by double click and by Enter on its row', async () => {
    await renderAt(
      '/x',
      fakeServices({ records: { list: async () => ({ list: [aRecord('r1', { name: '公章' })], total: 1 }) } }),
      list,
    );
    const row = (await screen.findByText('公章')).closest('tr') as HTMLElement;
    fireEvent.keyDown(row, { key: 'Enter' });
    expect(address()).toBe('/commonEntry/detail?formKey=seal&id=r1');
  });

  it('opens the menu of further row actions by a press, not only by hovering', async () => {
    const rowActions = [{ name: 'view' }, { name: 'edit' }, { name: 'remove' }, { name: 'submit' }];
    await renderAt(
      '/x',
      fakeServices({ records: { list: async () => ({ list: [aRecord('r1', { name: '公章' })], total: 1 }) } }),
      <ListBlock node={{ ...node, rowActions } as never} path={path} />,
    );
    await screen.findByText('公章');
    expect(screen.queryAllByRole('menuitem')).toHaveLength(0);
    fireEvent.click(document.querySelector('tr[data-record="r1"] [data-action="more"]') as Element);
    await waitFor(() =>
      expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['删除', '提交']),
    );
  });
});
