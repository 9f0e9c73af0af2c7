import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { RelatedListNode } from '../../../src/grammar/nodes.ts';
import { RecordPageContext } from '../../../src/runtime/contexts.ts';
import type { ListQuery } from '../../../src/runtime/services/paging.ts';
import { PageContext, type Page } from '../../../src/runtime/screen/page.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { RecordPageProvider } from '../../../src/screens/related/RecordPage.tsx';
import { RelatedListBlock } from '../../../src/screens/related/RelatedListBlock.tsx';
import { StatCardBlock } from '../../../src/screens/related/StatCardBlock.tsx';
import { widget as relation } from '../../../src/widgets/recordSelector/index.ts';
import { TabCount } from '../../../src/widgets/tabs/TabCount.tsx';
import { reports, stubObserver } from '../../support/fakeObserver.ts';
import { aRecord, fakeServices, lost, renderAt, situation } from '../fakes.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const BILL = {
  formKey: 'bill',
  formName: '结算',
  version: 1,
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1' },
    { tag: 'recordSelector', __vModel__: 'contract', label: '合同', to: 'deal' },
  ],
};
const page = {
  formKey: 'deal',
  formName: '合同',
  record: { id: 'd1', revision: 1, fieldsMap: {}, childTables: {} },
  fieldNode: () => undefined,
};

function given() {
  const definition = vi.fn(async (): Promise<unknown> => BILL);
  const list = vi.fn(async (_formKey: string, _query: ListQuery) => ({
    list: [aRecord('b1', { name: '一期' })],
    total: 1,
  }));
  return { definition, list, services: fakeServices({ forms: { definition }, records: { list } } as never) };
}
const show = (services: Services, tab: Page | null = null, more: Partial<RelatedListNode> = {}) =>
  renderAt(
    '/',
    services,
    <PageContext value={tab}>
      <RecordPageContext value={page}>
        <RelatedListBlock node={{ tag: 'relatedList', formKey: 'bill', via: 'contract', ...more }} path={['root']} />
      </RecordPageContext>
    </PageContext>,
    situation,
    [
      {
        name: 'more',
        install({ registerWidget }) {
          registerWidget(relation);
        },
      },
    ],
  );

test('lists the records that point at the record of the page, and asks for their form once', async () => {
  const { definition, list, services } = given();
  await show(services);
  await screen.findByText('一期');
  expect(list.mock.calls[0]?.[1]).toMatchObject({ conditions: [{ field: 'contract', op: 'eq', value: 'd1' }] });
  expect(definition).toHaveBeenCalledTimes(1);
});

test('the sums, figures and tab counts of the page are asked for again with the list', async () => {
  const { services } = given();
  let count = 1;
  const sums = vi.fn(async () => ({ count, sums: {} }));
  await renderAt(
    '/',
    Object.assign(services, { relations: { sums } }),
    <RecordPageProvider record={page.record as never} compiled={{ definition: page, fields: new Map() } as never}>
      <output data-testid="tab">
        <TabCount countSource="bill:contract" />
      </output>
      <StatCardBlock node={{ tag: 'statCard', title: '结算数', formKey: 'bill', via: 'contract' }} path={['root']} />
      <RelatedListBlock
        node={{ tag: 'relatedList', formKey: 'bill', via: 'contract', sums: ['name'] }}
        path={['root']}
      />
    </RecordPageProvider>,
    situation,
    [{ name: 'more', install: ({ registerWidget }) => registerWidget(relation) }],
  );
  await screen.findByText('一期');
  const shown = (): (string | undefined)[] =>
    ['[data-sums="bill"] b', '[data-stat] .sc-stat-value', '[data-testid="tab"]'].map(
      (part) => document.querySelector(part)?.textContent,
    );
  await waitFor(() => expect(shown()).toEqual(['1', '1', '1']));
  count = 2;
  fireEvent.click(document.querySelector('[data-action="refresh"]') as Element);
  await waitFor(() => expect(shown()).toEqual(['2', '2', '2']));
});

test('a new record of the list has the relation and the presets set and locked; an empty preset is free', async () => {
  const { definition, services } = given();
  const free = { tag: 'el-input', __vModel__: 'note', label: '备注' };
  definition.mockResolvedValue({ ...BILL, fields: [...BILL.fields, free] });
  Object.assign(services, { relations: { titles: async () => [] } });
  await show(services, null, { presets: { name: '一期款', note: '${nothing}' } });
  await screen.findByText('一期');
  fireEvent.click(document.querySelector('[data-action="create"]') as Element);
  const modeOf = (key: string) => document.querySelector<HTMLElement>(`[data-field="${key}"]`)?.dataset['mode'];
  await waitFor(() => expect(modeOf('name')).toBe('view'));
  expect(document.querySelector('[data-field="name"]')?.textContent).toContain('一期款');
  expect([modeOf('contract'), modeOf('note')]).toEqual(['view', 'edit']);
});

