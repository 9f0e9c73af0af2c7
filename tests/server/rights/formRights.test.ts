import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

const fields = [{ tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1', flowEditable: '1' }];
async function publish(formKey: string, access?: object): Promise<string[]> {
  const definition = { formName: formKey, fields, ...(access ? { access } : {}) };
  await admin.post('/api/system/frmDef/saveDraft', { formKey, formName: formKey, definition });
  const { data } = await admin.post<{ problems: { code: string }[] }>('/api/system/frmDef/publish', {
    formKey,
    note: '',
  });
  return data.problems.map(({ code }) => code);
}
const give = (code: string, formKey: string, rights: readonly string[]) =>
  admin.post('/api/system/sys/role/saveGrid', { code, forms: [{ formKey, rights }] });

/** Every way that a role's right decides, as a call and what it answers where the right is there. */
const WAYS: readonly {
  way: string;
  right: string;
  call(client: Client, form: string): Promise<{ code: string; status: number }>;
}[] = [
  { way: 'list', right: 'see', call: (client, form) => client.post(`/api/system/frmCrud/list/${form}`, {}) },
  {
    way: 'whole unit',
    right: 'see',
    call: (client, form) => client.post(`/api/system/frmCrud/listNoAuth/${form}`, {}),
  },
  { way: 'export', right: 'export', call: (client, form) => client.post(`/api/system/frmCrud/exportRows/${form}`, {}) },
  {
    way: 'create',
    right: 'create',
    call: (client, form) =>
      client.post(`/api/system/frmCrud/saveOrUpdate/${form}`, { fieldsMap: { title: '甲' }, childTables: {} }),
  },
  {
    way: 'import',
    right: 'import',
    call: (client, form) => client.post(`/api/system/frmCrud/importRows/${form}`, new FormData()),
  },
];

describe('a form without access', () => {
  it('is published with a warning and reached by administrators alone', async () => {
    expect(await publish('bareForm')).toContain('DOC_NO_ACCESS');
    const staff = await server.api('staff');
    for (const { way, call } of WAYS) expect([way, (await call(staff, 'bareForm')).code]).toEqual([way, '403']);
    expect((await admin.post('/api/system/frmCrud/list/bareForm', {})).code).toBe('1');
  });
});

describe('the grid of roles', () => {
  it.each(WAYS)('opens “$way” by its right and by no other', async ({ right, call }) => {
    const form = `grid${right}${WAYS.findIndex((one) => one.call === call)}`;
    await publish(form);
    const staff = await server.api('staff');
    const others = ['see', 'create', 'editOwn', 'editAll', 'delete', 'import', 'export', 'print'].filter(
      (one) => one !== right,
    );
    // to see is the ground of all others: it stays where another right is tried
    await give('staff', form, others);
    expect((await call(staff, form)).code).toBe('403');
    await give('staff', form, ['see', right]);
    expect((await call(staff, form)).status).not.toBe(403);
  });

  it('counts alone after the first publication', async () => {
    await publish('laterForm', { createRoles: ['staff'] });
    const staff = await server.api('staff');
    expect((await staff.post('/api/system/frmCrud/list/laterForm', {})).code).toBe('1');
    await give('staff', 'laterForm', []);
    await publish('laterForm', { createRoles: ['staff'] });
    expect((await staff.post('/api/system/frmCrud/list/laterForm', {})).code).toBe('403');
  });

  it('lets the reading roles of a new form open its list and add nothing', async () => {
    await publish('readForm', { keeperRoles: ['hr'], readRoles: ['staff'] });
    const staff = await server.api('staff');
    expect((await staff.post('/api/system/frmCrud/list/readForm', {})).code).toBe('1');
    const { data } = await staff.get<{ rights: string[] }>('/api/system/frmCrud/rights/readForm');
    expect(data.rights).toEqual(['see', 'export', 'print']);
    const saved = await staff.post('/api/system/frmCrud/saveOrUpdate/readForm', { fieldsMap: {}, childTables: {} });
    expect(saved.code).toBe('403');
  });

  it('does not begin to count when only fields are restricted', async () => {
    await publish('oldForm', { createRoles: ['staff'] });
    const [staff, { db }] = [await server.api('staff'), server.context];
    // as a form that was published before there was a grid
    await db.deleteFrom('sys_form_grid').where('form_key', '=', 'oldForm').execute();
    await db.deleteFrom('sys_role_form').where('form_key', '=', 'oldForm').execute();
    const line = { formKey: 'oldForm', hidden: ['title'], locked: [] };
    expect((await admin.post('/api/system/sys/role/saveGrid', { code: 'leader', forms: [line] })).code).toBe('1');
    const { data } = await admin.get<{ forms: { formKey: string; isRuled: boolean; hidden: string[] }[] }>(
      '/api/system/sys/role/grid?code=leader',
    );
    expect(data.forms.find(({ formKey }) => formKey === 'oldForm')).toMatchObject({
      isRuled: false,
      hidden: ['title'],
    });
    expect((await staff.post('/api/system/frmCrud/list/oldForm', {})).code).toBe('1');
  });

  it('keeps salaries from staff, by page and by call (trial A3)', async () => {
    const staff = await server.api('staff');
    expect((await staff.post('/api/system/frmCrud/list/monthBasicSalary', {})).code).toBe('403');
    const save = '/api/system/frmCrud/saveOrUpdate/monthBasicSalary';
    expect((await staff.post(save, { fieldsMap: {}, childTables: {} })).code).toBe('403');
    expect((await staff.get<{ rights: string[] }>('/api/system/frmCrud/rights/monthBasicSalary')).data.rights).toEqual(
      [],
    );
  });
});

describe('buttons of pages in the grid', () => {
  const BASE = '/api/system/sys/role';
  interface Grid {
    revision: string;
    permissions: string[];
    buttons: { code: string; menu: string }[];
    menus: { id: string; isOn: boolean }[];
  }
  const grid = async (code: string) => (await admin.get<Grid>(`${BASE}/grid?code=${code}`)).data;

  it('belong to entries that there are, and open their call to the role that is given them', async () => {
    const { buttons, menus } = await grid('staff');
    const ids = menus.map(({ id }) => id);
    expect(buttons.filter(({ menu }) => !ids.includes(menu))).toEqual([]);
    const staff = await server.api('staff');
    const call = () => staff.post('/api/system/sys/post/save', { name: `岗位${Math.random()}` });
    expect((await call()).code).toBe('403');
    const given = { code: 'staff', permissions: ['system:post:edit'] };
    expect((await admin.post(`${BASE}/saveGrid`, given)).code).toBe('1');
    expect((await grid('staff')).permissions).toEqual(['system:post:edit']);
    expect((await call()).code).toBe('1');
    await admin.post(`${BASE}/saveGrid`, { code: 'staff', permissions: [] });
    expect((await call()).code).toBe('403');
  });

  it('are not given by who saw another state, nor by names that there are not, and to everybody never', async () => {
    const { revision } = await grid('hr');
    await admin.post(`${BASE}/saveGrid`, { code: 'hr', permissions: ['system:dict:edit'] });
    const stale = await admin.post(`${BASE}/saveGrid`, { code: 'hr', revision, permissions: [] });
    expect(stale.code).toBe('ROLE_STALE');
    expect((await admin.post(`${BASE}/saveGrid`, { code: 'hr', permissions: ['system:all'] })).msg).toContain(
      '没有权限',
    );
    await admin.post(`${BASE}/saveGrid`, { code: '*', permissions: ['system:dict:edit'] });
    expect((await grid('*')).permissions).toEqual([]);
    expect((await grid('hr')).permissions).toEqual(['system:dict:edit']);
  });
});
