import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ListQuery } from '../../../src/runtime/services/paging.ts';
import { ListBlock } from '../../../src/screens/list/ListBlock.tsx';
import { SystemListBlock } from '../../../src/screens/systemList/SystemListBlock.tsx';
import { aRecord, fakeServices, FORM, renderAt, situation } from '../fakes.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});
const list = <ListBlock node={{ tag: 'list', formKey: 'seal' }} path={['root']} />;
const address = (): string => screen.getByTestId('address').textContent;
const input = (field: string): HTMLInputElement | null => document.querySelector(`[data-filter="${field}"] input`);
const type = (field: string, value: string): void => {
  fireEvent.change(input(field) as HTMLInputElement, { target: { value } });
};
const press = (name: string): void => {
  fireEvent.click(document.querySelector(`[data-action="${name}"]`) as Element);
};
const records = () => vi.fn(async (_key: string, _query: ListQuery) => ({ list: [aRecord('r1', {})], total: 60 }));

it('is emptied by 重置 also where the list was not searched yet', async () => {
  await renderAt('/x', fakeServices({ records: { list: records() } }), list);
  await waitFor(() => expect(input('name')).not.toBeNull());
  type('name', '合同章');
  expect(input('name')?.value).toBe('合同章');
  press('reset');
  expect([input('name')?.value, address()]).toEqual(['', '/x']);
});

it('keeps what is typed while another page or order is shown', async () => {
  const call = records();
  await renderAt('/x', fakeServices({ records: { list: call } }), list);
  await screen.findByText('共 60 条');
  type('name', '合同章');
  fireEvent.click(screen.getByTitle('2'));
  await waitFor(() => expect(address()).toBe('/x?page=2'));
  expect(input('name')?.value).toBe('合同章');
});

it('never hides a filter that is in effect, in a narrow window either', async () => {
  const report: ((width: number) => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: (entries: object[]) => void) {
        report.push((width) => listener([{ contentRect: { width } }]));
      }
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  const fields = FORM.fields.map((field) => ({ ...field, isSearch: '1' }));
  await renderAt(
    '/x?f.reason=合同',
    fakeServices({ forms: { definition: async () => ({ ...FORM, fields }) }, records: { list: records() } }),
    list,
  );
  await waitFor(() => expect(input('reason')).not.toBeNull());
  act(() => {
    for (const tell of report) tell(320);
  });
  await waitFor(() => expect(document.querySelector('[data-filter="createTime"]')).toBeNull());
  expect([input('name')?.value, input('reason')?.value]).toEqual(['', '合同']);
  press('fold');
  expect(document.querySelector('[data-filter="createTime"]')).not.toBeNull();
  press('fold');
  expect([input('reason')?.value, document.querySelector('[data-filter="createTime"]')]).toEqual(['合同', null]);
});

it('a date filter offers periods; the name of the period is asked for and kept in the address, and can be cleared', async () => {
  const call = records();
  await renderAt('/x', fakeServices({ records: { list: call } }), list);
  const bar = () => document.querySelector('[data-filter="createTime"]') as HTMLElement;
  await waitFor(() => expect(bar()).not.toBeNull());
  fireEvent.click(bar().querySelector('[data-action="periods"]') as Element);
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    '今天',
    '本周',
    '本月',
    '本季度',
    '本年',
    '上月',
    '近 7 天',
    '近 30 天',
  ]);
  fireEvent.click(screen.getByRole('menuitem', { name: '本月' }));
  expect(input('createTime')?.value).toBe('本月');
  press('search');
  await waitFor(() => expect(address()).toBe('/x?f.createTime=thisMonth'));
  expect(call.mock.lastCall?.[1].conditions).toContainEqual({ field: 'createTime', op: 'within', value: 'thisMonth' });
  fireEvent.click(screen.getByRole('button', { name: '清除时间段' }));
  expect(input('createTime')?.placeholder).toBe('开始');
  press('search');
  await waitFor(() => expect(address()).toBe('/x'));
});

it('介于 of the advanced filter takes a period, also one that a saved view holds', async () => {
  const call = records();
  const more = { match: 'all', rows: [{ field: 'createTime', op: 'range', value: 'thisMonth' }] };
  await renderAt(
    `/x?more=${encodeURIComponent(JSON.stringify(more))}`,
    fakeServices({ records: { list: call } }),
    list,
  );
  const asked = (value: string) => ({ field: 'createTime', op: 'within', value });
  await waitFor(() => expect(call.mock.lastCall?.[1].conditions).toContainEqual(asked('thisMonth')));
  press('more-filters');
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(dialog.querySelector('[data-action="periods"]') as Element);
  fireEvent.click(await screen.findByRole('menuitem', { name: '本年' }));
  fireEvent.click(within(dialog).getByRole('button', { name: /查\s*询/ }));
  await waitFor(() => expect(call.mock.lastCall?.[1].conditions).toContainEqual(asked('thisYear')));
});

it('an address with a period that does not exist lists all records, and says so until another query', async () => {
  const call = records();
  await renderAt('/x?f.createTime=someday', fakeServices({ records: { list: call } }), list);
  await waitFor(() => expect(call).toHaveBeenCalled());
  expect(JSON.stringify(call.mock.lastCall?.[1].conditions)).not.toContain('createTime');
  const text = /的期间无法识别，没有按它查询/;
  await screen.findByText(text);
  fireEvent.click(document.querySelector('[data-action="reset"]') as Element);
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
});

it('loads a system list again when it is searched for the same', async () => {
  const request = vi.fn(async () => ({
    data: [{ id: '1', name: '甲' }],
    page: { pageNum: 1, pageSize: 10, total: 1 },
  }));
  const node = {
    tag: 'systemList',
    url: '/people',
    title: '人员',
    columns: [{ key: 'name', label: '姓名' }],
    filters: [{ tag: 'el-input', __vModel__: 'name', label: '姓名' }],
  };
  await renderAt(
    '/x?f.name=%22甲%22',
    fakeServices({ request: request as never }),
    <SystemListBlock node={node as never} path={['root']} />,
    { ...situation, user: { ...situation.user, roles: ['admin'] } },
  );
  await screen.findByText('甲');
  const asked = request.mock.calls.length;
  press('search');
  await waitFor(() => expect(request.mock.calls.length).toBe(asked + 1));
});
