import { rmSync } from 'node:fs';
import { sql, type RawBuilder } from 'kysely';
import type { Page } from 'playwright-core';
import { publishForm, publishScreen } from '../../../src/server/documents/index.ts';
import type { ServerContext } from '../../../src/server/context.ts';
import { columnsOf, valuesTable, rebuildRelationIndex, recordTable } from '../../../src/server/records/index.ts';
import { signInByHand } from '../../e2e/support.ts';
import { author } from '../../server/support/sealDemo.ts';
import { CAPTCHA, startTestServer, type TestServer } from '../../server/support.ts';
import { launchBrowser } from '../../support/browser.ts';
import { createDatabase, dropDatabase } from '../../support/databases.ts';
import { secondsAgo, storeMany } from '../../support/storeMany.ts';
import { openGround } from '../ground.ts';
import { median, p95 } from '../statistics.ts';
import { note } from '../table.ts';
import { goTo, open } from './shellPages.ts';

/** Tasks point at contracts, contracts at customers; six more forms point at contracts, for the record page. */
const [CUSTOMERS, CONTRACTS] = [1_000, 10_000];
const TASKS = Number(process.env['BENCH_RECORDS'] ?? 100_000);
const KINDS = Array.from({ length: 6 }, (_none, index) => `relKind${index}`);
const TIMES = 21;

const text = (key: string) => ({ tag: 'el-input', __vModel__: key, label: key, isList: '1' });
const amount = { tag: 'el-input-number', __vModel__: 'amount', label: 'amount', precision: 2, isList: '1' };
const pointer = (key: string, to: string) => ({ tag: 'recordSelector', __vModel__: key, label: key, to, isList: '1' });
const FORMS: Readonly<Record<string, readonly object[]>> = {
  relCustomer: [text('customerName')],
  relContract: [text('contractName'), amount, pointer('customer', 'relCustomer')],
  relTask: [text('taskName'), amount, pointer('contract', 'relContract')],
  // the same fields without a page of its own: what a plain detail costs
  relPlain: [text('contractName'), amount, pointer('customer', 'relCustomer')],
  ...Object.fromEntries(KINDS.map((kind) => [kind, [text('kindName'), amount, pointer('contract', 'relContract')]])),
};

export async function publish({ context }: TestServer): Promise<void> {
  for (const [formKey, fields] of Object.entries(FORMS))
    await publishForm(context, {
      formKey,
      formName: formKey,
      note: '',
      author,
      definition: { area: 'bench', unitReads: '1', access: { createRoles: ['*'] }, fields },
    });
  const related = KINDS.map((formKey) => ({
    tag: 'relatedList',
    title: formKey,
    formKey,
    via: 'contract',
    columns: ['kindName', 'amount'],
  }));
  const screenKey = 'bench/relContract/detail';
  await publishScreen(context, {
    screenKey,
    note: '',
    author,
    definition: { screenKey, title: '合同', root: { tag: 'detail', formKey: 'relContract', children: related } },
  });
}

/** Records of a form with these fields, all of the staff member's unit, a hundredth of their department. */
async function fill(
  context: ServerContext,
  form: string,
  rows: number,
  fieldsOf: (n: number) => Record<string, unknown>,
): Promise<void> {
  const staff = await context.db
    .selectFrom('sys_user')
    .select(['unit_id', 'dept_id'])
    .where('id', '=', 'u-staff')
    .executeTakeFirstOrThrow();
  await storeMany(context, form, rows, (n) => ({
    id: `${form}-${n}`,
    title: `record ${n}`,
    create_time: secondsAgo(n * 20),
    unit_id: staff.unit_id,
    dept_id: n % 100 === 7 ? staff.dept_id : `dept-${n % 100}`,
    fieldsMap: fieldsOf(n),
  }));
  await rebuildRelationIndex(context, form);
}

const numberOf = (n: number): number => (n * 7919) % 1_000_003;
const contractOf = (n: number): string => `relContract-${1 + (n % CONTRACTS)}`;

export async function fillContracts(context: ServerContext): Promise<void> {
  const contract = (n: number) => ({
    contractName: `合同${n}`,
    amount: numberOf(n),
    customer: `relCustomer-${1 + (n % CUSTOMERS)}`,
  });
  await fill(context, 'relCustomer', CUSTOMERS, (n) => ({ customerName: `客户${numberOf(n)}` }));
  await fill(context, 'relContract', CONTRACTS, contract);
  await fill(context, 'relPlain', 200, contract);
  for (const kind of KINDS)
    await fill(context, kind, CONTRACTS, (n) => ({
      kindName: `事项${n}`,
      amount: numberOf(n),
      // seven of each kind for each of the first contracts
      contract: `relContract-${1 + Math.floor(n / 7)}`,
    }));
  await sql`analyze`.execute(context.db);
}

type Work = () => Promise<unknown>;

/** Own and peer by turns, so that a busy moment of the machine meets both. */
async function byTurns(own: Work, peer: Work): Promise<{ own: number[]; peer: number[] }> {
  const times = { own: [] as number[], peer: [] as number[] };
  for (let round = 0; round < TIMES + 3; round += 1)
    for (const [name, work] of Object.entries({ own, peer }) as ['own' | 'peer', Work][]) {
      const began = performance.now();
      await work();
      if (round >= 3) times[name].push(performance.now() - began);
    }
  return times;
}

