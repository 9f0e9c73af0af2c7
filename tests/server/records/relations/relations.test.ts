import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

/** A customer, projects of it, and contracts that point at a project and take its customer and name over. */
const customer = {
  formKey: 'relCustomer',
  formName: '客户',
  titleTemplate: '${name}',
  unitReads: '1',
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1', isSearch: '1', isList: '1' },
    { tag: 'el-input', __vModel__: 'level', label: '等级' },
  ],
};
const project = {
  formKey: 'relProject',
  formName: '项目',
  titleTemplate: '${no} ${name}',
  unitReads: '1',
  fields: [
    { tag: 'el-input', __vModel__: 'no', label: '编号', isSearch: '1', isList: '1', unique: true },
    { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1', isSearch: '1', isList: '1' },
    { tag: 'el-input', __vModel__: 'state', label: '状态', isList: '1' },
    { tag: 'el-input-number', __vModel__: 'budget', label: '预算', precision: 2, isList: '1' },
    { tag: 'el-input', __vModel__: 'secret', label: '底价', flowVisible: '0' },
    { tag: 'recordSelector', __vModel__: 'customer', label: '客户', to: 'relCustomer', isList: '1' },
  ],
};
const contract = {
  formKey: 'relContract',
  formName: '合同',
  titleTemplate: '${title}',
  unitReads: '1',
  fields: [
    { tag: 'el-input', __vModel__: 'title', label: '名称', isTitle: '1' },
    {
      tag: 'recordSelector',
      __vModel__: 'project',
      label: '项目',
      to: 'relProject',
      where: "it.state != 'ended' && (isEmpty(customer) || it.customer == customer)",
      columns: ['no', 'name', 'customer.name'],
      fill: { customer: 'customer', projectName: 'name', budget: 'budget', customerText: 'customer' },
    },
    { tag: 'recordSelector', __vModel__: 'customer', label: '委托单位', to: 'relCustomer' },
    { tag: 'el-input', __vModel__: 'customerText', label: '委托单位名称' },
    { tag: 'el-input', __vModel__: 'projectName', label: '项目名称', flowEditable: '0' },
    { tag: 'el-input-number', __vModel__: 'budget', label: '预算', precision: 2 },
    { tag: 'el-input-number', __vModel__: 'half', label: '预算一半', precision: 2, computed: 'round(budget / 2, 2)' },
    {
      tag: 'recordSelector',
      __vModel__: 'others',
      label: '其他项目',
      to: 'relProject',
      multiple: true,
      onDelete: 'clear',
    },
    {
      tag: 'subTable',
      __vModel__: 'rows',
      label: '明细',
      canOp: '1',
      commonAdd: '1',
      needRemove: '1',
      children: [
        { tag: 'recordSelector', __vModel__: 'item', label: '项目', to: 'relProject', fill: { itemName: 'name' } },
        { tag: 'el-input', __vModel__: 'itemName', label: '项目名称' },
        { tag: 'el-input', __vModel__: 'itemText', label: '项目说明', computed: "concat(itemName, '等')" },
        { tag: 'el-input', __vModel__: 'note', label: '备注' },
      ],
    },
  ],
};

interface Saved {
  id: string;
  revision: number;
  fieldsMap: Record<string, unknown>;
  childTables: Record<string, { id: string; fieldsMap: Record<string, unknown> }[]>;
}
interface Refused {
  problems: { code: string; path: (string | number)[]; message: string }[];
}

let server: TestServer;
let admin: Client;
let staff: Client;

const publish = async (definition: { formKey: string; formName: string }) => {
  await admin.post('/api/system/frmDef/saveDraft', {
    ...definition,
    definition: { access: { createRoles: ['*'] }, ...definition },
  });
  return admin.post<Refused>('/api/system/frmDef/publish', { formKey: definition.formKey, note: '测试' });
};
const save = (client: Client, formKey: string, fieldsMap: object, more: object = {}) =>
  client.post<Saved & Refused>(`/api/system/frmCrud/saveOrUpdate/${formKey}`, { fieldsMap, childTables: {}, ...more });
const made = async (formKey: string, fieldsMap: object, more: object = {}) => {
  const answer = await save(staff, formKey, fieldsMap, more);
  expect(answer.msg).toBe('保存成功');
  return answer.data;
};

let city: Saved;
let river: Saved;
let bridge: Saved;
let ended: Saved;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  staff = await server.api('staff');
  for (const definition of [customer, project, contract]) expect((await publish(definition)).code).toBe('1');
  city = await made('relCustomer', { name: '城投集团', level: 'A' });
  river = await made('relCustomer', { name: '河道中心', level: 'B' });
  bridge = await made('relProject', { no: 'P1', name: '跨江大桥', state: 'open', budget: 120.5, customer: city.id });
  ended = await made('relProject', { no: 'P2', name: '旧桥', state: 'ended', budget: 1, customer: city.id });
});
afterAll(() => server.dispose());

