import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedRecords } from '../../support/recordsIn.ts';
import { publishFields, recordsOf, type Saved } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

const text = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const relation = (key: string, to: string, more: object = {}) => ({
  tag: 'recordSelector',
  __vModel__: key,
  label: key,
  to,
  ...more,
});
const HIDDEN = { flowVisible: '0' };
const table = (key: string, children: object[]) => ({
  tag: 'subTable',
  __vModel__: key,
  label: key,
  canOp: '1',
  commonAdd: '1',
  needRemove: '1',
  children,
});
const forms: Record<string, object[]> = {
  fvCustomer: [text('name', { isTitle: '1' }), text('level'), text('city')],
  fvGroup: [text('name', { isTitle: '1' }), relation('parties', 'fvCustomer', { multiple: true })],
  fvOffer: [
    text('name', { isTitle: '1' }),
    table('prices', [
      text('item'),
      { tag: 'el-input-number', __vModel__: 'price', label: 'price', precision: 2 },
      text('cost'),
      relation('supplier', 'fvCustomer'),
    ]),
  ],
  fvOrder: [
    text('title', { isTitle: '1' }),
    relation('offer', 'fvOffer', {
      fillRows: {
        lines: { from: 'prices', columns: { name: 'item', price: 'price', cost: 'cost', from: 'supplier' } },
      },
    }),
    table('lines', [
      text('name', { flowEditable: '0' }),
      { tag: 'el-input-number', __vModel__: 'price', label: 'price', precision: 2 },
      text('cost', HIDDEN),
      text('from'),
      { tag: 'el-input-number', __vModel__: 'count', label: 'count', precision: 0 },
    ]),
  ],
  // the lines are taken over as they are; nobody edits them here
  fvTakeOver: [
    text('title', { isTitle: '1' }),
    relation('offer', 'fvOffer', {
      fillRows: { lines: { from: 'prices', columns: { name: 'item', price: 'price' } } },
    }),
    {
      ...table('lines', [text('name'), { tag: 'el-input-number', __vModel__: 'price', label: 'price', precision: 2 }]),
      canOp: '0',
      flowEditable: '0',
    },
  ],
  fvContract: [
    text('title', { isTitle: '1' }),
    relation('customer', 'fvCustomer', { fill: { level: 'level', city: 'city' } }),
    text('level', HIDDEN),
    text('city'),
    relation('group', 'fvGroup', { fill: { members: 'parties' } }),
    relation('members', 'fvCustomer', { multiple: true }),
    {
      tag: 'subTable',
      __vModel__: 'rows',
      label: '明细',
      canOp: '1',
      commonAdd: '1',
      children: [
        relation('payer', 'fvCustomer', { fill: { payerLevel: 'level', payerCity: 'city' } }),
        text('payerLevel', HIDDEN),
        text('payerCity'),
      ],
    },
  ],
};

let server: TestServer;
let staff: Client;
const made = async (formKey: string, values: Parameters<ReturnType<typeof recordsOf>['save']>[0]) => {
  const answer: Saved = await recordsOf(staff, formKey).save(values);
  expect(answer.msg, JSON.stringify(answer.data)).toBe('保存成功');
  return { ...answer.data, id: answer.data.id ?? '' };
};
const customer = (name: string, level: string, city: string) =>
  made('fvCustomer', { fieldsMap: { name, level, city } });
const storedContract = async (id: string) => {
  const record = (await storedRecords(server, 'fvContract')).find((one) => one.id === id);
  return { ...record?.fields, row: record?.child_tables['rows']?.[0]?.fieldsMap };
};

const publish = (formKey: string, fields: object[] = forms[formKey] ?? [], more: object = {}) =>
  publishFields(server, formKey, fields, more);

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
  for (const formKey of Object.keys(forms)) await publish(formKey);
});
afterAll(() => server.dispose());

