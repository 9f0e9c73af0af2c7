import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Answer, type Client, type TestServer } from '../support.ts';

const customer = {
  formKey: 'figCustomer',
  formName: '客户',
  titleTemplate: '${name}',
  access: { createRoles: ['staff'] },
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
    { tag: 'el-input-number', __vModel__: 'credit', label: '授信额度', precision: 2 },
    // a definition that hides a field hides it in every list, whoever asks
    { tag: 'el-input-number', __vModel__: 'secret', label: '底价', precision: 2, flowVisible: '0' },
  ],
};
const deal = {
  formKey: 'figDeal',
  formName: '合同',
  titleTemplate: '${name}',
  access: { createRoles: ['staff'] },
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
    { tag: 'recordSelector', __vModel__: 'customer', label: '客户', to: 'figCustomer' },
    { tag: 'el-date-picker', __vModel__: 'signed', label: '签订日期', type: 'date' },
    { tag: 'el-input-number', __vModel__: 'amount', label: '金额', precision: 2 },
    { tag: 'el-input-number', __vModel__: 'cost', label: '成本', precision: 2, flowVisible: '0' },
    {
      tag: 'subTable',
      __vModel__: 'items',
      label: '明细',
      children: [
        { tag: 'el-input', __vModel__: 'item', label: '项目' },
        { tag: 'el-input-number', __vModel__: 'price', label: '价格', precision: 2 },
        { tag: 'el-input-number', __vModel__: 'floor', label: '底线', precision: 2, flowVisible: '0' },
      ],
    },
  ],
};

interface Result {
  rows: { keys: string[]; labels: string[]; values: (string | null)[] }[];
  total: number;
  error?: { code: string; msg: string };
}

let server: TestServer;
let admin: Client;
let staff: Client;
let other: Client;

const publishForm = async (definition: { formKey: string }): Promise<void> => {
  await admin.post('/api/system/frmDef/saveDraft', { formKey: definition.formKey, definition });
  expect((await admin.post('/api/system/frmDef/publish', { formKey: definition.formKey, note: '测试' })).msg).toBe(
    '发布成功',
  );
};
const publish = async (name: string, definition: object): Promise<Answer> => {
  const datasetKey = `test/${name}`;
  await admin.post('/api/system/datasetDef/saveDraft', {
    datasetKey,
    name,
    definition: { datasetKey, name, from: 'figDeal', ...definition },
  });
  return admin.post('/api/system/datasetDef/publish', { datasetKey, note: '测试' });
};
const dataset = async (name: string, definition: object): Promise<void> => {
  expect((await publish(name, definition)).msg).toBe('发布成功');
};
const ask = async (client: Client, name: string, more: object = {}): Promise<Result> => {
  const answer = await client.post<Result[]>('/api/system/dataset/run', {
    questions: [{ datasetKey: `test/${name}`, ...more }],
  });
  return answer.data[0] as Result;
};
const save = async (client: Client, formKey: string, fieldsMap: object, items: object[] = []): Promise<string> => {
  const answer = await client.post<{ id: string }>(`/api/system/frmCrud/saveOrUpdate/${formKey}`, {
    fieldsMap,
    childTables: items.length > 0 ? { items: items.map((row, index) => ({ id: `r${index}`, fieldsMap: row })) } : {},
  });
  expect(answer.msg).toBe('保存成功');
  return answer.data.id;
};

beforeAll(async () => {
  server = await startTestServer();
  [admin, staff, other] = (await Promise.all(['admin', 'staff', 'device'].map((name) => server.api(name)))) as [
    Client,
    Client,
    Client,
  ];
  await publishForm(customer);
  await publishForm(deal);
  const mine = await save(staff, 'figCustomer', { name: '甲公司', credit: 100 });
  const theirs = await save(other, 'figCustomer', { name: '乙公司', credit: 900 });
  await save(staff, 'figDeal', { name: '一', customer: mine, signed: '2026-01-31', amount: 0.1 }, [
    { item: '钢筋', price: 10 },
  ]);
  await save(staff, 'figDeal', { name: '二', customer: mine, signed: '2026-03-01', amount: 0.2 }, [
    { item: '钢筋', price: 5 },
  ]);
  await save(other, 'figDeal', { name: '三', customer: theirs, signed: '2026-03-31', amount: 1000 }, [
    { item: '水泥', price: 7 },
  ]);
  // points at a record that staff may not read
  await save(admin, 'figDeal', { name: '四', customer: theirs, signed: '2025-03-15', amount: 50 });
  await dataset('month', {
    groupBy: [{ key: 'month', of: 'signed', by: 'month' }],
    measures: [
      { key: 'amount', fn: 'sum', of: 'amount' },
      { key: 'average', fn: 'avg', of: 'amount' },
      { key: 'before', fn: 'sum', of: 'amount', compare: 'yearAgo' },
      { key: 'share', fn: 'share', of: 'amount' },
    ],
    columns: [{ key: 'growth', computed: '(amount - before) / before' }],
  });
  await dataset('customers', {
    groupBy: [{ key: 'customer', of: 'customer.name' }],
    measures: [
      { key: 'amount', fn: 'sum', of: 'amount' },
      { key: 'credit', fn: 'max', of: 'customer.credit' },
    ],
  });
  await dataset('items', {
    from: 'figDeal.items',
    groupBy: [{ key: 'item', of: 'row.item' }],
    measures: [{ key: 'price', fn: 'sum', of: 'row.price' }],
  });
});
afterAll(() => server.dispose());

