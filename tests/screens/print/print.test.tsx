import { readFileSync } from 'node:fs';
import { createVocabulary } from '../../../src/kernel/index.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';
import { screen, waitFor } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import axe from 'axe-core';
import { createRegistry } from '../../../src/kernel/registry.ts';
import type { Faces } from '../../../src/runtime/node/faces.ts';
import type { ListQuery } from '../../../src/runtime/services/paging.ts';
import { RuntimeProvider } from '../../../src/runtime/Provider.tsx';
import { splitIntoBands, columnWidthFor } from '../../../src/screens/print/columnBands.ts';
import { arrangeFields } from '../../../src/screens/print/arrangeFields.ts';
import { PrintBlock } from '../../../src/screens/print/PrintBlock.tsx';
import { builtinsPlugin } from '../../../src/widgets/builtins.ts';
import { widget as subTable } from '../../../src/widgets/subTable/index.ts';
import { aRecord, fakeServices, situation } from '../fakes.tsx';

const DICT = { isDict: '1', dictCode: 'seal' };
const FORM = {
  formKey: 'seal',
  formName: '用印申请',
  flowKey: 'f',
  fields: [
    { tag: 'sTitle', label: '基本信息' },
    { tag: 'el-input', __vModel__: 'name', flowEditable: '1', label: '名称', span: 12 },
    { tag: 'el-radio-group', __vModel__: 'kind', flowEditable: '1', label: '类别', span: 12, ...DICT },
    { tag: 'el-input', __vModel__: 'secret', flowEditable: '1', label: '内部说明', isHideField: '1' },
    { tag: 'el-input', __vModel__: 'gone', flowEditable: '1', label: '不可见', flowVisible: '0' },
    {
      tag: 'el-steps',
      children: [
        {
          label: '费用',
          children: [
            { tag: 'el-input-number', __vModel__: 'fee', flowEditable: '1', label: '金额', unit: '元', precision: 2 },
          ],
        },
        {
          label: '空步',
          visibleWhen: 'name == "x"',
          children: [{ tag: 'el-input', __vModel__: 'never', flowEditable: '1', label: '不会有' }],
        },
      ],
    },
    {
      tag: 'subTable',
      __vModel__: 'rows',
      label: '明细',
      children: [
        { tag: 'el-select', __vModel__: 'item', flowEditable: '1', label: '项目', ...DICT },
        { tag: 'el-input-number', __vModel__: 'count', flowEditable: '1', label: '数量', summary: 'sum' },
      ],
    },
  ],
};
const ROWS = Array.from({ length: 120 }, (_none, index) => ({
  id: `r${index}`,
  fieldsMap: { item: index % 2 ? '1' : '2', count: 2 },
}));
const RECORD = aRecord(
  'r1',
  { name: '合同用印', kind: '2', secret: '不可外传', gone: '也不可', fee: 1234.5 },
  { flwState: '3', title: '张三的用印申请', childTables: { rows: ROWS } },
);
const HISTORY = [
  {
    id: 'h1',
    taskNode: '部门负责人审核',
    userName: '李四',
    action: 'approve',
    opinion: '同意用印',
    time: '2026-01-03 10:00:00',
  },
];

const registry = createRegistry<Faces>([
  builtinsPlugin,
  { name: 'subTable', install: ({ registerWidget }) => registerWidget(subTable) },
]);

async function open(
  dictionary = () =>
    Promise.resolve([
      { label: '公章', value: '1' },
      { label: '合同章', value: '2' },
    ]),
) {
  const services = {
    ...fakeServices({
      forms: { definition: () => Promise.resolve(FORM) },
      records: { get: () => Promise.resolve(RECORD) },
      tasks: { history: () => Promise.resolve(HISTORY) },
    }),
    dictionary,
  };
  const { container } = render(
    <MemoryRouter initialEntries={['/commonEntry/print?formKey=seal&id=r1']}>
      <ConfigProvider>
        <App>
          <RuntimeProvider registry={registry} services={services} situation={situation}>
            <PrintBlock node={{ tag: 'recordPrint' }} path={['root']} />
          </RuntimeProvider>
        </App>
      </ConfigProvider>
    </MemoryRouter>,
  );
  await screen.findByRole('article', { name: '用印申请' });
  return container;
}

