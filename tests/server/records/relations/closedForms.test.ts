import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestServer, type TestServer } from '../../support.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
let order: string;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
  for (const { formKey, formName, ...definition } of forms) {
    await admin.post('/api/system/frmDef/saveDraft', { formKey, formName, definition });
    expect((await admin.post('/api/system/frmDef/publish', { formKey, note: '' })).code).toBe('1');
  }
  const supplier = await made(admin, 'shutSupplier', { name: '密封建材' });
  order = (await made(admin, 'shutOrder', { no: 'D-1', supplier: supplier.id })).id;
  await made(admin, 'shutPayment', { name: '首付', order });
  expect((await staff.post('/api/system/frmCrud/list/shutSupplier', {})).code).toBe('403');
});
afterAll(() => server.dispose());

/** Suppliers and audits that only administrators may see, and orders and payments that everybody may. */
const text = (key: string, label: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label, ...more });

const pointer = (key: string, label: string, to: string, more: object = {}) => ({
  tag: 'recordSelector',
  __vModel__: key,
  label,
  to,
  ...more,
});

const forms = [
  { formKey: 'shutSupplier', formName: '供方', fields: [text('name', '名称', { isTitle: '1' })] },
  {
    formKey: 'shutOrder',
    formName: '订单',
    unitReads: '1',
    access: { createRoles: ['*'] },
    fields: [
      text('no', '编号', { isTitle: '1' }),
      pointer('supplier', '供方', 'shutSupplier'),
      text('rank', '内部级别', { flowVisible: '0' }),
    ],
  },
  {
    formKey: 'shutPayment',
    formName: '付款',
    unitReads: '1',
    access: { createRoles: ['*'] },
    fields: [
      text('name', '名称', { isTitle: '1' }),
      pointer('order', '订单', 'shutOrder', {
        columns: ['no', 'rank', 'supplier.name'],
        sort: { field: 'rank' },
        filters: ['no', 'rank'],
        fill: { orderNo: 'no', supplierName: 'supplier.name' },
      }),
      text('orderNo', '订单编号'),
      text('supplierName', '供方名称'),
    ],
  },
  {
    formKey: 'shutAudit',
    formName: '稽核',
    fields: [text('name', '名称', { isTitle: '1' }), pointer('order', '订单', 'shutOrder')],
  },
];

const PATHS = ['order.no', 'order.supplier.name'];

interface Row {
  id: string;
  fieldsMap: Record<string, unknown>;
  related?: Record<string, { value: unknown }>;
}

const made = async (client: Client, formKey: string, fieldsMap: object): Promise<Row> => {
  const answer = await client.post<Row>(`/api/system/frmCrud/saveOrUpdate/${formKey}`, { fieldsMap, childTables: {} });
  expect(answer.msg).toBe('保存成功');
  return answer.data;
};

const listed = (client: Client, data: object) =>
  client.post<{ data: Row[] }>('/api/system/frmCrud/listNoAuth/shutPayment', { data });

it('a list shows nothing of a form that the reader has no right to see, in columns and by its order and conditions', async () => {
  const [whole] = (await listed(admin, { paths: PATHS })).data.data;
  expect(whole?.related).toEqual({ 'order.no': { value: 'D-1' }, 'order.supplier.name': { value: '密封建材' } });
  const mine = await listed(staff, { paths: PATHS, sort: { field: 'order.supplier.name', order: 'asc' } });
  expect(mine.code, mine.msg).toBe('1');
  expect(mine.data.data.map(({ related }) => related)).toEqual([{ 'order.no': { value: 'D-1' } }]);
  const conditions = [{ field: 'order.supplier.name', op: 'eq', value: '密封建材' }];
  expect((await listed(admin, { conditions })).data.data).toHaveLength(1);
  expect(await listed(staff, { conditions })).toMatchObject({ code: '1', data: { data: [] } });
});

