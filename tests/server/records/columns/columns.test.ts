import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/index.ts';
import {
  addMissingColumns,
  columnsOf,
  compareColumns,
  fillColumns,
  resolveFormKeys,
  rebuildColumns,
  valuesTable,
} from '../../../../src/server/records/index.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { type Client, startTestServer, type TestServer } from '../../support.ts';
import { storeMany } from '../../../support/storeMany.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
  await publishForm(server.context, {
    formKey: FORM,
    formName: '会议',
    note: '',
    author,
    definition: { fields: FIELDS, access: { ownerField: 'people' } },
  });
  const save = (fieldsMap: Record<string, unknown>) => recordsOf(admin, FORM).save({ fieldsMap });
  await save({ name: '三人', people: 'u-staff,u-leader,u-hr', one: 'u-staff' });
  await save({ name: '一人', people: 'u-hr', one: 'u-hr' });
  await save({ name: '无人', people: '', one: '' });
});
afterAll(() => server.dispose());

const text = (key: string): object => ({ tag: 'el-input', __vModel__: key, label: key, isList: '1' });

const number = (key: string): object => ({ tag: 'el-input-number', __vModel__: key, label: key, isList: '1' });

const publish = (formKey: string, fields: readonly object[]): Promise<unknown> =>
  publishForm(server.context, { formKey, formName: formKey, note: '', author, definition: { fields } });

const list = (formKey: string, data: object) =>
  admin.post<{ data: { id: string }[]; page: { total: number } }>(`/api/system/frmCrud/list/${formKey}`, {
    data,
    page: { pageNum: 1, pageSize: 50 },
  });

const same = async (formKey: string): Promise<void> =>
  expect(await compareColumns(server.context.db, formKey)).toEqual([]);

