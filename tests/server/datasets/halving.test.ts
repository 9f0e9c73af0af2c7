import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishFlow } from '../../../src/server/flowDocuments/publishFlow.ts';
import { edge, flowFile, task } from '../approval/story.ts';
import { author } from '../support/sealDemo.ts';
import { type Client, startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
  const hidden = '<sf:field key="cost" visible="0"/>';
  await publishFlow(server.context, {
    xml: flowFile(
      'halved',
      `${task('check user u-hr', hidden)}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`,
    ),
    note: '',
    author,
  });
  await publish('halvedByNode', { flowKey: 'halved', fields });
  await publish('halvedByRole', { fields });
  for (const to of ['halvedByNode', 'halvedByRole']) {
    await publish(`${to}Point`, {
      fields: [
        { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1', flowEditable: '1' },
        { tag: 'recordSelector', __vModel__: 'far', label: '指向', to, flowEditable: '1' },
      ],
    });
    const grid = [
      { formKey: to, rights: RIGHTS, ...(to === 'halvedByRole' ? { hidden: ['cost'], locked: [] } : {}) },
      { formKey: `${to}Point`, rights: RIGHTS },
    ];
    expect((await admin.post('/api/system/sys/role/saveGrid', { code: 'staff', forms: grid })).code).toBe('1');
  }
});
afterAll(() => server.dispose());

/** A hidden amount is looked for by halving: is it more than 500, than 250 … Each way must end at the first question. */

