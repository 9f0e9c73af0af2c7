import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestUser } from '../../../../src/server/http/user.ts';
import { loadPeopleAsSignedIn } from '../../../../src/server/auth/index.ts';
import { Refusal } from '../../../../src/server/http/refusal.ts';
import { saveTogether } from '../../../../src/server/records/index.ts';
import { storedRecords } from '../../support/recordsIn.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

/** A price list with dates, a rate that only its keepers read, and an order whose formulas look both up. */
const price = {
  formKey: 'lookPrice',
  formName: '价目表',
  unitReads: '1',
  fields: [
    { tag: 'el-input', __vModel__: 'item', label: '项目', isTitle: '1', isList: '1' },
    { tag: 'el-input-number', __vModel__: 'price', label: '单价', precision: 2, isList: '1' },
    { tag: 'el-date-picker', __vModel__: 'since', label: '执行日期', format: 'YYYY-MM-DD', isList: '1' },
  ],
};
const rate = {
  formKey: 'lookRate',
  formName: '系数表',
  fields: [
    { tag: 'el-input', __vModel__: 'kind', label: '类别', isTitle: '1' },
    { tag: 'el-input-number', __vModel__: 'factor', label: '系数', precision: 2 },
  ],
};
const PRICE = "lookup('lookPrice', it.item == item, 'price', form.orderDate, 'since')";
const order = {
  formKey: 'lookOrder',
  formName: '订单',
  unitReads: '1',
  fields: [
    { tag: 'el-input', __vModel__: 'no', label: '编号', isTitle: '1' },
    { tag: 'el-date-picker', __vModel__: 'orderDate', label: '日期', format: 'YYYY-MM-DD' },
    { tag: 'el-input', __vModel__: 'kind', label: '类别' },
    {
      tag: 'el-input-number',
      __vModel__: 'factor',
      label: '系数',
      precision: 2,
      computed:
        "isEmpty(lookup('lookRate', it.kind == kind, 'factor')) ? 1 : lookup('lookRate', it.kind == kind, 'factor')",
    },
    {
      tag: 'subTable',
      __vModel__: 'rows',
      label: '明细',
      canOp: '1',
      commonAdd: '1',
      needRemove: '1',
      children: [
        { tag: 'el-input', __vModel__: 'item', label: '项目' },
        { tag: 'el-input-number', __vModel__: 'quantity', label: '数量' },
        { tag: 'el-input-number', __vModel__: 'price', label: '单价', precision: 2, computed: PRICE },
        {
          tag: 'el-input-number',
          __vModel__: 'amount',
          label: '金额',
          precision: 2,
          computed: 'price * quantity * form.factor',
        },
      ],
    },
    {
      tag: 'el-input-number',
      __vModel__: 'total',
      label: '合计',
      precision: 2,
      computed: 'sum(rows.map(r, r.amount))',
    },
  ],
};

interface Saved {
  id: string;
  revision: number;
  fieldsMap: Record<string, unknown>;
  childTables: { rows: { id: string; fieldsMap: Record<string, unknown> }[] };
}
interface Refused {
  problems: { code: string; path: (string | number)[]; message: string }[];
}

let server: TestServer;
let admin: Client;
let staff: Client;

const publish = async (definition: { formKey: string; formName: string; fields?: readonly object[] }) => {
  const body = { access: { createRoles: ['*'] }, ...definition };
  await admin.post('/api/system/frmDef/saveDraft', { ...definition, definition: body });
  return admin.post<Refused>('/api/system/frmDef/publish', { formKey: definition.formKey, note: '测试' });
};
const save = (client: Client, formKey: string, body: object) =>
  client.post<Saved & Refused>(`/api/system/frmCrud/saveOrUpdate/${formKey}`, {
    fieldsMap: {},
    childTables: {},
    ...body,
  });
