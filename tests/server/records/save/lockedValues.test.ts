import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

/** What locked values are filled from: contracts, whose amount is the source's word. */
const source = {
  formKey: 'lockSource',
  formName: '合同',
  titleTemplate: '${no}',
  unitReads: '1',
  fields: [
    { tag: 'el-input', __vModel__: 'no', label: '编号', isTitle: '1', isList: '1' },
    { tag: 'el-input-number', __vModel__: 'amount', label: '金额', precision: 2, isList: '1' },
  ],
};
const locked = { readonly: true, flowEditable: '0' };
const byId = {
  openWatch: '1',
  watchApiUrl: '/frmCrud/getById/lockSource',
  watchApiMethod: 'GET',
  watchApiHash: { amount: 'fieldsMap.amount' },
};
const byList = (key: string) => ({
  openWatch: '1',
  watchApiUrl: '/frmCrud/list/lockSource',
  watchApiMethod: 'POST',
  watchApiParams: {
    data: { conditions: [{ field: 'no', op: 'eq', value: `\${${key}}` }] },
    page: { pageNum: 1, pageSize: 1 },
  },
  watchApiDataPosition: 'data',
});
const definition = {
  formKey: 'lockTarget',
  formName: '结算',
  unitReads: '1',
  fields: [
    { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1' },
    { tag: 'el-input', __vModel__: 'contract', label: '合同', ...byId, watchApiParams: { id: '${contract}' } },
    { tag: 'el-input-number', __vModel__: 'amount', label: '合同金额', precision: 2, ...locked },
    {
      tag: 'el-input',
      __vModel__: 'foreign',
      label: '外部编号',
      openWatch: '1',
      watchApiUrl: '/sys/dict/anything',
      watchApiHash: { foreignName: 'name' },
    },
    { tag: 'el-input', __vModel__: 'foreignName', label: '外部名称', ...locked },
    {
      tag: 'el-input',
      __vModel__: 'finder',
      label: '查姓名',
      openWatch: '1',
      watchApiUrl: '/system/sys/user/likeName',
      watchApiMethod: 'POST',
      watchApiParams: { name: '${finder}', page: { pageNum: 1, pageSize: 1 } },
      watchApiDataPosition: 'data',
      watchApiHash: { dept: 'deptName' },
    },
    { tag: 'el-input', __vModel__: 'dept', label: '部门', ...locked },
    { tag: 'recordSelector', __vModel__: 'related', label: '关联合同', to: 'lockSource', fill: { relatedNo: 'no' } },
    { tag: 'el-input', __vModel__: 'relatedNo', label: '关联合同编号', ...locked },
    { tag: 'el-input', __vModel__: 'kept', label: '口径', defaultValue: '含税', ...locked },
    { tag: 'componySelector', __vModel__: 'unit', label: '单位', defaultValue: '${curentUnit}', ...locked },
    {
      tag: 'el-select',
      __vModel__: 'way',
      label: '方式',
      options: [
        { label: '电汇', value: '1' },
        { label: '现金', value: '2' },
      ],
    },
    {
      tag: 'subTable',
      __vModel__: 'lines',
      label: '明细',
      canOp: '1',
      commonAdd: '1',
      needRemove: '1',
      flowEditable: '1',
      children: [
        { tag: 'el-input', __vModel__: 'no', label: '合同编号', ...byList('no'), watchApiHash: { price: 'amount' } },
        { tag: 'el-input-number', __vModel__: 'price', label: '单价', precision: 2, ...locked },
        { tag: 'recordSelector', __vModel__: 'item', label: '合同', to: 'lockSource', fill: { itemNo: 'no' } },
        { tag: 'el-input', __vModel__: 'itemNo', label: '编号', ...locked },
        { tag: 'el-input', __vModel__: 'state', label: '状态', defaultValue: '新', ...locked },
      ],
    },
  ],
};

interface Saved {
  id: string;
  revision: number;
  fieldsMap: Record<string, unknown>;
  childTables: Record<string, { id: string; fieldsMap: Record<string, unknown> }[]>;
  problems: { code: string; path: (string | number)[] }[];
}

const CRUD = '/api/system/frmCrud';
let server: TestServer;
let admin: Client;
let staff: Client;
let first: Saved;
let second: Saved;

beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
  for (const form of [source, definition]) {
    const draft = { formKey: form.formKey, formName: form.formName };
    await admin.post('/api/system/frmDef/saveDraft', {
      ...draft,
      definition: { access: { createRoles: ['*'] }, ...form },
    });
    expect((await admin.post('/api/system/frmDef/publish', { formKey: form.formKey, note: '测试' })).msg).toBe(
      '发布成功',
    );
  }
  const made = async (fieldsMap: object) =>
    (await staff.post<Saved>(`${CRUD}/saveOrUpdate/lockSource`, { fieldsMap, childTables: {} })).data;
  first = await made({ no: 'HT-1', amount: 240_000 });
  second = await made({ no: 'HT-2', amount: 5 });
});
afterAll(() => server.dispose());