describe('a save with a relation', () => {
  it('takes over what the relation fills, with the texts of the source', async () => {
    const saved = await made('relContract', { title: 'C1', project: bridge.id });
    expect(saved.fieldsMap).toMatchObject({
      project: bridge.id,
      projectLabel: 'P1 跨江大桥',
      customer: city.id,
      customerLabel: '城投集团',
      customerText: '城投集团',
      projectName: '跨江大桥',
      budget: 120.5,
    });
  });

  it('refuses a forged filled value, naming its path, and stores nothing', async () => {
    const answer = await save(staff, 'relContract', { title: 'C2', project: bridge.id, budget: 1 });
    expect(answer.code).toBe('RECORD_INVALID');
    expect(answer.data.problems).toMatchObject([{ code: 'RELATION_FILL', path: ['fieldsMap', 'budget'] }]);
  });

  it('computes again what a page computed before the filled values had reached it', async () => {
    const rows = [{ id: 'r1', fieldsMap: { item: bridge.id, itemText: '等' } }];
    const saved = await made('relContract', { title: 'C3b', project: bridge.id, half: 0 }, { childTables: { rows } });
    expect(saved.fieldsMap).toMatchObject({ budget: 120.5, half: 60.25 });
    expect(saved.childTables['rows']?.[0]?.fieldsMap).toMatchObject({ itemName: '跨江大桥', itemText: '跨江大桥等' });
    const forged = await save(staff, 'relContract', { ...saved.fieldsMap, title: 'C3c', half: 1 });
    expect(forged.data.problems).toMatchObject([{ code: 'VALUE_FORBIDDEN', path: ['fieldsMap', 'half'] }]);
  });

  it('refuses a customer other than that of the project', async () => {
    const answer = await save(staff, 'relContract', { title: 'C3', project: bridge.id, customer: river.id });
    expect(answer.code).toBe('RECORD_INVALID');
    expect(answer.data.problems.map(({ path }) => path.at(-1))).toContain('project');
  });

  it('refuses a record that is not there, and one that the condition leaves out', async () => {
    const missing = await save(staff, 'relContract', { title: 'C4', project: 'nowhere' });
    expect(missing.data.problems).toMatchObject([{ code: 'RELATION_MISSING', path: ['fieldsMap', 'project'] }]);
    const outside = await save(staff, 'relContract', { title: 'C5', project: ended.id });
    expect(outside.data.problems).toMatchObject([{ code: 'RELATION_WHERE', path: ['fieldsMap', 'project'] }]);
  });

  it('leaves what was chosen as it was, however the source has changed since, and brings it up to date where asked', async () => {
    const place = await made('relProject', { no: 'P9', name: '广场', state: 'open', budget: 10, customer: river.id });
    const saved = await made('relContract', { title: 'C6', project: place.id });
    await made(
      'relProject',
      { ...place.fieldsMap, name: '新广场', state: 'ended' },
      { id: place.id, revision: place.revision },
    );
    const again = await made(
      'relContract',
      { ...saved.fieldsMap, title: 'C6b' },
      { id: saved.id, revision: saved.revision },
    );
    expect(again.fieldsMap).toMatchObject({ projectName: '广场', projectLabel: 'P9 广场' });
    const fresh = await made(
      'relContract',
      { ...again.fieldsMap, projectName: '新广场' },
      { id: saved.id, revision: again.revision },
    );
    expect(fresh.fieldsMap['projectName']).toBe('新广场');
    const forged = await save(
      staff,
      'relContract',
      { ...fresh.fieldsMap, projectName: '别的' },
      { id: saved.id, revision: fresh.revision },
    );
    expect(forged.data.problems).toMatchObject([{ code: 'RELATION_FILL', path: ['fieldsMap', 'projectName'] }]);
  });

  it('fills and verifies cells of a sub-table', async () => {
    const rows = [{ id: 'r1', fieldsMap: { item: bridge.id, note: 'x' } }];
    const saved = await made('relContract', { title: 'C7' }, { childTables: { rows } });
    expect(saved.childTables['rows']?.[0]?.fieldsMap).toMatchObject({ itemLabel: 'P1 跨江大桥', itemName: '跨江大桥' });
    const forged = [{ id: 'r1', fieldsMap: { item: bridge.id, itemName: '假' } }];
    const answer = await save(staff, 'relContract', { title: 'C8' }, { childTables: { rows: forged } });
    expect(answer.data.problems).toMatchObject([
      { code: 'RELATION_FILL', path: ['childTables', 'rows', 0, 'fieldsMap', 'itemName'] },
    ]);
  });

  it('puts back what was sent empty, also where it was stored before, in the form and in a row', async () => {
    const rows = [{ id: 'r1', fieldsMap: { item: bridge.id } }];
    const saved = await made('relContract', { title: 'C9', project: bridge.id }, { childTables: { rows } });
    const emptied = { projectName: '', budget: null, customer: '', customerLabel: '' };
    const again = await made(
      'relContract',
      { ...saved.fieldsMap, ...emptied },
      {
        id: saved.id,
        revision: saved.revision,
        childTables: { rows: [{ id: 'r1', fieldsMap: { item: bridge.id, itemName: '' } }] },
      },
    );
    expect(again.fieldsMap).toEqual(saved.fieldsMap);
    expect(again.childTables).toEqual(saved.childTables);
  });

  it('refuses a record that this person may not read as if it were not there', async () => {
    const own = { ...customer, formKey: 'relOwn', formName: '自有', unitReads: undefined };
    expect((await publish(own)).code).toBe('1');
    const pointing = {
      formKey: 'relPointing',
      formName: '引用',
      fields: [{ tag: 'recordSelector', __vModel__: 'own', label: '自有', to: 'relOwn' }],
    };
    expect((await publish(pointing)).code).toBe('1');
    const theirs = await save(admin, 'relOwn', { name: '别人的' });
    const answer = await save(staff, 'relPointing', { own: theirs.data.id });
    expect(answer.data.problems).toMatchObject([{ code: 'RELATION_MISSING', path: ['fieldsMap', 'own'] }]);
    const offered = await staff.post<{ rows: unknown[] }>('/api/system/relation/candidates/relOwn', {
      from: { formKey: 'relPointing', field: 'own' },
    });
    expect(offered.data.rows).toEqual([]);
  });
});

