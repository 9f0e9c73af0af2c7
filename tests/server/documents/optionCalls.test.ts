import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishForm } from '../../../src/server/documents/index.ts';
import { author } from '../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

const choice = (key: string, url: string, more: object = {}): object => ({
  tag: 'el-select',
  __vModel__: key,
  label: key,
  isRemote: '1',
  resourseApi: url,
  ...more,
});
const publish = async (fields: object[]) => {
  const { problems } = await publishForm(server.context, {
    formKey: 'optionCalls',
    formName: '选项来源',
    note: '',
    author,
    definition: { fields, access: { createRoles: ['*'] } },
  });
  return problems.filter(({ code }) => code === 'DOC_OPTION_CALL');
};

it('options from an address that this server does not have are told of, with what follows and what to do instead', async () => {
  const problems = await publish([
    choice('城市', '/sys/area/tree', { required: true }),
    { tag: 'subTable', __vModel__: 'rows', label: '明细', children: [choice('品牌', '/base/brand?type=1')] },
  ]);
  expect(problems.map(({ path, level }) => [path.join('.'), level])).toEqual([
    ['fields.0.resourseApi', 'warning'],
    ['fields.1.children.0.resourseApi', 'warning'],
  ]);
  expect(problems[0]?.message).toBe(
    '“城市”的选项来自“/sys/area/tree”，本系统没有这个地址，此项必填，记录将无法保存；请改为字典、固定选项或本系统的表单',
  );
  expect(problems[1]?.message).toContain('将没有选项可选');
});

it('options from calls of this server are not, whatever their method, parameters and placeholders', async () => {
  expect(
    await publish([
      choice('角色', '/system/sys/role/options'),
      choice('记录', '/system/frmCrud/list/optionCalls', { resourseApiType: 'post' }),
      choice('表单', '/system/frmCrud/list/${角色}?a=1', { resourseApiType: 'POST' }),
      choice('静态', '', { isRemote: '0' }),
    ]),
  ).toEqual([]);
});
