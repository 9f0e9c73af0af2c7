import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/index.ts';
import { compareColumns, dropColumns, fillColumns, rebuildTextIndexes } from '../../../../src/server/records/index.ts';
import { freshTables } from '../../../../src/server/records/columns/catalogue.ts';
import { edge, flowFile, publishStory, task } from '../../approval/story.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
});
afterAll(() => server.dispose());

const text = (key: string): object => ({ tag: 'el-input', __vModel__: key, label: key, isList: '1' });
const number = (key: string): object => ({ ...text(key), tag: 'el-input-number' });
const lines = (...children: object[]): object => ({ tag: 'subTable', __vModel__: 'lines', label: '明细', children });
const publish = (formKey: string, fields: readonly object[], flowKey?: string): Promise<unknown> =>
  publishForm(server.context, { formKey, formName: formKey, note: '', author, definition: { fields, flowKey } });
const columnsOf = async (table: string): Promise<string[]> =>
  (
    await sql<{
      name: string;
    }>`select attname::text as name from pg_attribute where attrelid = to_regclass(${table}) and attname ~ '^f[0-9]' and not attisdropped order by attnum`.execute(
      server.context.db,
    )
  ).rows.map(({ name }) => name);
const tableOf = async (formKey: string, tableKey = ''): Promise<string> =>
  (
    await sql<{
      name: string;
    }>`select name from frm_table where form_key = ${formKey} and table_key = ${tableKey}`.execute(server.context.db)
  ).rows[0]?.name ?? '';
const total = async (formKey: string, field: string, op: string, value: unknown): Promise<unknown> => {
  const answer = await recordsOf(admin, formKey).list({ conditions: [{ field, op, value }] });
  return answer.code === '1' ? answer.data.page.total : answer.code;
};
/** One run of the job; what this server remembers of the catalogue is read again, as it is within a minute. */
const drop = async (): Promise<{ unregistered: number; dropped: number }> => {
  const counts = await dropColumns(server.context, { waitMs: 0 });
  for (const form of ['dropped', 'renumbered', 'dropFlow', 'machines']) await freshTables(server.context.db, form);
  return counts;
};
const published = (formKey: string, days: number): Promise<unknown> =>
  sql`update doc_version set published_at = published_at - make_interval(days => ${days}) where kind = 'form' and doc_key = ${formKey}`.execute(
    server.context.db,
  );

it('columns that no version in use reads are forgotten after a week, dropped by the next run, and filled again when a version wants them', async () => {
  const { context } = server;
  await publish('dropped', [text('name'), text('old'), lines(text('item'), number('count'))]);
  const saved = await recordsOf(admin, 'dropped').save({
    fieldsMap: { name: '滨江道路', old: '旧值' },
    childTables: { lines: [{ id: 'r1', fieldsMap: { item: '甲', count: 2 } }] },
  });
  expect(saved.code).toBe('1');
  await publish('dropped', [text('name'), lines(text('item'))]);
  const [own, rows] = [await tableOf('dropped'), await tableOf('dropped', 'lines')];
  await drop();
  expect([await columnsOf(own), await columnsOf(rows)]).toEqual([
    ['f1_name', 'f2_old'],
    ['f1_item', 'f2_count'],
  ]);
  await published('dropped', 8);
  expect(await drop()).toEqual({ unregistered: 2, dropped: 0 });
  expect(await columnsOf(own)).toEqual(['f1_name', 'f2_old']);
  // the index over all texts holds one of them still, and lists use it
  expect(await total('dropped', 'name', 'contains', '道路')).toBe(1);
  expect(await drop()).toEqual({ unregistered: 0, dropped: 1 });
  await rebuildTextIndexes(context.db, server.databaseUrl === null);
  expect(await drop()).toEqual({ unregistered: 0, dropped: 1 });
  expect([await columnsOf(own), await columnsOf(rows)]).toEqual([['f1_name'], ['f1_item']]);
  expect(await total('dropped', 'name', 'contains', '道路')).toBe(1);
  expect((await recordsOf(admin, 'dropped').save({ fieldsMap: { name: '二' } })).code).toBe('1');
  // the document kept what its column lost
  expect(await compareColumns(context.db, 'dropped')).toEqual([]);
  await publish('dropped', [text('name'), text('old'), text('fresh'), lines(text('item'), number('count'))]);
  await fillColumns(context);
  expect(await total('dropped', 'old', 'eq', '旧值')).toBe(1);
  expect(await compareColumns(context.db, 'dropped')).toEqual([]);
});

