import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/index.ts';
import { loadPeopleAsSignedIn } from '../../../../src/server/auth/index.ts';
import {
  compareKept,
  recordTable,
  saveRecord,
  saveTogether,
  updateSystemColumns,
} from '../../../../src/server/records/index.ts';
import type { RequestUser } from '../../../../src/server/http/user.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
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
    expect(await compareKept(server.context.db, 'orParts')).toEqual([]);
    return (await staff.get<{ fieldsMap: object }>(`/api/system/frmCrud/getById/orParts?id=${data.id}`)).data.fieldsMap;
  };
  expect(await valuesIn('3')).toMatchObject({ agreed: 4, double: 8 });
  expect(await valuesIn('4')).toMatchObject({ agreed: 0, double: 0 });
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
