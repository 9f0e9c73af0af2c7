import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ListNode } from '../../../src/grammar/nodes.ts';
import type {
  DatasetService,
  DrillDownQuery,
  LinesPage,
  LinesQuestion,
} from '../../../src/runtime/services/datasets.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { ListBlock } from '../../../src/screens/list/ListBlock.tsx';
import { groupByHeading } from '../../../src/screens/list/listParts.ts';
import { ledgerColumns } from '../../../src/screens/list/ledger/ledgerColumns.ts';
import { decodeLedger, encodeLedger } from '../../../src/screens/list/ledger/ledgerState.ts';
import { drillPage, fakeServices, renderAt } from '../fakes.tsx';

afterEach(() => localStorage.clear());

const page = (change: Partial<LinesPage> = {}): LinesPage => ({
  name: '合同台账',
  maySee: true,
  formKey: 'deal',
  heads: [
    { key: 'no', label: '编号', isNumber: false },
    { key: 'customer', label: '客户', isNumber: false, to: 'customer' },
  ],
  figures: [
    { key: 'amount', label: '合同额', unit: '元', precision: 2, isMeasure: true },
    { key: 'rate', label: '结算率', format: 'percent', isMeasure: false },
  ],
  rows: [
    {
      key: 'r1',
      recordId: 'd1',
      keys: {},
      cells: [
        { value: 'H-1', text: 'H-1' },
        { value: 'c1', text: '甲公司', isOpen: true },
      ],
      values: ['1234.5', '0.25'],
    },
    {
      key: 'r2',
      recordId: 'd2',
      keys: {},
      cells: [
        { value: 'H-2', text: 'H-2' },
        { value: 'c2', text: '乙公司' },
      ],
      values: ['10', null],
    },
  ],
  sums: ['90000', '0.5'],
  total: 35,
  ofAll: null,
  ...change,
});
const NODE: ListNode = {
  tag: 'list',
  dataset: 'deals',
  columns: [
    { field: 'no' },
    { field: 'customer' },
    { field: 'amount', head: '金额', tone: "value > 1000.0 ? 'danger' : 'default'" },
    { field: 'rate', head: '金额', bar: true },
    { field: 'gone' },
  ],
};

async function opened(
  answer: LinesPage,
  asked: unknown[] = [],
  address = '/x',
  node = NODE,
  listViews: Partial<Services['listViews']> = {},
) {
  const datasets: Partial<DatasetService> = {
    outline: async () => ({
      datasetKey: 'deals',
      name: '合同台账',
      params: [{ tag: 'el-input', __vModel__: 'dept', label: '部门' }] as never,
      values: { dept: '', period: 'thisYear' },
      groups: [],
      formKey: 'deal',
      heads: [],
      figures: [],
    }),
    lines: async (question: LinesQuestion, turn) => {
      asked.push({ ...question, ...turn });
      return answer;
    },
    drillDown: async (question: DrillDownQuery) => {
      asked.push({ behind: question });
      return drillPage();
    },
    exportLines: async (question: LinesQuestion, columns: readonly string[], name: string) => {
      asked.push({ exported: question, columns, name });
      return true;
    },
  };
  const services = Object.assign(fakeServices({ listViews }), {
    datasets,
    request: async () => ({ rights: ['see', 'export'] }),
  });
  await renderAt(address, services, <ListBlock node={node} path={['root']} />);
}
const address = (): string => decodeURIComponent(screen.getByTestId('address').textContent.replaceAll('+', ' '));