it('others use the database while the text indexes are looked through', async () => {
  const { db } = server.context;
  const ask = () => sql`select 1`.execute(db);
  // of a database server two connections are open beforehand: to open one takes longer than a statement
  await Promise.all([ask(), ask()]);
  const ended: string[] = [];
  await Promise.all([
    rebuildTextIndexes(db, server.databaseUrl === null).then(() => ended.push('indexes')),
    ask().then(() => ended.push('statement')),
  ]);
  expect(ended).toEqual(['statement', 'indexes']);
});

it('a number that was a column stays no other column’s, so that no name is given twice', async () => {
  const { context } = server;
  await publish('renumbered', [text('a'), text('b'), text('c')]);
  await publish('renumbered', [text('b'), text('c')]);
  await published('renumbered', 8);
  await drop();
  await rebuildTextIndexes(context.db, server.databaseUrl === null);
  await drop();
  expect(await columnsOf(await tableOf('renumbered'))).toEqual(['f2_b', 'f3_c']);
  await publish('renumbered', [text('b'), number('c')]);
  expect(await columnsOf(await tableOf('renumbered'))).toEqual(['f2_b', 'f3_c', 'f4_c']);
});

it('what an approval that runs by an older version reads stays until that has ended', async () => {
  const { context } = server;
  const xml = flowFile(
    'dropFlow',
    `${task('check user u-hr')}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`,
  );
  await publishStory(server, 'dropFlow', xml, [text('name'), text('old')]);
  const begun = await recordsOf(staff, 'dropFlow').run({ fieldsMap: { name: '一', old: '值' } }, 'submit');
  expect(begun.code, begun.msg).toBe('1');
  await publish('dropFlow', [text('name')], 'dropFlow');
  await published('dropFlow', 8);
  expect((await drop()).unregistered).toBe(0);
  const hr = await server.api('hr');
  const approved = await recordsOf(hr, 'dropFlow').run({ id: begun.data.id ?? '', revision: 1 }, 'approve');
  expect(approved.code, approved.msg).toBe('1');
  expect((await drop()).unregistered).toBe(1);
  expect(await compareColumns(context.db, 'dropFlow')).toEqual([]);
});

it('a dropped column is filled again also where its key ends like that of a display text', async () => {
  const { context } = server;
  await publish('machines', [text('name'), text('machineLabel')]);
  const saved = await recordsOf(admin, 'machines').save({ fieldsMap: { name: '一', machineLabel: '旧值' } });
  expect(saved.code, saved.msg).toBe('1');
  await publish('machines', [text('name')]);
  await published('machines', 8);
  await drop();
  await rebuildTextIndexes(context.db, server.databaseUrl === null);
  await drop();
  expect(await columnsOf(await tableOf('machines'))).toEqual(['f1_name']);
  await publish('machines', [text('name'), text('machineLabel')]);
  await fillColumns(context);
  expect(await total('machines', 'machineLabel', 'eq', '旧值')).toBe(1);
  expect(await compareColumns(context.db, 'machines')).toEqual([]);
});

it('forms whose keys begin alike have a text index each, also where an earlier release left one without', async () => {
  const { db } = server.context;
  const forms = ['One', 'Two'].map((end) => `textIndexesOfFormsWhoseKeysBeginAlike${end}`);
  const indexes = async (formKey: string): Promise<string[]> =>
    (
      await sql<{
        name: string;
      }>`select c.relname::text as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = to_regclass(${await tableOf(formKey)}) and c.relname like '%\_tx\_%'`.execute(
        db,
      )
    ).rows.map(({ name }) => name);
  for (const form of forms) await publish(form, [text('name')]);
  const found = await Promise.all(forms.map(indexes));
  expect(found.map(({ length }) => length)).toEqual([1, 1]);
  await sql`drop index ${sql.id(found[1]?.[0] ?? '')}`.execute(db);
  await rebuildTextIndexes(db, server.databaseUrl === null);
  expect(await Promise.all(forms.map(indexes))).toEqual(found);
});
