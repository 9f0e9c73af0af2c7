import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { columnsOf } from '../../../../src/server/records/columns/columnRefs.ts';
import { textIndexGrams } from '../../../../src/server/records/columns/textIndex.ts';
import { recordTable } from '../../../../src/server/records/columns/recordSource.ts';
import { importRecords, type ImportedRecord } from '../../../../src/server/records/save/importRecords.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

let server: TestServer;
let admin: Client;
let staff: Client;

const FORM = {
  unitReads: '1',
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1', isSearch: '1', isTitle: '1' },
    { tag: 'el-input-number', __vModel__: 'amount', label: '金额', isList: '1', isSearch: '1' },
    { tag: 'el-date-picker', __vModel__: 'day', label: '日期', type: 'date', isList: '1' },
    { tag: 'el-date-picker', __vModel__: 'period', label: '期限', type: 'daterange' },
    { tag: 'el-date-picker', __vModel__: 'at', label: '时刻', type: 'datetime' },
    { tag: 'el-date-picker', __vModel__: 'month', label: '月份', type: 'month' },
    { tag: 'el-date-picker', __vModel__: 'slashed', label: '斜线日期', 'value-format': 'YYYY/MM/DD' },
    {
      tag: 'el-select',
      __vModel__: 'kind',
      label: '类别',
      isList: '1',
      __slot__: {
        options: [
          { label: '合同', value: 'c' },
          { label: '报告', value: 'r' },
        ],
      },
    },
    {
      tag: 'el-checkbox-group',
      __vModel__: 'tags',
      label: '标记',
      __slot__: {
        options: [
          { label: '甲', value: 'x' },
          { label: '乙', value: 'y' },
        ],
      },
    },
    { tag: 'el-input', __vModel__: 'hidden', label: '隐藏', flowVisible: '0' },
  ],
};

const record = (
  index: number,
  fieldsMap: Record<string, unknown>,
  more: Partial<ImportedRecord> = {},
): ImportedRecord => ({
  id: `l${String(index).padStart(4, '0')}`,
  formKey: 'listDemo',
  flwState: '0',
  createBy: 'u-staff',
  createTime: new Date(Date.UTC(2026, 0, 1 + index)),
  updateBy: 'u-staff',
  updateTime: new Date(Date.UTC(2026, 0, 1 + index)),
  fieldsMap,
  childTables: {},
  steps: [],
  openNode: null,
  ...more,
});

beforeAll(async () => {
  server = await startTestServer();
  await publishForm(server.context, { formKey: 'listDemo', formName: '列表示例', definition: FORM, note: '', author });
  await server.context.db.transaction().execute((trx) =>
    importRecords(server.context, trx, 'listDemo', [
      record(0, {
        name: '滨江花园检测报告',
        amount: 10,
        day: '2026-01-05',
        at: '2026-01-05 09:30:00',
        month: '2026-01',
        slashed: '2026/01/05',
        period: ['2026-01-01', '2026-01-31'],
        kind: 'r',
        kindLabel: '报告',
        tags: ['x'],
        hidden: '密',
      }),
      record(1, {
        name: '桥梁检测合同',
        amount: 9,
        day: '2026-02-05',
        at: '2026-02-05 18:00:30',
        month: '2026-02',
        slashed: '2026/02/05',
        period: ['2026-03-01', '2026-03-31'],
        kind: 'c',
        kindLabel: '合同',
        tags: ['x', 'y'],
      }),
      record(2, { name: '100%_完成\\', amount: 100, day: '2026-03-05', kind: 'c', kindLabel: '合同' }),
      record(3, { name: '金额是文字', amount: '很多', day: 20260405 }),
      record(4, { name: '别人的记录' }, { createBy: 'u-hr', updateBy: 'u-hr' }),
      record(5, { name: '别的单位的记录' }, { createBy: 'u-tianjun', updateBy: 'u-tianjun' }),
    ]),
  );
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
});
afterAll(() => server.dispose());

const ids = async (data: object, client: Client = admin, call = 'list'): Promise<string[]> => {
  const answer = await recordsOf(client, 'listDemo').list(data, { pageNum: 1, pageSize: 50 }, call);
  expect(answer.code, answer.msg).toBe('1');
  return answer.data.data.map((row) => row.id ?? '');
};
const where = (field: string, op: string, value: unknown) => ({ conditions: [{ field, op, value }] });
const BY_NUMBER = { sort: { field: 'amount', order: 'asc' } };

