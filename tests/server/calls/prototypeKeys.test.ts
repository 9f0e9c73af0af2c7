import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { author } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
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
afterAll(() => server.dispose());
/** Nothing that came has become a property of every object. */
afterEach(() => {
  expect([({} as Record<string, unknown>)['polluted'], ([] as unknown as Record<string, unknown>)['polluted']]).toEqual(
    [undefined, undefined],
  );
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

it.each(CALLS.flatMap(([name, path, body]) => HOSTILE.map((hostile) => [name, hostile, path, body(hostile)] as const)))(
  'keys of a prototype in %s (%s) reach no object of the server, and are no fault of its own',
  async (_name, _hostile, path, body) => {
    for (const client of [staff, admin]) {
      const answer = await client.post(path, body, json);
      expect(answer.status).toBeLessThan(500);
    }
    expect((await staff.post('/api/system/frmCrud/list/protoForm', {})).code).toBe('1');
  },
);