describe('filled values that are hidden from who saves', () => {
  it('are emptied with the relation, in the form and in a row, and kept as long as it is as it was', async () => {
    const { id: first } = await customer('城投集团', 'A', '杭州');
    const saved = await made('fvContract', {
      fieldsMap: { title: '合同', customer: first },
      childTables: { rows: [{ id: 'r1', fieldsMap: { payer: first } }] },
    });
    const filled = { level: 'A', city: '杭州', row: { payerLevel: 'A', payerCity: '杭州' } };
    expect(await storedContract(saved.id)).toMatchObject(filled);
    const { fieldsMap, childTables, id } = saved;
    expect(fieldsMap).not.toHaveProperty('level');
    const again = await made('fvContract', { id, revision: saved.revision, fieldsMap, childTables });
    expect(await storedContract(id)).toMatchObject(filled);
    // as a page does it, which empties the filled fields that it has
    const emptied = await made('fvContract', {
      id,
      revision: again.revision,
      fieldsMap: { ...fieldsMap, customer: null, customerLabel: '', city: '' },
      childTables: { rows: [{ id: 'r1', fieldsMap: { payer: null, payerLabel: '', payerCity: '' } }] },
    });
    expect(emptied.fieldsMap).not.toHaveProperty('level');
    expect(await storedContract(id)).toMatchObject({ level: null, city: '', row: { payerLevel: null, payerCity: '' } });
  });
});

describe('a relation to several records that another relation fills', () => {
  it('takes over all their names, also where one contains the separator of names', async () => {
    const parties = [await customer('甲、乙公司', 'A', '杭州'), await customer('丙公司', 'B', '宁波')].map(
      ({ id }) => id,
    );
    const group = await made('fvGroup', { fieldsMap: { name: '联合体', parties } });
    expect(group.fieldsMap['partiesLabel']).toBe('甲、乙公司、丙公司');
    const saved = await made('fvContract', { fieldsMap: { title: '联合', group: group.id } });
    expect(saved.fieldsMap).toMatchObject({ members: parties, membersLabel: '甲、乙公司、丙公司' });
  });
});

