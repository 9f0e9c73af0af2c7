import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/index.ts';
import { loadPeopleAsSignedIn } from '../../../../src/server/auth/index.ts';
import {
  compareKeptValues,
  fillColumns,
  recordTable,
  saveRecord,
  saveTogether,
  updateSystemColumns,
} from '../../../../src/server/records/index.ts';
import type { RequestUser } from '../../../../src/server/http/user.ts';
import { freshTables } from '../../../../src/server/records/columns/catalogue.ts';
import { rebuildColumns } from '../../../../src/server/records/columns/compareColumns.ts';
import { storeMany } from '../../../support/storeMany.ts';
import { author, publishFields, recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../../support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

it('a roll-up over own rows whose condition reads the state follows a change of the state alone', async () => {
  const rollup = { from: 'parts', fn: 'sum', of: 'price', where: "it.flwState == '3'" };
  await publishForm(server.context, {
    formKey: 'orParts',
    formName: 'orParts',
    note: '',
    author,
    definition: {
      unitReads: '1',
      access: { createRoles: ['*'] },
      fields: [
        { tag: 'el-input-number', __vModel__: 'agreed', label: '已定', rollup },
        { tag: 'el-input-number', __vModel__: 'double', label: '两倍', computed: 'agreed * 2.0' },
        {
          tag: 'subTable',
          __vModel__: 'parts',
          label: '明细',
          children: [{ tag: 'el-input-number', __vModel__: 'price', label: '单价' }],
        },
      ],
    },
  });
  const staff = await server.api('staff');
  const { data, msg } = await staff.post<{ id: string; fieldsMap: object }>(
    '/api/system/frmCrud/saveOrUpdate/orParts',
    { fieldsMap: {}, childTables: { parts: [{ id: 'r1', fieldsMap: { price: 4 } }] } },
  );
  expect(data.fieldsMap, msg).toMatchObject({ agreed: 0 });
  const valuesIn = async (flwState: string): Promise<object> => {
    await server.context.db
      .transaction()
      .execute((trx) => updateSystemColumns(trx, 'orParts', data.id, { flw_state: flwState }));
    expect(await compareKeptValues(server.context.db, 'orParts')).toEqual([]);
    return (await staff.get<{ fieldsMap: object }>(`/api/system/frmCrud/getById/orParts?id=${data.id}`)).data.fieldsMap;
  };
  expect(await valuesIn('3')).toMatchObject({ agreed: 4, double: 8 });
  expect(await valuesIn('4')).toMatchObject({ agreed: 0, double: 0 });
});

it('a roll-up of a form over itself counts a source once, also where both records are written together', async () => {
  const fields = [
    { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
    { tag: 'recordSelector', __vModel__: 'parent', label: '上级', to: 'orTree' },
    { tag: 'el-input-number', __vModel__: 'weight', label: '重量' },
  ];
  const rollup = { from: 'orTree', via: 'parent', fn: 'count', where: 'it.weight > 1' };
  const publish = (more: object[]) => publishFields(server, 'orTree', [...fields, ...more]);
  await publish([]);
  await publish([
    { tag: 'el-input-number', __vModel__: 'heavy', label: '重的下级', precision: 0, rollup },
    { tag: 'el-input-number', __vModel__: 'sum', label: '下级重量', rollup: { ...rollup, fn: 'sum', of: 'weight' } },
  ]);
  const { db } = server.context;
  // top <- below <- leaf, as an import stores them
  await storeMany(server.context, 'orTree', 3, (n) => ({
    id: ['top', 'below', 'leaf'][n - 1] ?? '',
    fieldsMap: { name: `${n}`, weight: n, parent: [null, 'top', 'below'][n - 1] ?? null },
  }));
  expect(await compareKeptValues(db, 'orTree')).toEqual([]);
  // one by one
  const staff = recordsOf(await server.api('staff'), 'orTree');
  const { data: above } = await staff.save({ fieldsMap: { name: '甲', weight: 2 } });
  const { data: child } = await staff.save({ fieldsMap: { name: '乙', weight: 2, parent: above.id } });
  const heavy = async (): Promise<unknown> =>
    (
      await (
        await server.api('staff')
      ).get<{ fieldsMap: Record<string, unknown> }>(`/api/system/frmCrud/getById/orTree?id=${above.id}`)
    ).data.fieldsMap['heavy'];
  expect(await heavy()).toBe(1);
  await staff.save({ ...child, fieldsMap: { ...child.fieldsMap, weight: 1 } } as never);
  expect(await heavy()).toBe(0);
  // columns that lost their values are written again from the records
  await db.transaction().execute(async (trx) => {
    const tables = await freshTables(trx, 'orTree');
    const weight = tables?.main.columns.find(({ key }) => key === 'weight')?.name ?? '';
    await sql`update ${sql.id(tables?.main.name ?? '')} set ${sql.id(weight)} = null`.execute(trx);
  });
  await rebuildColumns(db as never, 'orTree');
  expect(await compareKeptValues(db, 'orTree')).toEqual([]);
});

it('a title holds no value that the server keeps, however the record comes in: it would not follow the value', async () => {
  await publishForm(server.context, {
    formKey: 'orTitles',
    formName: 'orTitles',
    note: '',
    author,
    definition: {
      unitReads: '1',
      access: { createRoles: ['*'] },
      titleTemplate: '${name} ${rest}',
      fields: [
        { tag: 'el-input', __vModel__: 'name', label: '名称' },
        { tag: 'el-input-number', __vModel__: 'agreed', label: '约定' },
        {
          tag: 'el-input-number',
          __vModel__: 'paid',
          label: '已付',
          rollup: { from: 'parts', fn: 'sum', of: 'price' },
        },
        { tag: 'el-input-number', __vModel__: 'rest', label: '未付', computed: 'agreed - paid' },
        {
          tag: 'subTable',
          __vModel__: 'parts',
          label: '明细',
          children: [{ tag: 'el-input-number', __vModel__: 'price', label: '单价' }],
        },
      ],
    },
  });
  const values = {
    fieldsMap: { name: '合同', agreed: 10 },
    childTables: { parts: [{ id: 'r1', fieldsMap: { price: 4 } }] },
  };
  const { db } = server.context;
  const [user] = (await loadPeopleAsSignedIn(db, ['u-staff'])) as [RequestUser];
  await db.transaction().execute((trx) => saveRecord(server.context, trx, user, 'orTitles', values));
  expect(
    await db.transaction().execute((trx) => saveTogether(server.context, trx, user, 'orTitles', [values, values])),
  ).toEqual([null, null]);
  const { rows } = await sql<{ title: string }>`select title from ${recordTable('orTitles')}`.execute(db);
  expect(rows.map(({ title }) => title)).toEqual(['合同', '合同', '合同']);
});

it('more kept values than a function of the database has arguments are read with their record', async () => {
  const keys = Array.from({ length: 101 }, (_none, index) => `total${index}`);
  await publishForm(server.context, {
    formKey: 'orMany',
    formName: 'orMany',
    note: '',
    author,
    definition: {
      unitReads: '1',
      access: { createRoles: ['*'] },
      fields: [
        ...keys.map((key) => ({
          tag: 'el-input-number',
          __vModel__: key,
          label: key,
          rollup: { from: 'parts', fn: 'sum', of: 'price' },
        })),
        {
          tag: 'subTable',
          __vModel__: 'parts',
          label: '明细',
          children: [{ tag: 'el-input-number', __vModel__: 'price', label: '单价' }],
        },
      ],
    },
  });
  const kept = Object.fromEntries(keys.map((key) => [key, 4]));
  const records = recordsOf(await server.api('staff'), 'orMany');
  const saved = await records.save({ childTables: { parts: [{ id: 'r1', fieldsMap: { price: 4 } }] } });
  expect(saved.data.fieldsMap, saved.msg).toMatchObject(kept);
  expect((await records.get(saved.data.id ?? '')).data.fieldsMap).toMatchObject(kept);
  expect((await records.list()).data.data.map(({ fieldsMap }) => fieldsMap)).toMatchObject([kept]);
});

it('a roll-up whose condition reads titles follows a version that changes them', async () => {
  const access = { createRoles: ['*'] };
  const publish = (formKey: string, fields: object[]) =>
    publishForm(server.context, {
      formKey,
      formName: formKey,
      note: '',
      author,
      definition: { unitReads: '1', access, fields },
    });
  const name = { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' };
  const bidder = { tag: 'el-input', __vModel__: 'bidder', label: '中标人', isTitle: '1' };
  const lot = { tag: 'recordSelector', __vModel__: 'lot', label: '标段', to: 'orLots' };
  const rollup = { from: 'orBids', via: 'lot', fn: 'count', where: "it.title == '一'" };
  await publish('orLots', [name]);
  await publish('orBids', [name, bidder, lot]);
  await publish('orLots', [name, { tag: 'el-input-number', __vModel__: 'plain', label: '无名', rollup }]);
  const staff = await server.api('staff');
  const { data: saved, msg } = await recordsOf(staff, 'orLots').save({ fieldsMap: { name: '标段' } });
  const bid = await recordsOf(staff, 'orBids').save({ fieldsMap: { name: '一', bidder: '滨江公司', lot: saved.id } });
  expect(bid.data.title, msg).toBe('一 滨江公司');
  const plainBids = async (): Promise<unknown> =>
    (await recordsOf(staff, 'orLots').get(saved.id ?? '')).data.fieldsMap['plain'];
  expect(await plainBids()).toBe(0);
  await publish('orBids', [name, { ...bidder, flowVisible: '0' }, lot]);
  expect((await recordsOf(staff, 'orBids').get(bid.data.id ?? '')).data.title).toBe('一');
  expect(await plainBids()).toBe(1);
  expect(await compareKeptValues(server.context.db, 'orLots')).toEqual([]);
});

it('a roll-up of a form over itself adds up kept values of records that are written together', async () => {
  const key = 'orDeep';
  const fields = [
    { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
    { tag: 'recordSelector', __vModel__: 'parent', label: '上级', to: key },
    {
      tag: 'subTable',
      __vModel__: 'parts',
      label: '明细',
      children: [{ tag: 'el-input-number', __vModel__: 'price', label: '单价' }],
    },
  ];
  const number = (__vModel__: string, rollup: object): object => ({
    tag: 'el-input-number',
    __vModel__,
    label: __vModel__,
    rollup,
  });
  const publish = (more: object[]) => publishFields(server, key, [...fields, ...more]);
  const family = (suffix: string) => (n: number) => ({
    id: `${['top', 'child', 'leaf'][n - 1]}${suffix}`,
    fieldsMap: { name: `${n}`, parent: n === 1 ? null : `${['top', 'child'][n - 2]}${suffix}` },
    childTables: { parts: [{ id: `r${n}${suffix}`, fieldsMap: { price: 4 } }] },
  });
  const { db } = server.context;
  await publish([]);
  await storeMany(server.context, key, 3, family(''));
  await publish([
    number('own', { from: 'parts', fn: 'sum', of: 'price' }),
    number('below', { from: key, via: 'parent', fn: 'sum', of: 'own' }),
    number('deeper', { from: key, via: 'parent', fn: 'sum', of: 'below' }),
    number('costly', { from: key, via: 'parent', fn: 'count', where: 'it.own > 1' }),
  ]);
  await fillColumns(server.context);
  expect(await compareKeptValues(db, key)).toEqual([]);
  await storeMany(server.context, key, 3, family('2'));
  expect(await compareKeptValues(db, key)).toEqual([]);
});