test('a roll-up of the record opens the records behind it, and says that there may be others', async () => {
  const behind = vi.fn(async () => ({
    list: [{ id: 'b1', title: '一期', texts: {} }],
    total: 1,
    formKey: 'bill',
    formName: '结算',
    columns: [],
    mayExport: false,
  }));
  const services = Object.assign(fakeServices({}), { datasets: { recordsBehind: behind } });
  const paid = {
    tag: 'el-input',
    __vModel__: 'paid',
    label: '已收款',
    rollup: { from: 'bill', via: 'contract', fn: 'sum', of: 'amount' },
  };
  const record = { ...page.record, title: '合同甲', fieldsMap: { paid: 125 } };
  await renderAt(
    '/',
    services as never,
    <RecordPageContext value={{ ...page, record, fieldNode: () => paid as never }}>
      <StatCardBlock node={{ tag: 'statCard', field: 'paid' }} path={['root']} />
    </RecordPageContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: '125' }));
  expect(await screen.findByText(/可能还有您无权查看的记录/)).toBeDefined();
  expect(await screen.findByText('合同甲 · 已收款 · 明细')).toBeDefined();
  expect(behind).toHaveBeenCalledWith(
    'bill',
    { rollup: { formKey: 'deal', field: 'paid', id: 'd1' } },
    { pageNum: 1, pageSize: 10 },
    undefined,
  );
  expect(screen.queryByRole('button', { name: /导出/ })).toBeNull();
});

test('a formula over roll-ups offers each of them', async () => {
  const behind = vi.fn(async (_formKey: string, _behind: { rollup: { field: string } }) => ({
    list: [],
    total: 0,
    formKey: 'bill',
    formName: '结算',
    columns: [],
    mayExport: false,
  }));
  const field = (key: string, label: string, more: object) =>
    ({ tag: 'el-input', __vModel__: key, label, ...more }) as never;
  const rollup = { from: 'bill', via: 'contract', fn: 'sum', of: 'amount' };
  const fields: Record<string, never> = {
    settled: field('settled', '已结算', { rollup }),
    paid: field('paid', '已收款', { rollup: { ...rollup, where: 'it.amount > 1.0' } }),
    due: field('due', '应收未收', { computed: 'settled - paid' }),
  };
  await renderAt(
    '/',
    Object.assign(fakeServices({}), { datasets: { recordsBehind: behind } }) as never,
    <RecordPageContext
      value={{ ...page, record: { ...page.record, fieldsMap: { due: 5 } }, fieldNode: (key) => fields[key] }}
    >
      <StatCardBlock node={{ tag: 'statCard', field: 'due' }} path={['root']} />
    </RecordPageContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: '5' }));
  fireEvent.click(await screen.findByText('已收款'));
  await waitFor(() =>
    expect(behind.mock.calls.map(([, { rollup: asked }]) => asked.field)).toEqual(['settled', 'paid']),
  );
});

test('asks for nothing until it comes near the window', async () => {
  stubObserver();
  const { definition, list, services } = given();
  await show(services);
  const block = document.querySelector('[data-related="bill:contract"]') as Element;
  expect([definition.mock.calls.length, list.mock.calls.length]).toEqual([0, 0]);
  await act(async () => reports.get(block)?.(true));
  await screen.findByText('一期');
});

test('outside of the window is loaded when there is nothing else to do, but not behind another page', async () => {
  stubObserver();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let isShown = false;
    let showAgain = (): void => undefined;
    const tab = {
      isShown: () => isShown,
      onShown(listener: () => void) {
        showAgain = listener;
        return () => undefined;
      },
    } as Partial<Page> as Page;
    const { list, services } = given();
    await show(services, tab);
    await act(async () => vi.advanceTimersByTimeAsync(10_000));
    expect(list).not.toHaveBeenCalled();
    isShown = true;
    showAgain();
    await act(async () => vi.advanceTimersByTimeAsync(10_000));
    expect(list).toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test('says that the form could not be read, and reads it again', async () => {
  const { definition, services } = given();
  definition.mockRejectedValueOnce(lost());
  await show(services);
  await screen.findByText(/无法连接服务器/);
  fireEvent.click(screen.getByRole('button', { name: /重\s*试/ }));
  await screen.findByText('一期');
});
