import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { StatCardNode } from '../../../src/grammar/nodes.ts';
import type {
  DatasetService,
  DrillDownQuery,
  FigureAnswer,
  FigureQuestion,
} from '../../../src/runtime/services/datasets.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { FigureShell } from '../../../src/screens/figures/FigureShell.tsx';
import { StatFigure } from '../../../src/screens/figures/StatFigure.tsx';
import { drillPage, fakeServices, renderAt } from '../fakes.tsx';

const node = { tag: 'statCard', dataset: 'deals', value: 'count', compare: 'before' } as StatCardNode;

async function card(maySee: boolean, values: (string | null)[], more: Partial<StatCardNode> = {}): Promise<string> {
  const answer: FigureAnswer = {
    datasetKey: 'deals',
    name: '合同',
    maySee,
    groups: [],
    figures: [
      { key: 'count', label: '合同数', unit: '份', isMeasure: true },
      { key: 'before', label: '去年同期', isMeasure: true },
    ],
    rows: [{ keys: [], labels: [], values }],
    total: 1,
  };
  const datasets: Partial<DatasetService> = {
    query: async () => answer,
    drillDown: async () => drillPage(),
  };
  const services = Object.assign(fakeServices({}), { datasets, request: async () => ({ rights: ['see'] }) });
  const { container } = await renderAt('/x', services, <StatFigure node={{ ...node, ...more }} />);
  await screen.findByText('合同数');
  return container.querySelector('[data-stat]')?.textContent?.replace(/\s+/g, ' ') ?? '';
}

it('a figure says how it stands to the one before', async () => {
  expect(await card(true, ['12', '8'])).toContain('较去年同期 50.0%');
});

it('a figure that the dataset no longer has shows no other figure in its place', async () => {
  const datasets: Partial<DatasetService> = {
    query: async () => ({
      datasetKey: 'deals',
      name: '合同',
      maySee: true,
      groups: [],
      figures: [{ key: 'before', label: '去年同期', isMeasure: true }],
      rows: [{ keys: [], labels: [], values: ['8'] }],
      total: 1,
    }),
  };
  const services = Object.assign(fakeServices({}), { datasets, request: async () => ({ rights: ['see'] }) });
  const { container } = await renderAt('/x', services, <StatFigure node={{ ...node, title: '本年' }} />);
  await waitFor(() => expect(container.querySelector('[data-stat]')?.getAttribute('aria-busy')).toBe('false'));
  expect(container.querySelector('[data-stat]')?.textContent).toBe('本年—');
});

it('who may see nothing reads so, and no 0 that is not true', async () => {
  const text = await card(false, ['0', '0']);
  expect(text).toContain('没有您可查看的记录');
  expect(text).not.toMatch(/0|份/);
});

it('a 0 of who may see stands there as it is', async () => {
  expect(await card(true, ['0', '0'])).toContain('0份');
});

it('a figure without a value has the usual colour', async () => {
  const tone = "value < 60.0 ? 'danger' : ''";
  const shown = (): string | null | undefined => document.querySelector('[data-stat]')?.getAttribute('data-tone');
  await card(true, ['12', null], { tone });
  expect(shown()).toBe('danger');
  cleanup();
  await card(true, [null, null], { tone });
  expect(shown()).toBe('default');
});

/** The card of an answer, with what was asked for it and for the records behind it. */
async function richCard(more: Partial<StatCardNode>) {
  const rate = {
    key: 'rate',
    label: '收款率',
    format: 'percent' as const,
    isMeasure: false,
    behind: [
      { key: 'paid', label: '已收款', isMeasure: true },
      { key: 'amount', label: '合同额', isMeasure: true },
    ],
  };
  const figures = [rate, { key: 'goal', label: '目标', format: 'percent' as const, isMeasure: true }];
  const query = vi.fn(async (question: FigureQuestion): Promise<FigureAnswer> => {
    const isTrend = question.by?.length === 1;
    return {
      datasetKey: 'deals',
      name: '合同',
      maySee: true,
      groups: isTrend ? [{ key: 'month', label: '月份', by: 'month' }] : [],
      figures,
      rows: isTrend
        ? ['2026-03', '2026-01', '2026-02'].map((key) => ({ keys: [key], labels: [key], values: [`0.${key.at(-1)}`] }))
        : [{ keys: [], labels: [], values: ['0.6', '0.8'] }],
      total: 1,
    };
  });
  const drillDown = vi.fn(async (_question: DrillDownQuery) =>
    drillPage({
      list: [{ id: 'r1', title: '甲', texts: { sum: '3' } }],
      total: 1,
      columns: [{ name: 'sum', label: '金额', isNumber: true, isSortable: true }],
    }),
  );
  const exportRows = vi.fn(async () => undefined);
  const services = Object.assign(fakeServices({ records: { exportRows } } as never), {
    datasets: { query, drillDown },
    request: async () => ({ rights: ['see'] }),
  });
  const { container } = await renderAt(
    '/x',
    services as never,
    <StatFigure node={{ tag: 'statCard', dataset: 'deals', value: 'rate', ...more } as StatCardNode} />,
  );
  await screen.findByText('收款率');
  return { container, query, drillDown, exportRows };
}

it('a card draws its trend by time and says how much of its target is reached', async () => {
  const { container } = await richCard({ trend: 'month', of: 'goal' });
  const line = await screen.findByRole('img', { name: /按月份/ });
  expect(line.textContent).toBe('按月份：2026-01 10.0%，2026-02 20.0%，2026-03 30.0%');
  expect(container.querySelector('.sc-stat-target')?.textContent).toBe('完成 75.0%，目标 80.0%');
  cleanup();
  const fixed = await richCard({ target: 0.5 });
  expect(fixed.container.querySelector('.sc-stat-target')?.textContent).toBe('完成 120.0%，目标 50.0%');
  expect(screen.queryByRole('img', { name: /按月份/ })).toBeNull();
});