it('a workbook with such a column is made, without the values', async () => {
  await made(staff, 'shutPayment', { name: '定金', order });
  const response = await fetch(`${server.url}/api/system/frmCrud/exportRows/shutPayment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { paths: PATHS } }),
  });
  const book = read(Buffer.from(await response.arrayBuffer()));
  const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0] ?? '']!);
  expect(rows.map((row) => [row['订单 / 编号'], row['订单 / 供方 / 名称'] ?? ''])).toEqual([['D-1', '']]);
});

it('a dialog, a filled value and a save leave empty what comes from such a form', async () => {
  interface Dialog {
    columns: { name: string }[];
    rows: { texts: Record<string, string> }[];
    filters: { name: string }[];
  }
  const dialog = await staff.post<Dialog>('/api/system/relation/candidates/shutOrder', {
    data: {},
    from: { formKey: 'shutPayment', field: 'order', values: {} },
  });
  expect(dialog.code, dialog.msg).toBe('1');
  expect(dialog.data.rows.map(({ texts }) => texts)).toEqual([{ no: 'D-1', 'supplier.name': '' }]);
  // nor does it show, sort or filter by a hidden field, as the relation names it
  expect(dialog.data.columns.map(({ name }) => name)).toEqual(['no', 'supplier.name']);
  expect(dialog.data.filters.map(({ name }) => name)).toEqual(['no']);
  const filled = await staff.post('/api/system/relation/values/shutOrder', {
    id: order,
    fill: { orderNo: { name: 'no' }, supplierName: { name: 'supplier.name' } },
  });
  expect(filled).toMatchObject({ code: '1', data: { orderNo: 'D-1', supplierName: null } });
  const saved = await made(staff, 'shutPayment', { name: '尾款', order });
  expect([saved.fieldsMap['orderNo'], saved.fieldsMap['supplierName'] ?? '']).toEqual(['D-1', '']);
});

it('the chain of a record leaves out the records of such a form', async () => {
  const payment = await made(staff, 'shutPayment', { name: '质保金', order });
  const chain = (client: Client) =>
    client.post<{ above: { formKey: string }[] }>('/api/system/frmCrud/chain/shutPayment', { id: payment.id });
  expect((await chain(admin)).data.above.map(({ formKey }) => formKey)).toEqual(['shutOrder', 'shutSupplier']);
  expect(await chain(staff)).toMatchObject({ code: '1', data: { above: [{ formKey: 'shutOrder' }] } });
});

it('a record that only records of such a form refer to is in use, by records that are not named', async () => {
  const own = await made(staff, 'shutOrder', { no: 'D-2' });
  await made(admin, 'shutAudit', { name: '专项稽核', order: own.id });
  const refused = await staff.get(`/api/system/frmCrud/delById/shutOrder?id=${own.id}`);
  expect(refused).toMatchObject({ code: 'RECORD_IN_USE', data: { records: [] } });
  expect(refused.msg).toContain('引用它的记录您无权查看');
  expect(JSON.stringify(refused)).not.toContain('专项稽核');
});

describe('checks of what is printed', () => {
  beforeAll(async () => {
    for (const one of [customer, contract(), bill('prContract')]) expect((await publish(one)).code).toBe('1');
  });

  /** What a form says it prints of other records, judged when it is published. */
  const text = (key: string) => ({ tag: 'el-input', __vModel__: key, label: key });

  const relation = (key: string, to: string) => ({ tag: 'recordSelector', __vModel__: key, label: key, to });

  const customer = { formKey: 'prCustomer', formName: '客户', fields: [text('name')] };

  const bill = (to: string | null) => ({
    formKey: 'prBill',
    formName: '票据',
    fields: [
      text('no'),
      { tag: 'el-input-number', __vModel__: 'amount', label: '金额' },
      relation('customer', 'prCustomer'),
      ...(to ? [relation('contract', to)] : []),
    ],
  });

  const contract = (print?: object) => ({
    formKey: 'prContract',
    formName: '合同',
    fields: [text('title'), relation('customer', 'prCustomer')],
    ...(print ? { print } : {}),
  });

  const publish = async (definition: { formKey: string; formName: string }) => {
    await admin.post('/api/system/frmDef/saveDraft', { ...definition, definition });
    const { code, data } = await admin.post<{ problems: { path: unknown[]; message: string }[] }>(
      '/api/system/frmDef/publish',
      { formKey: definition.formKey, note: '测试' },
    );
    return { code, problems: data.problems ?? [] };
  };

  const list = (more: object) => ({ formKey: 'prBill', via: 'contract', columns: ['no'], ...more });

  describe('what a form prints of other records', () => {
    it('is published where it leads somewhere', async () => {
      const print = {
        along: ['customer.name'],
        lists: [list({ columns: ['no', 'customer.name', 'flwState'], sums: ['amount'] })],
      };
      expect(await publish(contract(print))).toMatchObject({ code: '1' });
    });

    it.each([
      [{ along: ['customer.gone'] }, ['print', 'along', 0], 'customer.gone'],
      [{ lists: [list({ formKey: 'nowhere' })] }, ['print', 'lists', 0, 'formKey'], '已发布表单'],
      [{ lists: [list({ via: 'customer' })] }, ['print', 'lists', 0, 'via'], '指向本表单的关联'],
      [{ lists: [list({ columns: ['gone'] })] }, ['print', 'lists', 0, 'columns', 0], '“票据”的字段'],
      [{ lists: [list({ sums: ['no'] })] }, ['print', 'lists', 0, 'sums', 0], '数字字段'],
    ])('is refused at its place: %j', async (print, path, said) => {
      const { code, problems } = await publish(contract(print));
      expect(code).not.toBe('1');
      expect(problems.map((one) => one.path)).toContainEqual(path);
      expect(problems.map(({ message }) => message).join()).toContain(said);
    });
  });
});
