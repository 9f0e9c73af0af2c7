import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ListNode } from '../../../src/grammar/nodes.ts';
import type { ListQuery } from '../../../src/runtime/services/paging.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { ListBlock } from '../../../src/screens/list/ListBlock.tsx';
import { widget as number } from '../../../src/widgets/el-input-number/index.ts';
import { widget as relation } from '../../../src/widgets/recordSelector/index.ts';
import { aRecord, fakeServices, lost, renderAt, situation } from '../fakes.tsx';

afterEach(() => localStorage.clear());

const FORMS: Record<string, object> = {
  bill: {
    formKey: 'bill',
    formName: '结算',
    version: 1,
    fields: [
      { tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1' },
      { tag: 'recordSelector', __vModel__: 'contract', label: '合同', to: 'deal' },
    ],
  },
  deal: {
    formKey: 'deal',
    formName: '合同',
    version: 1,
    fields: [
      { tag: 'el-input-number', __vModel__: 'amount', label: '合同额' },
      { tag: 'el-input', __vModel__: 'secret', label: '底价', flowVisible: '0' },
    ],
  },
};
const node: ListNode = {
  tag: 'list',
  formKey: 'bill',
  columns: [
    { field: 'name' },
    { field: 'contract.amount' },
    { field: 'contract.flwState', title: '合同状态' },
    { field: 'contract.secret' },
    { field: 'contract.nope' },
  ],
  filters: [{ field: 'contract.amount', op: 'gte' }],
};

function given(definition: (formKey: string) => Promise<unknown>) {
  const list = vi.fn(async (_formKey: string, _query: ListQuery) => ({
    list: [
      aRecord('r1', { name: '一期', 'contract.amount': 1200, 'contract.flwState': '3' }),
      aRecord('r2', { name: '二期' }),
    ],
    total: 2,
  }));
  return { list, services: fakeServices({ forms: { definition }, records: { list } } as never) };
}
const show = (services: Services) =>
  renderAt('/x', services, <ListBlock node={node} path={['root']} />, situation, [
    {
      name: 'more',
      install({ registerWidget }) {
        registerWidget(number);
        registerWidget(relation);
      },
    },
  ]);
const headings = (): string[] => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

describe('a list with columns along relations', () => {
  it('shows them under the names and in the words of the other form, and asks the server for them', async () => {
    const { list, services } = given(async (formKey) => FORMS[formKey]);
    await show(services);
    const row = (await screen.findByText('一期')).closest('tr') as HTMLElement;
    expect(headings()).toEqual(expect.arrayContaining(['合同额', '合同状态']));
    expect(headings().join()).not.toMatch(/底价|nope/);
    expect(within(row).getByText(/1,?200/)).toBeTruthy();
    expect(within(row).getByText('已办结')).toBeTruthy();
    expect(list.mock.calls[0]?.[1]).toMatchObject({ paths: ['contract.amount', 'contract.flwState'] });
  });

  it('sorts by them', async () => {
    const { list, services } = given(async (formKey) => FORMS[formKey]);
    await show(services);
    await screen.findByText('一期');
    fireEvent.click(screen.getByRole('columnheader', { name: /合同额/ }));
    await waitFor(() =>
      expect(list.mock.lastCall?.[1]).toMatchObject({ sort: { field: 'contract.amount', order: 'asc' } }),
    );
  });

  it('shows its own columns where the other form cannot be had', async () => {
    const { list, services } = given((formKey) =>
      formKey === 'bill' ? Promise.resolve(FORMS['bill']) : Promise.reject(lost()),
    );
    await show(services);
    await screen.findByText('一期');
    expect(headings().join()).not.toContain('合同额');
    expect(list.mock.calls[0]?.[1]).not.toHaveProperty('paths');
  });
});