it('a rate opens the records of the measures from which it is computed, which are sorted, exported and listed', async () => {
  const { drillDown, exportRows } = await richCard({});
  fireEvent.click(screen.getByRole('button', { name: '60.0%' }));
  await screen.findByText('甲');
  expect(drillDown.mock.calls.at(-1)?.[0]).toMatchObject({ datasetKey: 'deals', keys: {}, figure: 'paid' });
  fireEvent.click(screen.getByText('合同额'));
  await waitFor(() => expect(drillDown.mock.calls.at(-1)?.[0]).toMatchObject({ figure: 'amount' }));
  fireEvent.click(await screen.findByRole('columnheader', { name: '金额' }));
  await waitFor(() =>
    expect(drillDown.mock.calls.at(-1)?.[0]).toMatchObject({ figure: 'amount', sort: { field: 'sum', order: 'asc' } }),
  );
  const behind = { figure: { datasetKey: 'deals', keys: {}, figure: 'amount' } };
  fireEvent.click(await screen.findByRole('button', { name: /导出/ }));
  await waitFor(() =>
    expect(exportRows).toHaveBeenCalledWith(
      'deal',
      { conditions: [], behind, sort: { field: 'sum', order: 'asc' } },
      '合同额',
      { isWholeUnit: true },
    ),
  );
  const address = screen.getByRole('link', { name: /在列表中打开/ }).getAttribute('href') ?? '';
  expect(Object.fromEntries(new URLSearchParams(address.split('?')[1]))).toEqual({
    formKey: 'deal',
    behind: JSON.stringify(behind),
    behindTitle: '合同额',
  });
  // a retry keeps the sort, unless the sort is what was refused
  for (const [error, sort] of [
    [new ServiceError('NETWORK', '网络不通'), { field: 'sum', order: 'desc' }],
    [new ServiceError('REQUEST_INVALID', '请求参数有误'), undefined],
  ] as const) {
    drillDown.mockRejectedValueOnce(error);
    fireEvent.click(screen.getByRole('columnheader', { name: '金额' }));
    fireEvent.click(await screen.findByRole('button', { name: /重\s*试/ }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /重\s*试/ })).toBeNull());
    expect(drillDown.mock.calls.at(-1)?.[0].sort).toEqual(sort);
    if (sort) fireEvent.click(screen.getByRole('columnheader', { name: '金额' }));
    await waitFor(() => expect(drillDown.mock.calls.at(-1)?.[0].sort).toBeUndefined());
  }
});

it('who may not see the records behind a figure reads so, and finds nothing to export or to open', async () => {
  const { drillDown } = await richCard({});
  drillDown.mockResolvedValue(drillPage({ maySee: false, mayExport: false }));
  fireEvent.click(screen.getByRole('button', { name: '60.0%' }));
  await screen.findByText('没有您可查看的记录');
  expect(screen.queryByText('没有符合条件的记录')).toBeNull();
  expect(screen.queryByRole('link', { name: /在列表中打开/ })).toBeNull();
  expect(document.querySelector('[data-action="exportRecords"]')).toBeNull();
});

it('who may not export finds no button that would be refused', async () => {
  const answer = { datasetKey: 'deals', name: '合同', maySee: true, groups: [], figures: [], total: 1 };
  for (const mayExport of [true, false]) {
    const value: FigureAnswer = { ...answer, mayExport, rows: [{ keys: [], labels: [], values: ['1'] }] };
    await renderAt(
      '/x',
      Object.assign(fakeServices({}), { request: async () => ({ rights: ['see'] }) }) as never,
      <FigureShell
        title="合同额"
        load={{ state: 'ready', value } as never}
        question={{ datasetKey: 'deals' } as never}
        minHeight={100}
        onRetry={() => undefined}
      >
        {() => null}
      </FigureShell>,
    );
    expect(screen.queryByRole('button', { name: '导出合同额' }) !== null).toBe(mayExport);
    cleanup();
  }
});

it('the records behind a 0 are none, and not ones that may not be seen', async () => {
  await card(true, ['0', '0']);
  fireEvent.click(screen.getByRole('button', { name: '0' }));
  await screen.findByText('没有符合条件的记录');
});

it('a chart is saved by itself, as a picture under its title or as a sheet, once it is drawn', async () => {
  const answer: FigureAnswer = {
    datasetKey: 'deals',
    name: '合同',
    maySee: true,
    groups: [],
    figures: [],
    rows: [{ keys: [], labels: [], values: ['1'] }],
    total: 1,
  };
  const saved: string[] = [];
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  const exportTable = vi.fn(async () => undefined);
  let picture: string | null = null;
  await renderAt(
    '/x',
    Object.assign(fakeServices({}), { datasets: { exportTable }, request: async () => ({ rights: ['see'] }) }) as never,
    <FigureShell
      title="每月合同额"
      load={{ state: 'ready', value: answer } as never}
      question={{ datasetKey: 'deals' } as never}
      minHeight={100}
      onRetry={() => undefined}
      picture={() => picture}
    >
      {() => null}
    </FigureShell>,
  );
  const choose = async (what: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: '导出每月合同额' }));
    fireEvent.click(await screen.findByText(what));
  };
  await choose('导出为图片');
  await screen.findByText('图还没有画好，请稍后再试');
  expect(saved).toEqual([]);
  picture = 'data:image/png;base64,AAAA';
  await choose('导出为图片');
  await waitFor(() => expect(saved).toEqual(['每月合同额.png']));
  await choose('导出为 Excel');
  expect(exportTable).toHaveBeenCalledWith({ datasetKey: 'deals' }, '每月合同额');
  save.mockRestore();
});
