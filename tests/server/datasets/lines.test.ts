import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Answer, type Client, type TestServer } from '../support.ts';

const customer = {
  formKey: 'lineCustomer',
  formName: '客户',
  titleTemplate: '${name}',
  access: { createRoles: ['staff'] },
  fields: [{ tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' }],
};
const deal = {
  formKey: 'lineDeal',
  formName: '合同',
  titleTemplate: '${no}',
  access: { createRoles: ['staff'] },
  fields: [
    { tag: 'el-input', __vModel__: 'no', label: '编号', isTitle: '1' },
    { tag: 'recordSelector', __vModel__: 'customer', label: '客户', to: 'lineCustomer' },
    { tag: 'el-date-picker', __vModel__: 'signed', label: '签订日期', type: 'date' },
    {
      tag: 'el-select',
      __vModel__: 'kind',
      label: '类别',
      options: [
        { label: '监测', value: 'm' },
        { label: '检测', value: 't' },
      ],
    },
    { tag: 'el-switch', __vModel__: 'isUrgent', label: '加急' },
    { tag: 'el-input-number', __vModel__: 'amount', label: '金额', precision: 2 },
    { tag: 'el-input-number', __vModel__: 'settled', label: '已结算', precision: 2 },
    { tag: 'el-input-number', __vModel__: 'cost', label: '成本', precision: 2, flowVisible: '0' },
    {
      tag: 'subTable',
      __vModel__: 'items',
      label: '明细',
      children: [
        { tag: 'el-input', __vModel__: 'item', label: '项目' },
        { tag: 'el-input-number', __vModel__: 'price', label: '价格', precision: 2 },
      ],
    },
  ],
};

interface Lines {
  heads: { key: string; label: string; to?: string }[];
  figures: { key: string; label: string; isMeasure: boolean }[];
  rows: {
    recordId: string | null;
    keys: Record<string, string>;
    cells: { value: string | null; text: string; isOpen?: true }[];
    values: (string | null)[];
  }[];
  sums: (string | null)[];
  page: { total: number };
  ofAll: number | null;
}

let server: TestServer;
let admin: Client;
let staff: Client;
let other: Client;
const ids: string[] = [];

const save = async (client: Client, formKey: string, fieldsMap: object, items: object[] = []): Promise<string> => {
  const answer = await client.post<{ id: string }>(`/api/system/frmCrud/saveOrUpdate/${formKey}`, {
    fieldsMap,
    childTables: items.length > 0 ? { items: items.map((row, index) => ({ id: `r${index}`, fieldsMap: row })) } : {},
  });
  expect(answer.msg).toBe('保存成功');
  return answer.data.id;
};
/** The rows of the workbook that administrators get of a ledger with the columns 金额 and 编号. */
async function exported(datasetKey: string, count: string): Promise<unknown[][]> {
  const made = await fetch(`${server.url}/api/system/dataset/exportLines`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ datasetKey, columns: ['amount', 'no'] }),
  });
  expect([made.status, made.headers.get('x-row-count')]).toEqual([200, count]);
  const { SheetNames, Sheets } = read(Buffer.from(await made.arrayBuffer()));
  return utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] ?? '']!, { header: 1 });
}
const dataset = async (name: string, definition: object): Promise<void> => {
  const datasetKey = `lines/${name}`;
  await admin.post('/api/system/datasetDef/saveDraft', {
    datasetKey,
    name,
    definition: { datasetKey, name, from: 'lineDeal', ...definition },
  });
  const answer = await admin.post('/api/system/datasetDef/publish', { datasetKey, note: '测试' });
  expect([answer.msg, answer.data]).toEqual(['发布成功', answer.data]);
};
const ask = (client: Client, name: string, more: object = {}): Promise<Answer<Lines>> =>
  client.post<Lines>('/api/system/dataset/lines', { datasetKey: `lines/${name}`, ...more });
const texts = (lines: Lines): string[][] => lines.rows.map(({ cells }) => cells.map(({ text }) => text));

