import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

interface Result {
  rows: { keys: string[]; labels: string[]; values: (string | null)[] }[];
}

const site = {
  formKey: 'areaSite',
  formName: '工地',
  titleTemplate: '${name}',
  access: { createRoles: ['staff'] },
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
    { tag: 'el-input', __vModel__: 'code', label: '区划代码' },
    { tag: 'el-cascader', __vModel__: 'region', label: '所在地', cascaderGetAll: '1', checkStrictly: true },
    { tag: 'el-input-number', __vModel__: 'amount', label: '金额', precision: 2 },
  ],
};
const level = (key: string, of: string, number: number) => ({ key, of, by: 'area', level: number });

let server: TestServer;
let admin: Client;

const publish = (name: string, of: string) => async (): Promise<string> => {
  const datasetKey = `areas/${name}`;
  await admin.post('/api/system/datasetDef/saveDraft', {
    datasetKey,
    name,
    definition: {
      datasetKey,
      name,
      from: 'areaSite',
      groupBy: [level('province', of, 1), level('city', of, 2)],
      measures: [
        { key: 'amount', fn: 'sum', of: 'amount' },
        { key: 'average', fn: 'avg', of: 'amount' },
      ],
    },
  });
  return (await admin.post('/api/system/datasetDef/publish', { datasetKey, note: '测试' })).msg;
};
const ask = async (name: string, by: string[]): Promise<[string[], string[], (string | null)[]][]> => {
  const { data } = await admin.post<Result[]>('/api/system/dataset/run', {
    questions: [{ datasetKey: `areas/${name}`, by }],
  });
  return (data[0]?.rows ?? []).map(({ keys, labels, values }) => [keys, labels, values]);
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  await admin.post('/api/system/frmDef/saveDraft', { formKey: 'areaSite', definition: site });
  expect((await admin.post('/api/system/frmDef/publish', { formKey: 'areaSite', note: '测试' })).msg).toBe('发布成功');
  const records: [string, string[], number][] = [
    ['370102', ['370000', '370100'], 10],
    ['370200', ['山东省', '青岛市'], 30],
    ['370000', ['370000'], 20],
    ['110101', ['110000', '110101'], 5],
    ['', [], 1],
  ];
  for (const [index, [code, region, amount]] of records.entries())
    expect(
      (
        await admin.post('/api/system/frmCrud/saveOrUpdate/areaSite', {
          fieldsMap: { name: `工地${index}`, code, region, amount },
          childTables: {},
        })
      ).msg,
    ).toBe('保存成功');
});
afterAll(() => server.dispose());

describe('groups by area', () => {
  it('put records under the area of a level, by code; what lies above the level stands for itself', async () => {
    expect(await publish('code', 'code')()).toBe('发布成功');
    expect(await ask('code', ['province'])).toEqual([
      [['110000'], ['北京市'], ['5', '5']],
      [['370000'], ['山东省'], ['60', '20']],
      [[''], ['未填写'], ['1', '1']],
    ]);
    const cities = await ask('code', ['province', 'city']);
    // a district of 北京 is the level below it; a record of the whole province has no city
    expect(cities.map(([keys, labels, [amount]]) => [...keys, labels[1], amount])).toEqual([
      ['110000', '110101', '东城区', '5'],
      ['370000', '370000', '山东省', '20'],
      ['370000', '370100', '济南市', '10'],
      ['370000', '370200', '青岛市', '30'],
      ['', '', '未填写', '1'],
    ]);
  });

  it('read a path of codes by its last code, and a path of names by the place of each', async () => {
    expect(await publish('path', 'region')()).toBe('发布成功');
    const rows = await ask('path', ['province']);
    expect(Object.fromEntries(rows.map(([keys, , [amount]]) => [keys[0], amount]))).toEqual({
      '110000': '5',
      '370000': '30',
      山东省: '30',
      '': '1',
    });
    const cities = await ask('path', ['city']);
    expect(cities.map(([keys]) => keys[0])).toEqual(expect.arrayContaining(['370100', '青岛市', '110101', '370000']));
  });

  it('lead to exactly their records', async () => {
    const { data } = await admin.post<{ rows: unknown[]; figure: { value: string } }>('/api/system/dataset/records', {
      datasetKey: 'areas/code',
      keys: { province: '370000' },
      figure: 'amount',
      page: { pageNum: 1, pageSize: 10 },
    });
    expect([data.rows.length, data.figure.value]).toEqual([3, '60.00']);
  });

  it('are refused of a number when the dataset is published', async () => {
    expect(await publish('number', 'amount')()).not.toBe('发布成功');
  });
});

describe('outlines of areas', () => {
  it('are the parts of the country or of a province, with what else can be looked into', async () => {
    interface Outline {
      code: string;
      drawn: string[];
      outline: { features: { properties: { adcode: string; name: string } }[] };
    }
    const { data } = await admin.get<Outline>('/api/system/sys/area/outline');
    expect([data.code, data.outline.features.length]).toEqual(['100000', 34]);
    expect(data.drawn).toContain('370000');
    const shandong = await admin.get<Outline>('/api/system/sys/area/outline?code=370000');
    expect(shandong.data.outline.features.map(({ properties }) => properties.name)).toContain('济南市');
  });

  it('of an area without any are not found, and a code that is none is refused', async () => {
    expect((await admin.get('/api/system/sys/area/outline?code=370100')).code).toBe('404');
    expect((await admin.get('/api/system/sys/area/outline?code=..%2Fareas')).code).toBe('REQUEST_INVALID');
  });
});