const made = async (client: Client, formKey: string, body: object): Promise<Saved> => {
  const answer = await save(client, formKey, body);
  expect(answer.msg).toBe('保存成功');
  return answer.data;
};
const row = (id: string, item: string, quantity: number, more: object = {}) => ({
  id,
  fieldsMap: { item, quantity, ...more },
});
const cells = ({ childTables }: Saved, key: string): unknown[] =>
  childTables.rows.map(({ fieldsMap }) => fieldsMap[key] ?? null);

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  staff = await server.api('staff');
  for (const definition of [price, rate, order]) {
    const answer = await publish(definition);
    expect(answer.data?.problems ?? [], definition.formKey).toEqual([]);
    expect(answer.code).toBe('1');
  }
  for (const [item, amount, since] of [
    ['抗压', 100, '2026-01-01'],
    ['抗压', 120, '2026-07-01'],
    ['抗折', 50, '2026-01-01'],
  ] as const)
    await made(admin, 'lookPrice', { fieldsMap: { item, price: amount, since } });
  await made(admin, 'lookRate', { fieldsMap: { kind: '加急', factor: 1.5 } });
});
afterAll(() => server.dispose());

describe('a formula that looks values up', () => {
  it('takes the value in force on the day, in rows and in what is computed from them', async () => {
    const before = await made(staff, 'lookOrder', {
      fieldsMap: { no: 'A1', orderDate: '2026-06-30' },
      childTables: { rows: [row('r1', '抗压', 2), row('r2', '抗折', 3), row('r3', '没有', 4)] },
    });
    expect(cells(before, 'price')).toEqual([100, 50, null]);
    expect(before.fieldsMap['total']).toBe(350);
    const after = await made(staff, 'lookOrder', {
      fieldsMap: { no: 'A2', orderDate: '2026-07-01' },
      childTables: { rows: [row('r1', '抗压', 2)] },
    });
    expect(cells(after, 'price')).toEqual([120]);
  });

  it('stores its own answer whatever came, and never a forged one', async () => {
    const saved = await made(staff, 'lookOrder', {
      fieldsMap: { no: 'A3', orderDate: '2026-06-30', total: 1 },
      childTables: { rows: [row('r1', '抗压', 1, { price: 1, amount: 1 }), row('r2', '没有', 1, { price: 77 })] },
    });
    expect(cells(saved, 'price')).toEqual([100, null]);
    expect(saved.fieldsMap['total']).toBe(100);
  });

  it('keeps what was looked up while what it reads stays, and asks again when that changes', async () => {
    const saved = await made(staff, 'lookOrder', {
      fieldsMap: { no: 'A4', orderDate: '2026-06-30' },
      childTables: { rows: [row('r1', '抗折', 1)] },
    });
    await made(admin, 'lookPrice', { fieldsMap: { item: '抗折', price: 55, since: '2026-02-01' } });
    const [kept] = saved.childTables.rows;
    const again = await made(staff, 'lookOrder', {
      id: saved.id,
      revision: saved.revision,
      fieldsMap: { ...saved.fieldsMap, no: 'A4b' },
      childTables: { rows: [{ ...kept, fieldsMap: { ...kept?.fieldsMap, quantity: 10 } }, row('r2', '抗折', 1)] },
    });
    expect(cells(again, 'price')).toEqual([50, 55]);
    expect(again.fieldsMap['total']).toBe(555);
    const moved = await made(staff, 'lookOrder', {
      id: again.id,
      revision: again.revision,
      fieldsMap: { ...again.fieldsMap, orderDate: '2026-03-01' },
      childTables: again.childTables,
    });
    expect(cells(moved, 'price')).toEqual([55, 55]);
  });

  it('reads what the person may read and nothing else', async () => {
    const own = await made(staff, 'lookOrder', { fieldsMap: { no: 'A5', kind: '加急' } });
    expect(own.fieldsMap['factor']).toBe(1);
    const keeper = await made(admin, 'lookOrder', { fieldsMap: { no: 'A6', kind: '加急' } });
    expect(keeper.fieldsMap['factor']).toBe(1.5);
  });

  it('answers a page as a save does', async () => {
    const ask = (client: Client, asks: object[]) =>
      client.post<{ value: unknown }[]>('/api/system/relation/lookup/lookOrder', { asks });
    const inRow = {
      field: 'price',
      table: 'rows',
      index: 0,
      values: { orderDate: '2026-08-01' },
      row: { item: '抗压' },
    };
    const inForm = { field: 'factor', table: null, index: 0, values: { kind: '加急' }, row: {} };
    expect((await ask(staff, [inRow, inForm])).data).toEqual([{ value: 120 }, { value: null }]);
    expect((await ask(admin, [inForm])).data).toEqual([{ value: 1.5 }]);
    // places that are none look nothing up
    expect((await ask(staff, [{ ...inRow, field: 'amount' }])).data).toEqual([{ value: null }]);
  });
});

