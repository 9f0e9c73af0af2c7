import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
});
afterAll(() => server.dispose());

const input = (key: string, more: object = {}) => ({
  tag: 'el-input',
  __vModel__: key,
  label: key,
  isList: '1',
  ...more,
});
const call = <T = unknown>(kind: string, name: string, body: object) =>
  admin.post<T>(`/api/system/${kind}Def/${name}`, body);

async function publishForm(formKey: string, fields: object[] = [input('a')], more: object = {}): Promise<void> {
  const definition = { formKey, formName: `表单${formKey}`, access: { createRoles: ['*'] }, fields, ...more };
  await call('frm', 'saveDraft', { formKey, formName: `表单${formKey}`, definition });
  expect(await call('frm', 'publish', { formKey, note: '' })).toMatchObject({ code: '1' });
}
async function publishScreen(screenKey: string, root: object): Promise<void> {
  await call('screen', 'saveDraft', {
    screenKey,
    title: `界面${screenKey}`,
    definition: { screenKey, title: `界面${screenKey}`, root },
  });
  expect(await call('screen', 'publish', { screenKey, note: '' })).toMatchObject({ code: '1' });
}
const list = async (kind: string) =>
  (
    await admin.get<(Record<string, unknown> & { uses: number; disabledBy: string; version: number })[]>(
      `/api/system/${kind}Def/list`,
    )
  ).data;

describe('a copy', () => {
  it('of a form is a draft under its own key and name; a key that is there is refused', async () => {
    await publishForm('original');
    expect(await call('frm', 'copy', { formKey: 'original', newKey: 'copied', formName: '副本' })).toMatchObject({
      code: '1',
    });
    const { data } = await admin.get<object>('/api/system/frmDef/getDraft?formKey=copied');
    expect(data).toMatchObject({ formKey: 'copied', formName: '副本', fields: [{ __vModel__: 'a' }] });
    expect((await list('frm')).find(({ formKey }) => formKey === 'copied')).toMatchObject({
      version: 0,
      hasDraft: true,
    });
    expect(await call('frm', 'copy', { formKey: 'original', newKey: 'copied', formName: '再来' })).toMatchObject({
      code: 'REQUEST_INVALID',
      msg: '请求参数有误：键“copied”已存在',
    });
    expect(await call('frm', 'copy', { formKey: 'none', newKey: 'other', formName: '无' })).toMatchObject({
      code: '404',
    });
  });

  it('of a process can be published: its id, picture and name go with it', async () => {
    expect(
      await call('flow', 'copy', { flowKey: 'scrapDevice', newKey: 'scrapCopy', flowName: '设备报废<二>' }),
    ).toMatchObject({ code: '1' });
    expect(await call('flow', 'publish', { flowKey: 'scrapCopy', note: '' })).toMatchObject({ code: '1' });
    expect((await list('flow')).find(({ flowKey }) => flowKey === 'scrapCopy')).toMatchObject({
      flowName: '设备报废<二>',
      version: 1,
    });
    const { data } = await admin.get<string>('/api/system/flowDef/getDraft?flowKey=scrapCopy');
    expect(/(bpmnElement|process id)="scrapDevice"/.test(data)).toBe(false);
  });

  it('of a screen and of a dataset', async () => {
    await publishScreen('test/one', { tag: 'page', children: [{ tag: 'text', text: '一' }] });
    expect(await call('screen', 'copy', { screenKey: 'test/one', newKey: 'test/two', title: '二' })).toMatchObject({
      code: '1',
    });
    expect(await call('screen', 'publish', { screenKey: 'test/two', note: '' })).toMatchObject({ code: '1' });
    const [first] = await list('dataset');
    expect(
      await call('dataset', 'copy', { datasetKey: first?.datasetKey, newKey: 'test/copy', name: '副本' }),
    ).toMatchObject({ code: '1' });
    expect(await call('dataset', 'publish', { datasetKey: 'test/copy', note: '' })).toMatchObject({ code: '1' });
  });
});

