import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualOrLong } from '../../support/tier.ts';
import { publishSealDemo } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  await publishSealDemo(server);
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
});
afterAll(() => server.dispose());

interface Drafted {
  problems: { code: string; path: (string | number)[]; level: string }[];
  revision: number;
}

const saveDraft = (formKey: string, definition: unknown, more: object = {}) =>
  admin.post<Drafted>('/api/system/frmDef/saveDraft', { formKey, formName: formKey, definition, ...more });

const publish = (formKey: string, more: object = {}) =>
  admin.post<{ version: number; problems?: Drafted['problems'] }>('/api/system/frmDef/publish', {
    formKey,
    note: '修改',
    ...more,
  });

const definition = (formKey: string, version?: number) =>
  staff.get<{ version: number; formName: string; fields: { __vModel__?: string }[] }>(
    `/api/system/frmDef/getLastVersionFrmDef?formKey=${formKey}${version ? `&version=${version}` : ''}`,
  );

const formOf = (...fields: object[]) => ({ fields });

describe('the life of a screen definition', () => {
  const screenKey = 'test/lifeScreen';
  const screen = (text: string) => ({
    screenKey,
    title: '测试界面',
    root: { tag: 'page', children: [{ tag: 'text', text }] },
  });
  const call = <T>(name: string, body: object) =>
    admin.post<T>(`/api/system/screenDef/${name}`, { screenKey, ...body });
  const served = () =>
    staff.get<{ version: number; root: unknown }>(
      `/api/system/screenDef/getLastVersionScreenDef?screenKey=${screenKey}`,
    );

  it('goes from draft to versions and back to an earlier one, which becomes the next', async () => {
    for (const text of ['一', '二']) {
      await call('saveDraft', { title: '测试界面', definition: screen(text) });
      await call('publish', { note: text });
    }
    expect((await served()).data).toMatchObject({ version: 2, root: { children: [{ text: '二' }] } });
    await call('saveDraft', { title: '测试界面', definition: screen('草稿') });
    expect(await call('saveDraft', { title: '测试界面', definition: screen('未见第二版'), seen: 1 })).toMatchObject({
      status: 409,
      code: 'RECORD_STALE',
      msg: expect.stringContaining('罗志斌') as unknown,
    });
    expect(await call('publish', { note: '三', seen: 1 })).toMatchObject({ code: 'RECORD_STALE' });
    expect(await call('rollback', { version: 1, seen: 1 })).toMatchObject({ code: 'RECORD_STALE' });
    expect((await call<{ version: number }>('rollback', { version: 1, seen: 2 })).data).toMatchObject({ version: 3 });
    expect((await served()).data).toMatchObject({ version: 3, root: { children: [{ text: '一' }] } });
    expect((await admin.get(`/api/system/screenDef/getDraft?screenKey=${screenKey}`)).data).toMatchObject({
      root: { children: [{ text: '草稿' }] },
    });
    expect((await staff.post('/api/system/screenDef/rollback', { screenKey, version: 2 })).status).toBe(403);
  });

  it('goes back to an earlier version whose placeholders and periods are refused by now, with warnings', async () => {
    const conditions = [{ field: 'createTime', op: 'within', value: 'thisMonht' }];
    const list = { tag: 'list', formKey: 'businessSealApply', views: [{ name: '本月', conditions }] };
    const root = (url: string) => ({
      screenKey,
      title: '测试界面',
      root: { tag: 'page', children: [{ tag: 'frame', url }, list] },
    });
    await server.context.db
      .updateTable('doc_version')
      .set({ content: JSON.stringify(root('/x?of=${projectId}')) })
      .where('kind', '=', 'screen')
      .where('doc_key', '=', screenKey)
      .where('version', '=', 1)
      .execute();
    await call('saveDraft', { title: '测试界面', definition: root('/x?of=${projectId}') });
    expect(await call('publish', { note: '四' })).toMatchObject({ code: 'DOC_DRAFT_ONLY' });
    expect(
      (await call<{ version: number; problems: unknown }>('rollback', { version: 1, seen: 3 })).data,
    ).toMatchObject({
      version: 4,
      problems: [
        { code: 'DOC_PERIOD', level: 'warning' },
        { code: 'DOC_PLACEHOLDER', level: 'warning' },
      ],
    });
  });

  it('does not publish a layout without a place for its pages', async () => {
    await call('saveDraft', {
      title: '外壳',
      definition: { screenKey, title: '外壳', root: { tag: 'shell', children: [{ tag: 'text', text: '没有出口' }] } },
    });
    const refused = await call<{ problems: { code: string; path: unknown }[] }>('publish', { note: '' });
    expect(refused).toMatchObject({
      code: 'DOC_DRAFT_ONLY',
      data: { problems: [{ code: 'DOC_NO_OUTLET', path: ['root', 'children'] }] },
    });
  });

  it('does not publish the screen around all pages without a layout', async () => {
    const shell = 'platform/shell';
    await admin.post('/api/system/screenDef/saveDraft', {
      screenKey: shell,
      title: '外壳',
      definition: { screenKey: shell, title: '外壳', root: { tag: 'text', text: '没有外壳' } },
    });
    const refused = await admin.post('/api/system/screenDef/publish', { screenKey: shell, note: '' });
    expect(refused).toMatchObject({ code: 'DOC_DRAFT_ONLY', data: { problems: [{ code: 'DOC_NO_OUTLET' }] } });
  });
});