describe('a list over a dataset', () => {
  it('shows rows with links to what stands behind them, bars, colours and the sums of all rows', async () => {
    await opened(page());
    const own = await screen.findByText('H-1');
    expect(own.closest('a')?.getAttribute('href')).toContain('formKey=deal&id=d1');
    expect(screen.getByText('甲公司').closest('a')?.getAttribute('href')).toContain('formKey=customer&id=c1');
    // a record that may not be opened is text
    expect(screen.getByText('乙公司').closest('a')).toBeNull();
    expect(screen.getByText('1,234.50').closest('[data-tone]')?.getAttribute('data-tone')).toBe('danger');
    expect(document.querySelector<HTMLElement>('.sc-ledger-bar > span')?.style.width).toBe('25%');
    const foot = document.querySelector('[data-sums="deal"]') as HTMLElement;
    expect(within(foot).getByText('90,000.00')).toBeTruthy();
    expect(within(foot).getByText('50.0%')).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: '金额' }).getAttribute('colspan')).toBe('2');
    expect(screen.getByText('共 35 条')).toBeTruthy();
  });

  it('asks the server for parameters, words, order and page, and keeps them in the address', async () => {
    const asked: Record<string, unknown>[] = [];
    await opened(page(), asked, '/x?sort=no.asc&page=2&p.dept=%22d1%22');
    await screen.findByText('H-1');
    expect(asked.at(-1)).toMatchObject({ shared: { dept: 'd1' }, sort: { field: 'no', order: 'asc' }, pageNum: 2 });
    fireEvent.change(screen.getByRole('searchbox', { name: '搜索列表内容' }), { target: { value: ' 甲 ' } });
    fireEvent.keyDown(screen.getByRole('searchbox', { name: '搜索列表内容' }), { key: 'Enter' });
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ keyword: '甲', pageNum: 1, shared: { dept: 'd1' } }));
    expect(address()).toContain('q=甲');
    fireEvent.click(screen.getAllByText('结算率')[0] as Element);
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: { field: 'rate', order: 'asc' }, keyword: '甲' }));
    fireEvent.click(document.querySelector('[data-action="export"]') as Element);
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ columns: ['no', 'customer', 'amount', 'rate'] }));
  });

  it('is sorted the other way by a click on the column of its default order', async () => {
    const asked: Record<string, unknown>[] = [];
    await opened(page(), asked, '/x', { ...NODE, sort: { field: 'rate', order: 'desc' } });
    await screen.findByText('H-1');
    fireEvent.click(screen.getAllByText('结算率')[0] as Element);
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: { field: 'rate', order: 'asc' } }));
    fireEvent.click(screen.getAllByText('结算率')[0] as Element);
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: { field: 'rate', order: 'desc' } }));
  });

  it('is asked again by the same search, and a search keeps the focus in its input', async () => {
    const asked: Record<string, unknown>[] = [];
    await opened(page(), asked, '/x?p.dept=%22d1%22&p.period=null');
    await screen.findByText('H-1');
    const before = asked.length;
    fireEvent.submit(screen.getByRole('form', { name: '查询条件' }));
    await waitFor(() => expect(asked).toHaveLength(before + 1));
    const box = screen.getByRole('searchbox', { name: '搜索列表内容' });
    box.focus();
    fireEvent.change(box, { target: { value: '甲' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(address()).toContain('q=甲'));
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: '搜索列表内容' }));
  });

  it('saves with a view that a filter with a default was emptied', async () => {
    const kept: unknown[] = [];
    await opened(page(), [], '/x?p.period=null&page=2', NODE, {
      list: async () => ({ mayShare: false, ownDefault: '', commonDefault: '', views: [] }),
      save: async ({ config }) => {
        kept.push(config.query);
        return 'v0';
      },
    });
    await screen.findByText('H-1');
    fireEvent.click(document.querySelector('[data-action="views"]') as Element);
    fireEvent.click(await screen.findByText('存为新视图'));
    fireEvent.change(await screen.findByLabelText(/视图名称/), { target: { value: '全部年度' } });
    fireEvent.click(screen.getByRole('button', { name: /保\s*存/ }));
    await waitFor(() => expect(kept).toEqual([{ 'p.period': 'null' }]));
  });

  it('opens the records behind a figure of its groups', async () => {
    const asked: Record<string, unknown>[] = [];
    const groups = page({
      heads: [{ key: 'dept', label: '部门', isNumber: false }],
      rows: [
        {
          key: 'g1',
          recordId: null,
          keys: { dept: 'd1' },
          cells: [{ value: 'd1', text: '一部' }],
          values: ['12', null],
        },
      ],
    });
    await opened(groups, asked, '/x', { tag: 'list', dataset: 'deals', groups: ['dept'] });
    await screen.findByText('一部');
    fireEvent.click(document.querySelector('tbody .sc-figure-open') as HTMLElement);
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ behind: { keys: { dept: 'd1' }, figure: 'amount' } }));
  });

  it('says that nothing meets the conditions, or that there is nothing this person may see', async () => {
    const none = { rows: [], total: 0, sums: [null, null] };
    await opened(page({ ...none, maySee: false }));
    expect(await screen.findByText('没有您可查看的记录')).toBeTruthy();
    expect(document.querySelector('[data-sums]')).toBeNull();
  });

  it('says of how many rows it keeps the first', async () => {
    await opened(page({ total: 35, ofAll: 900 }));
    expect(await screen.findByText('前 35 行，共 900 行')).toBeTruthy();
  });
});

describe('columns of a ledger', () => {
  it('are those of the answer where the document writes none; what the answer has not is left out', () => {
    expect(ledgerColumns({ tag: 'list' }, page()).map(({ field }) => field)).toEqual([
      'no',
      'customer',
      'amount',
      'rate',
    ]);
    expect(ledgerColumns(NODE, page({ figures: [] })).map(({ field }) => field)).toEqual(['no', 'customer']);
  });

  it('stand under one heading where neighbours share it', () => {
    const parts = groupByHeading(ledgerColumns(NODE, page()));
    expect(parts.map(({ head, columns }) => [head, columns.length])).toEqual([
      [null, 1],
      [null, 1],
      ['金额', 2],
    ]);
  });

  it('a question survives the address, and a broken one falls back', () => {
    const state = {
      pageNum: 3,
      pageSize: 20,
      sort: { field: 'no', order: 'desc' as const },
      keyword: '甲',
      viewId: null,
    };
    expect(decodeLedger(encodeLedger(state, null, 'x.'), null, 'x.')).toEqual(state);
    expect(decodeLedger({ page: '-1', size: '7', sort: 'no' }, null)).toMatchObject({ pageNum: 1, sort: null });
  });
});
