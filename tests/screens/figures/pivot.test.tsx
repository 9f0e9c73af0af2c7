import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { PivotNode } from '../../../src/grammar/nodes.ts';
import type {
  DatasetService,
  DrillDownQuery,
  FigureAnswer,
  FigureQuestion,
  PivotLayout,
} from '../../../src/runtime/services/datasets.ts';
import { PivotBlock } from '../../../src/screens/figures/pivot/PivotBlock.tsx';
import {
  decodeLayout,
  encodeLayout,
  initialLayout,
  moveField,
} from '../../../src/screens/figures/pivot/pivotLayout.ts';
import {
  createCellLookup,
  groupKeysOf,
  buildHeaders,
  groupSetsOf,
} from '../../../src/screens/figures/pivot/pivotModel.ts';
import { giveSize } from '../../widgets/subTable/support.tsx';
import { drillPage, fakeServices, renderAt } from '../fakes.tsx';

const OUTLINE = {
  datasetKey: 'deals',
  name: '合同',
  params: [],
  values: {},
  groups: ['dept', 'kind', 'month'],
  formKey: 'deal',
  heads: [
    { key: 'dept', label: '部门', by: null },
    { key: 'kind', label: '类别', by: null },
    { key: 'month', label: '月份', by: 'month' },
  ],
  figures: [
    { key: 'amount', label: '金额', isMeasure: true },
    { key: 'count', label: '数量', isMeasure: true },
  ],
};
const FIELDS = [
  ...OUTLINE.heads.map(({ key, label }) => ({ key, label, isFigure: false })),
  ...OUTLINE.figures.map(({ key, label }) => ({ key, label, isFigure: true })),
];
const field = (key: string) => FIELDS.find((one) => one.key === key)!;

/** Every department has every kind but 乙 its second; a cell is worth ten times its department and its month. */
const VALUES: Record<string, readonly string[]> = { dept: ['甲', '乙'], kind: ['k1', 'k2'], month: ['01', '02'] };
function answerTo({ by = [], figures = [] }: FigureQuestion): FigureAnswer {
  const rows = by.reduce<string[][]>(
    (all, key) => all.flatMap((keys) => (VALUES[key] ?? []).map((value) => [...keys, value])),
    [[]],
  );
  return {
    datasetKey: 'deals',
    name: '合同',
    maySee: true,
    groups: by.map((key) => ({ key, label: field(key).label, by: null })),
    figures: OUTLINE.figures.filter(({ key }) => figures.includes(key)),
    rows: rows
      .filter((keys) => !(keys.includes('乙') && keys.includes('k2')))
      .map((keys) => ({ keys, labels: keys, values: figures.map((key) => `${keys.join('').length}${key.length}`) })),
    total: rows.length,
  };
}

describe('the layout of a pivot', () => {
  const first: PivotLayout = { rows: ['dept'], columns: ['month'], values: ['amount'] };

  it('takes groups along its sides and figures into its cells, each once', () => {
    expect(moveField(first, field('kind'), 'rows', 'dept').rows).toEqual(['kind', 'dept']);
    expect(moveField(first, field('dept'), 'columns', 'month')).toEqual({
      rows: [],
      columns: ['dept', 'month'],
      values: ['amount'],
    });
    expect(moveField(first, field('count'), 'rows')).toBe(first);
    expect(moveField(first, field('dept'), 'values')).toBe(first);
    expect(moveField(first, field('month'), 'fields').columns).toEqual([]);
    const full: PivotLayout = { ...first, columns: ['month', 'kind'] };
    expect(moveField(full, field('dept'), 'columns')).toBe(full);
  });

  it('survives the address, without what the dataset has not', () => {
    const layout: PivotLayout = { rows: ['kind', 'dept'], columns: [], values: ['count'] };
    expect(decodeLayout(encodeLayout(layout, first, 'x.'), first, FIELDS, 'x.')).toEqual(layout);
    expect(decodeLayout({ rows: 'gone,kind', columns: 'kind', values: 'dept' }, first, FIELDS)).toEqual({
      rows: ['kind'],
      columns: [],
      values: [],
    });
    expect(initialLayout({ rows: ['gone', 'dept'] }, OUTLINE)).toEqual({
      rows: ['dept'],
      columns: [],
      values: ['amount'],
    });
  });

  it('asks for its cells and for the totals of every level of both sides', () => {
    expect(groupSetsOf({ rows: ['dept', 'kind'], columns: ['month'], values: [] }).map((set) => set.join())).toEqual([
      '',
      'month',
      'dept',
      'dept,month',
      'dept,kind',
      'dept,kind,month',
    ]);
  });

  it('nests its lines, with a subtotal behind the values of its first group and the total at the end', () => {
    const layout: PivotLayout = { rows: ['dept', 'kind'], columns: ['month'], values: ['amount'] };
    const answers = new Map(
      groupSetsOf(layout).map((by) => [by.join(), answerTo({ datasetKey: 'deals', by, figures: ['amount'] })]),
    );
    const lines = buildHeaders(answers, layout.rows, { withSubtotals: true });
    expect(lines.map(({ kind, labels }) => `${kind}:${labels.join('/')}`)).toEqual([
      'value:甲/k1',
      'value:甲/k2',
      'subtotal:甲',
      'value:乙/k1',
      'subtotal:乙',
      'total:',
    ]);
    const [month] = buildHeaders(answers, layout.columns, { withSubtotals: false });
    const cell = createCellLookup(answers, layout);
    expect(cell(lines[2]!, month!)?.keys).toEqual(['甲', '01']);
    expect(groupKeysOf(layout, lines[2]!, month!)).toEqual({ dept: '甲', month: '01' });
    expect(cell(lines[5]!, month!)?.keys).toEqual(['01']);
  });
});

