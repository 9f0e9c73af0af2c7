import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { usualOrLong } from '../../../support/tier.ts';
import { type Client, startTestServer, type TestServer } from '../../support.ts';
import { problemsOf } from '../../support/trustDemo.ts';
import { deleteRecord } from '../../../../src/server/records/columns/storeRecords.ts';

let server: TestServer;
let staff: Client;
let device: { id: string; fieldsMap: Record<string, unknown> };
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
  for (const [formKey, table] of Object.entries(forms))
    await publishForm(server.context, { formKey, definition: formOf(formKey, table), note: '初版', author });
  const list = await staff.post<{ data: (typeof device)[] }>('/api/system/frmCrud/listNoAuth/deviceList', {
    data: { conditions: [{ field: 'deviceKind', op: 'eq', value: 'survey' }] },
    page: { pageNum: 1, pageSize: 10 },
  });
  device = list.data.data[0] as typeof device;
});
afterAll(() => server.dispose());

const input = (key: string, more: object = {}): object => ({ tag: 'el-input', __vModel__: key, label: key, ...more });

const number = (key: string, more: object = {}): object => ({
  tag: 'el-input-number',
  __vModel__: key,
  label: key,
  ...more,
});

const columns = [
  input('no', { readonly: true }),
  number('value', { readonly: true }),
  { tag: 'userSelector', __vModel__: 'keeper', label: 'keeper', disabled: true },
  input('note'),
];

const picking = {
  outsideAdd: '1',
  outsideResourceApi: '/frmCrud/listNoAuth/deviceList',
  outsideResourceApiParams: { conditions: [{ field: 'deviceKind', op: 'eq', value: '${kind}' }] },
  outsideApiDataRes: 'data',
  outsideApiDataHashInfo: {
    no: 'deviceNo',
    value: 'fieldsMap.originalValue',
    keeper: 'fieldsMap.keeper',
    note: 'fieldsMap.deviceName',
  },
};

const formOf = (formKey: string, table: object): object => ({
  formKey,
  formName: formKey,
  fields: [input('kind'), { tag: 'subTable', __vModel__: 't', label: '设备', children: columns, ...table }],
});

const forms = {
  mixed: picking,
  only: { ...picking, commonAdd: '0' },
  copied: { ...picking, commonAdd: '0', needCopy: '1' },
  foreign: { ...picking, outsideResourceApi: '/pms/devices' },
  loaded: {
    defaultTbDataResourceApi: '/frmCrud/listNoAuth/deviceList',
    defaultTbDataResourceApiType: 'POST',
    defaultTbDataResourceApiParams: {
      data: { conditions: [{ field: 'deviceKind', value: '${kind}' }] },
      page: { pageNum: 1, pageSize: 500 },
    },
    defaultTbDataApiDataHashInfo: picking.outsideApiDataHashInfo,
    commonAdd: '0',
  },
  whole: {
    defaultTbDataResourceApi: '/frmCrud/listNoAuth/deviceList',
    defaultTbDataResourceApiType: 'POST',
    defaultTbDataApiDataHashInfo: picking.outsideApiDataHashInfo,
    commonAdd: '0',
  },
};

const picked = (more: object = {}): Record<string, unknown> => ({
  no: device.fieldsMap.deviceNo,
  value: device.fieldsMap.originalValue,
  keeper: device.fieldsMap.keeper,
  note: device.fieldsMap.deviceName,
  ...more,
});

const save = (
  formKey: string,
  rows: Record<string, unknown>[],
  { kind = 'survey', ...record }: { kind?: string; id?: string; revision?: number } = {},
) =>
  recordsOf(staff, formKey).save({
    ...record,
    fieldsMap: { kind },
    childTables: { t: rows.map((fieldsMap, index) => ({ id: `r${index + 1}`, fieldsMap })) },
  });

const problems = async (answer: ReturnType<typeof save>): Promise<string[]> =>
  ((await answer).data as unknown as { problems: { code: string; path: (string | number)[] }[] }).problems.map(
    ({ code, path }) => `${code} ${path.slice(2).join('/')}`,
  );

