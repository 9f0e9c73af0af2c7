import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const field = (key: string, label: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label, ...more });
const contract = {
  titleTemplate: '${no} ${party}',
  fields: [
    field('no', '合同编号', { isTitle: '1' }),
    field('party', '对方单位'),
    field('price', '底价'),
    field('note', '备注'),
  ],
};
const settlement = {
  access: { createRoles: ['staff'] },
  fields: [
    field('name', '名称', { isTitle: '1' }),
    {
      tag: 'recordSelector',
      __vModel__: 'contract',
      label: '合同',
      to: 'shownContract',
      fill: { copied: 'price', words: 'note' },
    },
    field('copied', '价格'),
    field('words', '说明'),
    {
      tag: 'subTable',
      __vModel__: 'lines',
      label: '明细',
      children: [{ tag: 'recordSelector', __vModel__: 'each', label: '分项合同', to: 'shownContract' }],
    },
  ],
};

interface Problem {
  code: string;
  level: string;
  message: string;
  path: (string | number)[];
}

let server: TestServer;
let admin: Client;
const RIGHTS = ['see', 'create', 'editOwn'];
const give = (formKey: string, rules: object, rights: readonly string[] = RIGHTS) =>
  admin.post('/api/system/sys/role/saveGrid', {
    code: 'staff',
    forms: [{ formKey, rights, hidden: [], locked: [], ...rules }],
  });
const drafted = async (formKey: string, definition: object): Promise<Problem[]> => {
  const draft = { formKey, formName: formKey === 'shownContract' ? '合同台账' : '结算单', definition };
  const { data } = await admin.post<{ problems: Problem[] }>('/api/system/frmDef/saveDraft', draft);
  return data.problems.filter(({ code }) => code === 'DOC_SHOWS_HIDDEN');
};
const publish = (formKey: string) =>
  admin.post<{ problems: Problem[] }>('/api/system/frmDef/publish', { formKey, note: '' });

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  await drafted('shownContract', contract);
  expect((await publish('shownContract')).code).toBe('1');
  await give('shownContract', {});
});
afterAll(() => server.dispose());

it('nothing is said where the role sees in the other form what the relation shows', async () => {
  expect(await drafted('shownSettlement', settlement)).toEqual([]);
});

it('a title and a filled value that a role does not see in the other form are told of, with role, form and fields', async () => {
  await give('shownContract', { hidden: ['party', 'price'] });
  const found = await drafted('shownSettlement', settlement);
  expect(found.map(({ level, message }) => [level, message])).toEqual([
    [
      'warning',
      '关联字段“合同”的标题会让经办人看到“合同台账”的对方单位，而该角色在那里无权查看；如不应看到，请在“角色授权”中对其隐藏此字段',
    ],
    [
      'warning',
      '关联字段“合同”的带出内容会让经办人看到“合同台账”的底价，而该角色在那里无权查看；如不应看到，请在“角色授权”中对其隐藏此字段',
    ],
    [
      'warning',
      '关联字段“分项合同”的标题会让经办人看到“合同台账”的对方单位，而该角色在那里无权查看；如不应看到，请在“角色授权”中对其隐藏此字段',
    ],
  ]);
});

it('a role that does not see the other form at all sees its whole title by the label', async () => {
  await give('shownContract', {}, []);
  expect((await drafted('shownSettlement', settlement))[0]?.message).toContain('“合同台账”的合同编号、对方单位');
});

it('the dialog before publishing says the same, and publishing itself', async () => {
  await give('shownContract', { hidden: ['party', 'price'] });
  const found = (await drafted('shownSettlement', settlement)).map(({ message }) => message);
  const impact = await admin.post<{ shows: string[]; seen: string }>('/api/system/frmDef/impact', {
    formKey: 'shownSettlement',
    definition: settlement,
  });
  expect(impact.data).toMatchObject({ shows: found, seen: '' });
  const published = await publish('shownSettlement');
  expect(published.code).toBe('1');
  expect(
    published.data.problems.filter(({ code }) => code === 'DOC_SHOWS_HIDDEN').map(({ message }) => message),
  ).toEqual(found);
});

it('nothing is said once relation and filled field are hidden from the role, too', async () => {
  await give('shownContract', { hidden: ['party', 'price'] });
  await give('shownSettlement', { hidden: ['contract', 'copied', 'lines.each'] });
  expect(await drafted('shownSettlement', settlement)).toEqual([]);
  // who is shown the copy reads the other form's value
  await give('shownSettlement', { hidden: ['contract', 'lines.each'] });
  expect((await drafted('shownSettlement', settlement)).map(({ path }) => path.at(-1))).toEqual(['fill']);
});
