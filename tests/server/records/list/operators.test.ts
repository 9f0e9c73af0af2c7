import { afterAll, beforeAll, expect, it } from 'vitest';
import { validCoordinates, placeConditions, NO_LOCATION } from '../../../../src/screens/list/map/places.ts';
import { publishForm } from '../../../../src/server/documents/index.ts';
import { addDays } from '../../../../src/domain/periods.ts';
import { today } from '../../../../src/domain/dates.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  const field = (tag: string, key: string, more: object = {}) => ({ tag, __vModel__: key, label: key, ...more });
  await publishForm(server.context, {
    formKey: 'operators',
    formName: '查询方式',
    note: '',
    author,
    definition: {
      fields: [
        field('el-input', 'name'),
        field('el-input-number', 'amount'),
        field('el-date-picker', 'due', { type: 'date' }),
        field('el-checkbox-group', 'tags', {
          options: ['甲', '乙', '丙'].map((value) => ({ label: value, value })),
        }),
      ],
    },
  });
  const rows = [
    { name: '一', amount: 10, due: today(), tags: ['甲'] },
    { name: '二', amount: 20, due: addDays(today(), -3), tags: ['甲', '乙'] },
    { name: '三', amount: null, due: addDays(today(), 20), tags: [] },
    { name: '', amount: 20, due: null, tags: ['丙'] },
  ];
  for (const fieldsMap of rows) expect((await recordsOf(admin, 'operators').save({ fieldsMap })).code).toBe('1');
});
afterAll(() => server.dispose());

const ask = (conditions: readonly object[]) =>
  admin.post<{ data: { fieldsMap: { name?: string } }[] }>('/api/system/frmCrud/list/operators', {
    data: { conditions, sort: { field: 'createTime', order: 'asc' } },
    page: { pageNum: 1, pageSize: 50 },
  });
const names = async (...conditions: object[]): Promise<string> => {
  const answer = await ask(conditions);
  expect(answer.code, JSON.stringify(answer)).toBe('1');
  return answer.data.data.map(({ fieldsMap }) => fieldsMap.name || '空').join('');
};

it.each<[string, object, string]>([
  ['is not', { field: 'amount', op: 'ne', value: 20 }, '一三'],
  ['is none of', { field: 'name', op: 'notIn', value: ['一', '二'] }, '三空'],
  ['does not contain', { field: 'name', op: 'notContains', value: '一' }, '二三空'],
  ['an empty text', { field: 'name', op: 'empty' }, '空'],
  ['an empty number', { field: 'amount', op: 'empty' }, '三'],
  ['an empty choice', { field: 'tags', op: 'empty', value: '' }, '三'],
  ['some choice', { field: 'tags', op: 'notEmpty' }, '一二空'],
  ['not this choice', { field: 'tags', op: 'ne', value: ['甲'] }, '三空'],
  ['today', { field: 'due', op: 'within', value: 'today' }, '一'],
  ['overdue', { field: 'due', op: 'within', value: 'overdue' }, '二'],
  ['the next thirty days', { field: 'due', op: 'within', value: 'next:30d' }, '一三'],
  ['a system time', { field: 'createTime', op: 'within', value: 'today' }, '一二三空'],
])('%s narrows the list', async (_title, condition, expected) => {
  expect(await names(condition)).toBe(expected);
});

it('of a group one condition is enough, and what stands beside it must hold, too', async () => {
  const group = {
    anyOf: [
      { field: 'name', op: 'eq', value: '一' },
      { field: 'amount', op: 'eq', value: 20 },
    ],
  };
  expect(await names(group)).toBe('一二空');
  expect(await names(group, { field: 'due', op: 'notEmpty' })).toBe('一二');
  expect(await names({ anyOf: [{ field: 'name', op: 'eq', value: '' }] })).toBe('一二三空');
});

