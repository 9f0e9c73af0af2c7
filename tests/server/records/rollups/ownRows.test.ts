import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/index.ts';
import { compareKept, updateSystemColumns } from '../../../../src/server/records/index.ts';
import { author } from '../../support/sealDemo.ts';
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
