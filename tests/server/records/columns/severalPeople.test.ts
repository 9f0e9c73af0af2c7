import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/index.ts';
import { addMissingColumns, columnsOf, compareColumns, fillColumns } from '../../../../src/server/records/index.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

/** A form whose people and departments are several; who stands among the people may read the record. */
const FORM = 'severalPeople';
const FIELDS = [
  { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1', isList: '1' },
  { tag: 'userSelector', __vModel__: 'people', label: '参加人', multiple: true, isList: '1', isSearch: '1' },
  { tag: 'deptSelector', __vModel__: 'depts', label: '协作部门', multiple: true, isList: '1' },
  { tag: 'userSelector', __vModel__: 'one', label: '负责人', isList: '1', isSearch: '1' },
];

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
