import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withPreparedForms, publishForm } from '../../../../src/server/documents/index.ts';
import {
  columnsOf,
  compareColumns,
  fillColumns,
  insertRecords,
  recordTable,
} from '../../../../src/server/records/index.ts';
import type { ServerContext } from '../../../../src/server/context.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { usualOrLong } from '../../../support/tier.ts';
import { isWaitingForLock } from '../../support/isWaitingForLock.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { storeMany } from '../../../support/storeMany.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  // pieces are counted here, so the server's own clock fills none
  server = await startTestServer({}, undefined, undefined, { isColumnFillingDisabled: true });
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

const hasSessions = Boolean(process.env['DATABASE_URL']);
const text = (key: string): object => ({ tag: 'el-input', __vModel__: key, label: key, isList: '1' });
const number = (key: string): object => ({ ...text(key), tag: 'el-input-number' });
/** As the call does it: columns first, then the version. */
const publish = async (formKey: string, fields: readonly object[], { context } = server): Promise<number> => {
  const forms = [{ formKey, text: JSON.stringify({ formKey, fields }) }];
  const publication = { formKey, formName: formKey, note: '', author, definition: { fields } };
  return (await withPreparedForms(context, forms, () => publishForm(context, publication))).version;
};
const total = async (formKey: string, field: string, op: string, value?: unknown): Promise<number | string> => {
  const answer = await recordsOf(admin, formKey).list({ conditions: [{ field, op, value }] });
  return answer.code === '1' ? answer.data.page.total : answer.code;
};
const same = async (formKey: string): Promise<void> =>
  expect(await compareColumns(server.context.db, formKey)).toEqual([]);
const waiting = (): Promise<void> => expect.poll(() => isWaitingForLock(server), { timeout: 60_000 }).toBe(true);
/** A context whose server is told to end after some pieces, as one that is killed between two of them. */
const endingAfter = (pieces: number): ServerContext => {
  let done = 0;
  return { ...server.context, readiness: { ...server.context.readiness, isStopping: () => (done += 1) > pieces } };
};

