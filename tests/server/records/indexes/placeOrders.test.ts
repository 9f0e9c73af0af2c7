import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { author } from '../../support/sealDemo.ts';
import { usualOrLong } from '../../../support/tier.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { recordTable } from '../../../../src/server/records/columns/recordSource.ts';
import { deleteRecord, updateSystemColumns } from '../../../../src/server/records/columns/storeRecords.ts';
import { secondsAgo, storeMany } from '../../../support/storeMany.ts';
import { giveCopies, takeCopies } from '../copies.ts';

const FORM = 'places';
const ORDERS = [
  {},
  { sort: { field: 'amount', order: 'desc' } },
  { sort: { field: 'amount', order: 'asc' } },
  { sort: { field: 'title', order: 'asc' } },
  { conditions: [{ field: 'amount', op: 'range', value: [100, 900] }], sort: { field: 'amount', order: 'asc' } },
];
let server: TestServer;
let admin: Client;
let manager: Client;
let made = 0;
beforeAll(async () => {
  server = await startTestServer();
  await publishForm(server.context, {
    formKey: FORM,
    formName: FORM,
    note: '',
    author,
    definition: {
      fields: [
        { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1', isList: '1', isSearch: '1' },
        { tag: 'el-input-number', __vModel__: 'amount', label: '金额', isList: '1', isSearch: '1' },
      ],
    },
  });
  [admin, manager] = await Promise.all([server.api('admin'), server.api('manager')]);
});
afterAll(() => server.dispose());

/** As another server would make them: nothing here hears of it. */
async function make(count: number, unit: string, dept: string, creator = 'u-somebody'): Promise<void> {
  const from = made;
  await storeMany(server.context, FORM, count, (index) => {
    const n = from + index;
    return {
      id: `p${n}`,
      title: `记录${n}`,
      create_by: creator,
      update_by: 'u-somebody',
      create_time: secondsAgo(-n),
      unit_id: unit,
      dept_id: dept,
      fieldsMap: { title: `记录${n}`, amount: (n * 7919) % 1009 },
    };
  });
  made += count;
}

const remove = (ids: readonly string[]): Promise<void> =>
  server.context.db.transaction().execute(async (trx) => {
    for (const id of ids) await deleteRecord(trx, FORM, id);
  });
/** Gives the first record to another department. */
const give = (dept: string): Promise<unknown> =>
  server.context.db.transaction().execute((trx) => updateSystemColumns(trx, FORM, 'p1', { dept_id: dept }));

interface Row {
  id: string;
  unitId: string | null;
  deptId: string | null;
}
async function listOf(
  who: Client,
  data: object,
  pageSize = usualOrLong(200, 50),
): Promise<{ rows: string[]; total: number }> {
  const rows: string[] = [];
  for (let pageNum = 1; ; pageNum += 1) {
    const {
      data: { data: found, page },
    } = await who.post<{ data: Row[]; page: { total: number } }>(`/api/system/frmCrud/list/${FORM}`, {
      data,
      page: { pageNum, pageSize },
    });
    rows.push(...found.map(({ id }) => id));
    if (found.length < pageSize) return { rows, total: page.total };
  }
}

/** What the manager reads, in each order, is the administrator's list without the other places. */
async function expectOwn(): Promise<number> {
  const { rows } = await sql<{
    id: string;
  }>`select id from ${recordTable(FORM)} where unit_id in ('unit-jc', 'unit-zx') or dept_id in ('dept-ld', 'dept-zxld')`.execute(
    server.context.db,
  );
  const readable = new Set(rows.map(({ id }) => id));
  for (const data of ORDERS) {
    const own = (await listOf(admin, data, 500)).rows.filter((id) => readable.has(id));
    expect([data, await listOf(manager, data)]).toEqual([data, { rows: own, total: own.length }]);
  }
  return readable.size;
}

describe('a list of who reads several places', () => {
  it('has the first record of a place that had none at once, in every order', async () => {
    await make(120, 'unit-elsewhere', 'dept-elsewhere');
    await make(30, 'unit-jc', 'dept-jy');
    expect(await expectOwn()).toBe(30);
    await make(1, 'unit-elsewhere', 'dept-zxld');
    expect(await expectOwn()).toBe(31);
    await make(1, 'unit-zx', 'dept-elsewhere');
    expect(await expectOwn()).toBe(32);
  });

  it('has a record that was given to a place that had none', async () => {
    const before = await expectOwn();
    await give('dept-ld');
    expect(await expectOwn()).toBe(before + 1);
    await give('dept-elsewhere');
    expect(await expectOwn()).toBe(before);
  });

  it('has all of a place that was few a moment before', async () => {
    await make(70, 'unit-elsewhere', 'dept-zxld');
    expect(await expectOwn()).toBe(102);
    await make(600, 'unit-zx', 'dept-elsewhere');
    expect(await expectOwn()).toBe(702);
  });

  it('has the first record of one’s own, and the first in one’s hands, at once when it is filtered', async () => {
    const { db } = server.context;
    const all = { conditions: [{ field: 'amount', op: 'range', value: [0, 2_000] }] };
    const before = await listOf(manager, all);
    expect(await listOf(manager, all)).toEqual(before);
    await make(1, 'unit-elsewhere', 'dept-elsewhere', 'u-manager');
    await make(1, 'unit-elsewhere', 'dept-elsewhere');
    const [own, copied] = [`p${made - 1}`, `p${made}`];
    expect((await listOf(manager, all)).rows).toEqual([own, ...before.rows]);
    await giveCopies(db, FORM, [copied], 'u-manager');
    expect((await listOf(manager, all)).rows).toEqual([copied, own, ...before.rows]);
    await takeCopies(db, FORM, [copied], 'u-manager');
    await remove([own, copied]);
    expect((await listOf(manager, all)).rows).toEqual(before.rows);
  });

  it('loses what has gone', async () => {
    const { rows } = await sql<{
      id: string;
    }>`select id from ${recordTable(FORM)} where dept_id = 'dept-zxld' or unit_id = 'unit-zx'`.execute(
      server.context.db,
    );
    await remove(rows.map(({ id }) => id));
    expect(await expectOwn()).toBe(30);
    await make(1, 'unit-elsewhere', 'dept-zxld');
    expect(await expectOwn()).toBe(31);
  });

  it.each(['unit_id', 'dept_id'])(
    'finds the newest of a place (%s) that are no drafts in an index alone, however many others are newer',
    async (column) => {
      await make(20, `${column} read`, `${column} read`);
      await make(3_000, 'unit-elsewhere', 'dept-elsewhere');
      const { db } = server.context;
      const table = recordTable(FORM);
      await sql`vacuum analyze ${table}`.execute(db);
      const { rows } = await sql<{
        'QUERY PLAN': string;
      }>`explain select id, create_time from ${table} where ${sql.ref(column)} = ${sql.lit(`${column} read`)} and flw_state <> '0' order by create_time desc, id desc limit 10`.execute(
        db,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index Only Scan/);
      expect(plan).toMatch(new RegExp(`Index Cond: .*${column}`));
    },
  );
});