describe('rights of a dataset', () => {
  it('each person counts the records that they may read, in decimals, and empty months stand with 0', async () => {
    const { rows } = await ask(staff, 'month');
    expect(rows.map(({ keys, values }) => [keys[0], values[0], values[1]])).toEqual([
      ['2026-01', '0.1', '0.1'],
      ['2026-02', '0', null],
      ['2026-03', '0.2', '0.2'],
    ]);
    const [total] = (await ask(staff, 'month', { by: [] })).rows;
    expect(total?.values[0]).toBe('0.3');
    const all = await ask(admin, 'month');
    expect(all.rows).toHaveLength(13);
    expect(all.rows.at(-1)?.values.slice(0, 1)).toEqual(['1000.2']);
    // year on year: March of 2025 beside March of 2026; nothing divided by nothing is nothing
    expect(all.rows.at(-1)?.values[2]).toBe('50');
    expect(all.rows.at(-1)?.values[4]).toBe('19');
    expect(all.rows[1]?.values[4]).toBeNull();
  });

  it('what stands behind a relation to a record that may not be read is empty, for grouping and measuring alike', async () => {
    const own = await ask(staff, 'customers');
    expect(own.rows.map(({ keys, values }) => [keys[0], ...values])).toEqual([['甲公司', '0.3', '100']]);
    const all = await ask(admin, 'customers');
    expect(all.rows.map(({ keys }) => keys[0]).sort()).toEqual(['乙公司', '甲公司'].sort());
  });

  it('rows of sub-tables are counted within the rights to their records', async () => {
    expect((await ask(staff, 'items')).rows.map(({ keys, values }) => [keys[0], values[0]])).toEqual([['钢筋', '15']]);
    expect((await ask(other, 'items')).rows.map(({ keys, values }) => [keys[0], values[0]])).toEqual([['水泥', '7']]);
  });

  it('a hidden value is found neither by a filter, a measure, a group, a relation, a condition of a measure nor a count', async () => {
    const ways: Record<string, object> = {
      filter: { where: 'cost > 5.0' },
      parameter: {
        params: [{ tag: 'el-input-number', __vModel__: 'least', label: '至少' }],
        where: 'cost > params.least',
      },
      measure: { measures: [{ key: 'sum', fn: 'sum', of: 'cost' }] },
      formula: { measures: [{ key: 'sum', fn: 'sum', of: 'amount - cost' }] },
      part: { measures: [{ key: 'few', fn: 'count', where: 'cost > 5.0' }] },
      group: { groupBy: [{ key: 'cost', of: 'cost' }] },
      ranges: { groupBy: [{ key: 'cost', of: 'cost', ranges: [1, 10] }] },
      relation: { where: 'customer.secret > 5.0' },
      far: { measures: [{ key: 'most', fn: 'max', of: 'customer.secret' }] },
      column: { measures: [{ key: 'sum', fn: 'sum', of: 'cost' }], columns: [{ key: 'half', computed: 'sum / 2.0' }] },
      cell: { from: 'figDeal.items', measures: [{ key: 'floor', fn: 'min', of: 'row.floor' }] },
      rows: { from: 'figDeal.items', where: 'row.floor > 1.0' },
    };
    for (const [name, definition] of Object.entries(ways)) {
      await dataset(`hidden-${name}`, definition);
      const refused = await ask(staff, `hidden-${name}`);
      expect([name, refused.error?.code]).toEqual([name, 'DATASET_FIELD']);
      expect(refused.error?.msg).toMatch(/成本|底价|底线/);
      const behind = await staff.post('/api/system/dataset/records', { datasetKey: `test/hidden-${name}` });
      if (['filter', 'parameter', 'relation', 'rows'].includes(name)) expect(behind.code).toBe('DATASET_FIELD');
    }
  });

  it('asked beside others in one request, a refused question leaves the answers of the others alone', async () => {
    const { data } = await staff.post<Result[]>('/api/system/dataset/run', {
      questions: [{ datasetKey: 'test/month' }, { datasetKey: 'test/hidden-measure' }, { datasetKey: 'test/absent' }],
    });
    expect(data.map(({ error }) => error?.code)).toEqual([undefined, 'DATASET_FIELD', '404']);
  });
});