describe('the printed sheet of a record', () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  afterEach(() => print.mockClear());

  test('holds every section, every row and the opinions, as people read them', async () => {
    const container = await open();
    await waitFor(() => expect(container.querySelector('[data-field="kind"] dd')?.textContent).toBe('合同章'));
    expect(container.querySelector('[data-field="fee"] dd')?.textContent).toBe('1,234.50 元');
    expect(container.querySelectorAll('[data-sub-table="rows"] tbody [data-row]')).toHaveLength(120);
    expect(container.querySelector('[data-row="1"] [data-column="item"]')?.textContent).toBe('公章');
    expect(container.querySelector('.pr-totals')?.textContent).toBe('合计240');
    expect(container.querySelector('[data-history]')?.textContent).toContain('李四通过同意用印');
    expect([...container.querySelectorAll('h2')].map((heading) => heading.textContent)).toEqual([
      '基本信息',
      '费用',
      '审批意见',
    ]);
  });

  test('says when it was printed in the time of China, wherever the browser is (A15)', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 24, 16, 0, 5), toFake: ['Date'] });
    try {
      expect((await open()).querySelector('footer')?.textContent).toContain('打印时间：2026-11-25 00:00:05');
    } finally {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    }
  });

  test('never holds what is hidden, by layout, by permission or by a condition', async () => {
    const text = (await open()).textContent;
    for (const hidden of ['不可外传', '内部说明', '也不可', '不可见', '不会有', '空步'])
      expect(text).not.toContain(hidden);
  });

  test('repeats its header row, and opens the print of the browser once, when the dictionary has answered', async () => {
    let answer: (options: { label: string; value: string }[]) => void = () => undefined;
    const container = await open(
      () =>
        new Promise((done) => {
          answer = done;
        }),
    );
    await new Promise((done) => {
      setTimeout(done, 700);
    });
    expect(print).not.toHaveBeenCalled();
    answer([{ label: '合同章', value: '2' }]);
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    expect(container.querySelector('[data-sub-table="rows"] thead th')?.textContent).toBe('序号');
    // no row is parted over two sheets
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = readFileSync('src/screens/print/print.css', 'utf8');
    const row = container.querySelector('[data-sub-table="rows"] tbody tr') as Element;
    expect(getComputedStyle(row).getPropertyValue('break-inside')).toBe('avoid');
    style.remove();
  });

  test('has no accessibility fault', async () => {
    const { violations } = await axe.run(await open(), {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  });
});

const FORMS: Record<string, object> = {
  deal: {
    formKey: 'deal',
    formName: '合同',
    version: 1,
    fields: [
      { tag: 'el-input', __vModel__: 'name', flowEditable: '1', label: '名称' },
      { tag: 'recordSelector', __vModel__: 'customer', flowEditable: '1', label: '客户', to: 'customer' },
    ],
    print: {
      along: ['customer.phone'],
      lists: [{ formKey: 'bill', via: 'deal', title: '发票', columns: ['no', 'fee'], sums: ['fee'] }],
    },
  },
  customer: {
    formKey: 'customer',
    formName: '客户',
    version: 1,
    fields: [{ tag: 'el-input', __vModel__: 'phone', label: '客户电话', isList: '1' }],
  },
  bill: {
    formKey: 'bill',
    formName: '开票申请',
    version: 1,
    fields: [
      { tag: 'el-input', __vModel__: 'no', label: '发票号码', isList: '1' },
      { tag: 'el-input-number', __vModel__: 'fee', label: '开票金额', precision: 2, unit: '元', isList: '1' },
      { tag: 'recordSelector', __vModel__: 'deal', label: '合同', to: 'deal' },
    ],
  },
};
const OWN_BILLS = [{ field: 'deal', op: 'eq', value: 'd1' }];