describe('publishing', () => {
  it.runIf(hasSessions)('twice at once on two servers makes two versions and the columns of both', async () => {
    await publish('pubTwice', [text('a')]);
    await storeMany(server.context, 'pubTwice', 50, (n) => ({ id: `t${n}`, fieldsMap: { a: String(n) } }));
    const settings = { dataDir: server.dataDir, databaseUrl: server.databaseUrl };
    const other = await startTestServer(settings, undefined, undefined, { isColumnFillingDisabled: true });
    try {
      const versions = await Promise.all([
        publish('pubTwice', [number('a'), text('left')]),
        publish('pubTwice', [text('a'), text('right'), number('left')], other),
      ]);
      expect(versions.sort()).toEqual([2, 3]);
      const clients = [admin, await other.api('admin')];
      for (const client of clients)
        for (let n = 0; n < 3; n += 1)
          expect((await recordsOf(client, 'pubTwice').save({ fieldsMap: { a: '5' } })).code).toMatch(
            /1|RECORD_INVALID/,
          );
      await fillColumns(server.context);
      const { tables } = await columnsOf(server.context.db, 'pubTwice');
      expect(tables.main.columns.map(({ key, kind }) => `${key} ${kind}`).sort()).toEqual([
        'a number',
        'a text',
        'left number',
        'left text',
        'right text',
      ]);
      await same('pubTwice');
    } finally {
      await other.close();
    }
  });

  const BACKUP = ['a backup', 'isolation level repeatable read read only'];
  // both hold the same lock, and the backup its snapshot as well
  const readers = usualOrLong([BACKUP], [BACKUP, ['a list in a slow transaction', 'isolation level read committed']]);
  it.runIf(hasSessions).each(readers as [string, string][])(
    'waits for %s that reads the table, and lists go on meanwhile',
    { timeout: 60_000 },
    async (_what, level) => {
      const form = `pubBusy${level.length}`;
      const { db } = server.context;
      await publish(form, [text('a')]);
      await storeMany(server.context, form, 5, (n) => ({ id: `b${level.length}-${n}`, fieldsMap: { a: '甲' } }));
      let isReading = true;
      let endReading = (): void => undefined;
      const read = new Promise<void>((done) => {
        endReading = done;
      });
      const reader = db.connection().execute(async (one) => {
        await sql`begin transaction ${sql.raw(level)}`.execute(one);
        await sql`select count(*) from ${recordTable(form)}`.execute(one);
        await read;
        await sql`select count(*) from ${recordTable(form)}`.execute(one);
        isReading = false;
        await sql`commit`.execute(one);
      });
      await pause(100);
      const published = publish(form, [text('a'), number('b')]);
      try {
        await waiting();
        const longerThanOneTry = pause(2_500);
        const began = Date.now();
        expect(await total(form, 'a', 'eq', '甲')).toBe(5);
        expect((await recordsOf(admin, form).save({ fieldsMap: { a: '乙' } })).code).toBe('1');
        // no longer than one try waits for the table
        expect(Date.now() - began).toBeLessThan(4_500);
        await longerThanOneTry;
      } finally {
        endReading();
      }
      expect(await published).toBe(2);
      expect(isReading).toBe(false);
      await reader;
      await same(form);
    },
  );

  it('that was killed after its columns leaves the version in force as it was, and the next one has them', async () => {
    const { context } = server;
    await publish('pubKilled', [text('a')]);
    await storeMany(context, 'pubKilled', 20, (n) => ({ id: `k${n}`, fieldsMap: { a: `${n}` } }));
    const killed = JSON.stringify({ formKey: 'pubKilled', fields: [number('a'), text('b')] });
    await withPreparedForms(context, [{ formKey: 'pubKilled', text: killed }], () => Promise.resolve());
    // nothing more of it: the version in force is asked, saved and filled
    expect(await total('pubKilled', 'a', 'eq', '7')).toBe(1);
    expect((await recordsOf(admin, 'pubKilled').save({ fieldsMap: { a: '二十一' } })).code).toBe('1');
    await fillColumns(context);
    await same('pubKilled');
    expect(await publish('pubKilled', [number('a'), number('b')])).toBe(2);
    expect((await recordsOf(admin, 'pubKilled').save({ fieldsMap: { a: 5, b: 6 } })).code).toBe('1');
    await fillColumns(context);
    expect([await total('pubKilled', 'b', 'eq', 6), await total('pubKilled', 'a', 'notEmpty')]).toEqual([1, 1]);
    await same('pubKilled');
  });

  it.runIf(hasSessions)('of another kind sees a first record that is stored in this moment', async () => {
    const { context } = server;
    await publish('pubFirst', [text('a')]);
    let commit = (): void => undefined;
    const held = new Promise<void>((done) => {
      commit = done;
    });
    const storing = context.db.transaction().execute(async (trx) => {
      await insertRecords(trx, 'pubFirst', [
        {
          id: 'first',
          version: 1,
          revision: 1,
          flw_state: '0',
          title: '',
          task_node: '',
          create_by: 'u-admin',
          create_by_name: '某人',
          update_by: 'u-admin',
          update_by_name: '某人',
          unit_id: null,
          dept_id: null,
          search_text: '',
          values: { fieldsMap: { a: 12 }, childTables: {} },
        },
      ]);
      await held;
    });
    await pause(200);
    const published = publish('pubFirst', [number('a')]);
    await waiting();
    commit();
    await storing;
    expect(await published).toBe(2);
    await fillColumns(context);
    expect(await total('pubFirst', 'a', 'eq', 12)).toBe(1);
    await same('pubFirst');
  });

  it.runIf(hasSessions)('while columns are filled waits for the piece, and neither ends the other', async () => {
    const { context } = server;
    await publish('pubFilling', [text('a')]);
    await storeMany(context, 'pubFilling', 20, (n) => ({ id: `f${n}`, fieldsMap: { a: `${n}` } }));
    await publish('pubFilling', [number('a')]);
    const filling = context.db.transaction().execute(async (trx) => {
      await sql`select 1 from frm_table where form_key = 'pubFilling' and table_key = '' for update`.execute(trx);
      await waiting();
      await sql`select id from ${recordTable('pubFilling')} for update`.execute(trx);
    });
    await pause(100);
    const published = publish('pubFilling', [number('a'), text('b')]);
    await filling;
    expect(await published).toBe(3);
    await fillColumns(context);
    await same('pubFilling');
  });
});

