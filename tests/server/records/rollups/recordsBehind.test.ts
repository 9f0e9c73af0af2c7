import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EVERYBODY } from '../../../../src/rules/formRights.ts';
import { compareKeptValues, fillColumns } from '../../../../src/server/records/index.ts';
import { tablesOf } from '../../../../src/server/records/columns/catalogue.ts';
import { keptValues } from '../../../../src/server/store/migrations/680_kept_values.ts';
import { type Client, startTestServer, type TestServer } from '../../support.ts';
import { publishForm } from '../../../../src/server/documents/index.ts';
import { deleteRecord } from '../../../../src/server/records/columns/storeRecords.ts';
import { storeMany } from '../../../support/storeMany.ts';
import { author } from '../../support/sealDemo.ts';
import { isWaitingForLock } from '../../support/isWaitingForLock.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
  for (const definition of [form('rbDeal', []), paid, deal]) {
    await admin.post('/api/system/frmDef/saveDraft', { ...definition, definition });
    const answer = await admin.post('/api/system/frmDef/publish', { formKey: definition.formKey, note: '测试' });
    expect(answer.msg, JSON.stringify(answer.data)).toBe('发布成功');
  }
});
afterAll(() => server.dispose());

const number = (key: string, more: object = {}): object => ({
  tag: 'el-input-number',
  __vModel__: key,
  label: key,
  ...more,
});

const text = (key: string, more: object = {}): object => ({ tag: 'el-input', __vModel__: key, label: key, ...more });

const form = (formKey: string, fields: object[]) => ({
  formKey,
  formName: formKey,
  unitReads: '1',
  access: { createRoles: ['*'] },
  titleTemplate: '${name}',
  fields: [text('name', { isTitle: '1' }), ...fields],
});

const rollup = (fn: string, more: object = {}): object => ({ rollup: { from: 'rbPaid', via: 'deal', fn, ...more } });

const paid = form('rbPaid', [
  { tag: 'recordSelector', __vModel__: 'deal', label: 'deal', to: 'rbDeal' },
  number('amount'),
  text('kind', { isList: '1' }),
  { tag: 'el-upload', __vModel__: 'scan', label: 'scan', isList: '1' },
  text('secret', { flowVisible: '0' }),
]);

const deal = form('rbDeal', [
  number('received', rollup('sum', { of: 'amount', where: "it.kind == 'received'" })),
  number('cost', { ...rollup('sum', { of: 'amount' }), flowVisible: '0' }),
  number('chosen', rollup('count', { where: "it.secret == 'x'" })),
  text('names', rollup('list', { of: 'name' })),
]);

const save = async (formKey: string, fieldsMap: object): Promise<string> => {
  const { data, msg } = await staff.post<{ id: string }>(`/api/system/frmCrud/saveOrUpdate/${formKey}`, {
    fieldsMap,
    childTables: {},
  });
  expect(msg).toBe('保存成功');
  return data.id;
};

interface Behind {
  columns: { name: string; isSortable: boolean }[];
  rows: { title: string }[];
  maySee: boolean;
  page: { total: number };
}

const behindOf = (behind: object, more: object = {}) =>
  staff.post<Behind>('/api/system/relation/behind/rbPaid', { data: { behind, ...more } });

it('the records behind a roll-up are sorted, narrow a list of the form, and are those of this record only', async () => {
  const [mine, other] = [await save('rbDeal', { name: '合同' }), await save('rbDeal', { name: '别的合同' })];
  for (const [name, dealId, amount, kind] of [
    ['甲', mine, 5, 'received'],
    ['乙', mine, 9, 'received'],
    ['丙', mine, 7, 'planned'],
    ['丁', other, 1, 'received'],
  ] as const)
    await save('rbPaid', { name, deal: dealId, amount, kind });
  const behind = { rollup: { formKey: 'rbDeal', field: 'received', id: mine } };
  const { data } = await behindOf(behind, { sort: { field: 'amount', order: 'desc' } });
  expect([data.rows.map(({ title }) => title), data.page.total]).toEqual([['乙', '甲'], 2]);
  // no sorting is offered by what has no column, and none of what is hidden from the person is shown
  expect(data.columns.map(({ name, isSortable }) => [name, isSortable])).toEqual([
    ['amount', true],
    ['name', true],
    ['kind', true],
    ['scan', false],
  ]);
  const restrict = (hidden: string[]) =>
    admin.post('/api/system/sys/role/saveGrid', {
      code: 'staff',
      forms: [{ formKey: 'rbPaid', rights: ['see', 'create'], hidden, locked: [] }],
    });
  expect((await restrict(['kind'])).code).toBe('1');
  const restricted = await behindOf({ referring: { via: 'deal', id: mine } });
  expect(restricted.data.columns.map(({ name }) => name)).toEqual(['name', 'scan']);
  await restrict([]);
  const listed = await staff.post<{ data: { title: string }[] }>('/api/system/frmCrud/listNoAuth/rbPaid', {
    data: { behind, conditions: [{ field: 'amount', op: 'gte', value: 6 }] },
  });
  expect(listed.data.data.map(({ title }) => title)).toEqual(['乙']);
  expect((await behindOf({ referring: { via: 'deal', id: mine } })).data.page.total).toBe(3);
  const wrong = await staff.post('/api/system/relation/behind/rbDeal', { data: { behind } });
  expect([wrong.code, wrong.msg]).toEqual(['REQUEST_INVALID', expect.stringContaining('不是汇总此表单的字段')]);
});