describe('names in a screen and a form', () => {
  const screenKey = 'test/names';
  const save = async (root: object) =>
    (
      await admin.post<Drafted>('/api/system/screenDef/saveDraft', {
        screenKey,
        title: '用印',
        definition: { screenKey, title: '用印', root },
      })
    ).data.problems.map(({ level, code, path }) => `${level} ${code} ${path.join('/')}`);
  const list = { tag: 'list', formKey: 'sealDemo', columns: [{ field: 'title' }] };

  it('that are wrong are told where they stand, and a screen that would be blank is not published', async () => {
    expect(
      await save({
        ...list,
        columns: [{ field: 'sealTitel' }],
        filters: [{ field: 'projectNam' }],
        topActions: [{ name: 'creat' }],
      }),
    ).toEqual([
      'warning DOC_REFERENCE root/columns/0/field',
      'warning DOC_REFERENCE root/filters/0/field',
      'warning DOC_EVENT root/topActions/0/name',
    ]);
    expect((await admin.post('/api/system/screenDef/publish', { screenKey, note: '' })).code).toBe('1');
    expect(
      await save({
        ...list,
        formKey: 'businessSealAply',
        rowActions: [{ name: 'edit', when: 'row.creatBy == user.id' }],
      }),
    ).toEqual(['error DOC_REFERENCE root/formKey']);
    expect(await admin.post('/api/system/screenDef/publish', { screenKey, note: '' })).toMatchObject({
      code: 'DOC_DRAFT_ONLY',
      data: { problems: [{ message: '引用的已发布表单“businessSealAply”不存在' }] },
    });
    expect(await save({ ...list, rowActions: [{ name: 'edit', when: 'row.creatBy == user.id' }] })).toEqual([
      'error DOC_EXPRESSION_NAME root/rowActions/0/when',
    ]);
    expect(await save(list)).toEqual([]);
  });

  it('of dictionaries that are not there are warned of', async () => {
    const select = (key: string, dictCode: string) => ({
      tag: 'el-select',
      __vModel__: key,
      label: key,
      isDict: '1',
      dictCode,
    });
    const { data } = await saveDraft(
      'dictForm',
      formOf(select('a', 'urgency'), select('b', 'urgencyX'), {
        tag: 'subTable',
        __vModel__: 't',
        label: '表',
        children: [select('c', 'noSuch')],
      }),
    );
    expect(data.problems).toMatchObject([
      { code: 'DOC_REFERENCE', level: 'warning', path: ['fields', 1, 'dictCode'] },
      { code: 'DOC_REFERENCE', level: 'warning', path: ['fields', 2, 'children', 0, 'dictCode'] },
    ]);
  });
});

describe('screens', () => {
  it('are published and served with their version; sign-in and error screens also without a token', async () => {
    await admin.post('/api/system/screenDef/saveDraft', {
      screenKey: 'demo/screen',
      title: '示例',
      definition: { title: '示例', root: { tag: 'page', children: [] } },
    });
    expect((await admin.post('/api/system/screenDef/publish', { screenKey: 'demo/screen', note: '' })).code).toBe('1');
    const get = (client: Client, key: string) =>
      client.get(`/api/system/screenDef/getLastVersionScreenDef?screenKey=${encodeURIComponent(key)}`);
    expect((await get(staff, 'demo/screen')).data).toMatchObject({
      screenKey: 'demo/screen',
      title: '示例',
      version: 1,
      root: { tag: 'page' },
    });
    expect((await get(server.anonymous, 'demo/screen')).code).toBe('401');
    for (const key of ['platform/login', 'platform/401', 'platform/404'])
      expect((await get(server.anonymous, key)).code).toBe('1');
    expect((await get(staff, 'demo/none')).code).toBe('404');
  });
});

describe('a definition of another designer', () => {
  const made = (index: number) => ({
    __config__: { tag: 'el-input', tagIcon: 'input', label: `字段${index}`, layout: 'colFormItem', regList: [] },
    __vModel__: `f${index}`,
    magic: index,
  });

  it('is published with what could not be read standing as placeholders, and the problems say where', async () => {
    const foreign = {
      fields: [made(1), { __config__: { tag: 'star-chartroom', tagIcon: 'map', label: '星图' }, __vModel__: 'stars' }],
    };
    expect((await saveDraft('foreignForm', foreign)).data.problems).toMatchObject([
      { code: 'DOC_UNKNOWN_KEY', level: 'warning', path: ['fields', 0, 'magic'] },
      { code: 'DOC_UNKNOWN_TAG', level: 'warning', path: ['fields', 1, '__config__', 'tag'] },
    ]);
    expect((await publish('foreignForm')).data).toMatchObject({ version: 1 });
    expect((await definition('foreignForm')).data.fields).toMatchObject([
      { tag: 'el-input', __vModel__: 'f1' },
      { tag: 'placeholder', sourceTag: 'star-chartroom', label: '星图', source: { __vModel__: 'stars' } },
    ]);
  });

  it('of thousands of fields is read beside the server’s own work, and its problems are answered up to a number', async () => {
    const count = usualOrLong(2_100, 5_000);
    const large = { fields: Array.from({ length: count }, (_unused, index) => made(index)) };
    const { data } = await saveDraft('giantForm', large);
    expect(data.problems).toHaveLength(2000);
    expect((await publish('giantForm')).data.version).toBe(1);
    expect((await definition('giantForm')).data.fields).toHaveLength(count);
  });
});
