import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { StatTableNode } from '../../../src/grammar/nodes.ts';
import type {
  DatasetService,
  DrillDownQuery,
  FigureAnswer,
  FigureQuestion,
} from '../../../src/runtime/services/datasets.ts';
import { StatTableBlock } from '../../../src/screens/figures/StatTableBlock.tsx';
import { drillPage, fakeServices, renderAt } from '../fakes.tsx';

/** Ordered by the figure, so that the departments stand mixed. */
const ROWS = [
  ['甲', '南京', '9'],
  ['乙', '苏州', '7'],
  ['甲', '扬州', '5'],
  ['乙', '镇江', '1'],
] as const;

function answerTo({ by = [] }: FigureQuestion): FigureAnswer {
  const keysOf = (row: readonly string[]): string[] => by.map((key) => (key === 'dept' ? row[0] : row[1]) as string);
  const sums = new Map<string, { keys: string[]; value: number }>();
  for (const row of ROWS) {
    const keys = keysOf(row);
    const found = sums.get(keys.join()) ?? { keys, value: 0 };
    sums.set(keys.join(), { keys, value: found.value + Number(row[2]) });
  }
  return {
    datasetKey: 'deals',
    name: '合同',
    maySee: true,
    groups: by.map((key) => ({ key, label: key, by: null })),
    figures: [{ key: 'amount', label: '金额', isMeasure: true }],
    rows: [...sums.values()].map(({ keys, value }) => ({ keys, labels: keys, values: [String(value)] })),
    total: sums.size,
  };
}

/** What stands behind a figure: the questions that were asked for it. */
async function table(): Promise<DrillDownQuery[]> {
  const node = {
    tag: 'statTable',
    dataset: 'deals',
    rows: ['dept', 'city'],
    values: ['amount'],
    totals: true,
    subtotals: true,
  } as StatTableNode;
  const asked: DrillDownQuery[] = [];
  const datasets: Partial<DatasetService> = {
    query: async (question) => answerTo(question),
    drillDown: async (question) => {
      asked.push(question);
      return drillPage();
    },
  };
  const services = Object.assign(fakeServices({}), { datasets, request: async () => ({ rights: ['see'] }) });
  await renderAt('/x', services, <StatTableBlock node={node} path={['root']} />);
  await screen.findByText('22');
  return asked;
}

it('a subtotal follows every line of its group, however the dataset is ordered', async () => {
  await table();
  const lines = screen.getAllByRole('row').map((row) => row.textContent?.replace(/\s+/g, ' ').trim());
  expect(lines.slice(1)).toEqual(['甲南京9', '扬州5', '甲 小计14', '乙苏州7', '镇江1', '乙 小计8', '合计22']);
});

it('two column groups make a head of two lines, and are exported as they are shown', async () => {
  const exportPivot = vi.fn(async () => undefined);
  const datasets = { query: async (question: FigureQuestion) => answerTo(question), exportPivot };
  const node = {
    tag: 'statTable',
    dataset: 'deals',
    title: '合同表',
    rows: [],
    columns: ['dept', 'city'],
    values: ['amount'],
    totals: true,
  } as unknown as StatTableNode;
  await renderAt(
    '/x',
    Object.assign(fakeServices({}), { datasets }) as never,
    <StatTableBlock node={node} path={[]} />,
  );
  await screen.findAllByText('22');
  const heads = screen
    .getAllByRole('columnheader')
    .map((cell) => [cell.textContent, (cell as HTMLTableCellElement).colSpan, (cell as HTMLTableCellElement).rowSpan]);
  expect(heads).toEqual([
    ['甲', 2, 1],
    ['乙', 2, 1],
    ['合计', 1, 2],
    ['南京', 1, 1],
    ['扬州', 1, 1],
    ['苏州', 1, 1],
    ['镇江', 1, 1],
  ]);
  fireEvent.click(screen.getByRole('button', { name: '导出合同表' }));
  expect(exportPivot).toHaveBeenCalledWith(
    expect.anything(),
    { layout: 'table', rows: [], columns: ['dept', 'city'], values: ['amount'], totals: true, subtotals: false },
    '合同表',
  );
});

it('a figure of a line, a subtotal and the total each open the records that they count', async () => {
  const asked = await table();
  const press = async (text: string, times: number): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: new RegExp(text) }));
    await waitFor(() => expect(asked).toHaveLength(times));
  };
  await press('5', 1);
  await press('14', 2);
  await press('22', 3);
  expect(asked.map(({ keys, figure }) => [keys, figure])).toEqual([
    [{ dept: '甲', city: '扬州' }, 'amount'],
    [{ dept: '甲' }, 'amount'],
    [{}, 'amount'],
  ]);
});
