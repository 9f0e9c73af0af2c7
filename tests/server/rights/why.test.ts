import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
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

const FORM = 'whyForm';

const BASE = '/api/system/sys/role';

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
    // the unit or department is named
    expect(record?.because.join()).toMatch(/记录属于“[^”]+”/);
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

describe('what relations show', () => {
  beforeAll(async () => {
    await drafted('shownContract', contract);
    expect((await publish('shownContract')).code).toBe('1');
    await give('shownContract', {});
  });

  const field = (key: string, label: string, more: object = {}) => ({
    tag: 'el-input',
    __vModel__: key,
    label,
    ...more,
  });

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
});