describe('conditions', () => {
  it.each([
    ['a number', where('amount', 'eq', 9), ['l0001']],
    ['a number given as text', where('amount', 'eq', '9'), ['l0001']],
    [
      'a range of numbers, by value and not by text',
      { ...where('amount', 'range', [9, 50]), ...BY_NUMBER },
      ['l0001', 'l0000'],
    ],
    ['an open range', where('amount', 'range', [50, null]), ['l0002']],
    ['a day', where('day', 'eq', '2026-02-05'), ['l0001']],
    [
      'a range of days',
      { ...where('day', 'range', ['2026-01-01', '2026-02-05']), sort: { field: 'day', order: 'asc' } },
      ['l0000', 'l0001'],
    ],
    ['a period that meets the range', where('period', 'range', ['2026-01-31', '2026-02-15']), ['l0000']],
    ['several values', { ...where('kind', 'in', ['c', 'z']), ...BY_NUMBER }, ['l0001', 'l0002']],
    ['one of several stored values', where('tags', 'eq', 'y'), ['l0001']],
    ['part of a text', where('name', 'contains', '检测合'), ['l0001']],
    [
      'part of the name of who made a record',
      {
        conditions: [
          { field: 'createByName', op: 'contains', value: '周' },
          { field: 'amount', op: 'eq', value: 9 },
        ],
      },
      ['l0001'],
    ],
    ['signs that mean something in SQL, as themselves', where('name', 'contains', '%_'), ['l0002']],
    ['the shown label of an option', { ...where('kind', 'contains', '合同'), ...BY_NUMBER }, ['l0001', 'l0002']],
    ['a system column', where('createBy', 'eq', 'u-hr'), ['l0004']],
    ['a time up to the end of a day', where('createTime', 'range', ['2026-01-02', '2026-01-02']), ['l0001']],
    ['a time as it is answered', where('createTime', 'eq', '2026-01-02 08:00:00'), ['l0001']],
    ['the day of a time', where('createTime', 'eq', '2026-01-02'), ['l0001']],
    ['a time of a day that is looked for within', where('updateTime', 'contains', '2026-01-02'), ['l0001']],
    ['a time by its key', { createTime: '2026-01-02' }, ['l0001']],
    [
      'one of several days of a time',
      where('createTime', 'in', ['2026-01-02', '2026-01-01 08:00:00', '2020-01-01']),
      ['l0001', 'l0000'],
    ],
    ['the month of a day', where('day', 'eq', '2026-02'), ['l0001']],
    ['days up to the end of a month', { ...where('day', 'range', ['2026', '2026-01']) }, ['l0000']],
    ['the day of a moment', where('at', 'eq', '2026-02-05'), ['l0001']],
    ['a moment up to a minute', where('at', 'range', [null, '2026-01-05T09:30']), ['l0000']],
    ['one of several moments', where('at', 'in', ['2026-01-05 09:30:00', '2026-02-05 18:00']), ['l0001', 'l0000']],
    ['months up to that of a day', where('month', 'lte', '2026-01-15'), ['l0000']],
    ['a day where they are written otherwise', where('slashed', 'eq', '2026-02-05'), ['l0001']],
    ['a day as the field writes it', where('slashed', 'range', ['2026/01/01', '2026-01-31']), ['l0000']],
    ['part of a date', where('day', 'contains', '-02-'), ['l0001']],
    ['a field by its key, a typed text being looked for within', { name: '检测合' }, ['l0001']],
    [
      'fields by their keys beside written conditions',
      { kind: 'c', name: '', ...where('amount', 'gte', 10) },
      ['l0002'],
    ],
    ['several values of a field by its key', { kind: ['c', 'z'], ...BY_NUMBER }, ['l0001', 'l0002']],
    ['a chosen option by its key, which is compared', { kind: '合' }, []],
    ['an empty value, which narrows nothing', { ...where('name', 'contains', ''), keyword: '桥梁' }, ['l0001']],
  ])('%s', async (_name, data, expected) => {
    expect(await ids(data)).toEqual(expected);
  });

  it.each([
    ['a number that is none', where('amount', 'eq', 'x')],
    ['an unknown field', where('nope', 'eq', 1)],
    ['a hidden field', where('hidden', 'eq', '密')],
    ['an injected field name', where("name' or '1'='1", 'eq', 1)],
    ['an unknown operator', where('name', 'like', 'x')],
    ['an object as value', where('name', 'eq', { $ne: 1 })],
    ['a range that is no pair', where('amount', 'range', 5)],
    ['a day that does not exist', where('createTime', 'gte', '2026-02-31')],
    ['sorting by an unknown field', { sort: { field: 'x;drop' } }],
    ['a word as a date', where('day', 'lte', 'banana')],
    ['a date written in another way', where('day', 'gte', '2019/01/01')],
    ['a day of no month', where('day', 'eq', '2026-02-30')],
    ['a day without two digits', where('day', 'in', ['2026-01-05', '2026-1-5'])],
    ['an end of a period that is no date', where('period', 'range', ['2026-01-01', 'x'])],
    ['a period of no dates', where('period', 'eq', ['x', 'y'])],
    ['a thirteenth month', where('month', 'eq', '2026-13')],
    ['a moment past midnight', where('at', 'lte', '2026-01-05 24:00')],
    ['a word as a time', where('updateTime', 'eq', 'gestern')],
    ['sorting by a list', { sort: { field: 'tags' } }],
    ['conditions that are no list', { conditions: 'x' }],
  ])('refuse %s as a bad request', async (_name, data) => {
    expect(await recordsOf(admin, 'listDemo').list(data)).toMatchObject({ status: 400, code: 'REQUEST_INVALID' });
  });
});