beforeAll(async () => {
  server = await startTestServer();
  [admin, staff, other] = (await Promise.all(['admin', 'staff', 'device'].map((name) => server.api(name)))) as [
    Client,
    Client,
    Client,
  ];
  for (const definition of [customer, deal]) {
    await admin.post('/api/system/frmDef/saveDraft', { formKey: definition.formKey, definition });
    const answer = await admin.post('/api/system/frmDef/publish', { formKey: definition.formKey, note: '测试' });
    expect(answer.msg).toBe('发布成功');
  }
  const mine = await save(staff, 'lineCustomer', { name: '甲公司' });
  const theirs = await save(other, 'lineCustomer', { name: '乙公司' });
  const rows = [
    { no: 'H-1', customer: mine, signed: '2026-01-31', kind: 'm', isUrgent: '1', amount: 100, settled: 50 },
    { no: 'H-2', customer: mine, signed: '2026-03-01', kind: 't', amount: 0, settled: 0 },
    { no: 'H-3', customer: theirs, signed: '2026-02-01', kind: 't', amount: 0.1, settled: 0.1 },
  ];
  for (const row of rows)
    ids.push(
      await save(row.no === 'H-3' ? other : staff, 'lineDeal', row, [
        { item: '钢筋', price: 7 },
        { item: '水泥', price: 3 },
      ]),
    );
  await dataset('deals', {
    params: [{ tag: 'el-date-picker', __vModel__: 'period', label: '期间', type: 'daterange' }],
    where: 'within(signed, params.period)',
    details: [
      { key: 'no', of: 'no' },
      { key: 'customer', of: 'customer' },
      { key: 'customerName', of: 'customer.name', label: '客户名称' },
      { key: 'signed', of: 'signed' },
      { key: 'kind', of: 'kind' },
      { key: 'isUrgent', of: 'isUrgent' },
      { key: 'late', of: 'amount - settled', label: '未结算' },
    ],
    groupBy: [{ key: 'byKind', of: 'kind' }],
    measures: [
      { key: 'amount', fn: 'sum', of: 'amount' },
      { key: 'settled', fn: 'sum', of: 'settled' },
      { key: 'share', fn: 'share', of: 'amount' },
    ],
    columns: [{ key: 'rate', computed: 'settled / amount', label: '结算率', format: 'percent' }],
    order: ['-signed'],
  });
});
afterAll(() => server.dispose());

it('shows an administrator the first records of a ledger that is not published', async () => {
  const definition = { name: '试', from: 'lineDeal', details: [{ key: 'no', of: 'no' }], order: ['no'] };
  const preview = async (more: object) => {
    const body = { datasetKey: 'lines/unpublished', definition: JSON.stringify({ ...definition, ...more }) };
    return (await admin.post<{ lines: Lines | null }>('/api/system/dataset/preview', body)).data.lines;
  };
  const lines = await preview({});
  expect(lines && [texts(lines), lines.page.total]).toEqual([[['H-1'], ['H-2'], ['H-3']], 3]);
  expect(await preview({ details: undefined, order: undefined })).toBeNull();
});

