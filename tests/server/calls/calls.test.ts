import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../../src/server/app.ts';
import { routes } from '../../../src/server/routes.ts';
import { CALLS } from './callRows.ts';
import { type Client, startTestServer, type TestServer } from '../support.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { author } from '../support/sealDemo.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
let spec: Spec;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
  spec = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Spec;
});
afterAll(() => server.dispose());

interface Operation {
  summary?: string;
  tags?: string[];
  requestBody?: unknown;
  parameters?: { in: string; name: string }[];
}

type Spec = { paths: Record<string, Record<string, Operation>> };

const shape = (path: string): string => path.replace(/\{[^}]+\}/g, '{}').replace(/\/:[^/]+/g, '/{}');

describe('the calls that the specification names', () => {
  it('are rows CL-001 to CL-091, none left out', () => {
    const rows = [...new Set(CALLS.map(([row]) => row))].sort((a, b) => a - b);
    expect(rows).toEqual(Array.from({ length: 91 }, (_none, index) => index + 1));
  });

  it('are all described with method and path (OpenAPI)', () => {
    const served = new Set(
      Object.entries(spec.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(path)}`),
      ),
    );
    const missing = CALLS.filter(([, method, path]) => !served.has(`${method} ${shape(path)}`)).map(
      ([row, method, path]) => `CL-${String(row).padStart(3, '0')} ${method} ${path}`,
    );
    expect(missing).toEqual([]);
  });

  it('are all served: none answers "no such call" to somebody who is signed in', async () => {
    const staff = await server.api('staff');
    const lost: string[] = [];
    for (const [row, method, path] of CALLS) {
      // found by its answer: what does not exist is 404 for an unknown call and for an unknown id alike, so ask without a token
      const response = await fetch(server.url + path.replace(/\{[^}]+\}/g, 'x'), {
        method,
        ...(method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
      });
      if (response.status === 404) lost.push(`CL-${row} ${method} ${path}`);
    }
    expect(lost).toEqual([]);
    expect(staff.token).not.toBe('');
  });
});

describe('the description of the calls', () => {
  it('leaves out nothing that the server serves under /api', async () => {
    const registered: string[] = [];
    const app = await buildServer(server.context, [
      (fastify) => {
        fastify.addHook('onRoute', ({ method, url }) => {
          for (const one of [method].flat()) registered.push(`${one} ${url}`);
        });
      },
      ...routes,
    ]);
    await app.close();
    const served = new Set(
      Object.entries(spec.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(path).replace('{}', '{}')}`),
      ),
    );
    const unsaid = registered
      .filter((route) => / \/api\//.test(route) && !route.startsWith('HEAD '))
      .filter((route) => !served.has(shape(route).replace(/\*$/, '{}')));
    expect(unsaid).toEqual([]);
  });

  it('has an area and a Chinese summary for every call', () => {
    const unnamed = Object.entries(spec.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(
          ([, { summary = '', tags = [] }]) =>
            !/[\u4e00-\u9fa5]/.test(summary) || (tags.length === 0 && path !== '/health'),
        )
        .map(([method]) => `${method} ${path}`),
    );
    expect(unnamed.filter((call) => call.includes('/api/'))).toEqual([]);
  });
});

const ORG = '/api/system/sys/org';

const DICT = '/api/system/sys/dictType';

const MAIL = '/api/system/sendEmails';

