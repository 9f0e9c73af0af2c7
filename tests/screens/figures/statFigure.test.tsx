import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { StatCardNode } from '../../../src/grammar/nodes.ts';
import type { DatasetService, FigureAnswer } from '../../../src/runtime/services/datasets.ts';
import { FigureShell } from '../../../src/screens/figures/FigureShell.tsx';
import { StatFigure } from '../../../src/screens/figures/StatFigure.tsx';
import { fakeServices, renderAt } from '../fakes.tsx';

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
    drillDown: async () => ({
      list: [],
      total: 0,
      formKey: 'deal',
      formName: '合同',
      columns: [],
      figure: null,
      mayExport: true,
    }),
  };
  const services = Object.assign(fakeServices({}), { datasets, request: async () => ({ rights: ['see'] }) });
  const { container } = await renderAt('/x', services, <StatFigure node={{ ...node, ...more }} />);
  await screen.findByText('合同数');
  return container.querySelector('[data-stat]')?.textContent?.replace(/\s+/g, ' ') ?? '';
}

it('a figure says how it stands to the one before', async () => {
  expect(await card(true, ['12', '8'])).toContain('较去年同期 50.0%');
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
