import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { startServer } from '../../../src/server/start.ts';
import type { Database } from '../../../src/server/store/database.ts';
import { createDatabase, dropDatabase } from '../../support/databases.ts';
import {
  fillFromTemplate,
  startTestServer,
  STATE_FILE,
  testSettings,
  type Client,
  type TestServer,
} from '../../server/support.ts';
import { storedState } from '../../support/keptHands.ts';
import { storeMany } from '../../support/storeMany.ts';
import { median } from '../statistics.ts';
import { note } from '../table.ts';

/** BENCH_CASES: a part of the names of the cases that are measured; all where it is unset. */
const ONLY = process.env['BENCH_CASES'] ?? '';
const TIMES = Number(process.env['BENCH_ROUNDS'] ?? 5) * 8;
const WARM = 6;
const SMALL = { people: 200, depts: 30 };
const LARGE = { people: 20_000, depts: 3_000 };
/** What everything may take of the large company, as a multiple of the small one. */
const BOUND = 1.3;
const FORM = 'earnestMoney';
const RECORDS = 400;
const SURNAMES = '王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹';
const GIVEN = '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英建文辉力玲鹏红梅海燕波斌颖晓东宁';

/** A name of its own for nearly everybody, as in a real company. */
const nameOf = (n: number): string =>
  `${SURNAMES[n % SURNAMES.length]}${GIVEN[Math.floor(n / 7) % GIVEN.length]}${GIVEN[Math.floor(n / 3) % GIVEN.length]}`;

/**
 * A company of this size: ten parts below each part, people spread evenly, each with a role held through the department.
 * The measured person works in a part of the same size in both companies, with the same records.
 */
async function fill(db: Kysely<Database>, { people, depts }: typeof SMALL): Promise<void> {
  await sql`insert into sys_org (id, parent_id, name, type, url, leader_id, sn, is_disabled)
    values ('b-unit', null, '基准检测有限公司', 'unit', '', null, 90, false)`.execute(db);
  await sql`insert into sys_org (id, parent_id, name, type, url, leader_id, sn, is_disabled)
    select 'b-' || n, case when n <= 10 then 'b-unit' else 'b-' || ((n - 1) / 10) end, '检测' || n || '室', 'dept', '', null, n, false
    from generate_series(1, ${depts}::int) n`.execute(db);
  await sql`insert into sys_org (id, parent_id, name, type, url, leader_id, sn, is_disabled)
    values ('b-bridge', 'b-1', '桥梁隧道室', 'dept', '', null, 99, false)`.execute(db);
  for (let from = 1; from <= people; from += 2_000) {
    const some = Array.from({ length: Math.min(2_000, people - from + 1) }, (_none, at) => from + at);
    await sql`insert into sys_user (id, username, name, password_hash, dept_id, unit_id, sn)
      select 'b-u' || n, 'bench' || n, name, (select password_hash from sys_user where id = 'u-admin'), 'b-' || (case when n = 1 then 1 else 1 + n % ${depts}::int end), 'b-unit', n
      from unnest(${some}::int[], ${some.map(nameOf)}::text[]) as given(n, name)`.execute(db);
  }
  await sql`insert into sys_user_unit (user_id, unit_id, dept_id, sn) select id, unit_id, dept_id, 1 from sys_user where id like 'b-u%'`.execute(
    db,
  );
  await sql`insert into sys_role (code, name, permissions) values ('bench', '基准', '[]')`.execute(db);
  await sql`insert into sys_role_member (role_code, kind, member_id) values ('bench', 'dept', 'b-unit')`.execute(db);
  await sql`insert into sys_user_role (user_id, role_code, is_derived) select id, 'bench', true from sys_user where id like 'b-u%'`.execute(
    db,
  );
  await sql`insert into sys_role_scope (role_code, form_key, scope) values ('bench', '', 'dept')`.execute(db);
  await sql`insert into sys_role_form (role_code, form_key, rights) values ('bench', ${FORM}, '["see","create","editOwn","editAll"]')`.execute(
    db,
  );
  await sql`insert into sys_form_grid (form_key, filled_by) values (${FORM}, 'u-admin') on conflict do nothing`.execute(
    db,
  );
  await sql`analyze`.execute(db);
}