describe('a list that is asked for what it does not know', () => {
  it.each([
    `${ORG}/getOrgList`,
    `${ORG}/getOrgOnly`,
    `${MAIL}/getList`,
    '/api/system/receiveEmails/getList',
    '/api/system/receiveEmails/getDelList',
    '/api/system/sysNotice/getList',
    '/api/system/sysNotice/getManageList',
    '/api/system/sysMsgRemind/msgRemindList',
    '/api/system/sysAudit/getList',
    '/api/system/sysAudit/getRecordList',
    '/api/system/sysAudit/export',
  ])('refuses it, in `data` and beside it, rather than answer everything: %s', async (path) => {
    expect(await admin.post(path, { data: { nmae: '综合部' }, page: { pageNum: 1, pageSize: 1 } })).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
      msg: '请求参数有误：“data”有多余的“nmae”',
    });
    expect(await admin.post(path, { keyword: 'x' })).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
      msg: '请求参数有误：内容有多余的“keyword”',
    });
    for (const body of [{}, { data: {} }, { data: null, page: null }, { page: { pageNum: 1, pageSize: 8, total: 3 } }])
      expect([body, (await admin.post(path, body)).status]).toEqual([body, 200]);
  });

  it('is the list of processes, too', async () => {
    const path = '/api/task/flow/admin/instances';
    expect((await admin.post(path, { data: { status: 'stuck' } })).msg).toBe('请求参数有误：内容有多余的“data”');
    expect((await admin.post(path, { status: 'all', page: { pageNum: 1, pageSize: 5 } })).code).toBe('1');
  });

  it("a notice is asked for by its state by everybody: what is not released is nobody's but its keepers'", async () => {
    await admin.post('/api/system/sysNotice/saveOrUpdate', { title: '尚未发布' });
    const total = async (call: string, data: object) =>
      (await admin.post<{ page: { total: number } }>(`/api/system/sysNotice/${call}`, { data })).data.page.total;
    expect(await total('getList', { status: '0' })).toBe(0);
    expect(await total('getManageList', { status: '0', title: '尚未发布' })).toBe(1);
  });
});

describe('a change with a key that nobody reads', () => {
  it.each([
    ['a part of the organisation', `${ORG}/update`, { id: 'dept-cl', nmae: '甲' }, '内容有多余的“nmae”'],
    [
      'a new one',
      `${ORG}/save`,
      { name: '甲', type: 'dept', parentId: 'unit-jc', leader: 'u-hr' },
      '内容有多余的“leader”',
    ],
    [
      'an item of a dictionary',
      `${DICT}/saveOrUpdate`,
      { typeCode: 'asked', typeName: '甲', items: [{ dictLabel: '甲', dictValue: '1', isDisabled: true }] },
      '“items › 0”有多余的“isDisabled”',
    ],
    [
      'a dictionary',
      `${DICT}/saveOrUpdate`,
      { typeCode: 'asked', typeName: '甲', items: [], parent: 'x' },
      '内容有多余的“parent”',
    ],
    ['a mail', `${MAIL}/sendEmail`, { subject: '甲', toIds: ['u-hr'], bccIds: ['u-staff'] }, '内容有多余的“bccIds”'],
    ['a draft in a list', `${MAIL}/saveBatch`, [{ subject: '甲', body: '乙' }], '“0”有多余的“body”'],
    ['a notice', '/api/system/sysNotice/saveOrUpdate', { title: '甲', units: ['unit-jc'] }, '内容有多余的“units”'],
  ])('is refused and not called saved: %s', async (_what, path, body, detail) => {
    expect(await admin.post(path, body)).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
      msg: `请求参数有误：${detail}`,
    });
  });

  it('is none where what was read is sent back changed', async () => {
    const org = (await admin.get<object>(`${ORG}/getById?id=dept-cl`)).data;
    expect(await admin.post(`${ORG}/update`, { ...org, sn: 5 })).toMatchObject({ code: '1', msg: '已保存' });
    const [{ typeCode }] = (await admin.get<[{ typeCode: string }]>(`${DICT}/buildDictTypeTree`)).data;
    const dictionary = (await admin.get<object>(`${DICT}/getById?id=${typeCode}`)).data;
    expect(await admin.post(`${DICT}/saveOrUpdate`, dictionary)).toMatchObject({ code: '1', msg: '已保存' });
  });
});