describe('columns of a form', () => {
  it('hold six hundred fields, all filled, in further tables of the same records', async () => {
    const keys = Array.from({ length: 600 }, (_none, index) => `wide${index}`);
    await publish('colWide', keys.map(text));
    const saved = await recordsOf(admin, 'colWide').save({
      fieldsMap: Object.fromEntries(keys.map((key) => [key, `${key} ${'字'.repeat(40)}`])),
    });
    expect(saved.code).toBe('1');
    const { column, tables } = await columnsOf(server.context.db, 'colWide');
    expect([tables.main.parts, column('wide599')?.part]).toEqual([3, 3]);
    const found = await list('colWide', {
      conditions: [
        { field: 'wide599', op: 'contains', value: 'wide599 字' },
        { field: 'wide3', op: 'eq', value: `wide3 ${'字'.repeat(40)}` },
      ],
      sort: { field: 'wide400', order: 'desc' },
    });
    expect(found.data.page.total).toBe(1);
    await same('colWide');
  });

  it('of keys that differ by case alone, are in Chinese, or are long, are found each by its own value', async () => {
    const keys = [
      'amount',
      'Amount',
      'AMOUNT',
      '金额',
      '金額',
      'constructor_',
      'select',
      `k${'x'.repeat(60)}a`,
      `k${'x'.repeat(60)}b`,
    ];
    await publish('colOdd', keys.map(text));
    const saved = await recordsOf(admin, 'colOdd').save({
      fieldsMap: Object.fromEntries(keys.map((key, index) => [key, `值${index}`])),
    });
    expect(saved.code, JSON.stringify(saved)).toBe('1');
    const totals = [];
    for (const [index, field] of keys.entries()) {
      const found = await list('colOdd', { conditions: [{ field, op: 'eq', value: `值${index}` }] });
      totals.push([field, found.code, found.data?.page?.total]);
    }
    expect(totals).toEqual(keys.map((key) => [key, '1', 1]));
    await same('colOdd');
  });

  it('of fields that change their kinds are filled for older records, and asked for only when they are', async () => {
    await publish('colKinds', [text('a'), number('b')]);
    await storeMany(server.context, 'colKinds', 1200, (n) => ({ id: `c${n}`, fieldsMap: { a: `甲${n}`, b: n } }));
    await publish('colKinds', [number('a'), text('b')]);
    const refused = await list('colKinds', { conditions: [{ field: 'b', op: 'eq', value: '7' }] });
    expect([refused.code, refused.status]).toEqual(['COLUMN_NOT_READY', 409]);
    // who saves meanwhile writes the new columns
    const saved = await recordsOf(admin, 'colKinds').save({ fieldsMap: { a: 5, b: '新' } });
    expect(saved.code).toBe('1');
    await fillColumns(server.context);
    expect((await list('colKinds', { conditions: [{ field: 'b', op: 'eq', value: '7' }] })).data.data).toEqual([
      expect.objectContaining({ id: 'c7' }),
    ]);
    expect((await list('colKinds', { conditions: [{ field: 'b', op: 'eq', value: '新' }] })).data.page.total).toBe(1);
    // what was a text is no number
    expect((await list('colKinds', { conditions: [{ field: 'a', op: 'gte', value: 0 }] })).data.page.total).toBe(1);
    await same('colKinds');
  });

  it('of a key that no version had are ready at once', async () => {
    await publish('colKinds', [number('a'), text('b'), text('fresh')]);
    expect(
      (await columnsOf(server.context.db, 'colKinds', [{ key: 'fresh', kind: 'text' }])).column('fresh')?.isReady,
    ).toBe(true);
    expect((await list('colKinds', { conditions: [{ field: 'fresh', op: 'eq', value: 'x' }] })).code).toBe('1');
  });

  it('are written anew from the documents, and what differs is named', async () => {
    const { db } = server.context;
    await sql`update ${valuesTable('colKinds')} set fields = fields || '{"b":"变"}' where id = 'c9'`.execute(db);
    expect(await compareColumns(db, 'colKinds')).toEqual(['colKinds c9: b (number)', 'colKinds c9: b (text)']);
    expect(await rebuildColumns(db, 'colKinds')).toBe(1201);
    await same('colKinds');
  });

  it('are compared by a command for forms that exist, and a misspelt key is refused', async () => {
    const { db } = server.context;
    expect(await resolveFormKeys(db, ['colKinds'])).toEqual(['colKinds']);
    expect(await resolveFormKeys(db, [])).toContain('colKinds');
    await expect(resolveFormKeys(db, ['colKinds', 'colkinds', 'nowhere'])).rejects.toThrow(
      '没有发布过这样的表单：colkinds、nowhere。',
    );
  });

  it('of a sub-table follow what was changed, added and taken away; another record may have the same row ids', async () => {
    const columns = [text('name'), number('count')];
    await publish('colRows', [
      text('title'),
      { tag: 'subTable', __vModel__: 'lines', label: '明细', children: columns },
    ]);
    const row = (id: string, name: string, count: number | null) => ({ id, fieldsMap: { name, count } });
    const form = recordsOf(admin, 'colRows');
    const first = await form.save({
      fieldsMap: { title: '一' },
      childTables: { lines: [row('r1', 'a', 1), row('r2', 'b', 2)] },
    });
    await form.save({ fieldsMap: { title: '二' }, childTables: { lines: [row('r1', 'z', 9)] } });
    const changed = await form.save({
      id: first.data.id,
      revision: 1,
      fieldsMap: { title: '一' },
      childTables: { lines: [row('r2', 'b', 3), row('r3', 'c', null)] },
    });
    expect([first.code, changed.code]).toEqual(['1', '1']);
    const columnsOfRows = (await columnsOf(server.context.db, 'colRows')).rows('lines', 'l');
    const { rows } = await sql<{
      name: string;
      count: string | null;
    }>`select ${columnsOfRows?.ref('name')} as name, ${columnsOfRows?.ref('count')} as count
      from ${columnsOfRows?.table} as l where l.record_id = ${first.data.id} order by l.row_id`.execute(
      server.context.db,
    );
    expect(rows.map(({ name, count }) => [name, count === null ? null : Number(count)])).toEqual([
      ['b', 3],
      ['c', null],
    ]);
    await same('colRows');
    expect((await admin.get(`/api/system/frmCrud/delById/colRows?id=${first.data.id}`)).code).toBe('1');
    await same('colRows');
  });

  it('find two Chinese characters by the index, in any text, and not elsewhere', async () => {
    await publish('colTexts', [text('a'), text('b')]);
    await recordsOf(admin, 'colTexts').save({ fieldsMap: { a: '滨江道路检测', b: '另一处' } });
    await recordsOf(admin, 'colTexts').save({ fieldsMap: { a: '另一处', b: '滨江道路检测' } });
    const found = async (field: string, value: string): Promise<number> =>
      (await list('colTexts', { conditions: [{ field, op: 'contains', value }] })).data.page.total;
    expect([
      await found('a', '道路'),
      await found('b', '道路'),
      await found('a', '江检'),
      await found('a', '路'),
    ]).toEqual([1, 1, 0, 1]);
    // a column that is added later is found before the index knows it
    await publish('colTexts', [text('a'), text('b'), text('c')]);
    await recordsOf(admin, 'colTexts').save({ fieldsMap: { a: '', b: '', c: '新的道路' } });
    expect(await found('c', '道路')).toBe(1);
  });
});

/** A form whose people and departments are several; who stands among the people may read the record. */
const FORM = 'severalPeople';