describe('out of use', () => {
  it('a form takes no new record, by page, import or effect; what there is stays readable and is changed', async () => {
    await publishForm('closing');
    const save = (body: object) => staff.post<{ id: string }>('/api/system/frmCrud/saveOrUpdate/closing', body);
    const first = await save({ fieldsMap: { a: '一' }, childTables: {} });
    expect(first.code).toBe('1');
    expect(await call('frm', 'disable', { formKey: 'closing' })).toMatchObject({ code: '1', msg: '已停用' });
    expect(await save({ fieldsMap: { a: '二' }, childTables: {} })).toMatchObject({
      status: 409,
      code: 'DOC_DISABLED',
      msg: '表单“表单closing”已停用，不能再新增记录；已有的记录仍可查看和办理',
    });
    const rights = await staff.get<{ rights: string[]; isDisabled: boolean }>('/api/system/frmCrud/rights/closing');
    expect([rights.data.isDisabled, rights.data.rights.includes('create'), rights.data.rights.includes('see')]).toEqual(
      [true, false, true],
    );
    const read = await staff.get<{ revision: number }>(`/api/system/frmCrud/getById/closing?id=${first.data.id}`);
    expect(read.data).toMatchObject({ fieldsMap: { a: '一' } });
    expect(
      await save({ id: first.data.id, revision: read.data.revision, fieldsMap: { a: '改' }, childTables: {} }),
    ).toMatchObject({ code: '1' });
    expect((await list('frm')).find(({ formKey }) => formKey === 'closing')?.disabledBy).not.toBe('');
    expect(await call('frm', 'enable', { formKey: 'closing' })).toMatchObject({ code: '1' });
    expect(await save({ fieldsMap: { a: '三' }, childTables: {} })).toMatchObject({ code: '1' });
  });

  it('a screen and a dataset are refused by name, and come back; what the product needs cannot be taken out', async () => {
    await publishScreen('test/shut', { tag: 'page', children: [] });
    await call('screen', 'disable', { screenKey: 'test/shut' });
    expect(await staff.get('/api/system/screenDef/getLastVersionScreenDef?screenKey=test/shut')).toMatchObject({
      code: 'DOC_DISABLED',
      msg: '界面“界面test/shut”已停用，请联系系统管理员',
    });
    await call('screen', 'enable', { screenKey: 'test/shut' });
    expect((await staff.get('/api/system/screenDef/getLastVersionScreenDef?screenKey=test/shut')).code).toBe('1');
    for (const screenKey of ['platform/login', 'platform/shell', 'platform/screenManager'])
      expect([screenKey, (await call('screen', 'disable', { screenKey })).code]).toEqual([
        screenKey,
        'REQUEST_INVALID',
      ]);
  });

  it('a process takes no new application', async () => {
    await call('flow', 'saveDraft', { flowKey: 'shutFlow', flowName: '停用流程', definition: FLOW });
    expect(await call('flow', 'publish', { flowKey: 'shutFlow', note: '' })).toMatchObject({ code: '1' });
    await publishForm('shutForm', [input('a')], { flowKey: 'shutFlow' });
    await call('flow', 'disable', { flowKey: 'shutFlow' });
    const applied = await staff.post('/api/system/frmCrud/runProcess/shutForm', {
      record: { fieldsMap: { a: '一' }, childTables: {} },
      action: 'submit',
    });
    expect(applied).toMatchObject({ code: 'DOC_DISABLED' });
  });
});

