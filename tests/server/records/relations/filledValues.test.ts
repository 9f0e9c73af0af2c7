import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { storedRecords } from '../../support/recordsIn.ts';
import { author, recordsOf, type Saved } from '../../support/sealDemo.ts';
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
const forms: Record<string, object[]> = {
  fvCustomer: [text('name', { isTitle: '1' }), text('level'), text('city')],
  fvGroup: [text('name', { isTitle: '1' }), relation('parties', 'fvCustomer', { multiple: true })],
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

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
  for (const [formKey, fields] of Object.entries(forms))
    await publishForm(server.context, {
      formKey,
      formName: formKey,
      note: '',
      author,
      definition: { unitReads: '1', access: { createRoles: ['*'] }, fields },
    });
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