describe('picking', () => {
  const candidates = (body: object) =>
    staff.post<{ rows: { id: string; title: string; texts: Record<string, string> }[]; columns: { name: string }[] }>(
      '/api/system/relation/candidates/relProject',
      body,
    );
  const from = { formKey: 'relContract', field: 'project', values: {} as object };

  it('offers the records that meet the condition, with columns along relations', async () => {
    const { data } = await candidates({ from, data: { keyword: '大桥' } });
    expect(data.columns.map(({ name }) => name)).toEqual(['no', 'name', 'customer.name']);
    expect(data.rows).toMatchObject([
      { id: bridge.id, title: 'P1 跨江大桥', texts: { no: 'P1', 'customer.name': '城投集团' } },
    ]);
    const none = await candidates({ from, data: { keyword: '旧桥' } });
    expect(none.data.rows).toEqual([]);
  });

  it('offers filters, also over system columns, and to create only to a person who may', async () => {
    const kept = { ...customer, formKey: 'relKept', formName: '只由人事建', access: { createRoles: ['hr'] } };
    expect((await publish(kept)).code).toBe('1');
    const byState = { tag: 'recordSelector', to: 'relProject', where: "it.flwState != ''", filters: ['flwState'] };
    const filtered = {
      ...customer,
      formKey: 'relFiltered',
      formName: '按条件选',
      fields: [
        { tag: 'recordSelector', __vModel__: 'of', to: 'relProject', filters: ['state', 'createTime', 'flwState'] },
        { ...byState, __vModel__: 'any' },
        { tag: 'recordSelector', __vModel__: 'kept', to: 'relKept' },
      ],
    };
    expect((await publish(filtered)).code).toBe('1');
    type Offer = { filters: { name: string; node: object | null }[]; mayCreate: boolean; titleField: string | null };
    const offer = async (formKey: string, field: string, data: object = {}, to = 'relProject', client = staff) =>
      (
        await client.post<Offer & { rows: { id: string }[] }>(`/api/system/relation/candidates/${to}`, {
          from: { formKey, field },
          data,
        })
      ).data;
    const { filters, mayCreate, titleField } = await offer('relFiltered', 'of');
    expect(filters.map(({ name, node }) => [name, node !== null])).toEqual([
      ['state', true],
      ['createTime', false],
    ]);
    expect([mayCreate, titleField]).toEqual([true, 'name']);
    // the state tells records apart only where those that are not in force are offered too
    expect((await offer('relFiltered', 'any')).filters).toEqual([{ name: 'flwState', node: null, hasFlow: false }]);
    expect((await offer('relContract', 'project')).filters.map(({ name }) => name)).toEqual(['no', 'name']);
    const conditions = [{ field: 'state', op: 'eq', value: 'ended' }];
    const found = (await offer('relFiltered', 'of', { conditions })).rows.map(({ id }) => id);
    expect([ended.id, bridge.id].map((id) => found.includes(id))).toEqual([true, false]);
    expect((await offer('relFiltered', 'kept', {}, 'relKept')).mayCreate).toBe(false);
    expect((await offer('relFiltered', 'kept', {}, 'relKept', admin)).mayCreate).toBe(true);
  });

  it('reads the values of the form in the condition', async () => {
    const { data } = await candidates({ from: { ...from, values: { customer: river.id } }, data: { keyword: 'P1' } });
    expect(data.rows).toEqual([]);
  });

  it('finds a pasted number or title, and tells an ambiguous one', async () => {
    await made('relProject', { no: 'P20', name: '同名', state: 'open' });
    await made('relProject', { no: 'P21', name: '同名', state: 'open' });
    const { data } = await staff.post<{ text: string; found: { id: string }[] }[]>(
      '/api/system/relation/resolve/relProject',
      {
        from,
        texts: ['P1', '跨江大桥', '同名', '没有'],
      },
    );
    expect(data.map(({ found }) => found.length)).toEqual([1, 1, 2, 0]);
  });
});