describe('a removal', () => {
  it('is refused while something names the document, records are there or a draft names it, and lists them', async () => {
    await publishForm('wanted');
    await publishForm('pointing', [{ tag: 'recordSelector', __vModel__: 'r', label: '关联', to: 'wanted' }]);
    const refused = await call<{ uses: { kind: string; key: string; place: string }[] }>('frm', 'remove', {
      formKey: 'wanted',
    });
    expect(refused).toMatchObject({
      status: 409,
      code: 'DOC_IN_USE',
      msg: '“表单wanted”还在使用，不能删除：表单“表单pointing”的字段“关联” · 关联的表单',
      data: { uses: [{ kind: 'form', key: 'pointing' }] },
    });
    expect((await list('frm')).find(({ formKey }) => formKey === 'wanted')?.uses).toBe(1);
    await publishForm('kept');
    await admin.post('/api/system/frmCrud/saveOrUpdate/kept', { fieldsMap: { a: '一' }, childTables: {} });
    expect((await call('frm', 'remove', { formKey: 'kept' })).msg).toBe(
      '“表单kept”还在使用，不能删除：已有记录（含回收站）',
    );
    await publishForm('drafted');
    await call('screen', 'saveDraft', {
      screenKey: 'test/draft',
      title: '草',
      definition: { screenKey: 'test/draft', title: '草', root: { tag: 'list', formKey: 'drafted' } },
    });
    expect((await call('frm', 'remove', { formKey: 'drafted' })).msg).toContain('界面“草”的列表 · 表单（草稿）');
  });

  it('of what nothing names goes through, and a form of the same key begins anew with the next number', async () => {
    await publishForm('lone');
    expect(await call('frm', 'remove', { formKey: 'lone', seen: 1 })).toMatchObject({ code: '1', msg: '已删除' });
    expect((await list('frm')).some(({ formKey }) => formKey === 'lone')).toBe(false);
    expect(await staff.get('/api/system/frmDef/getLastVersionFrmDef?formKey=lone')).toMatchObject({ code: '404' });
    await publishForm('lone', [input('b')]);
    const { data } = await staff.get<object>('/api/system/frmDef/getLastVersionFrmDef?formKey=lone');
    expect(data).toMatchObject({ version: 2, fields: [{ __vModel__: 'b' }] });
  });

  it('of a form is refused while a menu entry of the menu manager lists it, and the list of forms counts the entry', async () => {
    await publishForm('listed');
    const entry = {
      name: '登记',
      path: 'listedForm',
      component: 'platform/taskCenter/launch',
      query: 'tab=1&formKey=listed',
    };
    const made = await admin.post('/api/system/sys/menu/save', { parentId: 'office', roles: null, item: entry });
    expect(made.code, made.msg).toBe('1');
    expect((await call('frm', 'remove', { formKey: 'listed' })).msg).toContain('菜单“登记”');
    expect((await list('frm')).find(({ formKey }) => formKey === 'listed')?.uses).toBe(1);
  });

  it('of a screen is refused while a menu entry opens it', async () => {
    const refused = await call('screen', 'remove', { screenKey: 'platform/system/dictManager' });
    expect(refused).toMatchObject({ code: 'DOC_IN_USE' });
    expect(refused.msg).toContain('菜单“');
  });

  it('does not remove what another administrator changed meanwhile', async () => {
    await publishForm('racing');
    await publishForm('racing', [input('a'), input('b')]);
    expect(await call('frm', 'remove', { formKey: 'racing', seen: 1 })).toMatchObject({ code: 'RECORD_STALE' });
    const before = (await list('frm')).find(({ formKey }) => formKey === 'racing');
    await call('frm', 'saveDraft', { formKey: 'racing', formName: '改', definition: { fields: [] } });
    expect(await call('frm', 'discardDraft', { formKey: 'racing', revision: Number(before?.revision) })).toMatchObject({
      code: 'RECORD_STALE',
    });
  });

  it('by two at once happens once', async () => {
    await publishForm('twice');
    const codes = (await Promise.all([1, 2].map(() => call('frm', 'remove', { formKey: 'twice', seen: 1 })))).map(
      ({ code }) => code,
    );
    expect(codes.sort()).toEqual(['1', '404']);
  });
});