interface Kept {
  id: string;
  revision: number;
  fieldsMap: Record<string, unknown>;
}
interface Company {
  server: TestServer;
  admin: Client;
  person: Client;
  record?: Kept;
}

async function open(size: typeof SMALL): Promise<Company> {
  const server = await startTestServer();
  await fill(server.context.db, size);
  await storeMany(server.context, FORM, RECORDS, (n) => ({
    id: `bench-${n}`,
    title: `基准记录 ${n}`,
    create_by: 'b-u1',
    unit_id: 'b-unit',
    dept_id: n % 2 === 0 ? 'b-1' : 'b-2',
    fieldsMap: { bidProjectName: `项目 ${n}`, bidAmount: n, depositAmount: n, payWay: 'transfer', bidType: 'public' },
  }));
  await sql`analyze`.execute(server.context.db);
  return { server, admin: await server.api('admin'), person: await server.api('bench1') };
}

/** One installation that both companies start from; they come and go as servers of the tests do. */
async function seed(adminUrl: string | null): Promise<() => Promise<void>> {
  const databaseUrl = adminUrl ? await createDatabase(adminUrl) : null;
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-organisation-'));
  if (databaseUrl === null) await fillFromTemplate(dataDir);
  const server = await startServer({
    settings: testSettings({ dataDir, databaseUrl }),
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
  // what test servers compare their end with
  writeFileSync(join(dataDir, STATE_FILE), JSON.stringify(await storedState(server.context)));
  await server.close();
  process.env['SERVER_TEST_TEMPLATE'] = dataDir;
  if (adminUrl && databaseUrl) {
    process.env['DATABASE_URL'] = adminUrl;
    process.env['SERVER_TEST_TEMPLATE_DATABASE'] = new URL(databaseUrl).pathname.slice(1);
  }
  return async () => {
    for (const name of ['SERVER_TEST_TEMPLATE', 'SERVER_TEST_TEMPLATE_DATABASE', 'DATABASE_URL'])
      delete process.env[name];
    if (databaseUrl) await dropDatabase(databaseUrl);
    rmSync(dataDir, { recursive: true, force: true });
  };
}

const page = { pageNum: 1, pageSize: 10 };
const SYS = '/api/system/sys';
type Ask = (company: Company) => Promise<{ code: string; msg: string; data?: unknown }>;
/** How many rows an answer has; 1 where it is no list. */
function rowsOf(data: unknown): number {
  const list = Array.isArray(data) ? data : (data as { data?: unknown } | null)?.data;
  return Array.isArray(list) ? list.length : 1;
}
const CASES: Readonly<Record<string, Ask>> = {
  'tree, one level': ({ person }) => person.get(`${SYS}/org/children?parentId=b-1`),
  'tree, the first levels': ({ person }) => person.get(`${SYS}/org/children?atMost=60`),
  'tree, found by name': ({ person }) => person.get(`${SYS}/org/children?keyword=${encodeURIComponent('检测7室')}`),
  'tree, found by sound': ({ person }) => person.get(`${SYS}/org/children?keyword=qlsd`),
  'departments by type-ahead': ({ person }) =>
    person.get(`${SYS}/org/options?pageSize=20&keyword=${encodeURIComponent('检测')}`),
  'departments, one level as a list': ({ admin }) =>
    admin.post(`${SYS}/org/getOrgList`, { data: { parentId: 'b-1' }, page }),
  'people by a part of the name': ({ person }) => person.post(`${SYS}/user/likeName`, { name: '军', page }),
  'people by surname': ({ person }) =>
    person.post(`${SYS}/user/likeName`, { name: '张', page: { pageNum: 1, pageSize: 5 } }),
  'people by sound': ({ person }) => person.post(`${SYS}/user/likeName`, { name: 'lj', page }),
  'people, nothing typed': ({ person }) => person.post(`${SYS}/user/likeName`, { name: '', page }),
  'people of a department': ({ person }) => person.post(`${SYS}/user/likeName`, { name: '', orgId: 'b-2', page }),
  'administrators’ list of people': ({ admin }) => admin.post(`${SYS}/user/page`, { data: {}, page }),
  'administrators’ list of a department': ({ admin }) =>
    admin.post(`${SYS}/user/page`, { data: { orgId: 'b-2' }, page }),
  'rights: who is signed in': ({ person }) => person.get('/api/auth/oauth/getCurrentUser'),
  'rights: the menu': ({ person }) => person.get(`${SYS}/menu/getCurrentUserMenus`),
  'rights: a list within the department': ({ person }) =>
    person.post(`/api/system/frmCrud/list/${FORM}`, { data: {}, page }),
  'rights: a record': ({ person }) => person.get(`/api/system/frmCrud/getById/${FORM}?id=bench-2`),
  'rights: why somebody sees a form': ({ admin }) => admin.get(`${SYS}/role/why?userId=b-u1&formKey=${FORM}`),
};

async function times(companies: readonly Company[], ask: Ask, name: string): Promise<number[][]> {
  const took: number[][] = companies.map(() => []);
  const rows: number[] = companies.map(() => 0);
  for (let round = 0; round < TIMES + WARM; round += 1)
    // in turns, so that neither always follows the other's work
    for (const [index, company] of round % 2 === 0 ? [...companies.entries()] : [...companies.entries()].toReversed()) {
      const start = performance.now();
      const { code, msg, data } = await ask(company);
      if (code !== '1') throw new Error(`${name}: ${code} ${msg}`);
      rows[index] = rowsOf(data);
      if (round >= WARM) took[index]?.push(performance.now() - start);
    }
  // an answer without a row costs less than any other: nothing is told of a company by such a one
  if (new Set(rows).size > 1 || rows[0] === 0) throw new Error(`${name}: not comparable, ${rows.join(' and ')} rows`);
  return took;
}

/** Changes one record as the person who made it, each time on top of the last. */
const save: Ask = async (company) => {
  const path = `/api/system/frmCrud/getById/${FORM}?id=bench-2`;
  company.record ??= (await company.person.get<Kept>(path)).data;
  const { record } = company;
  const fieldsMap = { ...record.fieldsMap, bidProjectName: `项目 ${record.revision}` };
  const answer = await company.person.post<Kept>(`/api/system/frmCrud/saveOrUpdate/${FORM}`, { ...record, fieldsMap });
  company.record = { ...record, fieldsMap, revision: answer.data?.revision ?? record.revision };
  return answer;
};

/** What the grid of role x form adds to lists and saves: the same company where the form is not ruled by it. */
async function measureGrid(ruled: Company, store: string): Promise<void> {
  const before = await open(SMALL);
  try {
    await sql`delete from sys_form_grid where form_key = ${FORM}`.execute(before.server.context.db);
    const lists = CASES['rights: a list within the department'];
    if (!lists) throw new Error('no such case');
    for (const [name, ask] of [
      ['a list', lists],
      ['a save', save],
    ] as const) {
      const [without = [], own = []] = await times([before, ruled], ask, name);
      note(`rights of role x form: ${name} / without them, median, ${store}`, median(own), median(without), 1.05);
    }
  } finally {
    await before.server.dispose();
  }
}

/** Everything an organisation is asked for, of 20,000 people and 3,000 departments against 200 and 30, by turns. */
export async function measureOrganisation(adminUrl: string | null): Promise<void> {
  const unseed = await seed(adminUrl);
  const companies: Company[] = [];
  const store = adminUrl ? 'PostgreSQL' : 'PGlite';
  try {
    companies.push(await open(SMALL));
    companies.push(await open(LARGE));
    for (const [name, ask] of Object.entries(CASES).filter(([one]) => one.includes(ONLY))) {
      const [few = [], many = []] = await times(companies, ask, name);
      note(`${name}, 20,000 people / 200, median, ${store}`, median(many), median(few), BOUND);
    }
    if (companies[0]) await measureGrid(companies[0], store);
  } finally {
    for (const { server } of companies) await server.dispose();
    await unseed();
  }
}
