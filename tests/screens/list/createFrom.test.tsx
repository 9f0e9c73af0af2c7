import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ListBlock } from '../../../src/screens/list/ListBlock.tsx';
import { aRecord, fakeServices, renderAt } from '../fakes.tsx';

afterEach(() => localStorage.clear());
const rowActions = [{ name: 'createFrom', label: '编制报告', args: { formKey: 'report' } }];
const list = <ListBlock node={{ tag: 'list', formKey: 'seal', rowActions }} path={['root']} />;
const address = (): string => screen.getByTestId('address').textContent;

/** Presses the button of a row whose record has made so many reports. */
async function press(offer: { isOffered: boolean; count: number } | null): Promise<void> {
  const createFrom = offer
    ? [{ formKey: 'report', formName: '检测报告', label: '编制报告', index: 2, records: [], ...offer }]
    : [];
  const services = fakeServices({
    records: {
      list: async () => ({ list: [aRecord('r1', { name: '公章' })], total: 1 }),
      actions: async () => ({ actions: [], createFrom }),
    } as never,
  });
  await renderAt('/x', services, list);
  fireEvent.click(await screen.findByRole('button', { name: '编制报告' }));
}

describe('a row that another form can be made from', () => {
  it('opens the new record with the row as its source', async () => {
    await press({ isOffered: true, count: 0 });
    await waitFor(() => expect(address()).toContain('formKey=report'));
    const query = new URLSearchParams(address().split('?')[1]);
    expect(['isEdit', 'from', 'fromId', 'fromRule'].map((name) => query.get(name))).toEqual(['1', 'seal', 'r1', '2']);
  });

  it('asks first where there is one already', async () => {
    await press({ isOffered: true, count: 1 });
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('这条记录已有 1 条检测报告，再生成一条吗？');
    expect(address()).toBe('/x');
    fireEvent.click(within(dialog).getByRole('button', { name: '再生成' }));
    await waitFor(() => expect(address()).toContain('fromId=r1'));
  });

  it.each([
    ['says that there is one where no more may be made', { isOffered: false, count: 1 }, '这条记录已有检测报告'],
    ['says that it cannot be made where its condition does not hold', { isOffered: false, count: 0 }, /现在不能生成/],
    ['says so to who may not make it', null, /没有新增的权限/],
  ] as const)('%s', async (_what, offer, told) => {
    await press(offer);
    await screen.findByText(told);
    expect(address()).toBe('/x');
  });
});