describe('a text that many records contain', () => {
  const resolve = async (...texts: string[]): Promise<number[]> =>
    (
      await staff.post<{ found: unknown[] }[]>('/api/system/relation/resolve/relProject', {
        from: { formKey: 'relContract', field: 'project' },
        texts,
      })
    ).data.map(({ found }) => found.length);

  it('finds the record that it names, however many newer ones contain it or stand under the name of who made them', async () => {
    await made('relProject', { no: 'P40', name: '泵站', state: 'open' });
    await made('relProject', { no: 'P41', name: '周明轩', state: 'open' });
    for (let n = 0; n < 51; n += 1) await made('relProject', { no: `P5${n}`, name: `泵站扩建 ${n}`, state: 'open' });
    expect(await resolve('泵站', '周明轩', '泵站扩建')).toEqual([1, 1, 0]);
    await made('relProject', { no: 'P42', name: '泵站', state: 'open' });
    expect(await resolve('泵站')).toEqual([2]);
  });
});

describe('publishing', () => {
  const refused = async (field: object) => {
    const answer = await publish({
      formKey: 'relBroken',
      formName: '坏',
      fields: [
        { tag: 'el-input-number', __vModel__: 'count', label: '数' },
        { tag: 'recordSelector', __vModel__: 'p', label: '项目', to: 'relProject', ...field },
      ],
    } as never);
    expect(answer.code).toBe('DOC_DRAFT_ONLY');
    return answer.data.problems.map(({ code, path }) => [code, path.slice(2).join('.')]);
  };
  it('refuses a form that is not there, names that it has not, and a fill of another type', async () => {
    expect(await refused({ to: 'relNowhere' })).toEqual([['DOC_REFERENCE', 'to']]);
    expect(await refused({ where: "it.nope == 'x'" })).toEqual([['DOC_EXPRESSION_NAME', 'where']]);
    expect(await refused({ where: "it.budget == 'x'" })).toEqual([['DOC_EXPRESSION', 'where']]);
    expect(await refused({ where: "capital(it.budget) == 'x'" })).toEqual([['DOC_EXPRESSION_SQL', 'where']]);
    expect(await refused({ columns: ['customer.nope'] })).toEqual([['DOC_REFERENCE', 'columns.0']]);
    expect(await refused({ fill: { nope: 'name' } })).toEqual([['DOC_REFERENCE', 'fill.nope']]);
    expect(await refused({ fill: { count: 'name' } })).toEqual([['DOC_SHAPE', 'fill.count']]);
  });
});

