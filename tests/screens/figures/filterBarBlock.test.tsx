import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { FigureAnswer, FigureQuestion } from '../../../src/runtime/services/datasets.ts';
import { FilterBarBlock } from '../../../src/screens/figures/FilterBarBlock.tsx';
import { StatFigure } from '../../../src/screens/figures/StatFigure.tsx';
import { fakeServices, renderAt } from '../fakes.tsx';

it('a search for the same values asks the blocks of the page again', async () => {
  const answer: FigureAnswer = {
    datasetKey: 'deals',
    name: '合同',
    maySee: true,
    groups: [],
    figures: [{ key: 'count', label: '合同数', isMeasure: true }],
    rows: [{ keys: [], labels: [], values: ['12'] }],
    total: 1,
  };
  const query = vi.fn(async (_question: FigureQuestion) => answer);
  const datasets = {
    query,
    outline: async () => ({
      datasetKey: 'deals',
      name: '合同',
      params: [{ tag: 'el-input', __vModel__: 'dept', label: '部门' }],
      values: {},
      groups: [],
      formKey: 'deal',
      heads: [],
      figures: [],
    }),
  };
  await renderAt(
    '/x',
    Object.assign(fakeServices({}), { datasets, request: async () => ({ rights: ['see'] }) }) as never,
    <>
      <FilterBarBlock node={{ tag: 'filterBar', dataset: 'deals' }} path={['root']} />
      <StatFigure node={{ tag: 'statCard', dataset: 'deals', value: 'count' }} />
    </>,
  );
  await screen.findByText('合同数');
  const search = (): unknown => fireEvent.submit(screen.getByRole('form', { name: '查询条件' }));
  fireEvent.change(document.querySelector('[data-filter="dept"] input') as Element, { target: { value: '一部' } });
  search();
  await waitFor(() => expect(query.mock.calls.map(([{ shared }]) => shared)).toEqual([{}, { dept: '一部' }]));
  search();
  await waitFor(() => expect(query.mock.calls.map(([{ shared }]) => shared).slice(2)).toEqual([{ dept: '一部' }]));
});
