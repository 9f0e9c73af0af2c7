import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestUser } from '../../../../src/server/http/user.ts';
import { loadPeopleAsSignedIn } from '../../../../src/server/auth/index.ts';
import { loadForm } from '../../../../src/server/documents/loadForm.ts';
import { Refusal } from '../../../../src/server/http/refusal.ts';
import { saveTogether } from '../../../../src/server/records/index.ts';
import { formsReadByCalls } from '../../../../src/server/records/save/formsReadByCalls.ts';
import { storedRecords } from '../../support/recordsIn.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

const number = (key: string, more: object = {}) => ({ tag: 'el-input-number', __vModel__: key, label: key, ...more });
const item = { tag: 'el-input', __vModel__: 'item', label: '物品', isTitle: '1' };
/** The field of `item` with a call that fills fields from the newest record with this item. */
const filling = (formKey: string, names: object) => ({
  ...item,
  openWatch: '1',
  watchApiUrl: `/system/frmCrud/listNoAuth/${formKey}`,
  watchApiMethod: 'POST',
  watchApiParams: { data: { item: '${item}' }, page: { pageNum: 1, pageSize: 1 } },
  watchApiDataPosition: 'data',
  watchApiHash: names,
});
/** A choice among the items of the records of a form. */
const choosing = (key: string, formKey: string) => ({
  tag: 'el-select',
  __vModel__: key,
  label: '上级编码',
  isRemote: '1',
  resourseApi: `/system/frmCrud/list/${formKey}`,
  resourseApiType: 'POST',
  dataPath: 'data',
  hashArr: { label: 'title', value: 'fieldsMap.item' },
});
const READ_ONLY = { flowEditable: '0' };

let server: TestServer;
let admin: Client;

async function publish(formKey: string, fields: readonly object[]): Promise<void> {
  const definition = { unitReads: '1', access: { createRoles: ['*'] }, fields };
  await admin.post('/api/system/frmDef/saveDraft', { formKey, formName: formKey, definition });
  const { code, msg } = await admin.post('/api/system/frmDef/publish', { formKey, note: '' });
  expect(code, msg).toBe('1');
}
/** Stores records in one batch; answers for each the code of its refusal, or null. */
async function storeBatch(formKey: string, values: readonly Record<string, unknown>[]): Promise<(string | null)[]> {
  const { context } = server;
  const [user] = (await loadPeopleAsSignedIn(context.db, ['u-staff'])) as [RequestUser];
  const sent = values.map((fieldsMap) => ({ fieldsMap, childTables: {} }));
  const refusals = await context.db.transaction().execute((trx) => saveTogether(context, trx, user, formKey, sent));
  return refusals.map((refusal) => (refusal instanceof Refusal ? refusal.code : null));
}
const storedIn = async (formKey: string, key: string) =>
  (await storedRecords(server, formKey)).map(({ fields }) => (fields as Record<string, unknown>)[key] ?? 0).sort();

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

describe('a batch of records whose calls read what the batch changes', () => {
  it('is checked in turn where options list the own form', async () => {
    await publish('callCode', [item, choosing('upper', 'callCode')]);
    const sent = [{ item: 'A' }, { item: 'A-1', upper: 'A' }, { item: 'B-1', upper: 'B' }];
    expect(await storeBatch('callCode', sent)).toEqual([null, null, 'RECORD_INVALID']);
  });

  it('is filled in turn where a call lists the own form', async () => {
    const fields = [number('value'), number('last', READ_ONLY)];
    await publish('callMeter', [item, ...fields]);
    await publish('callMeter', [filling('callMeter', { last: 'fieldsMap.value' }), ...fields]);
    const readings = [100, 130].map((value) => ({ item: '一号表', value }));
    expect(await storeBatch('callMeter', readings)).toEqual([null, null]);
    expect(await storedIn('callMeter', 'last')).toEqual([0, 100]);
  });

  it('is filled in turn where a call lists a form with values that are summed up from the batch', async () => {
    const store = { tag: 'recordSelector', __vModel__: 'store', label: '库存', to: 'callStore' };
    const fields = [store, number('quantity'), number('before', READ_ONLY)];
    await publish('callStore', [item]);
    await publish('callDraw', [item, ...fields]);
    await publish('callStore', [
      item,
      number('drawn', { rollup: { from: 'callDraw', via: 'store', fn: 'sum', of: 'quantity' } }),
    ]);
    await publish('callDraw', [filling('callStore', { before: 'fieldsMap.drawn' }), ...fields]);
    const { data } = await admin.post<{ id: string }>('/api/system/frmCrud/saveOrUpdate/callStore', {
      fieldsMap: { item: '护目镜' },
      childTables: {},
    });
    const drawn = [6, 1].map((quantity) => ({ item: '护目镜', store: data.id, quantity }));
    expect(await storeBatch('callDraw', drawn)).toEqual([null, null]);
    expect(await storedIn('callDraw', 'before')).toEqual([0, 6]);
  });
});

it('the forms that calls read are those of options, filled values and rows, in fields and in columns', async () => {
  await publish('callAll', [
    filling('callMeter', { first: 'fieldsMap.value' }),
    number('first'),
    choosing('upper', 'callCode'),
    {
      tag: 'subTable',
      __vModel__: 'rows',
      label: '明细',
      outsideResourceApi: '/system/frmCrud/list/callStore',
      defaultTbDataResourceApi: '/system/frmCrud/listNoAuth/callDraw',
      defaultTbDataResourceApiType: 'POST',
      children: [item, choosing('each', 'callEach')],
    },
  ]);
  const { form } = await loadForm(server.context, server.context.db, 'callAll');
  expect([...formsReadByCalls(form)].sort()).toEqual(['callCode', 'callDraw', 'callEach', 'callMeter', 'callStore']);
});