describe('a pivot', () => {
  const NODE: PivotNode = { tag: 'pivot', dataset: 'deals', rows: ['dept'], values: ['amount'] };
  async function opened(exported: unknown[] = [], behind: DrillDownQuery[] = []) {
    const asked: FigureQuestion[] = [];
    const datasets: Partial<DatasetService> = {
      outline: async () => OUTLINE as never,
      query: async (question) => {
        asked.push(question);
        return answerTo(question);
      },
      drillDown: async (question) => {
        behind.push(question);
        return drillPage();
      },
      exportPivot: async (_question, layout) => exported.push(layout) > 0,
    };
    const services = Object.assign(fakeServices({}), {
      datasets,
      request: async () => ({ rights: ['see', 'export'] }),
    });
    await renderAt('/x', services, <PivotBlock node={NODE} path={['root']} />);
    await screen.findByRole('table');
    return asked;
  }
  const address = (): string => decodeURIComponent(screen.getByTestId('address').textContent);
  const zone = (name: string): HTMLElement => document.querySelector(`[data-zone="${name}"]`) as HTMLElement;

  it('shows its fields in their zones; the menu beside each moves it, and what is asked follows', async () => {
    const asked = await opened();
    expect(within(zone('rows')).getByText('部门')).toBeTruthy();
    expect(within(zone('fields')).getByText('月份')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '“月份”放到哪里' }));
    fireEvent.click(await screen.findByText('移到列'));
    await waitFor(() => expect(address()).toContain('columns=month'));
    expect(within(zone('columns')).getByText('月份')).toBeTruthy();
    await waitFor(() => expect(asked.map(({ by }) => by?.join())).toContain('dept,month'));
    // a figure may lie in the cells alone
    fireEvent.click(screen.getByRole('button', { name: '“数量”放到哪里' }));
    expect(await screen.findByText('移到值')).toBeTruthy();
    expect(screen.queryByText('移到行')).toBeNull();
  });

  it('opens the records behind a cell and behind a total', async () => {
    const restore = giveSize(560, 1200);
    try {
      const behind: DrillDownQuery[] = [];
      await opened([], behind);
      const press = async (part: string, times: number): Promise<void> => {
        fireEvent.click(document.querySelector(`${part} .sc-figure-open`) as HTMLElement);
        await waitFor(() => expect(behind).toHaveLength(times));
      };
      await press('.sc-pivot-body', 1);
      await press('.sc-pivot-foot', 2);
      expect(behind.map(({ keys, figure }) => [keys, figure])).toEqual([
        [{ dept: '甲' }, 'amount'],
        [{}, 'amount'],
      ]);
    } finally {
      restore();
    }
  });

  it('is laid out anew by the keyboard: an arrow carries a field to the zone beside it', async () => {
    // nothing is laid out here: the zones get places side by side
    const zones = ['fields', 'rows', 'columns', 'values'];
    const place = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function at(
      this: HTMLElement,
    ) {
      const left = 200 * zones.indexOf(this.closest<HTMLElement>('[data-zone]')?.dataset['zone'] ?? '');
      return new DOMRect(left, 0, 180, 40);
    });
    try {
      await opened();
      const grip = screen.getByRole('button', { name: '移动“部门”' });
      grip.focus();
      fireEvent.keyDown(grip, { key: ' ', code: 'Space' });
      await waitFor(() => expect(document.querySelector('[data-dragging]')).not.toBeNull());
      // the sensor hears keys from its next task on
      await act(
        () =>
          new Promise((done) => {
            setTimeout(done, 0);
          }),
      );
      fireEvent.keyDown(document, { key: 'ArrowRight', code: 'ArrowRight' });
      await screen.findByText('“部门”移到“列”');
      fireEvent.keyDown(document, { key: ' ', code: 'Space' });
      await waitFor(() => expect(address()).toContain('columns=dept'));
      expect(within(zone('columns')).getByText('部门')).toBeTruthy();
    } finally {
      place.mockRestore();
    }
  });

  it('is exported as it is laid out, and says what to do when nothing is measured', async () => {
    const exported: unknown[] = [];
    await opened(exported);
    fireEvent.click(document.querySelector('[data-action="export"]') as Element);
    await waitFor(() => expect(exported).toEqual([{ rows: ['dept'], columns: [], values: ['amount'] }]));
    fireEvent.click(screen.getByRole('button', { name: '“金额”放到哪里' }));
    fireEvent.click(await screen.findByText('移出'));
    expect(await screen.findByText('把度量拖到“值”')).toBeTruthy();
  });
});