const FIELDS = [
  { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1', isList: '1' },
  { tag: 'userSelector', __vModel__: 'people', label: '参加人', multiple: true, isList: '1', isSearch: '1' },
  { tag: 'deptSelector', __vModel__: 'depts', label: '协作部门', multiple: true, isList: '1' },
  { tag: 'userSelector', __vModel__: 'one', label: '负责人', isList: '1', isSearch: '1' },
];

async function named(client: Client, condition?: { field: string; op: string; value?: unknown }): Promise<string[]> {
  const answer = await recordsOf(client, FORM).list(
    { conditions: condition ? [condition] : [] },
    { pageNum: 1, pageSize: 50 },
  );
  expect(answer.code, answer.msg).toBe('1');
  return answer.data.data.map(({ title }) => title as string).sort();
}

it('several people are a text array: one of them finds the record, a part of an id does not', async () => {
  const { column } = await columnsOf(server.context.db, FORM);
  expect([column('people')?.kind, column('depts')?.kind, column('one')?.kind]).toEqual(['ids', 'ids', 'text']);
  expect(await named(admin, { field: 'people', op: 'eq', value: 'u-leader' })).toEqual(['三人']);
  expect(await named(admin, { field: 'people', op: 'eq', value: 'u-' })).toEqual([]);
  expect(await named(admin, { field: 'people', op: 'in', value: ['u-leader', 'u-hr'] })).toEqual(
    ['一人', '三人'].sort(),
  );
  expect(await named(admin, { field: 'people', op: 'ne', value: 'u-leader' })).toEqual(['一人', '无人'].sort());
  expect(await named(admin, { field: 'people', op: 'empty' })).toEqual(['无人']);
  expect(await named(admin, { field: 'people', op: 'contains', value: '周明轩' })).toEqual(['三人']);
  expect(await compareColumns(server.context.db, FORM)).toEqual([]);
});

it('a record is about each of several people: all of them may read it', async () => {
  expect(await named(staff)).toEqual(['三人']);
});

it('an expression and a group of a dataset read several people as the text of the document', async () => {
  const datasetKey = 'test/severalPeople';
  const definition = {
    datasetKey,
    name: '参加人',
    from: FORM,
    where: "people != 'u-hr'",
    groupBy: [{ key: 'people', of: 'people' }],
    measures: [{ key: 'count', fn: 'count' }],
  };
  await admin.post('/api/system/datasetDef/saveDraft', { datasetKey, name: '参加人', definition });
  expect((await admin.post('/api/system/datasetDef/publish', { datasetKey, note: '测试' })).msg).toBe('发布成功');
  const answer = await admin.post<{ rows: { keys: string[]; labels: string[]; values: string[] }[] }[]>(
    '/api/system/dataset/run',
    { questions: [{ datasetKey }] },
  );
  expect(answer.data[0]?.rows.map(({ keys, values }) => [keys[0], values[0]]).sort()).toEqual([
    ['', '1'],
    ['u-staff,u-leader,u-hr', '1'],
  ]);
});

it('a database of a release that stored them as one text gets the column and fills it', async () => {
  const { db, vocabulary } = server.context;
  const { column, tables } = await columnsOf(db, FORM);
  const [people, table] = [column('people')?.name ?? '', sql.id(tables.main.name)];
  await sql`alter table ${table} add column people_text text`.execute(db);
  await sql`update ${table} set people_text = array_to_string(${sql.id(people)}, ',')`.execute(db);
  await sql`update frm_column set kind = 'text', name = 'people_text' where form_key = ${FORM} and field_key = 'people'`.execute(
    db,
  );
  await sql`update frm_table set revision = revision + 1 where form_key = ${FORM} and table_key = ''`.execute(db);
  await addMissingColumns(db, vocabulary);
  await fillColumns(server.context);
  expect((await columnsOf(db, FORM, [{ key: 'people', kind: 'ids' }])).column('people', 'ids')?.isReady).toBe(true);
  expect(await named(admin, { field: 'people', op: 'eq', value: 'u-leader' })).toEqual(['三人']);
  expect(await named(staff)).toEqual(['三人']);
  expect(await compareColumns(db, FORM)).toEqual([]);
});

it('where one person takes the place of several, a list that was read before finds the records of since', async () => {
  expect(await named(staff)).toEqual(['三人']);
  await publishForm(server.context, {
    formKey: FORM,
    formName: '会议',
    note: '',
    author,
    definition: {
      fields: FIELDS.map((field) => (field.__vModel__ === 'people' ? { ...field, multiple: false } : field)),
      access: { ownerField: 'people' },
    },
  });
  await fillColumns(server.context);
  expect((await recordsOf(admin, FORM).save({ fieldsMap: { name: '后来', people: 'u-staff' } })).code).toBe('1');
  expect(await named(staff)).toContain('后来');
});