it('a date that is none is told with its field and with what one looks like', async () => {
  expect((await recordsOf(admin, 'listDemo').list(where('month', 'eq', 'banana'))).msg).toContain(
    '“month”的查询值“banana”应为日期，如 2026-01',
  );
  expect((await recordsOf(admin, 'listDemo').list(where('createTime', 'gte', '2026-02-31'))).msg).toContain(
    '“createTime”的查询值“2026-02-31”应为日期',
  );
});

describe('keyword', () => {
  it.each([
    ['检测', ['l0001', 'l0000']],
    ['桥梁 合同', ['l0001']],
    ['花', ['l0000']],
    ['测检', []],
    ['100%', ['l0002']],
    ['１００％', ['l0002']],
  ])('%s finds %j', async (keyword, expected) => {
    expect(await ids({ keyword })).toEqual(expected);
  });
});

describe('order and pages', () => {
  it('a stored value of the wrong type sorts as empty and breaks nothing', async () => {
    expect((await ids(BY_NUMBER)).slice(-3)).toEqual(['l0001', 'l0000', 'l0002']);
    expect((await ids({ sort: { field: 'amount', order: 'desc' } })).slice(0, 3)).toEqual(['l0002', 'l0000', 'l0001']);
  });

  it('without a sort the newest come first, page by page, with the number of all', async () => {
    const page = (pageNum: number) => recordsOf(admin, 'listDemo').list({}, { pageNum, pageSize: 4 });
    const [first, second] = await Promise.all([page(1), page(2)]);
    expect(first.data.data.map((row) => row.id)).toEqual(['l0005', 'l0004', 'l0003', 'l0002']);
    expect(second.data.data.map((row) => row.id)).toEqual(['l0001', 'l0000']);
    expect(first.data.page).toEqual({ pageNum: 1, pageSize: 4, total: 6 });
    expect((await page(9)).data).toMatchObject({ data: [], page: { total: 6 } });
  });

  it('the size of a page is bounded', async () => {
    expect((await recordsOf(admin, 'listDemo').list({}, { pageNum: 1, pageSize: 100_000 })).code).toBe(
      'REQUEST_INVALID',
    );
  });
});

