import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import type { Chain } from '../../../src/server/recordPages/chain.ts';
import { author, publishSealDemo, recordsOf } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

/** Customer <- project <- contract <- invoice; a note of a project that only its writer reads. */
let server: TestServer;
let staff: Client;
let sealer: Client;

const definition = (formKey: string, fields: object[], more: object = {}) => ({
  formKey,
  formName: `单据${formKey}`,
  titleTemplate: '${name}',
  unitReads: '1',
  access: { createRoles: ['*'] },
  fields: [{ tag: 'el-input', __vModel__: 'name', label: '名称' }, ...fields],
  ...more,
});
const relation = (key: string, to: string, more: object = {}) => ({
  tag: 'recordSelector',
  __vModel__: key,
  label: `关联${key}`,
  to,
  ...more,
});
const amount = { tag: 'el-input-number', __vModel__: 'amount', label: '金额', precision: 2, unit: '元', isList: '1' };
const FORMS = [
  definition('chCustomer', []),
  definition('chProject', [relation('customer', 'chCustomer')]),
  definition('chContract', [relation('project', 'chProject'), amount]),
  definition('chInvoice', [relation('contract', 'chContract'), relation('project', 'chProject'), amount]),
  definition('chReceipt', [relation('invoices', 'chInvoice', { multiple: true }), amount]),
  definition('chBudget', [
    relation('project', 'chProject'),
    { ...amount, __vModel__: 'cost', label: '成本', flowVisible: '0' },
    { ...amount, __vModel__: 'margin', label: '毛利', flowVisible: '0' },
    amount,
  ]),
  definition('chNote', [relation('project', 'chProject'), { ...amount, flowVisible: '0' }], { unitReads: '0' }),
];

beforeAll(async () => {
  server = await startTestServer();
  await publishSealDemo(server);
  [staff, sealer] = await Promise.all([server.api('staff'), server.api('sealer')]);
  for (const one of FORMS)
    await publishForm(server.context, { formKey: one.formKey, definition: one, note: '', author });
});
afterAll(() => server.dispose());

const made = async (client: Client, formKey: string, fieldsMap: object): Promise<string> => {
  const { data, msg } = await recordsOf(client, formKey).save({ fieldsMap } as never);
  expect(msg).toBe('保存成功');
  return data.id ?? '';
};
const ask = (client: Client, formKey: string, id: string, more: object = {}) =>
  client.post<Chain>(`/api/system/frmCrud/chain/${formKey}`, { id, ...more });
const told = ({ below }: Chain) =>
  below.map(({ formKey, level, count, sums }) => [formKey, level, count, sums[0] && Number(sums[0].sum)]);

