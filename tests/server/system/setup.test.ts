import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseOrgLines } from '../../../src/server/system/addOrgLines.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

interface State {
  isOpen: boolean;
  steps: { key: string; mark: string | null; figure: string; byName: string }[];
}
interface Proposal {
  post: string;
  people: number;
  roleNames: string;
  proposedCode: string;
  isKnown: boolean;
}
const SYS = '/api/system/sys';
const PASSWORD = 'Start@2026x';
const COMPANY = `江城检测有限公司
  综合部
  检测部
    材料室
    结构室
  财务部
江城二分公司（单位）
  市场部`;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer({ isDemo: false, adminPassword: PASSWORD });
  admin = await server.api('admin', PASSWORD);
});
afterAll(() => server.dispose());

const state = async (): Promise<State> => (await admin.get<State>(`${SYS}/setup/state`)).data;
const step = async (key: string) => (await state()).steps.find((one) => one.key === key);
const landing = async (client: Client): Promise<string> =>
  (await client.get<{ landing: string }>('/api/auth/oauth/getCurrentUser')).data.landing;
const proposals = async (): Promise<Proposal[]> =>
  (await admin.post<{ data: Proposal[] }>(`${SYS}/role/proposals`, {})).data.data;

describe('an empty first start', () => {
  it('leads its administrator to the guide until they end it, and nobody else', async () => {
    expect((await state()).isOpen).toBe(true);
    expect(await landing(admin)).toBe('/system/setup');
    await admin.post(`${SYS}/setup/end`, { isOpen: false });
    expect(await landing(admin)).toBe('');
    await admin.post(`${SYS}/setup/end`, { isOpen: true });
    expect(await landing(admin)).toBe('/system/setup');
  });

  it('remembers what was done and skipped, by whom, and takes it back', async () => {
    // the channel of mails is there, and sends nothing without a mail server
    expect((await step('channels'))?.figure).toBe('');
    await admin.post(`${SYS}/setup/mark`, { step: 'channels', mark: 'skipped' });
    expect(await step('channels')).toMatchObject({ mark: 'skipped', byName: '系统管理员' });
    await admin.post(`${SYS}/setup/mark`, { step: 'channels', mark: null });
    expect((await step('channels'))?.mark).toBeNull();
    expect(await admin.post(`${SYS}/setup/mark`, { step: 'guide', mark: 'done' })).toMatchObject({
      code: 'REQUEST_INVALID',
    });
  });

  it('tells who asks for an account what the administrator wrote', async () => {
    const text = '请联系信息中心张工，内线 8001';
    expect((await admin.post(`${SYS}/param/save`, { registerText: text })).code).toBe('1');
    const page = await (await fetch(server.url)).text();
    expect(page).toContain(text);
  });
});

describe('units and departments as an indented text', () => {
  it('are made as a tree, and made once', async () => {
    const first = await admin.post<{ added: number; known: number }>(`${SYS}/org/addLines`, { lines: COMPANY });
    expect(first.data).toEqual({ added: 8, known: 0 });
    const again = await admin.post<{ added: number; known: number }>(`${SYS}/org/addLines`, {
      lines: `${COMPANY}\n  客服部`,
    });
    expect(again.data).toEqual({ added: 1, known: 8 });
    expect((await step('organisation'))?.figure).toBe('2 个单位，7 个部门');
    // people with posts in several of these units can switch between them (UN-003)
    const made = await server.context.db.selectFrom('sys_org').select(['type', 'url']).execute();
    expect(new Set(made.map(({ type, url }) => `${type} ${url}`))).toEqual(new Set(['unit #/', 'dept ']));
  });

  it('are made all or none: a unit under a department is refused with its line', async () => {
    const before = (await step('organisation'))?.figure;
    const answer = await admin.post(`${SYS}/org/addLines`, { lines: '三分公司\n  市场部\n    四分公司（单位）' });
    expect(answer).toMatchObject({ code: 'REQUEST_INVALID', msg: expect.stringContaining('第 3 行') as string });
    expect((await step('organisation'))?.figure).toBe(before);
  });

  it('read tabs and wide blanks as two, and skip empty lines', () => {
    const lines = parseOrgLines('甲\n\n\t乙\n\u3000丙\n    丁', false);
    expect(lines.map(({ name, parentIndex, isUnit }) => [name, parentIndex, isUnit])).toEqual([
      ['甲', null, true],
      ['乙', 0, false],
      ['丙', 0, false],
      ['丁', 2, false],
    ]);
  });
});

describe('roles proposed by posts', () => {
  it('are made once, and held by whoever has the post, now and later', async () => {
    const { data } = await admin.get<{ id: string; name: string; children?: never[] }[]>(`${SYS}/org/getCompanyTree`);
    const find = (nodes: { id: string; name: string; children?: never[] }[], name: string): string =>
      nodes.map((node) => (node.name === name ? node.id : find(node.children ?? [], name))).find(Boolean) ?? '';
    const deptId = find(data, '材料室');
    const add = (username: string, name: string, post: string) =>
      admin.post<{ id: string }>(`${SYS}/user/add`, { username, name, deptId, post });
    await add('zhang', '张一', '取样员');
    await add('li', '李二', '检测员');
    const proposed = await proposals();
    expect(proposed.find(({ post }) => post === '取样员')).toMatchObject({
      people: 1,
      roleNames: '',
      proposedCode: 'quyangyuan',
      isKnown: false,
    });
    // a role of that name ships with the product
    expect(proposed.find(({ post }) => post === '检测员')).toMatchObject({ proposedCode: 'tester', isKnown: true });
    expect((await admin.post<{ roles: number }>(`${SYS}/role/adopt`, {})).data).toEqual({ roles: 1 });
    expect((await proposals()).map(({ roleNames }) => roleNames).sort()).toEqual(['取样员', '检测员']);
    await add('wang', '王三', '取样员');
    const { rows } = await server.context.db
      .selectFrom('sys_user_role as r')
      .innerJoin('sys_user as u', 'u.id', 'r.user_id')
      .select('u.username')
      .where('r.role_code', '=', 'quyangyuan')
      .orderBy('u.username')
      .execute()
      .then((found) => ({ rows: found.map(({ username }) => username) }));
    expect(rows).toEqual(['wang', 'zhang']);
  });

  it('never make a post an administrator, nor take a post that is not there', async () => {
    for (const body of [{ post: '检测员', roleCode: 'admin' }, { post: '没有的岗位' }])
      expect((await admin.post(`${SYS}/role/adopt`, body)).code).toBe('REQUEST_INVALID');
  });

  it('leave out a post with the name of a system role when all are taken', async () => {
    const { rows } = await sql<{ name: string }>`insert into sys_post (id, name, sn)
      select 'post-super', name, 99 from sys_role where code = 'superRole' returning name`.execute(server.context.db);
    expect((await proposals()).find(({ post }) => post === rows[0]?.name)).toMatchObject({ proposedCode: 'superRole' });
    expect((await admin.post<{ roles: number }>(`${SYS}/role/adopt`, {})).data).toEqual({ roles: 0 });
    await sql`delete from sys_post where id = 'post-super'`.execute(server.context.db);
  });
});