const save = (fieldsMap: object, rows: object[] = [], more: object = {}) =>
  staff.post<Saved>(`${CRUD}/saveOrUpdate/lockTarget`, {
    fieldsMap,
    childTables: { lines: rows.map((row, at) => ({ id: `r${at}`, fieldsMap: row })) },
    ...more,
  });
const paths = ({ data }: { data: Saved }): string[] => data.problems.map(({ path }) => path.join('.'));

describe('a locked value that a call fills (openWatch)', () => {
  it('is stored as its source says, and takes no other value', async () => {
    const taken = await save({ title: '甲', contract: first.id, amount: 240_000 });
    expect([taken.code, taken.data.fieldsMap['amount']]).toEqual(['1', 240_000]);
    const forged = await save({ title: '乙', contract: first.id, amount: 999 });
    expect([forged.code, paths(forged)]).toEqual(['RECORD_FORBIDDEN', ['fieldsMap.amount']]);
    // a value of another record of the source is none of this one's
    expect((await save({ title: '乙', contract: first.id, amount: 5 })).code).toBe('RECORD_FORBIDDEN');
    // nor without anything that fills it
    expect((await save({ title: '乙', amount: 240_000 })).code).toBe('RECORD_FORBIDDEN');
    expect((await save({ title: '乙', contract: 'no-such', amount: 240_000 })).code).toBe('RECORD_FORBIDDEN');
  });

  it('is given by the server where the page had no answer yet', async () => {
    const { data } = await save({ title: '丙', contract: first.id });
    expect(data.fieldsMap['amount']).toBe(240_000);
    const moved = await save({ title: '丙', contract: second.id, amount: 240_000 }, [], {
      id: data.id,
      revision: data.revision,
    });
    expect([moved.code, moved.data.fieldsMap['amount']]).toEqual(['1', 5]);
  });

  it('stays as it was chosen however its source changes, and is asked for again only with the field that fills it', async () => {
    const third = (
      await staff.post<Saved>(`${CRUD}/saveOrUpdate/lockSource`, {
        fieldsMap: { no: 'HT-3', amount: 7 },
        childTables: {},
      })
    ).data;
    const { data } = await save({ title: '丁', contract: third.id });
    await staff.post(`${CRUD}/saveOrUpdate/lockSource`, {
      id: third.id,
      revision: third.revision,
      fieldsMap: { no: 'HT-3', amount: 8 },
      childTables: {},
    });
    const again = await save({ title: '丁二', contract: third.id, amount: 7 }, [], {
      id: data.id,
      revision: data.revision,
    });
    expect([again.code, again.data.fieldsMap['amount']]).toEqual(['1', 7]);
    // nobody brings it up to date by hand, not even to what is right now
    const forged = await save({ title: '丁二', contract: third.id, amount: 9 }, [], {
      id: data.id,
      revision: again.data.revision,
    });
    expect(forged.code).toBe('RECORD_FORBIDDEN');
  });

  it('holds in the rows of a table, in new ones and changed ones', async () => {
    const taken = await save({ title: '戊' }, [{ no: 'HT-1', price: 240_000 }, { no: 'HT-2' }]);
    expect([taken.code, taken.data.childTables['lines']?.map(({ fieldsMap }) => fieldsMap['price'])]).toEqual([
      '1',
      [240_000, 5],
    ]);
    const forged = await save({ title: '戊' }, [{ no: 'HT-1', price: 999 }, { price: 5 }]);
    expect([forged.code, paths(forged)]).toEqual([
      'RECORD_FORBIDDEN',
      ['childTables.lines.0.fieldsMap.price', 'childTables.lines.1.fieldsMap.price'],
    ]);
    const { id, revision } = taken.data;
    const changed = await save(
      { title: '戊' },
      [
        { no: 'HT-2', price: 999 },
        { no: 'HT-2', price: 5 },
      ],
      { id, revision },
    );
    expect(paths(changed)).toEqual(['childTables.lines.0.fieldsMap.price']);
    const moved = await save(
      { title: '戊' },
      [
        { no: 'HT-2', price: 240_000 },
        { no: 'HT-2', price: 5 },
      ],
      { id, revision },
    );
    expect([moved.code, moved.data.childTables['lines']?.[0]?.fieldsMap['price']]).toEqual(['1', 5]);
  });

  it('is looked up among people, too', async () => {
    const person = await staff.post<{ data: { deptName: string }[] }>('/api/system/sys/user/likeName', {
      name: '周明轩',
      page: { pageNum: 1, pageSize: 1 },
    });
    const dept = person.data.data[0]?.deptName;
    expect(dept).toMatch(/.+/);
    const { data } = await save({ title: '甲', finder: '周明轩' });
    expect(data.fieldsMap['dept']).toBe(dept);
    expect((await save({ title: '甲', finder: '周明轩', dept })).code).toBe('1');
    expect((await save({ title: '甲', finder: '周明轩', dept: '总经理室' })).code).toBe('RECORD_FORBIDDEN');
  });

  it('takes nothing from a call that reads no records, which publishing warns of', async () => {
    expect((await save({ title: '己', foreign: '1', foreignName: '随便' })).code).toBe('RECORD_FORBIDDEN');
    expect((await save({ title: '己', foreign: '1' })).code).toBe('1');
    const { data } = await admin.post<Saved>('/api/system/frmDef/saveDraft', {
      formKey: 'lockTarget',
      formName: '结算',
      definition,
    });
    expect(data.problems.filter(({ code }) => code === 'DOC_SOURCE').map(({ path }) => path.slice(-2))).toEqual([
      ['watchApiHash', 'foreignName'],
    ]);
  });
});

