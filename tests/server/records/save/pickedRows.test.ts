import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { usualOrLong } from '../../../support/tier.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

let server: TestServer;
let staff: Client;
let device: { id: string; fieldsMap: Record<string, unknown> };

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
