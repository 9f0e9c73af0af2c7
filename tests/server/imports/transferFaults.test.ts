import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { xlsxFile } from '../../../src/server/archive/xlsxFile.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { addProgress } from '../../../src/server/imports/records/job.ts';
import { runImport } from '../../../src/server/imports/records/run.ts';
import { author } from '../support/sealDemo.ts';
import { recordsIn } from '../support/recordsIn.ts';
import { recordTableName } from '../../../src/server/records/columns/tableNames.ts';
import { recordTable } from '../../../src/server/records/columns/recordSource.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';
import { folder, FORM, removeBooks, publishTransfers, bookOf, importList, rowsFrom } from './transferBooks.ts';

let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  await publishTransfers(server);
  staff = await server.api('staff');
});
afterAll(async () => {
  await server.dispose();
  removeBooks();
});

const imported = (path: string, client = staff, name?: string, formKey?: string): ReturnType<typeof importList> =>
  importList(client, path, name, formKey);

describe('a list from a file that cannot be taken in to its end', () => {
  it('stops where whoever began it may no more: a role was taken away, the account switched off', async () => {
    const { db } = server.context;
    const person = {
      id: 'u-sample',
      username: 'sample',
      name: '蒋晓燕',
      permissions: [],
      fieldRules: {},
      deptId: null,
      unitId: null,
    };
    const path = await bookOf(rowsFrom(300, '停'));
    const ended = async (id: string, roles: string[]) => {
      await db
        .insertInto('frm_import')
        .values({ id, form_key: FORM, user_id: person.id, file_name: '台账.xlsx', state: 'running' })
        .execute();
      await runImport(server.context, { id, user: { ...person, roles }, formKey: FORM, path }, (error) => {
        throw error;
      });
      return db
        .selectFrom('frm_import')
        .select(['state', 'message', 'saved'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    };
    expect(await ended('a-role-ago', ['keeper'])).toMatchObject({
      state: 'failed',
      saved: 0,
      message: expect.stringContaining('账号或角色已变更') as string,
    });
    await db.updateTable('sys_user').set({ is_disabled: true }).where('id', '=', person.id).execute();
    expect(await ended('switched-off', [])).toMatchObject({ state: 'failed', saved: 0 });
    await db.updateTable('sys_user').set({ is_disabled: false }).where('id', '=', person.id).execute();
    expect(await ended('still-there', ['sample'])).toMatchObject({ state: 'done', saved: 300 });
  });

  it('lists and keeps refused rows up to their limits, also of the group that exceeds them', async () => {
    const { db } = server.context;
    const refused = (count: number, from: number) =>
      Array.from({ length: count }, (_none, index) => ({ row: from + index, message: '空' }));
    const counts = async (bad: number, kept: number, group: number) => {
      const id = `bad-${bad}-${kept}`;
      await db
        .insertInto('frm_import')
        .values({ id, form_key: FORM, user_id: 'u-staff', file_name: '台账.xlsx', state: 'running' })
        .execute();
      await sql`update frm_import set refused = ${kept}, bad = ${JSON.stringify(refused(bad, 1))}::jsonb where id = ${id}`.execute(
        db,
      );
      const progress = { share: 0.5, lastRow: 9, savedCount: 0, cellsOf: () => [] };
      await db
        .transaction()
        .execute((trx) => addProgress(trx, id, { ...progress, refusedRows: refused(group, kept + 1) }));
      const { rows } = await sql<{ bad: number; last: number; kept: number }>`select jsonb_array_length(i.bad) as bad,
        (i.bad -> -1 ->> 'row')::int as last, (select count(*)::int from frm_import_row where import_id = ${id}) as kept
        from frm_import i where id = ${id}`.execute(db);
      return rows[0];
    };
    expect(await counts(0, 0, 3)).toEqual({ bad: 3, last: 3, kept: 3 });
    expect(await counts(199, 199, 5)).toEqual({ bad: 200, last: 200, kept: 5 });
    expect(await counts(200, 4998, 5)).toEqual({ bad: 200, last: 200, kept: 2 });
    expect(await counts(200, 5000, 5)).toEqual({ bad: 200, last: 200, kept: 0 });
  });

  it('says where it stopped when the database went away, and that nothing is wrong with the rows', async () => {
    const { db } = server.context;
    // the second group meets a database that is ending
    await sql`create function go_away() returns trigger language plpgsql as $$ begin if new.last_row > 300 then raise exception 'terminating connection' using errcode = '57P01'; end if; return new; end $$`.execute(
      db,
    );
    await sql`create trigger go_away before update on frm_import for each row when (new.state = 'running') execute function go_away()`.execute(
      db,
    );
    const ended = await imported(await bookOf(rowsFrom(600, '断')));
    await sql`drop function go_away cascade`.execute(db);
    expect(ended).toMatchObject({
      state: 'failed',
      saved: 250,
      lastRow: 251,
      message: '服务暂时不可用，请稍后重试，导入中断，第 251 行及以前的已处理',
    });
  });

  it('counts every row that is there, and none that is not, when it breaks off while it stores them one by one', async () => {
    const { db } = server.context;
    expect(await imported(await bookOf([['有过', 1, null, null, null, '破-5']]))).toMatchObject({ saved: 1 });
    // the group is refused as a whole for row 7; the database goes away at row 22
    await sql`create function go_away() returns trigger language plpgsql as $$ begin
      if (select count(*) = 1 and min(title) = '破 20' from fresh) then raise exception 'terminating connection' using errcode = '57P01'; end if; return null; end $$`.execute(
      db,
    );
    await sql`create trigger go_away after insert on ${recordTable(FORM)} referencing new table as fresh for each statement execute function go_away()`.execute(
      db,
    );
    const rows = rowsFrom(40, '破');
    rows[3]![1] = '不是数';
    rows[19]![1] = '不是数';
    rows[30]![1] = '不是数';
    const ended = await imported(await bookOf(rows));
    await sql`drop function go_away cascade`.execute(db);
    const stored = await db
      .selectFrom(await recordsIn(server, FORM))
      .select('title')
      .where('title', 'like', '破 %')
      .execute();
    expect(stored).toHaveLength(17);
    expect(ended).toMatchObject({
      state: 'failed',
      saved: 17,
      refused: 2,
      lastRow: 20,
      message: expect.stringContaining('第 20 行及以前的已处理') as string,
    });
    expect(ended.bad.map(({ row }) => row)).toEqual([5, 7]);
    const rest = rows.slice(19);
    expect(await imported(await bookOf(rest))).toMatchObject({ state: 'done', saved: 19, refused: 2 });
  });

  it("goes on where the database gave its rows up for another's sake: together, then one by one", async () => {
    const { db } = server.context;
    // how often it is given up stands in a sequence: a transaction that ends does not turn it back
    await sql`create sequence given_up`.execute(db);
    await sql`create function give_up() returns trigger language plpgsql as $$ begin
      if (select min(title) like '让 %' and (count(*) > 1 or min(title) = '让 3') from fresh) and nextval('given_up') <= TG_ARGV[0]::int then
        raise exception 'deadlock detected' using errcode = TG_ARGV[1]; end if; return null; end $$`.execute(db);
    const begin = async (times: number, code: string) => {
      await sql`select setval('given_up', 1, false)`.execute(db);
      // PostgreSQL 13 replaces no trigger
      await sql`drop trigger if exists give_up on ${sql.id(recordTableName(FORM))}`.execute(db);
      await sql
        .raw(
          `create trigger give_up after insert on ${recordTableName(FORM)} referencing new table as fresh for each statement execute function give_up(${times}, '${code}')`,
        )
        .execute(db);
    };
    await begin(1, '40P01');
    expect(await imported(await bookOf(rowsFrom(20, '让')))).toMatchObject({ state: 'done', saved: 20, refused: 0 });
    expect((await sql<{ asked: string }>`select last_value::text as asked from given_up`.execute(db)).rows).toEqual([
      { asked: '2' },
    ]);
    await db.deleteFrom('frm_unique').where('value', 'like', '让-%').execute();
    await begin(4, '40001');
    expect(await imported(await bookOf(rowsFrom(20, '让')))).toMatchObject({ state: 'done', saved: 20, refused: 0 });
    await db.deleteFrom('frm_unique').where('value', 'like', '让-%').execute();
    await begin(1000, '40P01');
    const ended = await imported(await bookOf(rowsFrom(20, '让')));
    await sql`drop function give_up cascade`.execute(db);
    expect(ended).toMatchObject({
      state: 'done',
      saved: 19,
      bad: [{ row: 5, message: '有人同时在保存，请重新导入此行' }],
    });
  });

  it('takes its unique values in one order whatever the order of its rows, and after them those of the next field', async () => {
    const { db } = server.context;
    const text = (key: string, label: string) => ({ tag: 'el-input', __vModel__: key, label, unique: true });
    await publishForm(server.context, {
      formKey: 'ordered',
      formName: '顺序',
      note: '',
      author,
      definition: { fields: [text('second', '乙号'), text('first', '甲号')] },
    });
    await sql`create table taken (place serial, field text, value text)`.execute(db);
    await sql`create function note_taken() returns trigger language plpgsql as $$ begin insert into taken (field, value) values (new.field_key, new.value); return new; end $$`.execute(
      db,
    );
    await sql`create trigger note_taken before insert on frm_unique for each row execute function note_taken()`.execute(
      db,
    );
    const path = join(folder, 'ordered.xlsx');
    await pipeline(
      Readable.from(
        xlsxFile(
          '顺序',
          [{ title: '乙号' }, { title: '甲号' }],
          [
            ['s2', 'f1'],
            ['s3', 'f3'],
            ['s1', 'f2'],
          ],
        ),
      ),
      createWriteStream(path),
    );
    const state = await imported(path, staff, '顺序.xlsx', 'ordered');
    const { rows } = await sql<{ value: string }>`select value from taken order by place`.execute(db);
    await sql`drop function note_taken cascade`.execute(db);
    await sql`drop table taken`.execute(db);
    expect([state.saved, ...rows.map(({ value }) => value)]).toEqual([3, 'f1', 'f2', 'f3', 's1', 's2', 's3']);
  });
});