it('a roll-up that is hidden, or whose condition reads a hidden field, does not tell its records', async () => {
  const id = await save('rbDeal', { name: '合同' });
  await save('rbPaid', { name: '一', deal: id, amount: 4 });
  for (const [field, reason] of [
    ['cost', '无权查看“cost”'],
    ['chosen', '无权查看的字段，不能列出明细'],
  ] as const) {
    const answer = await behindOf({ rollup: { formKey: 'rbDeal', field, id } });
    expect([answer.code, answer.msg]).toEqual(['REQUEST_INVALID', expect.stringContaining(reason)]);
  }
});

it('a list of more than fifty sources says that it is cut', async () => {
  const id = await save('rbDeal', { name: '许多笔' });
  for (let index = 1; index <= 51; index += 1) await save('rbPaid', { name: `第${index}笔`, deal: id });
  const { data } = await staff.get<{ fieldsMap: { names: string } }>(`/api/system/frmCrud/getById/rbDeal?id=${id}`);
  expect(data.fieldsMap.names.split('、')).toHaveLength(50);
  expect(data.fieldsMap.names).toMatch(/第50笔等（只列前 50 项）$/);
  // as an earlier version stored it: the upgrade computes it again
  const { db } = server.context;
  const tables = await tablesOf(db, 'rbDeal');
  const { column } = tables?.keptFields.find(({ key }) => key === 'names')?.plan ?? { column: '' };
  const name = sql.id(column);
  await sql`update ${sql.id(tables?.main.name ?? '')} set ${name} = replace(${name}, '等（只列前 50 项）', '')`.execute(
    db,
  );
  expect(await compareKeptValues(db, 'rbDeal')).toHaveLength(1);
  await keptValues.up(db);
  await fillColumns(server.context);
  expect(await compareKeptValues(db, 'rbDeal')).toEqual([]);
});

it('who may see nothing of the form finds no records behind its numbers, and is not refused', async () => {
  const id = await save('rbDeal', { name: '合同' });
  await save('rbPaid', { name: '一', deal: id, amount: 4 });
  const askedBy = async (account: string): Promise<[string, string[], boolean, number]> => {
    const client = await server.api(account);
    const { code, data } = await client.post<Behind>('/api/system/relation/behind/rbPaid', {
      data: { behind: { referring: { via: 'deal', id } } },
    });
    return [code, data.rows.map(({ title }) => title), data.maySee, data.page.total];
  };
  expect(await askedBy('leader')).toEqual(['1', ['一'], true, 1]);
  // the role `staff` has its own rights since the first test
  for (const code of [EVERYBODY, 'staff']) {
    const taken = { code, forms: [{ formKey: 'rbPaid', rights: [] }] };
    expect((await admin.post('/api/system/sys/role/saveGrid', taken)).code).toBe('1');
  }
  expect(await askedBy('leader')).toEqual(['1', [], false, 0]);
});

const publish = (formKey: string, fields: readonly object[]): Promise<unknown> =>
  publishForm(server.context, {
    formKey,
    formName: formKey,
    note: '',
    author,
    definition: { unitReads: '1', access: { createRoles: ['*'] }, fields },
  });

// the embedded database has one connection: nobody waits there
it.runIf(Boolean(process.env['DATABASE_URL']))(
  'two changes that cancel each other out both count, though the second finds the figure as it leaves it',
  async () => {
    await publish('ccHall', []);
    await publish('ccSeat', [{ tag: 'recordSelector', __vModel__: 'hall', label: '场馆', to: 'ccHall' }]);
    const rollup = { from: 'ccSeat', via: 'hall', fn: 'count' };
    await publish('ccHall', [{ tag: 'el-input-number', __vModel__: 'seats', label: '座位数', precision: 0, rollup }]);
    await storeMany(server.context, 'ccHall', 1, () => ({ id: 'hall' }));
    await storeMany(server.context, 'ccSeat', 2, (n) => ({ id: `seat${n}`, fieldsMap: { hall: 'hall' } }));
    const staff = await server.api('staff');
    let added: Promise<{ msg: string }> | undefined;
    await server.context.db.transaction().execute(async (trx) => {
      await deleteRecord(trx, 'ccSeat', 'seat1');
      added = staff.post('/api/system/frmCrud/saveOrUpdate/ccSeat', { fieldsMap: { hall: 'hall' }, childTables: {} });
      await expect.poll(() => isWaitingForLock(server), { timeout: 20_000 }).toBe(true);
    });
    expect((await added)?.msg).toBe('保存成功');
    expect(await compareKeptValues(server.context.db, 'ccHall')).toEqual([]);
    const { data } = await staff.post<{ data: { fieldsMap: Record<string, unknown> }[] }>(
      '/api/system/frmCrud/listNoAuth/ccHall',
      { data: {}, page: { pageNum: 1, pageSize: 10 } },
    );
    expect(data.data[0]?.fieldsMap).toMatchObject({ seats: 2 });
  },
);
