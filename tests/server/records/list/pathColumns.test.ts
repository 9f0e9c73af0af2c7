import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

/** Customers that everybody of the unit reads, contracts that only their keeper reads, and settlements that everybody reads. */
const text = (key: string, label: string) => ({ tag: 'el-input', __vModel__: key, label, isList: '1', isSearch: '1' });
const pointer = (key: string, label: string, to: string, more: object = {}) => ({
  tag: 'recordSelector',
  __vModel__: key,
  label,
  to,
  isList: '1',
  ...more,
});
const forms = [
  {
    formKey: 'alongCustomer',
    formName: '客户',
    titleTemplate: '${name}',
    unitReads: '1',
    fields: [
      text('name', '名称'),
      { tag: 'el-input-number', __vModel__: 'credit', label: '授信' },
      { tag: 'el-input', __vModel__: 'secret', label: '底价', flowVisible: '0' },
    ],
  },
  {
    formKey: 'alongContract',
    formName: '合同',
    titleTemplate: '${no}',
    fields: [text('no', '编号'), pointer('customer', '客户', 'alongCustomer')],
  },
  {
    formKey: 'alongSettlement',
    formName: '结算',
    titleTemplate: '${name}',
    unitReads: '1',
    fields: [
      text('name', '名称'),
      pointer('contract', '合同', 'alongContract'),
      pointer('others', '其他合同', 'alongContract', { multiple: true, onDelete: 'clear' }),
    ],
  },
];

interface Row {
  id: string;
  fieldsMap: Record<string, unknown>;
  related?: Record<string, { value: unknown; label?: string }>;
}

let server: TestServer;
let admin: Client;
let staff: Client;

const made = async (client: Client, formKey: string, fieldsMap: object): Promise<string> => {
  const answer = await client.post<{ id: string }>(`/api/system/frmCrud/saveOrUpdate/${formKey}`, {
    fieldsMap,
    childTables: {},
  });
  expect(answer.msg).toBe('保存成功');
  return answer.data.id;
};
const list = (client: Client, data: object, page: object = { pageNum: 1, pageSize: 50 }) =>
  client.post<{ data: Row[] }>('/api/system/frmCrud/listNoAuth/alongSettlement', { data, page });
const names = ({ data }: { data: { data: Row[] } }) => data.data.map(({ fieldsMap }) => fieldsMap['name']);

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  staff = await server.api('staff');
  for (const definition of forms) {
    await admin.post('/api/system/frmDef/saveDraft', {
      ...definition,
      definition: { access: { createRoles: ['*'] }, ...definition },
    });
    const answer = await admin.post('/api/system/frmDef/publish', { formKey: definition.formKey, note: '测试' });
    expect(answer.code).toBe('1');
  }
  const lake = await made(staff, 'alongCustomer', { name: '丙湖区', credit: 30 });
  const city = await made(staff, 'alongCustomer', { name: '甲城投', credit: 10 });
  const river = await made(admin, 'alongCustomer', { name: '乙河道', credit: 20 });
  const contracts = [
    await made(staff, 'alongContract', { no: 'C1', customer: lake }),
    await made(staff, 'alongContract', { no: 'C2', customer: city }),
    // not for the eyes of staff
    await made(admin, 'alongContract', { no: 'C3', customer: river }),
  ];
  for (const [index, contract] of contracts.entries())
    await made(index === 2 ? admin : staff, 'alongSettlement', { name: `S${index + 1}`, contract });
  await made(staff, 'alongSettlement', { name: 'S4' });
});
afterAll(() => server.dispose());

const PATHS = ['contract.no', 'contract.customer', 'contract.customer.credit', 'contract.title'];

