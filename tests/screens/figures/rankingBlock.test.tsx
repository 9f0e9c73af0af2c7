import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { RankingNode } from '../../../src/grammar/nodes.ts';
import type { FigureAnswer, FigureQuestion } from '../../../src/runtime/services/datasets.ts';
import { RankingBlock } from '../../../src/screens/figures/RankingBlock.tsx';
import { fakeServices, renderAt } from '../fakes.tsx';

it.each([
  [{ value: 'amount' }, { field: 'amount', order: 'desc' }],
  [{}, { order: 'desc' }],
])('a ranking %o asks for the greatest groups of all, not for the first ones', async (more, sort) => {
  const answer: FigureAnswer = {
    datasetKey: 'deals',
    name: '客户排名',
    maySee: true,
    groups: [{ key: 'customer', label: '客户', by: null }],
    figures: [{ key: 'amount', label: '金额', isMeasure: true }],
    rows: [{ keys: ['c9'], labels: ['甲公司'], values: ['9'] }],
    total: 1,
  };
  const query = vi.fn(async (_question: FigureQuestion) => answer);
  const services = Object.assign(fakeServices({}), { datasets: { query }, request: async () => ({ rights: ['see'] }) });
  const node = { tag: 'ranking', dataset: 'deals', of: 'customer', ...more } as RankingNode;
  await renderAt('/x', services as never, <RankingBlock node={node} path={[]} />);
  await screen.findByText('甲公司');
  expect(query.mock.calls[0]?.[0]).toMatchObject({ datasetKey: 'deals', by: ['customer'], sort });
});