describe('lists along relations', () => {
  const list = (client: Client, conditions: object[]) =>
    client.post<{ list?: unknown[]; rows?: { id: string }[] }>('/api/system/frmCrud/listNoAuth/relContract', {
      data: { conditions },
    });

  it('finds what points at a record, directly and through another one', async () => {
    const lake = await made('relCustomer', { name: '湖区公司' });
    const pier = await made('relProject', { no: 'P30', name: '码头', state: 'open', customer: lake.id });
    const saved = await made('relContract', { title: 'C30', project: pier.id });
    const direct = await list(staff, [{ field: 'project', op: 'eq', value: pier.id }]);
    expect(JSON.stringify(direct.data)).toContain(saved.id);
    const through = await list(staff, [{ field: 'project.customer', op: 'eq', value: lake.id }]);
    expect(JSON.stringify(through.data)).toContain(saved.id);
    const byName = await list(staff, [{ field: 'project.customer.name', op: 'contains', value: '湖区' }]);
    expect(JSON.stringify(byName.data)).toContain(saved.id);
    const other = await list(staff, [{ field: 'project.customer.name', op: 'contains', value: '没有此名' }]);
    expect(JSON.stringify(other.data)).not.toContain(saved.id);
  });

  it('refuses a question over a field that is hidden behind a relation, by its name', async () => {
    const answer = await list(staff, [{ field: 'project.secret', op: 'contains', value: '1' }]);
    expect(answer.code).toBe('REQUEST_INVALID');
    expect(answer.msg).toContain('secret');
  });

  it('sums what is in force of what points at a record', async () => {
    const dock = await made('relProject', { no: 'P31', name: '船坞', state: 'open', budget: 0.1 });
    await made('relContract', { title: 'C31', project: dock.id });
    const second = await made('relContract', { title: 'C32', project: dock.id });
    const sums = async () =>
      (
        await staff.post<{ sums: Record<string, string>; count: number }>('/api/system/relation/sums/relContract', {
          data: { conditions: [{ field: 'project', op: 'eq', value: dock.id }] },
          fields: ['budget'],
        })
      ).data;
    expect(await sums()).toEqual({ sums: { budget: '0.2' }, count: 2 });
    await staff.post('/api/system/frmCrud/void/relContract', { id: second.id, reason: '重复' });
    expect(await sums()).toEqual({ sums: { budget: '0.1' }, count: 1 });
  });
});
