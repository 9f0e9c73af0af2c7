import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const FORM = 'whyForm';
const BASE = '/api/system/sys/role';
let server: TestServer;
let admin: Client;
let staff: Client;
let recordId = '';

interface Why {
  roles: { code: string; name: string; from: string }[];
  form: {
    rights: { right: string; isAllowed: boolean; because: string }[];
    reach: { what: string; because: string }[];
    fields: { label: string; rule: string }[];
  } | null;
  record: { title: string; because: string[] } | null;
  menu: { title: string; isAllowed: boolean; because: string } | null;
}
interface Who {
  rows: { userId: string; username: string; rights: string; because: string }[];
  checked: number;
  next: string | null;
}

const give = (code: string, rights: readonly string[], more: object = {}) =>
  admin.post(`${BASE}/saveGrid`, { code, forms: [{ formKey: FORM, rights, ...more }] });
const why = async (userId: string, query: string): Promise<Why> =>
  (await admin.get<Why>(`${BASE}/why?userId=${userId}&${query}`)).data;
const who = async (query: string): Promise<Who> => (await admin.get<Who>(`${BASE}/who?${query}`)).data;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  staff = await server.api('staff');
  const definition = {
    formName: '询价单',
    fields: [
      { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1', flowEditable: '1' },
      { tag: 'el-input', __vModel__: 'price', label: '单价', flowEditable: '1' },
    ],
  };
  await admin.post('/api/system/frmDef/saveDraft', { formKey: FORM, formName: '询价单', definition });
  await admin.post('/api/system/frmDef/publish', { formKey: FORM, note: '' });
  await give('staff', ['see', 'create', 'editOwn'], { locked: ['price'] });
  const saved = await staff.post<{ id: string }>(`/api/system/frmCrud/saveOrUpdate/${FORM}`, {
    fieldsMap: { title: '水泥询价' },
    childTables: {},
  });
  recordId = saved.data.id;
});
afterAll(() => server.dispose());

describe('why somebody may do something in a form', () => {
  it('names the role that gives each right, and says of the others that no role does', async () => {
    const { form, roles } = await why('u-staff', `formKey=${FORM}`);
    expect(roles.find(({ code }) => code === 'staff')?.from).toContain('直接授予本人');
    const name = roles.find(({ code }) => code === 'staff')?.name ?? '?';
    const of = (right: string) => form?.rights.find((one) => one.right === right);
    expect(of('see')).toMatchObject({ isAllowed: true, because: `角色“${name}”` });
    expect(of('delete')).toMatchObject({ isAllowed: false, because: '没有角色给出此权限' });
    expect(form?.fields).toEqual([{ label: '单价', rule: 'locked' }]);
  });

  it('says the same as the calls that enforce it, for every account and form right', async () => {
    for (const username of ['staff', 'leader', 'manager', 'sealer', 'hr', 'admin']) {
      const client = await server.api(username);
      const enforced = await client.get<{ rights: string[] }>(`/api/system/frmCrud/rights/${FORM}`);
      const { form } = await why(`u-${username}`, `formKey=${FORM}`);
      const told = form?.rights.filter(({ isAllowed }) => isAllowed).map(({ right }) => right);
      expect([username, told]).toEqual([username, enforced.data.rights]);
    }
  });

  it('says through which department a role came', async () => {
    const { data } = await admin.post<{ data: { id: string }[] }>('/api/system/sys/org/getOrgList', {
      data: { name: '公司领导' },
    });
    const deptId = (data.data ?? (data as unknown as { id: string }[]))[0]?.id;
    await admin.post(`${BASE}/addMembers`, { code: 'hr', kind: 'dept', ids: [deptId] });
    const hrName = (await why('u-hr', `formKey=${FORM}`)).roles.find(({ code }) => code === 'hr')?.name ?? '?';
    const before = await who(`formKey=${FORM}&keyword=公司领导`);
    expect(before.rows.filter(({ because }) => because.includes(hrName))).toEqual([]);
    await give('hr', ['see']);
    const after = await who(`formKey=${FORM}&keyword=公司领导`);
    const seer = after.rows.find(({ because }) => because.includes(`角色“${hrName}”`));
    expect(seer).toBeDefined();
    const { roles } = await why(seer?.userId ?? '', `formKey=${FORM}`);
    expect(roles.find(({ code }) => code === 'hr')?.from).toContain('部门“公司领导”');
    await give('hr', []);
  });
});

describe('who sees a record, and why', () => {
  it('is who may open it by its call, one by one', async () => {
    const { rows } = await who(`formKey=${FORM}&recordId=${recordId}`);
    const told = new Set(rows.map(({ username }) => username));
    for (const username of ['staff', 'leader', 'manager', 'sealer', 'hr', 'admin']) {
      const client = await server.api(username);
      const opened = await client.get(`/api/system/frmCrud/getById/${FORM}?id=${recordId}`);
      expect([username, told.has(username)]).toEqual([username, opened.code === '1']);
    }
    expect(rows.find(({ username }) => username === 'staff')?.because).toContain('本人创建');
  });

  it('is told by the department whose leader reads it, and to nobody when no way is left', async () => {
    await give('leader', ['see']);
    const { record } = await why('u-leader', `formKey=${FORM}&recordId=${recordId}`);
    const opened = await (await server.api('leader')).get(`/api/system/frmCrud/getById/${FORM}?id=${recordId}`);
    expect((record?.because.length ?? 0) > 0).toBe(opened.code === '1');
    expect(record?.title).toBe('水泥询价');
    expect((await why('u-sealer', `formKey=${FORM}&recordId=${recordId}`)).record?.because).toEqual([]);
  });
});

describe('an entry of the menu', () => {
  it('is seen by whom the menu itself serves it to', async () => {
    expect((await why('u-staff', 'menuId=orgManager')).menu).toMatchObject({
      isAllowed: false,
      because: expect.stringContaining('只给角色'),
    });
    expect((await why('u-admin', 'menuId=orgManager')).menu).toMatchObject({ isAllowed: true });
    expect((await who('menuId=orgManager')).rows.map(({ username }) => username)).toEqual(['admin']);
    const everybody = await who('menuId=index');
    expect(everybody.checked).toBe(everybody.rows.length);
  });

  it('is asked about by administrators alone, and must exist', async () => {
    expect((await staff.get(`${BASE}/why?userId=u-staff&menuId=orgManager`)).code).toBe('403');
    expect((await staff.get(`${BASE}/who?formKey=${FORM}`)).code).toBe('403');
    expect((await admin.get(`${BASE}/who?menuId=nothing`)).code).toBe('404');
    expect((await admin.get(`${BASE}/who`)).msg).toContain('请选择');
    expect((await admin.get(`${BASE}/why?userId=nobody&formKey=${FORM}`)).code).toBe('404');
  });
});