describe('filling', () => {
  it('goes on where another server was killed, at every piece, and saves of that time are kept', async () => {
    const { context } = server;
    await publish('fillKilled', [text('a')]);
    await storeMany(context, 'fillKilled', 2_100, (n) => ({
      id: `f${String(n).padStart(5, '0')}`,
      fieldsMap: { a: n % 2 === 0 ? n : `文${n}` },
    }));
    await publish('fillKilled', [number('a')]);
    const seen: (number | string)[] = [];
    for (let piece = 0; piece < 5; piece += 1) {
      seen.push(await total('fillKilled', 'a', 'gte', 1));
      await fillColumns(endingAfter(1));
      expect((await recordsOf(admin, 'fillKilled').save({ fieldsMap: { a: piece } })).code).toBe('1');
    }
    expect(seen).toEqual(Array.from({ length: 5 }, () => 'COLUMN_NOT_READY'));
    await fillColumns(context);
    expect(await total('fillKilled', 'a', 'gte', 1)).toBe(1_050 + 4);
    await same('fillKilled');
  });

  it('that meets a full disk keeps what was filled and goes on when there is room', async () => {
    const { context } = server;
    const { db } = context;
    await publish('fillFull', [text('a')]);
    await storeMany(context, 'fillFull', 1_200, (n) => ({ id: `f${String(n).padStart(5, '0')}`, fieldsMap: { a: n } }));
    await publish('fillFull', [number('a')]);
    await sql`create function test_full() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(
      db,
    );
    await sql`create trigger test_full before update on ${recordTable('fillFull')} for each row when (old.id > 'f00700') execute function test_full()`.execute(
      db,
    );
    await expect(fillColumns(context)).rejects.toMatchObject({ code: '53100' });
    const { rows } = await sql<{
      fill_after: string;
    }>`select fill_after from frm_table where form_key = 'fillFull' and table_key = ''`.execute(db);
    expect(rows).toEqual([{ fill_after: 'f00500' }]);
    expect(await total('fillFull', 'a', 'gte', 1)).toBe('COLUMN_NOT_READY');
    await sql`drop trigger test_full on ${recordTable('fillFull')}`.execute(db);
    await fillColumns(context);
    expect(await total('fillFull', 'a', 'gte', 1)).toBe(1_200);
    await same('fillFull');
  });
});

describe('a definition that is rolled back', () => {
  it('is asked and written by the columns that it had, also for what was stored in between', async () => {
    const { context } = server;
    await publish('rolledBack', [text('a'), number('b')]);
    await storeMany(context, 'rolledBack', 30, (n) => ({ id: `r${n}`, fieldsMap: { a: `甲${n}`, b: n } }));
    await publish('rolledBack', [number('a'), text('b')]);
    await fillColumns(context);
    expect((await recordsOf(admin, 'rolledBack').save({ fieldsMap: { a: 3, b: '乙' } })).code).toBe('1');
    const rollBack = (acknowledged: string) =>
      admin.post<{ impact?: { seen: string } }>('/api/system/frmDef/rollback', {
        formKey: 'rolledBack',
        version: 1,
        note: '',
        acknowledged,
      });
    // values that do not fit are counted and shown before anything is published
    const told = await rollBack('');
    expect(told.code).toBe('DOC_IMPACT');
    const back = await rollBack(told.data.impact?.seen ?? '');
    expect([back.code, back.msg]).toEqual(['1', expect.any(String)]);
    expect((await recordsOf(admin, 'rolledBack').save({ fieldsMap: { a: '甲0', b: 100 } })).code).toBe('1');
    expect([
      await total('rolledBack', 'a', 'contains', '甲1'),
      await total('rolledBack', 'a', 'eq', '3'),
      await total('rolledBack', 'b', 'gte', 30),
      await total('rolledBack', 'b', 'empty'),
    ]).toEqual([11, 1, 2, 1]);
    await same('rolledBack');
  });
});