describe('who sees which records', () => {
  it('the own ones; with listNoAuth those of the own units; administrators all', async () => {
    expect(await ids({}, staff)).toEqual(['l0003', 'l0002', 'l0001', 'l0000']);
    expect(await ids({}, staff, 'listNoAuth')).toContain('l0004');
    expect(await ids({}, await server.api('liusiyu'), 'listNoAuth')).not.toContain('l0005');
    expect(await ids({}, await server.api('manager'))).toContain('l0004');
    expect(await ids({}, await server.api('leader'))).not.toContain('l0004');
    expect(await ids({})).toHaveLength(6);
  });

  it('listNoAuth gives no more than list for a form that does not open its records to the unit', async () => {
    await publishForm(server.context, {
      formKey: 'listPrivate',
      formName: '工资',
      definition: { fields: [{ tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' }] },
      note: '',
      author,
    });
    const saved = await recordsOf(staff, 'listPrivate').save({ fieldsMap: { name: '甲' } as never, childTables: {} });
    const seen = async (client: Client) =>
      (await client.post<{ data: { id: string }[] }>('/api/system/frmCrud/listNoAuth/listPrivate', {})).data.data.map(
        ({ id }) => id,
      );
    expect(await seen(staff)).toEqual([saved.data.id]);
    expect(await seen(await server.api('finance'))).toEqual([]);
  });

  it('an export holds what its list shows: the own ones, or those of the own units', async () => {
    const countOf = async (formKey: string, client: Client, body: object): Promise<number> => {
      const response = await fetch(`${server.url}/api/system/frmCrud/exportRows/${formKey}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await response.arrayBuffer();
      expect(response.status).toBe(200);
      return Number(response.headers.get('x-row-count'));
    };
    const wholeUnit = await ids({}, staff, 'listNoAuth');
    expect(wholeUnit.length).toBeGreaterThan(4);
    expect(await countOf('listDemo', staff, { data: {} })).toBe(4);
    expect(await countOf('listDemo', staff, { data: {}, isWholeUnit: true })).toBe(wholeUnit.length);
    const finance = await server.api('finance');
    expect(await countOf('listPrivate', finance, { data: {}, isWholeUnit: true })).toBe(0);
  });

  it('a hidden field is in no row', async () => {
    const { data } = await recordsOf(staff, 'listDemo').list(where('id', 'eq', 'l0000'));
    expect(data.data[0]?.fieldsMap).toMatchObject({ name: '滨江花园检测报告', kindLabel: '报告' });
    expect(data.data[0]?.fieldsMap).not.toHaveProperty('hidden');
  });
});

describe('removing', () => {
  it('drafts go by their creator, nobody else’s do', async () => {
    const { data } = await recordsOf(staff, 'listDemo').save({ fieldsMap: { name: '要删除的' } });
    const id = data.id ?? '';
    expect((await recordsOf(await server.api('hr'), 'listDemo').remove(id)).code).toBe('404');
    expect((await recordsOf(staff, 'listDemo').remove(id)).code).toBe('1');
    expect((await recordsOf(staff, 'listDemo').get(id)).code).toBe('404');
    expect((await recordsOf(staff, 'listDemo').remove(id)).code).toBe('404');
  });
});

describe('what a save refuses', () => {
  it.each([
    ['a value of the wrong type', { amount: 'x' }, 'RECORD_INVALID'],
    ['a key the form has not', { stranger: 1 }, 'RECORD_INVALID'],
    ['a hidden field', { hidden: 'x' }, 'RECORD_FORBIDDEN'],
    ['a character the database cannot hold', { name: 'a\u0000b' }, 'REQUEST_INVALID'],
  ])('%s', async (_name, fieldsMap, code) => {
    expect((await recordsOf(staff, 'listDemo').save({ fieldsMap })).code).toBe(code);
  });

  it('a body without values', async () => {
    expect((await staff.post('/api/system/frmCrud/saveOrUpdate/listDemo', { fieldsMap: {} })).code).toBe(
      'REQUEST_INVALID',
    );
    expect(
      (await staff.post('/api/system/frmCrud/saveOrUpdate/listDemo', { fieldsMap: [], childTables: {} })).code,
    ).toBe('REQUEST_INVALID');
  });
});

describe('columns', () => {
  it('of the form hold its values, and the index over all texts answers what contains a word', async () => {
    const { db } = server.context;
    const { ref, column, tables } = await columnsOf(db, 'listDemo');
    expect(column('amount')?.kind).toBe('number');
    expect(tables.indexedTexts).toContain(column('name')?.name);
    const plan = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      return sql<{
        'QUERY PLAN': string;
      }>`explain select id from ${recordTable('listDemo')} as frm_record where ${textIndexGrams(tables.indexedTexts, 'frm_record')} @> frm_grams(array['检测'::text]) and ${ref('name')} ilike '%检测%'`.execute(
        trx,
      );
    });
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Bitmap Index Scan on frm_r_list_demo.*_tx_/);
  });
});