describe('a sub-table that a relation fills', () => {
  const offer = (name: string, supplier: string, prices: [string, number, string][]) =>
    made('fvOffer', {
      fieldsMap: { name },
      childTables: {
        prices: prices.map(([item, price, cost], index) => ({
          id: `p${index}`,
          fieldsMap: { item, price, cost, supplier },
        })),
      },
    });
  const line = (id: string, fieldsMap: object) => ({ id, fieldsMap });
  const order = (values: Parameters<ReturnType<typeof recordsOf>['save']>[0]) =>
    recordsOf(staff, 'fvOrder').save(values) as Promise<
      Saved & { data: { problems?: { code: string; path: unknown[] }[] } }
    >;
  const columns = { name: 'item', price: 'price', from: 'supplier' };
  const rowsOf = async (id: string) =>
    (
      await staff.post<Record<string, unknown>[]>('/api/system/relation/rows/fvOffer', {
        id,
        from: 'prices',
        columns,
        texts: ['name', 'price', 'from'],
      })
    ).data;

  it('takes rows of the source alone, keeps them as they were chosen, and completes hidden columns', async () => {
    const { id: supplier } = await customer('钢材供应商', 'A', '杭州');
    const first = await offer('报价一', supplier, [
      ['钢筋', 12.5, '10'],
      ['水泥', 8, '6'],
    ]);
    // a column without a display text takes the text of the supplier
    expect(await rowsOf(first.id)).toEqual([
      { name: '钢筋', price: 12.5, from: '钢材供应商' },
      { name: '水泥', price: 8, from: '钢材供应商' },
    ]);
    const steel = { name: '钢筋', price: 12.5, from: '钢材供应商' };
    const fieldsMap = { title: '订单', offer: first.id };
    const save = (lines: object[], more: object = {}) => order({ fieldsMap, childTables: { lines }, ...more } as never);
    const codes = async (lines: object[]) =>
      (await save(lines)).data.problems?.map(({ code, path }) => `${code} ${path.join('.')}`);
    expect(await codes([line('a', { ...steel, price: 1 })])).toEqual(['ROW_FILL childTables.lines.0.fieldsMap.price']);
    // an emptied price is no row of the source either, nor is a mixture of two rows
    expect(await codes([line('a', { ...steel, price: null })])).toHaveLength(1);
    expect(await codes([line('a', { ...steel, price: 8 })])).toHaveLength(1);
    const { data } = await save([line('a', { ...steel, count: 3 }), line('b', { count: 1 })]);
    const stored = (await storedRecords(server, 'fvOrder')).find(({ id }) => id === data.id);
    expect(stored?.child_tables['lines']?.map((row) => row.fieldsMap)).toMatchObject([
      { ...steel, cost: '10', count: 3 },
      { count: 1 },
    ]);
    // the source changes: the stored row stays as it was chosen, its other columns can be filled in
    await made('fvOffer', {
      id: first.id,
      revision: first.revision,
      fieldsMap: first.fieldsMap,
      childTables: { prices: [line('p0', { item: '钢筋', price: 20, cost: '15', supplier })] },
    } as never);
    const again = await save([line('a', { ...steel, count: 4 })], { id: data.id, revision: data.revision });
    expect(again.msg, JSON.stringify(again.data)).toBe('保存成功');
    const taken = await save([line('a', { ...steel, price: 20, count: 4 })], {
      id: data.id,
      revision: again.data.revision,
    });
    expect(taken.msg, JSON.stringify(taken.data)).toBe('保存成功');
    // another offer: the rows of the former one do not belong to it
    const second = await offer('报价二', supplier, [['砂石', 3, '2']]);
    const moved = await order({
      id: data.id,
      revision: taken.data.revision,
      fieldsMap: { ...fieldsMap, offer: second.id },
      childTables: { lines: [line('a', { ...steel, price: 20, count: 4 })] },
    } as never);
    expect(moved.data.problems).toMatchObject([{ code: 'ROW_FILL' }]);
  });

  it('may be a table that nobody edits: each row of the source comes once, and stays as it was taken over', async () => {
    const { id: supplier } = await customer('钢材供应商', 'A', '杭州');
    const { id: offerId } = await offer('报价', supplier, [['钢筋', 12.5, '10']]);
    const steel = { name: '钢筋', price: 12.5 };
    const save = (lines: object[], more: object = {}) =>
      recordsOf(staff, 'fvTakeOver').save({
        fieldsMap: { title: '接收', offer: offerId },
        childTables: { lines },
        ...more,
      } as never) as Promise<Saved & { data: { problems?: { code: string; message: string }[] } }>;
    const twice = await save([line('a', steel), line('b', steel)]);
    expect(twice.data.problems).toMatchObject([
      { code: 'ROW_FILL', message: '“lines”第 2 行与所选“offer”的明细不符，请在表格上方点“重新带出”，或删除此行' },
    ]);
    const { data } = await save([line('a', steel)]);
    expect(data.childTables).toMatchObject({ lines: [{ fieldsMap: steel }] });
    const emptied = await save([line('a', { name: '', price: null })], { id: data.id, revision: data.revision });
    expect(emptied.data.problems?.[0]?.code).toBe('VALUE_FORBIDDEN');
  });

  it('that nobody edits follows another choice, and is filled later if it was stored empty', async () => {
    const { id: supplier } = await customer('钢材供应商', 'A', '杭州');
    const { id: first } = await offer('报价一', supplier, [['钢筋', 12.5, '10']]);
    const { id: second } = await offer('报价二', supplier, [['砂石', 3, '2']]);
    const take = (offerId: string, lines: object[], before?: { id: string; revision?: unknown }) =>
      recordsOf(staff, 'fvTakeOver').save({
        ...(before ? { id: before.id, revision: before.revision } : {}),
        fieldsMap: { title: '接收', offer: offerId },
        childTables: { lines },
      } as never) as Promise<Saved & { data: { id: string; problems?: { code: string }[] } }>;
    const taken = await take(first, [line('a', { name: '钢筋', price: 12.5 })]);
    const kept = await take(second, [line('a', { name: '钢筋', price: 12.5 })], taken.data);
    expect(kept.data.problems?.map(({ code }) => code)).toEqual(['ROW_FILL']);
    const followed = await take(second, [line('b', { name: '砂石', price: 3 })], taken.data);
    expect(followed.msg, JSON.stringify(followed.data)).toBe('保存成功');
    const dropped = await take(second, [], followed.data);
    expect(dropped.data.problems?.map(({ code }) => code)).toEqual(['ROW_REMOVE_FORBIDDEN']);
    const empty = await take(first, []);
    const filled = await take(first, [line('a', { name: '钢筋', price: 12.5 })], empty.data);
    expect(filled.msg, JSON.stringify(filled.data)).toBe('保存成功');
  });

  it('keeps the filled values of stored rows also where rows may be edited', async () => {
    const { id: supplier } = await customer('钢材供应商', 'A', '杭州');
    const { id: offerId } = await offer('报价', supplier, [
      ['钢筋', 12.5, '10'],
      ['钢筋', 12.5, '11'],
    ]);
    const steel = { name: '钢筋', price: 12.5, from: '钢材供应商' };
    const fieldsMap = { title: '订单', offer: offerId };
    const { data } = await order({ fieldsMap, childTables: { lines: [line('a', steel), line('b', steel)] } } as never);
    const stored = (await storedRecords(server, 'fvOrder')).find(({ id }) => id === data.id);
    // equal rows of the source, which differ in a hidden column, are given out one after the other
    expect(stored?.child_tables['lines']?.map((row) => row.fieldsMap['cost'])).toEqual(['10', '11']);
    const lines = [line('a', { name: '钢筋', price: null, from: '' }), line('b', steel)];
    const emptied = await order({ id: data.id, revision: data.revision, fieldsMap, childTables: { lines } } as never);
    expect(emptied.data.problems).toMatchObject([{ code: 'ROW_FILL' }]);
  });
});

