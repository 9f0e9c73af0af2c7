import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { StatCardNode } from '../../../src/grammar/nodes.ts';
import type { DatasetService, FigureAnswer } from '../../../src/runtime/services/datasets.ts';
import { StatFigure } from '../../../src/screens/figures/StatFigure.tsx';
import { fakeServices, renderAt } from '../fakes.tsx';

const node = { tag: 'statCard', dataset: 'deals', value: 'count', compare: 'before' } as StatCardNode;

async function card(maySee: boolean, values: string[]): Promise<string> {
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
  const datasets: Partial<DatasetService> = { query: async () => answer };
  const services = Object.assign(fakeServices({}), { datasets, request: async () => ({ rights: ['see'] }) });
  const { container } = await renderAt('/x', services, <StatFigure node={node} />);
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
