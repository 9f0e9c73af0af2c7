import { sql } from 'kysely';
import { startTestServer, type TestServer } from '../server/support.ts';
import type { Spec } from './requests.ts';
import type { Pool } from './schema.ts';

export interface Target {
  server: TestServer;
  spec: Spec;
  tokens: (string | null)[];
  pool: Pool;
}

const PEOPLE = ['admin', 'staff', 'staff', 'leader', 'hr', 'sealer'];

/** A server of its own with the demo company, tokens of several roles that last, and names that it knows. */
export async function fuzzTarget(): Promise<Target> {
  const server = await startTestServer();
  const { db } = server.context;
  const clients = await Promise.all(
    [...new Set(PEOPLE)].map(async (name) => [name, (await server.api(name)).token] as const),
  );
  const tokens = [...PEOPLE.map((name) => clients.find(([known]) => known === name)?.[1] ?? null), null];
  await sql`update auth_token set expires_at = now() + interval '1 day'`.execute(db);
  const column = async (text: string): Promise<string[]> =>
    (await sql.raw<{ v: string }>(text).execute(db)).rows.map(({ v }) => v);
  const records = await column(`select id as v from frm_record order by md5(id) limit 60`);
  const formKey = await column(`select doc_key as v from doc_document where kind = 'form'`);
  const users = await column('select id as v from sys_user limit 20');
  const orgs = await column('select id as v from sys_org');
  const tasks = await column(`select id as v from flw_task where state = 'open' limit 30`);
  const files = await column('select id as v from att_file limit 30');
  const pool: Pool = {
    formKey,
    busType: formKey,
    screenKey: ['platform/home', 'seals/businessSealApply/list', 'platform/shell'],
    id: [...records, ...files, ...orgs, ...users],
    recordId: records,
    busId: records,
    taskId: tasks,
    target: ['apply'],
    userId: users,
    orgId: orgs,
    parentId: orgs,
    leaderId: users,
    attId: files,
    fileName: ['a.pdf'],
    role: ['hr', 'staff'],
    roleCode: ['hr', 'admin'],
    typeCode: ['sealType', 'testItem'],
    name: ['张', 'zhang', '检测'],
    field: ['userName', 'sealTitle', 'createTime', 'deptId', 'staffState'],
    op: ['eq', 'contains', 'range', 'in', 'gte', 'lte'],
    value: ['检测', 1, 'dept-cl', ['a', 'b']],
    flag: ['0', '1'],
    keyword: ['检测', '用印'],
    days: [30],
    fieldsMap: [{}],
    parentCode: ['320000'],
  };
  const spec = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Spec;
  return { server, spec, tokens, pool };
}