describe('a source that the person may not see', () => {
  it('leaves stored values as they are, and does not keep from adding rows', async () => {
    const { id: customerId } = await customer('城投集团', 'A', '杭州');
    const contract = await made('fvContract', {
      fieldsMap: { title: '合同', customer: customerId },
      childTables: { rows: [{ id: 'r1', fieldsMap: { payer: customerId } }] },
    });
    const offer = await made('fvOffer', { fieldsMap: { name: '报价' } });
    const order = await made('fvOrder', { fieldsMap: { title: '订单', offer: offer.id } });
    const [name = {}, level = {}, city = {}] = forms['fvCustomer'] ?? [];
    await publish('fvCustomer', [name, level, { ...city, ...HIDDEN }]);
    const fill = { city: { name: 'city', isText: true }, level: { name: 'level', isText: true } };
    const ask = { id: customerId, fill, isUpdate: true };
    const answer = await staff.post('/api/system/relation/values/fvCustomer', ask);
    expect(answer.data).toEqual({ level: 'A' });
    const { id, revision, fieldsMap } = contract;
    const rows = [{ id: 'r1', fieldsMap: { payer: customerId, payerCity: '' } }];
    const emptied = { id, revision, fieldsMap: { ...fieldsMap, city: '' }, childTables: { rows } };
    await made('fvContract', emptied as never);
    expect(await storedContract(id)).toMatchObject({ level: 'A', city: '杭州', row: { payerCity: '杭州' } });
    await publish('fvOffer', undefined, { unitReads: '0', access: { createRoles: ['sealer'], readRoles: ['sealer'] } });
    await made('fvOrder', {
      id: order.id,
      revision: order.revision,
      fieldsMap: order.fieldsMap,
      childTables: { lines: [{ id: 'n', fieldsMap: { count: 1 } }] },
    } as never);
    const foreign = await staff.post('/api/system/relation/rows/fvOffer', {
      id: offer.id,
      from: 'prices',
      columns: { name: 'item' },
    });
    expect(foreign.data).toEqual([]);
  });
});