describe('a ledger over a dataset', () => {
  it('lists records with joined columns, page by page, and sums all of them, not the page', async () => {
    const { data } = await ask(admin, 'deals', { page: { pageNum: 1, pageSize: 2 } });
    expect(data.heads.map(({ label, to }) => [label, to])).toEqual([
      ['编号', undefined],
      ['客户', 'lineCustomer'],
      ['客户名称', undefined],
      ['签订日期', undefined],
      ['类别', undefined],
      ['加急', undefined],
      ['未结算', undefined],
    ]);
    expect(texts(data)).toEqual([
      ['H-2', '甲公司', '甲公司', '2026-03-01', '检测', '', '0'],
      ['H-3', '乙公司', '乙公司', '2026-02-01', '检测', '', '0'],
    ]);
    expect(data.page.total).toBe(3);
    expect(data.rows.map(({ recordId }) => recordId)).toEqual([ids[1], ids[2]]);
    // nothing divided by nothing is nothing, in a row; the rate of all is that of the sums
    expect(data.rows.map(({ values }) => values.at(-1))).toEqual([null, '1']);
    expect(data.sums).toEqual(['100.1', '50.1', '1', '0.5005']);
    const next = await ask(admin, 'deals', { page: { pageNum: 2, pageSize: 2 } });
    expect(texts(next.data)).toEqual([['H-1', '甲公司', '甲公司', '2026-01-31', '监测', '是', '50']]);
    expect((await ask(admin, 'deals', { page: { pageNum: 9, pageSize: 2 } })).data).toMatchObject({
      rows: [],
      page: { total: 3 },
    });
  });

  it('is sorted by any shown column, narrowed by its parameters and by what its rows say', async () => {
    const order = async (sort: object): Promise<string[]> =>
      (await ask(admin, 'deals', { sort })).data.rows.map(({ cells }) => cells[0]?.text ?? '');
    expect(await order({ field: 'amount', order: 'desc' })).toEqual(['H-1', 'H-3', 'H-2']);
    expect(await order({ field: 'no', order: 'asc' })).toEqual(['H-1', 'H-2', 'H-3']);
    expect(await order({ field: 'rate', order: 'asc' })).toEqual(['H-1', 'H-3', 'H-2']);
    expect(await order({ field: 'late', order: 'desc' })).toEqual(['H-1', 'H-2', 'H-3']);
    expect((await ask(admin, 'deals', { sort: { field: 'gone' } })).code).toBe('REQUEST_INVALID');
    const narrowed = await ask(admin, 'deals', { params: { period: ['2026-02-01', '2026-12-31'] } });
    expect([narrowed.data.page.total, narrowed.data.sums[0]]).toEqual([2, '0.1']);
    // what people read counts: the name of the option, the title behind the relation
    expect((await ask(admin, 'deals', { keyword: '监测' })).data.rows.map(({ recordId }) => recordId)).toEqual([
      ids[0],
    ]);
    const found = await ask(admin, 'deals', { keyword: '乙公' });
    expect([found.data.page.total, found.data.sums[0]]).toEqual([1, '0.1']);
  });

  it('shows each person their own records, and links to what they may open', async () => {
    const own = (await ask(staff, 'deals')).data;
    expect(own.rows.map(({ recordId }) => recordId)).toEqual([ids[1], ids[0]]);
    expect(own.sums[0]).toBe('100');
    expect(own.rows.every(({ cells }) => cells[1]?.isOpen === true)).toBe(true);
    expect((await ask(other, 'deals')).data.rows.map(({ recordId }) => recordId)).toEqual([ids[2]]);
  });

  it('leaves out columns over hidden fields, refuses to sort by one and to be narrowed by one', async () => {
    await dataset('hidden', {
      details: [
        { key: 'no', of: 'no' },
        { key: 'cost', of: 'cost' },
        { key: 'gain', of: 'amount - cost' },
      ],
      measures: [
        { key: 'amount', fn: 'sum', of: 'amount' },
        { key: 'costs', fn: 'sum', of: 'cost' },
      ],
      columns: [{ key: 'margin', computed: 'amount - costs' }],
    });
    const { data } = await ask(staff, 'hidden');
    expect(data.heads.map(({ key }) => key)).toEqual(['no']);
    expect(data.figures.map(({ key }) => key)).toEqual(['amount']);
    for (const field of ['cost', 'gain', 'costs', 'margin']) {
      const refused = await ask(staff, 'hidden', { sort: { field } });
      expect([field, refused.code]).toEqual([field, 'DATASET_FIELD']);
      expect(refused.msg).toContain('成本');
    }
    // what is hidden is not looked into
    expect((await ask(staff, 'hidden', { keyword: '99' })).data.rows).toEqual([]);
    await dataset('hiddenWhere', { where: 'cost > 0.5', details: [{ key: 'no', of: 'no' }] });
    expect((await ask(staff, 'hiddenWhere')).code).toBe('DATASET_FIELD');
  });

  it('lists rows of a sub-table with what their record says, and groups where it is asked for groups', async () => {
    await dataset('items', {
      from: 'lineDeal.items',
      details: [
        { key: 'no', of: 'no' },
        { key: 'item', of: 'row.item' },
      ],
      measures: [{ key: 'price', fn: 'sum', of: 'row.price' }],
      order: ['no', 'item'],
    });
    const { data } = await ask(staff, 'items');
    expect(
      data.rows.map(({ cells, values, recordId }) => [cells.map(({ text }) => text), values[0], recordId]),
    ).toEqual([
      [['H-1', '水泥'], '3', ids[0]],
      [['H-1', '钢筋'], '7', ids[0]],
      [['H-2', '水泥'], '3', ids[1]],
      [['H-2', '钢筋'], '7', ids[1]],
    ]);
    expect(data.sums).toEqual(['20']);
    const groups = (await ask(admin, 'deals', { by: ['byKind'], sort: { field: 'amount', order: 'desc' } })).data;
    expect(groups.rows.map(({ keys, values, recordId }) => [keys, values[0], recordId])).toEqual([
      [{ byKind: 'm' }, '100', null],
      [{ byKind: 't' }, '0.1', null],
    ]);
  });

  it('keeps the first rows of its own order where it has a limit, and says of how many', async () => {
    await dataset('top', {
      details: [{ key: 'no', of: 'no' }],
      measures: [{ key: 'amount', fn: 'sum', of: 'amount' }],
      order: ['-amount'],
      limit: 2,
    });
    const { data } = await ask(admin, 'top', { sort: { field: 'amount', order: 'asc' } });
    expect(data.rows.map(({ values }) => values[0])).toEqual(['0.1', '100']);
    expect([data.page.total, data.ofAll]).toEqual([2, 3]);
    expect((await exported('lines/top', '2')).slice(-2)).toEqual([[100.1, '合计'], ['前 2 行，共 3 行；合计为全部行']]);
  });

  it('lists records of a person who may not see the related form, with its stored names and without links', async () => {
    const { db } = server.context;
    const lines = await db.deleteFrom('sys_role_form').where('form_key', '=', 'lineCustomer').returningAll().execute();
    expect(lines.length).toBeGreaterThan(0);
    const { code, msg, data } = await ask(staff, 'deals');
    for (const { role_code, form_key, rights } of lines)
      await db
        .insertInto('sys_role_form')
        .values({ role_code, form_key, rights: JSON.stringify(rights) } as never)
        .execute();
    expect(code, msg).toBe('1');
    expect(data.rows.map(({ recordId, cells }) => [recordId, cells[1]?.text, cells[1]?.isOpen])).toEqual([
      [ids[1], '甲公司', undefined],
      [ids[0], '甲公司', undefined],
    ]);
  });

  it('is exported with the columns in the order that is shown, for who may export', async () => {
    expect(await exported('lines/deals', '3')).toEqual([
      ['金额', '编号'],
      [0, 'H-2'],
      [0.1, 'H-3'],
      [100, 'H-1'],
      [100.1, '合计'],
    ]);
  });

  it('is exported as a pivot lays it out, with its totals', async () => {
    const made = await fetch(`${server.url}/api/system/dataset/exportPivot`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ datasetKey: 'lines/deals', rows: ['byKind'], columns: [], values: ['amount'] }),
    });
    expect(made.status).toBe(200);
    const { SheetNames, Sheets } = read(Buffer.from(await made.arrayBuffer()));
    const rows = utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] ?? '']!, { header: 1 });
    expect(rows).toEqual([
      ['类别', '金额'],
      ['监测', 100],
      ['检测', 0.1],
      ['合计', 100.1],
    ]);
  });
});