describe('a row picked from records of a form', () => {
  it('is stored with what nobody may type, under names the server writes', async () => {
    const answer = await save('mixed', [picked({ keeperLabel: '随便写的', note: '改过的备注' })]);
    expect(answer, JSON.stringify(answer.data)).toMatchObject({ code: '1' });
    expect(answer.data.childTables.t?.[0]?.fieldsMap).toMatchObject({
      no: device.fieldsMap.deviceNo,
      value: device.fieldsMap.originalValue,
      keeperLabel: device.fieldsMap.keeperLabel,
      note: '改过的备注',
    });
  });

  it('is refused where its source has no item with all of its locked values together', async () => {
    expect(await problems(save('mixed', [picked({ value: 1 })]))).toEqual([
      'ROW_SOURCE 0/fieldsMap/no',
      'ROW_SOURCE 0/fieldsMap/value',
      'ROW_SOURCE 0/fieldsMap/keeper',
    ]);
    expect(await problems(save('mixed', [picked(), { no: '自己编的' }]))).toEqual(['ROW_SOURCE 1/fieldsMap/no']);
    // the call's conditions count: this one asks for another kind
    expect(await problems(save('mixed', [picked()], { kind: 'vehicle' }))).toHaveLength(3);
    expect((await save('mixed', [{ note: '手工添加' }])).code).toBe('1');
  });

  it('opens no stored row: locked values stay as they were accepted', async () => {
    const first = await save('mixed', [picked()]);
    const other = await problems(
      save('mixed', [picked({ no: '改掉' })], { id: first.data.id, revision: first.data.revision }),
    );
    expect(other).toEqual(['VALUE_FORBIDDEN 0/fieldsMap/no']);
    expect(
      (await save('mixed', [picked({ note: '新的备注' })], { id: first.data.id, revision: first.data.revision })).code,
    ).toBe('1');
  });

  it('is the only kind of row where the table knows no other way (SC-003)', async () => {
    expect((await save('only', [picked()])).code).toBe('1');
    expect(await problems(save('only', [{ note: '手工添加' }]))).toContain('ROW_SOURCE 0');
  });

  it('may be copied whole, and not be put together from the cells of two', async () => {
    const devices = await staff.post<{ data: (typeof device)[] }>('/api/system/frmCrud/listNoAuth/deviceList', {
      data: { conditions: [{ field: 'deviceKind', op: 'eq', value: 'survey' }] },
      page: { pageNum: 1, pageSize: 10 },
    });
    const { deviceNo: no, originalValue: value, keeper } = devices.data.data[1]?.fieldsMap ?? {};
    const [one, other] = [picked(), { no, value, keeper }];
    const stored = await save('copied', [one, other]);
    expect(stored, JSON.stringify(stored.data)).toMatchObject({ code: '1' });
    const again = { id: stored.data.id, revision: stored.data.revision };
    expect(await problems(save('copied', [one, other, { ...one, value: other.value }], again))).toEqual([
      'ROW_SOURCE 2/fieldsMap/no',
      'ROW_SOURCE 2/fieldsMap/value',
      'ROW_SOURCE 2/fieldsMap/keeper',
    ]);
    // the source has it no more under these conditions, and a copy is as good as what was copied
    expect((await save('copied', [one, other, one], { ...again, kind: 'vehicle' })).code).toBe('1');
  });

  it('from a source the server cannot look up brings nothing that may not be typed', async () => {
    expect(await problems(save('foreign', [picked()]))).toEqual([
      'VALUE_FORBIDDEN 0/fieldsMap/no',
      'VALUE_FORBIDDEN 0/fieldsMap/value',
      'VALUE_FORBIDDEN 0/fieldsMap/keeper',
    ]);
    expect((await save('foreign', [{ note: device.fieldsMap.deviceName }])).code).toBe('1');
  });
});

describe('default rows', () => {
  it('of a call bring locked values as the source has them, and no others', async () => {
    expect((await save('loaded', [picked()])).code).toBe('1');
    expect(await problems(save('loaded', [picked({ value: 1 })]))).not.toEqual([]);
  });

  it('is accepted from any page of a list for which the document names no page', async () => {
    const { data } = await staff.post<{ data: (typeof device)[] }>('/api/system/frmCrud/listNoAuth/deviceList', {
      page: { pageNum: 1, pageSize: 500 },
    });
    expect(data.data.length).toBeGreaterThan(10);
    const { fieldsMap } = data.data.at(-1) as typeof device;
    const row = { no: fieldsMap.deviceNo, value: fieldsMap.originalValue, keeper: fieldsMap.keeper };
    expect(await save('whole', [row])).toMatchObject({ code: '1' });
  });
});

describe('rows of one save', () => {
  it('beyond the product’s limit are refused at once, by a code of their own', async () => {
    const answer = await save(
      'mixed',
      Array.from({ length: 20_001 }, () => ({ note: 'x' })),
    );
    expect(answer).toMatchObject({ code: 'ROW_LIMIT', status: 422 });
    expect(answer.msg).toContain('20000');
  });

  it('up to it are stored, thousands of twenty columns too', async () => {
    const many = Array.from({ length: 20 }, (_none, i) => (i % 2 === 0 ? input(`c${i}`) : number(`c${i}`)));
    await publishForm(server.context, {
      formKey: 'wide',
      definition: {
        formKey: 'wide',
        formName: '宽表',
        fields: [{ tag: 'subTable', __vModel__: 't', label: '明细', children: many }],
      },
      note: '初版',
      author,
    });
    // usually fewer rows with longer texts: as many bytes, and more cells than a statement may have parameters
    const text = '混凝土试块抗压强度检测'.repeat(usualOrLong(4, 1));
    const count = usualOrLong(4_000, 10_000);
    const rows = Array.from({ length: count }, (_none, row) => ({
      id: `r${row}`,
      fieldsMap: Object.fromEntries(many.map((_column, i) => [`c${i}`, i % 2 === 0 ? `${text} ${row}-${i}` : row * i])),
    }));
    const answer = await recordsOf(staff, 'wide').save({ fieldsMap: {}, childTables: { t: rows } });
    expect(answer.code, answer.msg).toBe('1');
    expect(answer.data.childTables.t).toHaveLength(count);
  });
});

describe('texts of options', () => {
  let devices: Device[];
  let vehicle: Device;
  beforeAll(async () => {
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

  interface Device {
    id: string;
    fieldsMap: { deviceName: string; deviceNo: string; deviceKind: string };
  }

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
      expect(
        (await recordsOf(admin, 'words').save({ fieldsMap: { own: hidden.data.id } })).data.fieldsMap.ownLabel,
      ).toBe('保密工程');
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
});