describe('a dataset document', () => {
  it('is refused at publishing with the places of what is wrong', async () => {
    const problemsOf = async (definition: object) =>
      ((await publish('wrong', definition)).data as { problems: { path: (string | number)[] }[] }).problems.map(
        ({ path }) => path.join('.'),
      );
    expect(await problemsOf({ where: 'nothing > 1.0' })).toEqual(['where']);
    expect(await problemsOf({ where: "amount == 'x'" })).toEqual(['where']);
    expect(await problemsOf({ where: 'capital(amount) == name' })).toEqual(['where']);
    expect(await problemsOf({ groupBy: [{ key: 'a', of: 'customer.gone' }] })).toEqual(['groupBy.0.of']);
    expect(await problemsOf({ groupBy: [{ key: 'a', of: 'name', by: 'month' }] })).toEqual(['groupBy.0.by']);
    expect(await problemsOf({ measures: [{ key: 'a', fn: 'sum', of: 'name' }] })).toEqual(['measures.0.of']);
    expect(await problemsOf({ measures: [{ key: 'a', fn: 'sum', of: 'amount', compare: 'yearAgo' }] })).toEqual([
      'measures.0.compare',
    ]);
    expect(await problemsOf({ order: ['-nothing'] })).toEqual(['order.0']);
    expect(await problemsOf({ from: 'figDeal.gone' })).toEqual(['from']);
  });

  it('keeps the form it reads from losing a field', async () => {
    await admin.post('/api/system/frmDef/saveDraft', {
      formKey: 'figDeal',
      definition: { ...deal, fields: deal.fields.filter(({ __vModel__: key }) => key !== 'amount') },
    });
    const answer = await admin.post<{ impact: { breaks: { kind: string; key: string }[] } }>(
      '/api/system/frmDef/publish',
      { formKey: 'figDeal', note: '删字段' },
    );
    expect(answer.code).toBe('DOC_BREAKS');
    expect(answer.data.impact.breaks.every(({ kind }) => kind === 'dataset')).toBe(true);
    expect(answer.data.impact.breaks.length).toBeGreaterThan(0);
  });

  it('answers no more than a thousand groups and says how many there are', async () => {
    await dataset('days', {
      params: [{ tag: 'el-date-picker', __vModel__: 'period', label: '期间', type: 'daterange' }],
      where: 'within(signed, params.period)',
      groupBy: [{ key: 'day', of: 'signed', by: 'day' }],
    });
    const { rows, total } = await ask(admin, 'days', { params: { period: ['2023-01-01', '2026-12-31'] } });
    expect(rows).toHaveLength(1000);
    expect(total).toBe(1461);
  });
});

it('finds a record by the name of one of several chosen options, which it stores as values alone', async () => {
  const options = ['土建', '钢结构', '幕墙'].map((label, index) => ({ label, value: `w${index}` }));
  await publishForm({
    formKey: 'figWorks',
    formName: '内容',
    access: { createRoles: ['*'] },
    fields: [
      { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
      { tag: 'el-checkbox-group', __vModel__: 'works', label: '内容', isLabel: '0', options },
    ],
  } as { formKey: string });
  await save(admin, 'figWorks', { name: '甲', works: ['w0', 'w1'] });
  await save(admin, 'figWorks', { name: '乙', works: ['w1'] });
  await dataset('works', {
    from: 'figWorks',
    details: [
      { key: 'name', of: 'name' },
      { key: 'works', of: 'works' },
    ],
    measures: [{ key: 'count', fn: 'count' }],
  });
  const found = async (keyword: string): Promise<number> =>
    (
      await admin.post<{ page: { total: number } }>('/api/system/dataset/lines', {
        datasetKey: 'test/works',
        keyword,
      })
    ).data.page.total;
  expect([await found('钢结构'), await found('土建'), await found('幕墙')]).toEqual([2, 1, 0]);
});