describe('columns along relations', () => {
  it('answer the value and text of the record at the end of each path', async () => {
    const { data } = await list(staff, { paths: PATHS });
    const first = data.data.find(({ fieldsMap }) => fieldsMap['name'] === 'S1');
    expect(first?.related).toMatchObject({
      'contract.no': { value: 'C1' },
      'contract.customer': { label: '丙湖区' },
      'contract.customer.credit': { value: 30 },
      'contract.title': { value: 'C1' },
    });
    expect(data.data.find(({ fieldsMap }) => fieldsMap['name'] === 'S4')?.related).toEqual({});
  });

  it('show nothing of a record that the reader may not read, and nothing of a field that is hidden', async () => {
    const mine = await list(staff, { paths: PATHS });
    const third = mine.data.data.find(({ fieldsMap }) => fieldsMap['name'] === 'S3');
    expect(third?.related).toEqual({});
    const theirs = await list(admin, { paths: [...PATHS, 'contract.customer.secret'] });
    const seen = theirs.data.data.find(({ fieldsMap }) => fieldsMap['name'] === 'S3')?.related;
    expect(seen?.['contract.customer']?.label).toBe('乙河道');
    expect(seen).not.toHaveProperty('contract.customer.secret');
  });

  it('sort the list, with what cannot be read among the empty ones', async () => {
    const all = names(await list(admin, { sort: { field: 'contract.customer.credit', order: 'asc' } }));
    expect(all).toEqual(['S4', 'S2', 'S3', 'S1']);
    const byTitle = names(await list(admin, { sort: { field: 'contract.title', order: 'desc' } }));
    expect(byTitle).toEqual(['S3', 'S2', 'S1', 'S4']);
    const down = names(await list(staff, { sort: { field: 'contract.customer.credit', order: 'desc' } }));
    expect(down.slice(0, 2)).toEqual(['S1', 'S2']);
    const up = names(await list(staff, { sort: { field: 'contract.customer.credit', order: 'asc' } }));
    expect(up.slice(-2)).toEqual(['S2', 'S1']);
    const pages = [1, 2, 3, 4].map((pageNum) =>
      list(staff, { sort: { field: 'contract.customer.credit', order: 'desc' } }, { pageNum, pageSize: 1 }),
    );
    expect((await Promise.all(pages)).flatMap(names)).toEqual(down);
  });

  it('refuse a path that leads nowhere, through many records, and an order by a hidden field', async () => {
    for (const path of ['contract.nope', 'nope.no', 'others.no', 'name.no', 'contract.customer.nope']) {
      const answer = await list(staff, { paths: [path] });
      expect([path, answer.code]).toEqual([path, 'REQUEST_INVALID']);
    }
    const sorted = await list(staff, { sort: { field: 'contract.customer.secret', order: 'asc' } });
    expect([sorted.code, sorted.msg]).toEqual(['REQUEST_INVALID', expect.stringContaining('secret')]);
  });

  it('cost as many statements for forty records as for four', async () => {
    const statements = async (): Promise<number> =>
      Number(
        /db_query_duration_seconds_count\{outcome="done"\} (\d+)/.exec(await server.context.metrics.text())?.[1] ?? 0,
      );
    const costOf = async (): Promise<number> => {
      await list(staff, { paths: PATHS, sort: { field: 'contract.no', order: 'asc' } });
      // the server's own work of every few seconds is counted too: the least of several is the list's
      const costs: number[] = [];
      for (let time = 0; time < 5; time += 1) {
        const before = await statements();
        await list(staff, { paths: PATHS, sort: { field: 'contract.no', order: 'asc' } });
        costs.push((await statements()) - before);
      }
      return Math.min(...costs);
    };
    const few = await costOf();
    for (let at = 0; at < 36; at += 1) {
      const customer = await made(staff, 'alongCustomer', { name: `又一家 ${at}`, credit: 1 });
      const contract = await made(staff, 'alongContract', { no: `D${at}`, customer });
      await made(staff, 'alongSettlement', { name: `T${at}`, contract });
    }
    expect(await costOf()).toBe(few);
  });

  it('stand in the workbook of the list, under the names of the fields on the way', async () => {
    const response = await fetch(`${server.url}/api/system/frmCrud/exportRows/alongSettlement`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        data: {
          conditions: [{ field: 'contract.no', op: 'in', value: ['C1', 'C2'] }],
          sort: { field: 'contract.customer.name', order: 'desc' },
          paths: ['contract.customer', 'contract.customer.credit'],
        },
      }),
    });
    const book = read(Buffer.from(await response.arrayBuffer()));
    const table = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? '']!, { header: 1 });
    expect(table[0]).toEqual(expect.arrayContaining(['合同 / 客户', '合同 / 客户 / 授信']));
    const at = (table[0] as unknown[]).indexOf('合同 / 客户');
    expect(table.slice(1).map((row) => (row as unknown[]).slice(at, at + 2))).toHaveLength(2);
    expect(table.slice(1).map((row) => (row as unknown[]).slice(at, at + 2))).toEqual(
      expect.arrayContaining([
        ['丙湖区', 30],
        ['甲城投', 10],
      ]),
    );
  });
});