describe('a locked value that a relation fills', () => {
  it('takes no other value, neither with the relation nor without it', async () => {
    const taken = await save({ title: '甲', related: first.id });
    expect([taken.code, taken.data.fieldsMap['relatedNo']]).toEqual(['1', 'HT-1']);
    expect((await save({ title: '甲', related: first.id, relatedNo: 'HT-9' })).code).toBe('RECORD_INVALID');
    expect((await save({ title: '甲', relatedNo: 'HT-9' })).code).toBe('RECORD_FORBIDDEN');
    const { id, revision } = taken.data;
    const emptied = { title: '甲', related: null };
    expect((await save({ ...emptied, relatedNo: 'HT-9' }, [], { id, revision })).code).toBe('RECORD_FORBIDDEN');
    expect((await save({ ...emptied, relatedNo: '' }, [], { id, revision })).code).toBe('1');
  });

  it('holds in the rows of a table', async () => {
    expect(
      (await save({ title: '甲' }, [{ item: first.id }])).data.childTables['lines']?.[0]?.fieldsMap['itemNo'],
    ).toBe('HT-1');
    expect((await save({ title: '甲' }, [{ item: first.id, itemNo: 'HT-9' }])).code).toBe('RECORD_INVALID');
    expect((await save({ title: '甲' }, [{ itemNo: 'HT-9' }])).code).toBe('RECORD_FORBIDDEN');
  });
});

describe('a default that nobody may change', () => {
  it.each([
    ['a text', { kept: '不含税' }],
    ['a unit', { unit: 'unit-other' }],
  ])('takes no other value: %s', async (_name, forged) => {
    expect((await save({ title: '甲', ...forged })).code).toBe('RECORD_FORBIDDEN');
    const { data } = await save({ title: '甲' });
    expect(data.fieldsMap).toMatchObject({ kept: '含税', unit: expect.stringMatching(/.+/) as string });
    const body = { id: data.id, revision: data.revision };
    expect((await save({ title: '甲', ...forged }, [], body)).code).toBe('RECORD_FORBIDDEN');
  });

  it('takes no other value in the rows of a table', async () => {
    expect((await save({ title: '甲' }, [{ state: '旧' }])).code).toBe('RECORD_FORBIDDEN');
    expect((await save({ title: '甲' }, [{ state: '新' }])).code).toBe('1');
  });

  it('has the display text that the server knows, whatever came beside it', async () => {
    const { data } = await save({ title: '甲', way: '1', wayLabel: '白拿', unitLabel: '别的单位' });
    expect(data.fieldsMap['wayLabel']).toBe('电汇');
    expect(data.fieldsMap['unitLabel']).not.toBe('别的单位');
    const rows = (await save({ title: '甲' }, [{ item: first.id, itemLabel: '别的合同' }])).data.childTables['lines'];
    expect(rows?.[0]?.fieldsMap['itemLabel']).toBe('HT-1');
  });
});