it.each<[string, object, string]>([
  ['an unknown period', { field: 'due', op: 'within', value: 'someday' }, '时间段'],
  ['a period of a number', { field: 'amount', op: 'within', value: 'today' }, '不是日期'],
  ['no field', { op: 'eq', value: 1 }, '缺少字段'],
  ['a hidden or unknown field inside a group', { anyOf: [{ field: 'nothing', op: 'empty' }] }, '没有可查询的字段'],
  ['a group in a group', { anyOf: [{ anyOf: [] }] }, 'field'],
])('%s is refused', async (_title, condition, words) => {
  const answer = await ask([condition]);
  expect([answer.code, answer.msg.includes(words), answer.msg]).toEqual(['REQUEST_INVALID', true, answer.msg]);
});

it('a part of a title is found across its full-width characters, and by the other case of its letters', async () => {
  const field = (key: string) => ({ tag: 'el-input', __vModel__: key, label: key });
  await publishForm(server.context, {
    formKey: 'opTitles',
    formName: '标题',
    note: '',
    author,
    definition: { titleTemplate: '${name}（${no}）', fields: [field('name'), field('no')] },
  });
  const titled = recordsOf(admin, 'opTitles');
  const saved = await titled.save({ fieldsMap: { name: '滨江ＡＢ大道', no: 'x１' } });
  expect(saved.data.title, saved.msg).toBe('滨江ＡＢ大道（x１）');
  const total = async (value: string): Promise<number> =>
    (await titled.list({ conditions: [{ field: 'title', op: 'contains', value }] })).data.page.total;
  for (const part of ['道（', '（X１）', 'ＡＢ大道', '滨江']) expect([part, await total(part)]).toEqual([part, 1]);
  expect(await total('江（')).toBe(0);
});

it('an area holds the codes, paths of names and addresses in it, counted by province and by city', async () => {
  await publishForm(server.context, {
    formKey: 'opAreas',
    formName: '地点',
    note: '',
    author,
    definition: {
      fields: [
        {
          tag: 'el-cascader',
          __vModel__: 'region',
          label: '地区',
          isRemote: '1',
          resourseApi: '/system/sys/area/getTree',
          resourseApiType: 'get',
          cascaderGetAll: '1',
        },
        { tag: 'el-input', __vModel__: 'address', label: '地址' },
        { tag: 'el-input-number', __vModel__: 'size', label: '面积' },
        {
          tag: 'el-select',
          __vModel__: 'province',
          label: '省份',
          options: [
            { label: '山东', value: 'sd' },
            { label: '江苏省', value: '2' },
          ],
        },
      ],
    },
  });
  const records = recordsOf(admin, 'opAreas');
  const places: [string[], string][] = [
    [['山东省', '济南市'], '山东省济南市历下区山东路 8 号'],
    [['370000', '370200'], '青岛市四方路 3 号'],
    [['山东省'], '山东'],
    [['北京市', '朝阳区'], '北京 / 朝阳区'],
    [['110105'], '110105001001'],
    [['月球', '静海'], '山东路 8 号'],
    [[], ''],
  ];
  for (const [region, address] of places)
    expect((await records.save({ fieldsMap: { region, address, size: 1 } })).code).toBe('1');
  const last = await records.save({ fieldsMap: { region: ['江苏省', '南京市'], address: '江苏省' } });
  await admin.post('/api/system/frmCrud/void/opAreas', { id: last.data.id, reason: '重复' });
  const isValid = { field: 'flwState', op: 'ne', value: '4' };
  const counts = (field: string, area?: string) =>
    admin.post<{ areas: { name: string; count: number }[]; rest: number; empty: number }>(
      '/api/system/relation/areas/opAreas',
      { field, ...(area ? { areaCode: area } : {}), data: { conditions: [isValid] } },
    );
  const total = async (field: string, op: string, value?: string): Promise<number> =>
    (await records.list({ conditions: [isValid, { field, op, value }] })).data.page.total;
  for (const field of ['region', 'address']) {
    const country = (await counts(field)).data;
    expect([field, country.areas.map(({ name, count }) => [name, count]), country.rest, country.empty]).toEqual([
      field,
      [
        ['山东省', 3],
        ['北京市', 2],
      ],
      1,
      1,
    ]);
    const province = (await counts(field, '370000')).data;
    expect([province.areas.map(({ name }) => name).sort(), province.rest, province.empty]).toEqual([
      ['济南市', '青岛市'],
      1,
      0,
    ]);
    // the list of each area has the records that were counted
    expect([
      await total(field, 'area', '370000'),
      await total(field, 'area', '370100'),
      await total(field, 'areaOnly', '370000'),
      await total(field, 'area', '110105'),
      await total(field, 'areaOnly', '100000'),
      await total(field, 'area', '100000'),
      await total(field, 'empty'),
    ]).toEqual([3, 1, 1, 2, 1, 5, 1]);
  }
  // of options, their texts are compared
  for (const province of ['sd', '2', '2']) await records.save({ fieldsMap: { province } });
  expect((await counts('province')).data.areas.map(({ name, count }) => [name, count])).toEqual([
    ['江苏省', 2],
    ['山东省', 1],
  ]);
  // the usual ways to write an address, each with the area that it lies in
  const written: [string, string | null][] = [
    ['北京市市辖区朝阳区', '110105'],
    ['河南省 / 省直辖县级行政区划 / 济源市', '419001'],
    ['江苏昆山市前进路', '320000'],
    ['江苏南京鼓楼区', '320100'],
    ['中国江苏省南京市', '320100'],
    ['恩施州利川市', '422800'],
    ['海南藏族自治州共和县', '632500'],
    ['广西壮族自治区南宁市', '450100'],
    ['新疆维吾尔自治区', '650000'],
    ['北京西路朝阳区', null],
    ['吉林市船营区', '220200'],
  ];
  for (const [address, code] of written) {
    const saved = await records.save({ fieldsMap: { address, region: ['北京市', '县', '密云区'] } });
    const isIn = async (value: string): Promise<boolean> =>
      (
        await records.list({
          conditions: [
            { field: 'id', op: 'eq', value: saved.data.id },
            { field: 'address', op: 'area', value },
          ],
        })
      ).data.page.total === 1;
    expect([address, await isIn(code ?? '100000')]).toEqual([address, code !== null]);
  }
  expect((await counts('region', '110000')).data.areas).toContainEqual({ code: '110118', name: '密云区', count: 11 });
  expect((await counts('size')).msg).toContain('不是地区字段');
  expect((await counts('gone')).msg).toContain('没有可查询的字段');
  expect((await records.list({ conditions: [{ field: 'region', op: 'area', value: '山东' }] })).msg).toContain(
    '区划代码',
  );
  const group = { anyOf: [{ field: 'region', op: 'area', value: '370000' }, isValid] };
  expect((await records.list({ conditions: [group] })).msg).toContain('不能用于“任一条件”');
});