describe('a draft', () => {
  it('that was given up is not saved over by who still has it open, and nobody is named for it', async () => {
    await publishForm('open');
    const saved = (fields: object[], more: object = {}) =>
      call<{ revision: number }>('frm', 'saveDraft', {
        formKey: 'open',
        formName: '开',
        definition: { formKey: 'open', formName: '开', fields },
        ...more,
      });
    const { data } = await saved([input('b')]);
    expect(await call('frm', 'discardDraft', { formKey: 'open' })).toMatchObject({ code: '1' });
    expect(await saved([input('c')], { revision: data.revision })).toMatchObject({
      code: 'RECORD_STALE',
      msg: '此草稿已被放弃、发布或删除，您的修改未保存，填写内容已保留',
    });
  });

  it('is given up: the version in force stays; one that was never published is gone, with what it named', async () => {
    await publishForm('steady');
    const definition = {
      formKey: 'steady',
      formName: '稳',
      fields: [{ ...input('k'), tag: 'el-select', isDict: '1', dictCode: 'yesNo' }],
    };
    await call('frm', 'saveDraft', { formKey: 'steady', formName: '稳', definition });
    expect(await call('frm', 'discardDraft', { formKey: 'steady' })).toMatchObject({ code: '1' });
    expect((await admin.get<object>('/api/system/frmDef/getDraft?formKey=steady')).data).toMatchObject({
      fields: [{ __vModel__: 'a' }],
    });
    expect(await call('frm', 'discardDraft', { formKey: 'steady' })).toMatchObject({ code: '404' });
    await call('frm', 'saveDraft', {
      formKey: 'passing',
      formName: '过',
      definition: { ...definition, formKey: 'passing' },
    });
    const uses = async () =>
      (
        await admin.post<{ data: { key: string }[] }>('/api/system/sys/dictType/uses', {
          data: { typeCode: 'yesNo' },
          page: { pageNum: 1, pageSize: 100 },
        })
      ).data.data.map(({ key }) => key);
    expect(await uses()).toContain('passing');
    expect(await uses()).not.toContain('steady');
    expect(await call('frm', 'discardDraft', { formKey: 'passing' })).toMatchObject({ code: '1' });
    expect((await list('frm')).some(({ formKey }) => formKey === 'passing')).toBe(false);
    expect(await uses()).not.toContain('passing');
  });
});

it('nobody but administrators copies, disables, enables, discards or removes', async () => {
  await publishForm('guarded');
  for (const [name, more] of [
    ['copy', { newKey: 'stolen', formName: '偷' }],
    ['disable', {}],
    ['enable', {}],
    ['discardDraft', {}],
    ['remove', {}],
  ] as const)
    expect([name, (await staff.post(`/api/system/frmDef/${name}`, { formKey: 'guarded', ...more })).status]).toEqual([
      name,
      403,
    ]);
});

it('leaves an entry in the audit log', async () => {
  await publishForm('noted');
  await call('frm', 'disable', { formKey: 'noted' });
  await call('frm', 'remove', { formKey: 'noted' });
  const { data } = await admin.post<{ data: object[] }>('/api/system/sysAudit/getList', {
    data: { object: 'doc_document', keyword: 'noted' },
    page: { pageNum: 1, pageSize: 20 },
  });
  expect(JSON.stringify(data.data)).toMatch(/delete|删除/);
});

const FLOW = `<?xml version="1.0"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:sf="urn:schema-first:bpmn" id="d" targetNamespace="t">
<process id="shutFlow" name="停用流程" isExecutable="true"><startEvent id="s"/>
<userTask id="apply" name="申请"><extensionElements><sf:candidates type="initiator"/></extensionElements></userTask>
<userTask id="audit" name="审核"><extensionElements><sf:candidates type="role" value="leader"/></extensionElements></userTask><endEvent id="e"/>
<sequenceFlow id="f0" sourceRef="s" targetRef="apply"/><sequenceFlow id="f1" sourceRef="apply" targetRef="audit"/><sequenceFlow id="f2" sourceRef="audit" targetRef="e"/></process></definitions>`;
