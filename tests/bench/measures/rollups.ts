import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { loadPeopleAsSignedIn } from '../../../src/server/auth/index.ts';
import { publishForm } from '../../../src/server/documents/index.ts';
import type { RequestUser } from '../../../src/server/http/user.ts';
import { createFreshFactReader } from '../../../src/server/store/facts.ts';
import { compareKeptValues, insertRecords, listRecords, type NewRecord } from '../../../src/server/records/index.ts';
import { updateRecord } from '../../../src/server/records/columns/storeRecords.ts';
import { createDatabase, dropDatabase } from '../../support/databases.ts';
import { author } from '../../server/support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../server/support.ts';
import { figure, note } from '../table.ts';

const TIMES = Number(process.env['BENCH_TIMES'] ?? 40);
/** Children of the parent that has many. */
const MANY = Number(process.env['BENCH_CHILDREN'] ?? 100_000);
const WRITERS = 50;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20);

const amount = { tag: 'el-input-number', __vModel__: 'amount', label: 'amount', precision: 2 };
const up = (to: string): object => ({ tag: 'recordSelector', __vModel__: 'up', label: 'up', to });
const rollup = (key: string, fn: string): object => ({
  tag: 'el-input-number',
  __vModel__: key,
  label: key,
  precision: 2,
  rollup: { from: 'benchChild', via: 'up', fn, ...(fn === 'count' ? {} : { of: 'amount' }) },
});

async function prepare({ context }: TestServer): Promise<void> {
  const publish = (formKey: string, fields: readonly object[]): Promise<unknown> =>
    publishForm(context, {
      formKey,
      formName: formKey,
      note: '',
      author,
      definition: { access: { createRoles: ['*'] }, unitReads: '1', fields },
    });
  await publish('benchParent', [amount]);
  await publish('benchPlain', [amount]);
  await publish('benchChild', [amount, up('benchParent')]);
  await publish('benchAlone', [amount, up('benchPlain')]);
  await publish('benchParent', [
    amount,
    rollup('total', 'sum'),
    rollup('most', 'max'),
    { tag: 'el-input-number', __vModel__: 'left', label: 'left', precision: 2, computed: 'amount - total' },
  ]);
}

const record = (fieldsMap: Record<string, unknown>, id = randomUUID().replaceAll('-', '')): NewRecord => ({
  id,
  version: 1,
  revision: 1,
  flw_state: '0',
  title: '',
  task_node: '',
  create_by: 'u-admin',
  create_by_name: 'admin',
  update_by: 'u-admin',
  update_by_name: 'admin',
  unit_id: null,
  dept_id: null,
  search_text: '',
  values: { fieldsMap, childTables: {} },
});

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;

/** Middle times of several works, taken in turn so that the machine is the same for all. */
async function inTurn(works: Readonly<Record<string, () => Promise<unknown>>>): Promise<Record<string, number>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let round = 0; round < TIMES + 5; round += 1)
    for (const [name, work] of Object.entries(works)) {
      const began = performance.now();
      await work();
      if (round >= 5) times[name]?.push(performance.now() - began);
    }
  return Object.fromEntries(Object.entries(times).map(([name, own]) => [name, median(own)]));
}

const save = (client: Client, formKey: string, fieldsMap: object): Promise<unknown> =>
  client.post(`/api/system/frmCrud/saveOrUpdate/${formKey}`, { fieldsMap, childTables: {} });

async function fillMany(server: TestServer, parent: string, children: number): Promise<void> {
  for (let at = 0; at < children; at += 1_000)
    await server.context.db.transaction().execute((trx) =>
      insertRecords(
        trx,
        'benchChild',
        Array.from({ length: Math.min(1_000, children - at) }, (_none, index) =>
          record({ amount: (at + index) % 997, up: parent }),
        ),
      ),
    );
}

/** Everybody at one parent for some seconds: what was acknowledged, the figure, and the plain sum. */
async function manyWriters(server: TestServer, parent: string): Promise<{ writes: number; faults: string[] }> {
  const { db } = server.context;
  const faults: string[] = [];
  const end = performance.now() + SECONDS * 1_000;
  let writes = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      let last: string | null = null;
      while (performance.now() < end) {
        const known: string | null = last;
        try {
          await db.transaction().execute(async (trx) => {
            if (known === null) {
              const made = record({ amount: 1.25, up: parent });
              await insertRecords(trx, 'benchChild', [made]);
              last = made.id;
              return;
            }
            const before = { fieldsMap: { amount: 1.25, up: parent }, childTables: {} };
            const after = { fieldsMap: { amount: 2.5, up: null }, childTables: {} };
            await updateRecord(trx, 'benchChild', known, { before, after, system: {} });
            last = null;
          });
          writes += 1;
        } catch (error) {
          faults.push(String(error));
        }
      }
    }),
  );
  return { writes, faults };
}