describe('publishing', () => {
  const withFormula = async (computed: string, more: object = {}) => {
    const answer = await publish({
      formKey: 'lookWrong',
      formName: '错的',
      fields: [
        { tag: 'el-input', __vModel__: 'item', label: '项目' },
        { tag: 'el-input-number', __vModel__: 'price', label: '单价', computed, ...more },
      ],
    } as never);
    return answer.data.problems;
  };
  const AT = ['fields', 1, 'computed'];

  it.each([
    ["lookup('nowhere', it.item == item, 'price')", '已发布表单'],
    ["lookup('lookPrice', it.item == item, 'gone')", '“价目表”的字段'],
    ["lookup('lookPrice', it.gone == item, 'price')", 'gone'],
    ["lookup('lookPrice', it.price == item, 'price')", '数字与文本'],
    ["lookup('lookPrice', it.item == item, 'item')", '结果应为数字'],
    ["lookup('lookPrice', it.item == item, 'price', '2026-01-01', 'item')", '应为日期字段'],
    ["lookup('lookPrice', it.item == item)", '三个参数'],
    ["lookup(item, it.item == item, 'price')", '表单标识'],
    ["lookup('lookPrice', it.price == lookup('lookPrice', true, 'price'), 'price')", '不能再用 lookup'],
    ["lookup('lookPrice', capital(it.price) == item, 'price')", ''],
  ])('refuses %s at its place', async (computed, said) => {
    const problems = await withFormula(computed);
    expect(problems.map(({ path }) => path)).toContainEqual(AT);
    expect(problems.map(({ message }) => message).join()).toContain(said);
  });

  it('refuses it anywhere but in a formula', async () => {
    const problems = await withFormula('1', { visibleWhen: "lookup('lookPrice', it.item == item, 'price') > 1" });
    expect(problems).toContainEqual(
      expect.objectContaining({
        path: ['fields', 1, 'visibleWhen'],
        params: { detail: 'lookup 只能用在字段的计算公式中' },
      }),
    );
  });
});

describe('what is shipped', () => {
  const valuesOf = async (client: Client, formKey: string, asks: object[]): Promise<unknown[]> =>
    (await client.post<{ value: unknown }[]>(`/api/system/relation/lookup/${formKey}`, { asks })).data.map(
      ({ value }) => value,
    );

  it('quotes the list price of an item, and none of one that is not listed', async () => {
    const asks = ['路基压实度', '不在价目中'].map((itemName) => ({
      field: 'listPrice',
      table: 'items',
      index: 0,
      values: {},
      row: { itemName },
    }));
    expect(await valuesOf(staff, 'projectQuote', asks)).toEqual([90, null]);
  });

  it('takes the rates in force in the month of a salary sheet', async () => {
    const now = new Date();
    const asks = [2, 18].map((monthsAgo) => ({
      field: 'insuranceRate',
      table: null,
      index: 0,
      values: {
        salaryMonth: new Date(now.getFullYear(), now.getMonth() - monthsAgo, 15).toISOString().slice(0, 7),
      },
      row: {},
    }));
    expect(await valuesOf(await server.api('hr'), 'monthBasicSalary', asks)).toEqual([10.5, 10.2]);
  });
});