/** A page of tasks with a column of the contract and one of its customer, sorted by the latter, beside the hand-written join. */
async function measureColumns(server: TestServer, store: string): Promise<void> {
  const { db } = server.context;
  await fill(server.context, 'relTask', TASKS, (n) => ({
    taskName: `任务${n}`,
    amount: numberOf(n),
    contract: contractOf(n),
  }));
  await sql`analyze`.execute(db);
  const columns = new Map<string, (key: string) => RawBuilder<unknown>>();
  for (const form of ['relCustomer', 'relContract', 'relTask']) {
    const { column } = await columnsOf(db, form);
    columns.set(form, (key) => sql.id(form, column(key)?.name ?? key));
  }
  const of = (form: string, key: string): RawBuilder<unknown> => columns.get(form)?.(key) ?? sql``;
  const unit = sql`(select unit_id from sys_user where id = 'u-staff')`;
  const join = sql`${recordTable('relTask')} as "relTask"
    left join ${recordTable('relContract')} as "relContract" on "relContract".id = ${of('relTask', 'contract')} and "relContract".unit_id = ${unit}
    left join ${recordTable('relCustomer')} as "relCustomer" on "relCustomer".id = ${of('relContract', 'customer')} and "relCustomer".unit_id = ${unit}`;
  const [name, customerName] = [of('relContract', 'contractName'), of('relCustomer', 'customerName')];
  for (const [who, rights] of [
    ['admin', sql`true`],
    ['leader', sql`"relTask".unit_id = ${unit}`],
  ] as const) {
    const person = await server.api(who);
    const data = {
      paths: ['contract.contractName', 'contract.customer.customerName'],
      sort: { field: 'contract.customer.customerName', order: 'asc' },
    };
    const own = async (): Promise<void> => {
      const answer = await person.post<{ data: { related: Record<string, unknown> }[] }>(
        '/api/system/frmCrud/list/relTask',
        { data, page: { pageNum: 1, pageSize: 10 } },
      );
      if (answer.data.data[9]?.related['contract.customer.customerName'] === undefined) throw new Error(answer.msg);
    };
    const peer = async (): Promise<void> => {
      await sql`select "relTask".*, ${name} as contract_name, ${customerName} as customer_name from ${join} where ${rights} order by ${customerName} nulls first, "relTask".create_time, "relTask".id limit 10`.execute(
        db,
      );
      await sql`select count(*) from ${recordTable('relTask')} as "relTask" where ${rights}`.execute(db);
    };
    const times = await byTurns(own, peer);
    note(
      `list of ${TASKS.toLocaleString('en')} with two columns through relations, sorted by one, ${who} / the join by hand, p95, ${store}`,
      p95(times.own),
      p95(times.peer),
      1.5,
    );
  }
}

/** What the page of a contract asks for its six lists beside six statements by hand, each at once. */
async function measureSixLists(server: TestServer, store: string): Promise<void> {
  const { db } = server.context;
  const admin = await server.api('admin');
  const id = 'relContract-77';
  const contracts = await Promise.all(
    KINDS.map(async (kind) => [kind, (await columnsOf(db, kind)).column('contract')?.name ?? ''] as const),
  );
  const data = { conditions: [{ field: 'contract', op: 'eq', value: id }] };
  const times = await byTurns(
    () =>
      Promise.all(
        KINDS.map((kind) =>
          admin.post(`/api/system/frmCrud/list/${kind}`, { data, page: { pageNum: 1, pageSize: 10 } }),
        ),
      ),
    () =>
      Promise.all(
        contracts.map(async ([kind, column]) => {
          await sql`select r.*, d.fields from ${recordTable(kind)} r join ${valuesTable(kind)} d using (id) where r.${sql.id(column)} = ${id} order by r.create_time desc limit 10`.execute(
            db,
          );
          await sql`select count(*) from ${recordTable(kind)} r where r.${sql.id(column)} = ${id}`.execute(db);
        }),
      ),
  );
  note(
    `six related lists over HTTP / their six queries on the connection, ${store}`,
    median(times.own),
    median(times.peer),
    2,
  );
}

/** From the click to painted: a page with six related lists beside a record that stands alone. */
async function measurePage(page: Page, store: string): Promise<void> {
  const times = { page: [] as number[], plain: [] as number[] };
  const address = (formKey: string, number: number): string =>
    `/commonEntry/detail?formKey=${formKey}&id=${formKey}-${number}&mode=view`;
  for (let round = 0; round < 12; round += 1) {
    const plain = await goTo(page, address('relPlain', 100 + round));
    const full = await goTo(page, address('relContract', 100 + round), 2);
    if (round < 2) continue;
    times.plain.push(plain);
    times.page.push(full);
  }
  note(
    `a record page with six related lists, click to painted / a plain detail, ${store}`,
    median(times.page),
    median(times.plain),
    1.5,
  );
}

async function measureLists(adminUrl: string | null, store: string): Promise<void> {
  const databaseUrl = adminUrl ? await createDatabase(adminUrl) : null;
  const server = await startTestServer({ databaseUrl, statementSeconds: 0 });
  try {
    await publish(server);
    await fillContracts(server.context);
    await measureSixLists(server, store);
    await measureColumns(server, store);
  } finally {
    await server.close();
    rmSync(server.dataDir, { recursive: true, force: true });
    if (databaseUrl) await dropDatabase(databaseUrl);
  }
}

/** Lists and record pages through relations (`BENCH_RECORDS` tasks). */
export async function measureRelations(adminUrl: string | null): Promise<void> {
  const ground = await openGround(
    adminUrl,
    async (server) => {
      await publish(server);
      await fillContracts(server.context);
    },
    async () => undefined,
  );
  const browser = await launchBrowser();
  try {
    const { page } = await open(browser);
    await signInByHand(page, ground.url, 'admin', '/', CAPTCHA);
    // as long as a person looks at the first page
    await page.waitForTimeout(4_000);
    await measurePage(page, ground.store);
  } finally {
    await browser.close();
    await ground.close();
  }
  await measureLists(adminUrl, ground.store);
}
