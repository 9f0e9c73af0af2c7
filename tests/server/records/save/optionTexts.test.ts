import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { problemsOf } from '../../support/trustDemo.ts';
import { deleteRecord } from '../../../../src/server/records/columns/storeRecords.ts';

interface Device {
  id: string;
  fieldsMap: { deviceName: string; deviceNo: string; deviceKind: string };
}

let server: TestServer;
let staff: Client;
let devices: Device[];
let vehicle: Device;

const CALL = { isRemote: '1', resourseApi: '/frmCrud/listNoAuth/deviceList', resourseApiType: 'POST' };
const NAMED = { label: 'deviceName', value: 'id' };
const SURVEY = { data: { conditions: [{ field: 'deviceKind', op: 'eq', value: '${kind}' }] } };
const select = (key: string, more: object): object => ({
  tag: 'el-select',
  __vModel__: key,
  label: key,
  ...CALL,
  hashArr: NAMED,
  ...more,
});
const fields = [
  { tag: 'el-input', __vModel__: 'kind', label: 'kind' },
  select('device', { remote: true }),
  select('ofKind', { resourseApiParams: SURVEY }),
  select('several', { multiple: true }),
  select('byNo', { hashArr: { label: 'fieldsMap.deviceName', value: 'fieldsMap.deviceNo' } }),
  select('own', { resourseApi: '/frmCrud/list/wordsSource', hashArr: { label: 'secretName', value: 'id' } }),
  select('elsewhere', { resourseApi: '/pms/devices' }),
  {
    tag: 'subTable',
    __vModel__: 't',
    label: 't',
    children: [
      { tag: 'el-input', __vModel__: 'rowKind', label: 'rowKind' },
      select('inRow', {
        resourseApiParams: { data: { conditions: [{ field: 'deviceKind', op: 'eq', value: '${rowKind}' }] } },
      }),
    ],
  },
];

const listed = async (kind: string): Promise<Device[]> =>
  (
    await staff.post<{ data: Device[] }>('/api/system/frmCrud/listNoAuth/deviceList', {
      data: { conditions: [{ field: 'deviceKind', op: 'eq', value: kind }] },
      page: { pageNum: 1, pageSize: 10 },
    })
  ).data.data;

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
  await publishForm(server.context, {
    formKey: 'wordsSource',
    definition: {
      formKey: 'wordsSource',
      formName: '来源',
      fields: [{ tag: 'el-input', __vModel__: 'secretName', label: '名称' }],
    },
    note: '初版',
    author,
  });
  await publishForm(server.context, {
    formKey: 'words',
    definition: { formKey: 'words', formName: '查找', fields },
    note: '初版',
    author,
  });
  [devices, [vehicle]] = (await Promise.all([listed('survey'), listed('vehicle')])) as [Device[], [Device]];
});
afterAll(() => server.dispose());

const save = (fieldsMap: object, rows: object[] = [], more: object = {}) =>
  recordsOf(staff, 'words').save({
    fieldsMap: fieldsMap as never,
    childTables: { t: rows.map((row, index) => ({ id: `r${index + 1}`, fieldsMap: row as never })) },
    ...more,
  });
const option = (...path: (string | number)[]) => ({ code: 'VALUE_OPTION', path });

describe('a value whose options are the records of a form', () => {
  it('is stored with the text of the record, whatever text came with it', async () => {
    const [first, second] = devices as [Device, Device];
    const { data, msg } = await save(
      {
        kind: 'survey',
        device: first.id,
        deviceLabel: '假名',
        ofKind: first.id,
        several: [second.id, vehicle.id],
        byNo: first.fieldsMap.deviceNo,
      },
      [{ rowKind: 'vehicle', inRow: vehicle.id }],
    );
    expect(data.fieldsMap, msg).toMatchObject({
      deviceLabel: first.fieldsMap.deviceName,
      ofKindLabel: first.fieldsMap.deviceName,
      severalLabel: `${second.fieldsMap.deviceName}、${vehicle.fieldsMap.deviceName}`,
      byNoLabel: first.fieldsMap.deviceName,
    });
    expect(data.childTables.t?.[0]?.fieldsMap).toMatchObject({ inRowLabel: vehicle.fieldsMap.deviceName });
  });

  it('is refused by its path where there is no such record', async () => {
    const answer = await save({ device: 'made-up', several: [vehicle.id, 'made-up'], byNo: 'made-up' });
    expect(problemsOf(answer)).toEqual([
      option('fieldsMap', 'device'),
      option('fieldsMap', 'several'),
      option('fieldsMap', 'byNo'),
    ]);
  });

  it('is refused where the conditions of its call leave it out, those of its row included', async () => {
    expect(problemsOf(await save({ kind: 'survey', ofKind: vehicle.id }))).toEqual([option('fieldsMap', 'ofKind')]);
    expect(
      problemsOf(
        await save({}, [
          { rowKind: 'vehicle', inRow: vehicle.id },
          { rowKind: 'survey', inRow: vehicle.id },
        ]),
      ),
    ).toEqual([option('childTables', 't', 1, 'fieldsMap', 'inRow')]);
  });

  it('is refused to whom the record is not shown, and tells nothing of it', async () => {
    const admin = await server.api('admin');
    const hidden = await recordsOf(admin, 'wordsSource').save({ fieldsMap: { secretName: '保密工程' } });
    const answer = await save({ own: hidden.data.id, ownLabel: 'x' });
    expect(problemsOf(answer)).toEqual([option('fieldsMap', 'own')]);
    expect(JSON.stringify(answer.data)).not.toContain('保密工程');
    expect((await recordsOf(admin, 'words').save({ fieldsMap: { own: hidden.data.id } })).data.fieldsMap.ownLabel).toBe(
      '保密工程',
    );
  });

  it('stays, and keeps its text, when the record is gone since', async () => {
    const made = await recordsOf(staff, 'wordsSource').save({ fieldsMap: { secretName: '旧名' } });
    const first = await save({ own: made.data.id });
    await server.context.db.transaction().execute((trx) => deleteRecord(trx, 'wordsSource', made.data.id ?? ''));
    const again = await save({ own: made.data.id, kind: 'x' }, [], {
      id: first.data.id,
      revision: first.data.revision,
    });
    expect(again.data.fieldsMap).toMatchObject({ own: made.data.id, ownLabel: '旧名', kind: 'x' });
    expect(problemsOf(await save({ own: made.data.id }))).toEqual([option('fieldsMap', 'own')]);
  });

  it('of a call to anything else is the sender’s word, as is its text', async () => {
    expect((await save({ elsewhere: 'anything', elsewhereLabel: '某设备' })).data.fieldsMap).toMatchObject({
      elsewhere: 'anything',
      elsewhereLabel: '某设备',
    });
  });
});