describe('a batch of records, each of which reads what the one before it changed', () => {
  const number = (key: string, more: object = {}) => ({ tag: 'el-input-number', __vModel__: key, label: key, ...more });
  const item = { tag: 'el-input', __vModel__: 'item', label: '物品', isTitle: '1' };
  const relation = { tag: 'recordSelector', __vModel__: 'stock', label: '库存', to: 'lookStock' };
  const stock = {
    formKey: 'lookStock',
    formName: '库存',
    unitReads: '1',
    fields: [
      item,
      number('bought'),
      number('issued', { rollup: { from: 'lookIssue', via: 'stock', fn: 'sum', of: 'quantity' } }),
      number('left', { computed: 'bought - issued' }),
    ],
  };
  /** Stores records in one batch; answers for each the code of its refusal, or null. */
  const storeBatch = async (formKey: string, values: readonly Record<string, unknown>[]) => {
    const { context } = server;
    const [user] = (await loadPeopleAsSignedIn(context.db, ['u-staff'])) as [RequestUser];
    const sent = values.map((fieldsMap) => ({ fieldsMap, childTables: {} }));
    const refusals = await context.db.transaction().execute((trx) => saveTogether(context, trx, user, formKey, sent));
    return refusals.map((refusal) => (refusal instanceof Refusal ? refusal.code : null));
  };
  const storedIn = async (formKey: string, key: string) =>
    (await storedRecords(server, formKey)).map(({ fields }) => (fields as Record<string, unknown>)[key] ?? null);
  const found = number('found', { computed: "lookup('lookStock', it.item == item, 'left')" });
  const issue = (more: readonly object[]) => ({
    formKey: 'lookIssue',
    formName: '领用',
    unitReads: '1',
    fields: [item, relation, number('quantity'), ...more],
  });

  it('looks up a value that is summed up from the batch, or one of its own form', async () => {
    const last = number('last', { computed: "lookup('lookReading', it.item == item, 'value')" });
    const reading = { formKey: 'lookReading', formName: '抄表', unitReads: '1', fields: [item, number('value')] };
    for (const definition of [
      { ...stock, fields: [item] },
      issue([]),
      stock,
      issue([found]),
      reading,
      { ...reading, fields: [...reading.fields, last] },
    ])
      expect((await publish(definition)).code).toBe('1');
    const { id } = await made(staff, 'lookStock', { fieldsMap: { item: '手套', bought: 10 } });
    const issued = [6, 1].map((quantity) => ({ item: '手套', stock: id, quantity }));
    expect(await storeBatch('lookIssue', issued)).toEqual([null, null]);
    expect((await storedIn('lookIssue', 'found')).sort()).toEqual([10, 4]);
    const readings = [100, 130].map((value) => ({ item: '一号表', value }));
    expect(await storeBatch('lookReading', readings)).toEqual([null, null]);
    expect((await storedIn('lookReading', 'last')).sort()).toEqual([100, null]);
  });

  it('chooses and fills by a value that is summed up from the batch', async () => {
    const chosen = { ...relation, where: 'it.left > 3', fill: { before: 'left' } };
    const definition = issue([found, number('before')]);
    const fields = definition.fields.map((node) => (node === relation ? chosen : node));
    expect((await publish({ ...definition, fields })).code).toBe('1');
    const { id } = await made(staff, 'lookStock', { fieldsMap: { item: '口罩', bought: 10 } });
    const issued = [6, 2, 1].map((quantity) => ({ item: '口罩', stock: id, quantity }));
    expect(await storeBatch('lookIssue', issued)).toEqual([null, null, 'RECORD_INVALID']);
    const before = await storedIn('lookIssue', 'before');
    expect(before.filter((value) => value !== null).sort()).toEqual([10, 4]);
  });
});
