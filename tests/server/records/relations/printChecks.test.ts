import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

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

let server: TestServer;
let admin: Client;

const publish = async (definition: { formKey: string; formName: string }) => {
  await admin.post('/api/system/frmDef/saveDraft', { ...definition, definition });
  const { code, data } = await admin.post<{ problems: { path: unknown[]; message: string }[] }>(
    '/api/system/frmDef/publish',
    { formKey: definition.formKey, note: '测试' },
  );
  return { code, problems: data.problems ?? [] };
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  for (const one of [customer, contract(), bill('prContract')]) expect((await publish(one)).code).toBe('1');
});
afterAll(() => server.dispose());

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