/** Saves with roll-ups beside the same saves without, a parent of many children beside one of few, many writers at one parent, and lists by a roll-up. */
export async function measureRollups(adminUrl: string | null): Promise<void> {
  const databaseUrl = adminUrl ? await createDatabase(adminUrl, process.env['SERVER_TEST_TEMPLATE_DATABASE']) : null;
  const server = await startTestServer({ databaseUrl });
  const store = adminUrl ? 'PostgreSQL' : 'PGlite';
  try {
    const { db } = server.context;
    await prepare(server);
    const [few, many, plain] = [record({ amount: 5 }), record({ amount: 5 }), record({ amount: 5 })] as const;
    await db.transaction().execute(async (trx) => {
      await insertRecords(trx, 'benchParent', [few, many]);
      await insertRecords(trx, 'benchPlain', [plain]);
    });
    await sql`create table bare (id text primary key, up text, amount numeric)`.execute(db);
    await fillMany(server, few.id, 100);
    await fillMany(server, many.id, MANY);
    const admin = await server.api('admin');
    const saves = await inTurn({
      plain: () => save(admin, 'benchAlone', { amount: 3, up: plain.id }),
      few: () => save(admin, 'benchChild', { amount: 3, up: few.id }),
      many: () => save(admin, 'benchChild', { amount: 3, up: many.id }),
      bare: () => sql`insert into bare values (${randomUUID()}, ${few.id}, 3)`.execute(db),
    });
    note(
      `save of a child with two roll-ups and a formula / without, ${store}`,
      saves['few'] ?? 0,
      saves['plain'] ?? 0,
      1.5,
    );
    note(`the same / a bare insert, ${store}`, saves['few'] ?? 0, saves['bare'] ?? 0, 10);
    note(
      `the same with ${MANY.toLocaleString('en')} children / with 100, ${store}`,
      saves['many'] ?? 0,
      saves['few'] ?? 0,
      1.2,
    );
    if (adminUrl) {
      const began = performance.now();
      let bare = 0;
      await Promise.all(
        Array.from({ length: WRITERS }, async () => {
          while (performance.now() < began + 5_000) {
            await sql`insert into bare values (${randomUUID()}, ${few.id}, 3)`.execute(db);
            bare += 1;
          }
        }),
      );
      const { writes, faults } = await manyWriters(server, few.id);
      figure(`writes of ${WRITERS} at one parent refused (deadlocks), ${store}`, `${faults.length} of ${writes}`, {
        is: faults.length,
        atMost: 0,
      });
      note(
        `bare inserts a second / writes of ${WRITERS} at one parent, ${store}`,
        bare / 5,
        writes / SECONDS,
        15,
        '/s',
      );
      const wrong = await compareKeptValues(db, 'benchParent');
      figure(`kept values that differ from the query, ${store}`, String(wrong.length), { is: wrong.length, atMost: 0 });
    }
    await measureLists(server, store);
  } finally {
    // the checks of a test server's end would read every child of the parent again
    await server.close();
    rmSync(server.dataDir, { recursive: true, force: true });
    if (databaseUrl) await dropDatabase(databaseUrl);
  }
}

async function measureLists({ context }: TestServer, store: string): Promise<void> {
  const { db } = context;
  for (let at = 0; at < MANY; at += 1_000) {
    const parents = Array.from({ length: 1_000 }, (_none, index) => record({ amount: at + index }));
    // a child each: totals as different as the amounts, for equal ones are sorted by time and id as well
    const children = parents.map(({ id }, index) => record({ amount: (at + index) * 2, up: id }));
    await db.transaction().execute(async (trx) => {
      await insertRecords(trx, 'benchParent', parents);
      await insertRecords(trx, 'benchChild', children);
    });
  }
  await sql`analyze`.execute(db);
  const [person] = (await loadPeopleAsSignedIn(db, ['u-admin'])) as [RequestUser];
  const by = (field: string) => () =>
    listRecords(
      context,
      db,
      person,
      'benchParent',
      { page: { pageNum: 1, pageSize: 10 }, isWholeUnit: false, sort: { field, order: 'desc' } },
      createFreshFactReader(context),
    );
  const lists = await inTurn({ amount: by('amount'), total: by('total'), left: by('left') });
  const size = `${MANY.toLocaleString('en')} records, ${store}`;
  note(`list sorted by a roll-up / by a stored column, ${size}`, lists['total'] ?? 0, lists['amount'] ?? 0, 1.5);
  note(
    `list sorted by a formula over one / by a stored column, ${size}`,
    lists['left'] ?? 0,
    lists['amount'] ?? 0,
    1.5,
  );
}