const fields = [
  { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1', flowEditable: '1' },
  { tag: 'el-date-picker', __vModel__: 'day', label: '日期', type: 'date', flowEditable: '1' },
  { tag: 'el-input-number', __vModel__: 'amount', label: '金额', precision: 2, flowEditable: '1' },
  { tag: 'el-input-number', __vModel__: 'cost', label: '成本', precision: 2, flowEditable: '1' },
];

const RIGHTS = ['see', 'create', 'editOwn', 'editAll', 'delete', 'import', 'export', 'print'];

async function publish(formKey: string, definition: object): Promise<void> {
  await admin.post('/api/system/frmDef/saveDraft', {
    formKey,
    definition: { formKey, formName: formKey, ...definition },
  });
  const answer = await admin.post('/api/system/frmDef/publish', { formKey, note: '测试' });
  expect([formKey, answer.msg]).toEqual([formKey, '发布成功']);
}

async function dataset(datasetKey: string, definition: object): Promise<void> {
  await admin.post('/api/system/datasetDef/saveDraft', {
    datasetKey,
    name: datasetKey,
    definition: { datasetKey, name: datasetKey, ...definition },
  });
  const answer = await admin.post('/api/system/datasetDef/publish', { datasetKey, note: '测试' });
  expect([datasetKey, answer.msg]).toEqual([datasetKey, '发布成功']);
}

const SUM = [{ key: 'costs', fn: 'sum', of: 'cost' }];

/** Ways over the form itself, and over one that points at it. */
const WAYS: Record<string, object> = {
  filter: { where: 'cost > 500.0' },
  'filter of a parameter': {
    params: [{ tag: 'el-input-number', __vModel__: 'least', label: '至少', defaultValue: 500 }],
    where: 'cost > params.least',
  },
  measure: { measures: SUM },
  'formula of a measure': { measures: [{ key: 'gain', fn: 'sum', of: 'amount - cost' }] },
  'condition of a count': { measures: [{ key: 'few', fn: 'count', where: 'cost > 500.0' }] },
  'count of values': { measures: [{ key: 'many', fn: 'count', of: 'cost' }] },
  'distinct values': { measures: [{ key: 'many', fn: 'distinct', of: 'cost' }] },
  'calculated column': { measures: SUM, columns: [{ key: 'half', computed: 'costs / 2.0' }] },
  'condition of groups': { groupBy: [{ key: 'name', of: 'name' }], measures: SUM, having: 'costs > 500.0' },
  sort: {
    groupBy: [{ key: 'name', of: 'name' }],
    measures: [{ key: 'count', fn: 'count' }, ...SUM],
    order: ['-costs'],
  },
  group: { groupBy: [{ key: 'cost', of: 'cost' }] },
  ranges: { groupBy: [{ key: 'cost', of: 'cost', ranges: [250, 500, 750] }] },
  share: { groupBy: [{ key: 'name', of: 'name' }], measures: [...SUM, { key: 'part', fn: 'share', of: 'costs' }] },
  'last year': {
    groupBy: [{ key: 'month', of: 'day', by: 'month' }],
    measures: [{ key: 'costs', fn: 'sum', of: 'cost', compare: 'yearAgo' }],
  },
};

const FAR: Record<string, object> = {
  'filter through a relation': { where: 'far.cost > 500.0' },
  'measure through a relation': { measures: [{ key: 'most', fn: 'max', of: 'far.cost' }] },
  'group through a relation': { groupBy: [{ key: 'cost', of: 'far.cost' }] },
  'count through a relation': { measures: [{ key: 'few', fn: 'count', where: 'far.cost > 500.0' }] },
};

describe.each(['halvedByNode', 'halvedByRole'])('a field that is hidden: %s', (formKey) => {
  const all = [
    ...Object.entries(WAYS).map(([way, definition]) => [way, formKey, definition] as const),
    ...Object.entries(FAR).map(([way, definition]) => [way, `${formKey}Point`, definition] as const),
  ];

  it('is refused with its name in every way of asking, and answered to whoever may see it', async () => {
    for (const [way, from, definition] of all) {
      const datasetKey = `${formKey}/${Object.keys({ ...WAYS, ...FAR }).indexOf(way)}`;
      await dataset(datasetKey, { from, ...definition });
      const run = async (client: Client) =>
        (
          await client.post<{ error?: { code: string; msg: string } }[]>('/api/system/dataset/run', {
            questions: [{ datasetKey }],
          })
        ).data[0]?.error;
      const refused = await run(staff);
      expect([way, refused?.code]).toEqual([way, 'DATASET_FIELD']);
      expect([way, refused?.msg]).toEqual([way, expect.stringContaining('成本')]);
      expect([way, await run(admin)]).toEqual([way, undefined]);
      // nor by the sheet of it
      const sheet = await staff.post('/api/system/dataset/export', { datasetKey });
      expect([way, sheet.code === '1', sheet.msg.includes('成本')]).toEqual([way, false, true]);
    }
  });

  it('is asked for neither by the order of a ledger nor by the records behind a figure', async () => {
    await dataset(`${formKey}/lines`, {
      from: formKey,
      details: [
        { key: 'name', of: 'name' },
        { key: 'cost', of: 'cost' },
      ],
      measures: [{ key: 'amount', fn: 'sum', of: 'amount' }, ...SUM],
    });
    const lines = (client: Client, more: object = {}) =>
      client.post<{ heads: { key: string }[]; figures: { key: string }[] }>('/api/system/dataset/lines', {
        datasetKey: `${formKey}/lines`,
        ...more,
      });
    const shown = (await lines(staff)).data;
    expect([shown.heads, shown.figures].map((some) => some.map(({ key }) => key))).toEqual([['name'], ['amount']]);
    for (const field of ['cost', 'costs']) {
      const refused = await lines(staff, { sort: { field } });
      expect([field, refused.code, refused.msg.includes('成本')]).toEqual([field, 'DATASET_FIELD', true]);
      expect((await lines(admin, { sort: { field } })).code).toBe('1');
    }
    const behind = await staff.post('/api/system/dataset/records', { datasetKey: `${formKey}/lines`, figure: 'costs' });
    expect([behind.code, behind.msg.includes('成本')]).toEqual(['DATASET_FIELD', true]);
  });
});

describe('areas', () => {
  beforeAll(async () => {
    await admin.post('/api/system/frmDef/saveDraft', { formKey: 'areaSite', definition: site });
    expect((await admin.post('/api/system/frmDef/publish', { formKey: 'areaSite', note: '测试' })).msg).toBe(
      '发布成功',
    );
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
});