it('every record lies on the globe or is one without coordinates, never both', async () => {
  const fields = { kind: 'points', longitude: 'lng', latitude: 'lat' } as const;
  await publishForm(server.context, {
    formKey: 'opPoints',
    formName: '坐标',
    note: '',
    author,
    definition: {
      fields: [
        { tag: 'el-input-number', __vModel__: 'lng', label: '经度', precision: 6 },
        { tag: 'el-input-number', __vModel__: 'lat', label: '纬度', precision: 6 },
      ],
    },
  });
  const records = recordsOf(admin, 'opPoints');
  const places: [lng: number | null, lat: number | null, isPoint: boolean][] = [
    [117.1, 36.6, true],
    [180, 90, true],
    [-180, -90, true],
    [181, 36, false],
    [-181, 36, false],
    [117, 91, false],
    [117, -91, false],
    [180.000001, 0, false],
    [null, 36, false],
    [117, null, false],
    [null, null, false],
  ];
  const all: { id: string; isPoint: boolean }[] = [];
  for (const [lng, lat, isPoint] of places)
    all.push({ id: (await records.save({ fieldsMap: { lng, lat } })).data.id ?? '', isPoint });
  const idsOf = async (conditions: readonly object[]): Promise<string[]> =>
    (await records.list({ conditions }, { pageNum: 1, pageSize: 50 })).data.data.map(({ id }) => id ?? '').toSorted();
  const idsWhere = (wanted: boolean): string[] =>
    all.flatMap(({ id, isPoint }) => (isPoint === wanted ? [id] : [])).toSorted();
  expect(await idsOf(validCoordinates(fields.longitude, fields.latitude))).toEqual(idsWhere(true));
  expect(await idsOf(placeConditions(fields, NO_LOCATION))).toEqual(idsWhere(false));
});