describe('keys of a prototype', () => {
  beforeAll(async () => {
    await publishForm(server.context, {
      formKey: 'protoForm',
      formName: '原型',
      definition: {
        access: { createRoles: ['*'] },
        fields: [
          { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1', isList: '1' },
          {
            tag: 'subTable',
            __vModel__: 'lines',
            label: '明细',
            commonAdd: '1',
            children: [{ tag: 'el-input', __vModel__: 'a', label: '甲' }],
          },
        ],
      },
      note: '',
      author,
    });
  });

  /** Nothing that came has become a property of every object. */
  afterEach(() => {
    expect([
      ({} as Record<string, unknown>)['polluted'],
      ([] as unknown as Record<string, unknown>)['polluted'],
    ]).toEqual([undefined, undefined]);
  });

  const HOSTILE = [
    '"__proto__":{"polluted":1}',
    '"constructor":{"prototype":{"polluted":1}}',
    '"prototype":{"polluted":1}',
  ];

  const json = { 'content-type': 'application/json' };

  const CALLS: readonly (readonly [name: string, path: string, body: (hostile: string) => string])[] = [
    [
      'values of a record',
      '/api/system/frmCrud/saveOrUpdate/protoForm',
      (it) => `{"fieldsMap":{"title":"a",${it}},"childTables":{}}`,
    ],
    [
      'a row',
      '/api/system/frmCrud/saveOrUpdate/protoForm',
      (it) => `{"fieldsMap":{},"childTables":{"lines":[{"id":"1","fieldsMap":{${it}}}]}}`,
    ],
    [
      'tables of a record',
      '/api/system/frmCrud/saveOrUpdate/protoForm',
      (it) => `{"fieldsMap":{},"childTables":{${it}}}`,
    ],
    ['fields of a list', '/api/system/frmCrud/list/protoForm', (it) => `{"data":{${it}}}`],
    [
      'a condition',
      '/api/system/frmCrud/list/protoForm',
      (it) => `{"data":{"conditions":[{"field":"__proto__","op":"eq","value":{${it}}}]}}`,
    ],
    ['what a relation fills', '/api/system/relation/values/protoForm', (it) => `{"id":"x","fill":{${it}}}`],
    [
      'parameters of a dataset',
      '/api/system/dataset/run',
      (it) => `{"questions":[{"datasetKey":"none","params":{${it}}}]}`,
    ],
    [
      'a saved view',
      '/api/system/listView/save',
      (it) => `{"formKey":"protoForm","place":"","name":"v","config":{"query":{${it}},"columns":{"shown":{${it}}}}}`,
    ],
    [
      'a subscription',
      '/api/system/subscription/save',
      (it) =>
        `{"datasetKey":"none","title":"t","kind":"table","schedule":{"every":"day","at":"08:00"},"ways":["inbox"],"question":{"params":{${it}}}}`,
    ],
    [
      'a definition',
      '/api/system/frmDef/saveDraft',
      (it) =>
        `{"formKey":"protoDraft","formName":"x","definition":{${it},"fields":[{${it},"tag":"el-input","__vModel__":"__proto__","label":"x"}]}}`,
    ],
    [
      'a field named after a prototype',
      '/api/system/frmDef/saveDraft',
      () =>
        '{"formKey":"protoDraft","formName":"x","definition":{"fields":[{"tag":"el-input","__vModel__":"constructor","label":"x","computed":"toString"}]}}',
    ],
    [
      'a screen',
      '/api/system/screenDef/saveDraft',
      (it) => `{"screenKey":"proto/x","definition":{${it},"tag":"list","formKey":"protoForm"}}`,
    ],
  ];

  it.each(
    CALLS.flatMap(([name, path, body]) => HOSTILE.map((hostile) => [name, hostile, path, body(hostile)] as const)),
  )(
    'keys of a prototype in %s (%s) reach no object of the server, and are no fault of its own',
    async (_name, _hostile, path, body) => {
      for (const client of [staff, admin]) {
        const answer = await client.post(path, body, json);
        expect(answer.status).toBeLessThan(500);
      }
      expect((await staff.post('/api/system/frmCrud/list/protoForm', {})).code).toBe('1');
    },
  );
});