describe('the chain of a record', () => {
  let project: string;
  let contract: string;

  beforeAll(async () => {
    const customer = await made(staff, 'chCustomer', { name: '城投' });
    project = await made(staff, 'chProject', { name: '大桥', customer });
    contract = await made(staff, 'chContract', { name: '一期', project, amount: 100 });
    const second = await made(staff, 'chContract', { name: '二期', project, amount: 50.5 });
    const invoice = await made(staff, 'chInvoice', { name: '票', contract, project, amount: 30 });
    await made(staff, 'chInvoice', { name: '票二', contract: second, project, amount: 20 });
    await made(staff, 'chReceipt', { name: '款', invoices: [invoice], amount: 30 });
    await made(staff, 'chNote', { name: '私记', project });
  });

  it('goes up and down along relations, each form once behind what it points at', async () => {
    const { data } = await ask(staff, 'chProject', project);
    expect(data.above).toMatchObject([{ formKey: 'chCustomer', title: '城投', label: '关联customer', level: 1 }]);
    expect(told(data)).toEqual([
      ['chContract', 1, 2, 150.5],
      ['chNote', 1, 1, undefined],
      ['chInvoice', 2, 2, 50],
      ['chReceipt', 3, 1, 30],
    ]);
    expect(data.below[0]?.records.map(({ title }) => title)).toEqual(['二期', '一期']);
    expect(data.below.find(({ formKey }) => formKey === 'chReceipt')?.via).toBe('invoices.project');
  });

  it('names what is missing, follows a contract both ways, and keeps to the forms that are named', async () => {
    const { data } = await ask(staff, 'chContract', contract);
    expect(data.above.map(({ formKey, level }) => [formKey, level])).toEqual([
      ['chProject', 1],
      ['chCustomer', 2],
    ]);
    expect(told(data)).toEqual([
      ['chInvoice', 1, 1, 30],
      ['chReceipt', 2, 1, 30],
    ]);
    const bare = await ask(staff, 'chProject', await made(staff, 'chProject', { name: '空' }));
    expect(bare.data.below).toEqual([]);
    expect(bare.data.missing.map(({ formKey }) => formKey)).toContain('chContract');
    const few = await ask(staff, 'chProject', project, { forms: ['chInvoice'] });
    expect(few.data.below.map(({ formKey }) => formKey)).toEqual(['chInvoice']);
  });

  it('counts a voided record as voided and leaves it out of the amounts', async () => {
    const own = await made(staff, 'chProject', { name: '另一座' });
    await made(staff, 'chContract', { name: '在', project: own, amount: 7 });
    const voided = await recordsOf(staff, 'chContract').save({
      fieldsMap: { name: '废', project: own, amount: 9 },
    } as never);
    await staff.post('/api/system/frmCrud/void/chContract', {
      id: voided.data.id,
      revision: voided.data.revision,
      reason: '签错',
    });
    const { data } = await ask(staff, 'chProject', own);
    expect(data.below[0]).toMatchObject({
      count: 2,
      states: [
        { flwState: '0', count: 1 },
        { flwState: '4', count: 1 },
      ],
      sums: [{ sum: '7' }],
    });
  });

  it('sums up the amounts that the person may see, even if those before them are hidden', async () => {
    const own = await made(staff, 'chProject', { name: '有预算的' });
    await made(staff, 'chBudget', { name: '预算', project: own, amount: 12 });
    const { data } = await ask(staff, 'chProject', own);
    expect(data.below[0]?.sums).toEqual([{ key: 'amount', label: '金额', sum: '12' }]);
  });

  it('shows nothing of records that the person may not read', async () => {
    await made(sealer, 'chNote', { name: '别人的', project });
    const { data } = await ask(staff, 'chProject', project);
    const notes = data.below.find(({ formKey }) => formKey === 'chNote');
    expect(notes).toMatchObject({ count: 1, records: [{ title: '私记' }] });
    expect((await ask(sealer, 'chProject', project)).code).toBe('404');
  });
});

describe('a record below which there are more forms than a page lists', () => {
  it('tells how many are left out, and lists those that the page names whatever their place', async () => {
    for (let n = 0; n < 62; n += 1) {
      const one = definition(`chWide${String(n).padStart(2, '0')}`, [relation('customer', 'chCustomer')]);
      await publishForm(server.context, { formKey: one.formKey, definition: one, note: '', author });
    }
    const customer = await made(staff, 'chCustomer', { name: '大客户' });
    await made(staff, 'chWide61', { name: '末', customer });
    const { data } = await ask(staff, 'chCustomer', customer);
    // 62, the project, and the five below it
    expect([data.below.length + data.missing.length, data.leftOut]).toEqual([60, 8]);
    const named = await ask(staff, 'chCustomer', customer, { forms: ['chWide61'] });
    expect([named.data.below.map(({ formKey }) => formKey), named.data.leftOut]).toEqual([['chWide61'], 0]);
  }, 120_000);
});

describe('a project of the demo company', () => {
  it('has its client above it, its contracts below, and their settlements and invoices behind these, on its page', async () => {
    const leader = await server.api('leader');
    const { data } = await ask(leader, 'projectRegister', 'projectRegister-0001');
    expect(data.above.map(({ formKey }) => formKey)).toContain('customerProfile');
    const level = Object.fromEntries(data.below.map((stage) => [stage.formKey, stage.count > 0 ? stage.level : 0]));
    expect(level).toMatchObject({ contractLedger: expect.any(Number), invoice: expect.any(Number) });
    expect(level['contractLedger']).toBeGreaterThan(0);
    expect(level['projectSettlement']).toBeGreaterThan(level['contractLedger'] ?? 0);
    const { data: page } = await leader.get<object>(
      '/api/system/screenDef/getLastVersionScreenDef?screenKey=officialDocument/projectRegister/detail',
    );
    expect(JSON.stringify(page)).toContain('"children":[{"tag":"chain"}]');
  });
});
