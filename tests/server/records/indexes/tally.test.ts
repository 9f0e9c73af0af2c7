import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { mergeTallies } from '../../../../src/server/records/indexes/mergeTallies.ts';
import { author } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { deleteRecord } from '../../../../src/server/records/columns/storeRecords.ts';
import { storeMany } from '../../../support/storeMany.ts';

const FORM = 'tallied';
let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
  await publishForm(server.context, {
    formKey: FORM,
    formName: FORM,
    note: '',
    author,
    definition: { fields: [{ tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1' }] },
  });
});
afterAll(() => server.dispose());

const db = () => server.context.db;
const steps = async (user = 'u-staff'): Promise<number[]> =>
  (
    await db()
      .selectFrom('frm_tally')
      .select('records')
      .where('form_key', '=', FORM)
      .where('user_id', '=', user)
      .orderBy('records')
      .execute()
  ).map(({ records }) => records);
const total = async (): Promise<number> =>
  (
    await staff.post<{ page: { total: number } }>(`/api/system/frmCrud/list/${FORM}`, {
      data: {},
      page: { pageNum: 1, pageSize: 10 },
    })
  ).data.page.total;
const save = async (): Promise<string> =>
  (
    await staff.post<{ id: string }>(`/api/system/frmCrud/saveOrUpdate/${FORM}`, {
      fieldsMap: { name: '甲' },
      childTables: {},
    })
  ).data.id;

describe('how many records somebody has', () => {
  it('is counted in steps, one for each statement that makes or removes some, and told with the list', async () => {
    await save();
    const second = await save();
    await storeMany(server.context, FORM, 3010, (n) => ({ id: `k${n}`, create_by: n > 3000 ? 'u-hr' : 'u-staff' }));
    expect(await steps()).toEqual([1, 1, 3000]);
    expect(await steps('u-hr')).toEqual([10]);
    // exactly, also of more than are ever counted
    expect(await total()).toBe(3002);
    expect((await staff.get(`/api/system/frmCrud/delById/${FORM}?id=${second}`)).code).toBe('1');
    expect(await steps()).toEqual([-1, 1, 1, 3000]);
    expect(await total()).toBe(3001);
  });

  it('is one number again when steps are added up, whoever does it at the same time, and none where nothing is left', async () => {
    await db()
      .transaction()
      .execute(async (trx) => {
        for (let n = 3001; n <= 3010; n += 1) await deleteRecord(trx, FORM, `k${n}`);
      });
    await Promise.all([mergeTallies(db()), mergeTallies(db()), save()]);
    await mergeTallies(db());
    expect(await steps()).toEqual([3002]);
    expect(await steps('u-hr')).toEqual([]);
    expect(await total()).toBe(3002);
    await mergeTallies(db());
    expect(await steps()).toEqual([3002]);
  });
});