async function openDeal({
  sums,
  isManual = true,
  flwState = '3',
}: {
  sums: () => Promise<{ sums: { fee: string }; count: number }>;
  isManual?: boolean;
  flwState?: '3' | '4';
}) {
  const record = aRecord('d1', { name: '滨河路', customer: 'c1' }, { formKey: 'deal', flwState });
  const list = vi.fn(async (formKey: string, _query: ListQuery) =>
    formKey === 'deal'
      ? { list: [{ ...record, fieldsMap: { ...record.fieldsMap, 'customer.phone': '025-8888' } }], total: 1 }
      : { list: ['01', '02'].map((no) => aRecord(no, { no, fee: 1200 })), total: 2 },
  );
  const services = {
    ...fakeServices({
      forms: { definition: (formKey: string) => Promise.resolve(FORMS[formKey]) },
      records: { get: () => Promise.resolve(record), list },
    } as never),
    relations: { sums, titles: async () => [] },
  };
  const { container } = render(
    <MemoryRouter initialEntries={['/commonEntry/print?formKey=deal&id=d1']}>
      <ConfigProvider>
        <App>
          <RuntimeProvider registry={registry} services={services as never} situation={situation}>
            <PrintBlock node={{ tag: 'recordPrint', isManual }} path={['root']} />
          </RuntimeProvider>
        </App>
      </ConfigProvider>
    </MemoryRouter>,
  );
  await waitFor(() =>
    expect(container.querySelector('[data-print-along="deal"] [data-field="customer.phone"]')?.textContent).toBe(
      '客户电话025-8888',
    ),
  );
  await waitFor(() => expect(container.querySelectorAll('[data-print-list="bill"] tbody tr')).toHaveLength(2));
  return { container, list };
}

test('a record is printed with what its document names of others: fields along relations, and a table with its sums', async () => {
  const sums = vi.fn(async () => ({ sums: { fee: '2400' }, count: 2 }));
  const { container, list } = await openDeal({ sums });
  await waitFor(() =>
    expect(container.querySelector('[data-sum="fee"]')?.textContent).toBe('开票金额合计 2,400.00 元'),
  );
  const bills = container.querySelector('[data-print-list="bill"]') as HTMLElement;
  expect([...bills.querySelectorAll('tr')].map(({ textContent }) => textContent)).toEqual([
    '序号发票号码开票金额',
    '1011,200.00 元',
    '2021,200.00 元',
  ]);
  expect(list).toHaveBeenCalledWith('bill', expect.objectContaining({ conditions: OWN_BILLS }), false);
  expect(sums).toHaveBeenCalledWith('bill', OWN_BILLS, ['fee']);
  expect(container.textContent).not.toContain('状态：');
});

test('a voided record says so on paper, even without a process', async () => {
  const { container } = await openDeal({ sums: async () => ({ sums: { fee: '2400' }, count: 2 }), flwState: '4' });
  expect(container.querySelector('.pr-facts')?.textContent).toContain('状态：已作废');
});

test('the print of the browser waits for the sums below the tables', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  let answer: (found: { sums: { fee: string }; count: number }) => void = () => undefined;
  const { container } = await openDeal({
    isManual: false,
    sums: () =>
      new Promise((done) => {
        answer = done;
      }),
  });
  await new Promise((done) => {
    setTimeout(done, 1000);
  });
  expect(print).not.toHaveBeenCalled();
  answer({ sums: { fee: '2400' }, count: 2 });
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(container.querySelector('[data-sum="fee"]')).not.toBeNull();
});

test('lines on paper have no hole: the last field of a line takes what is left, narrow ones are a third', () => {
  const field = (span: number | undefined, more: object = {}) =>
    ({ tag: 'el-input', __vModel__: 'x', ...(span === undefined ? {} : { span }), ...more }) as never;
  const spans = (...nodes: never[]): number[] =>
    arrangeFields(nodes, createVocabulary(definitions)).map((cell) => cell.span);
  expect(spans(field(12), field(12), field(6), field(6))).toEqual([12, 12, 8, 16]);
  expect(spans(field(8), field(undefined), field(12, { type: 'textarea' }))).toEqual([24, 24, 24]);
  expect(spans(field(10), field(10), field(10))).toEqual([10, 14, 24]);
});

test('columns too wide for the paper go below, each band with the column that names the row', () => {
  expect(splitIntoBands([100, 200, 200, 200], 500)).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
  ]);
  expect(splitIntoBands([100, 100, 100], 500)).toEqual([[0, 1, 2]]);
  expect(splitIntoBands([])).toEqual([]);
  expect(splitIntoBands([900, 900], 500)).toEqual([[0, 1]]);
});

test('a column needs room for its head and a third of its longest text, within bounds', () => {
  expect(columnWidthFor('数量', ['2'])).toBeLessThan(columnWidthFor('数量', ['钢筋机械连接接头试件若干根长约十八字']));
  expect(columnWidthFor('说明', ['长'.repeat(4000)])).toBeLessThan(200);
});
