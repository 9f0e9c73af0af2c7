import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MenuItem } from '../../../src/grammar/documents.ts';
import { draftOf, rowOf } from '../../../src/designer/menu/draft.ts';
import type { MenuEntryRow, MenuEntryRevision } from '../../../src/runtime/services/menus.ts';
import { seedMenus } from '../../../src/server/seed/menus.ts';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const BASE = '/api/system/sys/menu';
let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
});
afterAll(() => server.dispose());

const all = async (): Promise<MenuEntryRow[]> =>
  (await admin.get<{ entries: MenuEntryRow[] }>(`${BASE}/manage`)).data.entries;
const row = async (id: string): Promise<MenuEntryRow> => (await all()).find((each) => each.id === id) as MenuEntryRow;
const seen = async (id: string): Promise<MenuEntryRevision> => ({ id, revision: (await row(id)).revision });
const menuOf = async (who: Client): Promise<MenuItem[]> =>
  (await who.get<MenuItem[]>(`${BASE}/getCurrentUserMenus`)).data;
const flat = (items: readonly MenuItem[]): MenuItem[] => items.flatMap((each) => [each, ...flat(each.children ?? [])]);
const ids = async (who: Client): Promise<(string | undefined)[]> => flat(await menuOf(who)).map(({ id }) => id);
const page = (name: string, path: string, more: Partial<MenuItem> = {}): MenuItem => ({
  name,
  path,
  component: 'platform/taskCenter/launch',
  ...more,
});
const save = (item: MenuItem, parentId: string | null = 'office', roles: string[] | null = null) =>
  admin.post<MenuEntryRevision & { problems: { code: string; path: string[]; message: string }[] }>(`${BASE}/save`, {
    parentId,
    roles,
    item,
  });
const fields = ({ data }: { data: { problems: { path: string[]; message: string }[] } }) =>
  data.problems.map(({ path, message }) => [path.join('.'), message]);

describe('the menu in the hands of administrators', () => {
  it('is shown and changed by nobody else', async () => {
    expect((await staff.get(`${BASE}/manage`)).code).toBe('403');
    for (const [call, body] of Object.entries({
      save: { parentId: null, roles: null, item: {} },
      move: { id: 'mail', revision: 1, parentId: null },
      remove: { id: 'mail', revision: 1 },
      restore: { id: 'mail', revision: 1 },
      reset: { id: 'mail', revision: 1 },
    })) {
      expect((await staff.post(`${BASE}/${call}`, body)).code).toBe('403');
    }
  });

  it('gives a new entry to whom it is for, at the end of its group, and to nobody else', async () => {
    const { code, data } = await save(page('近期已办', 'recentDone'), 'taskCenter', ['leader']);
    expect(code).toBe('1');
    expect(await ids(staff)).not.toContain(data.id);
    const group = flat(await menuOf(await server.api('leader'))).find(({ id }) => id === 'taskCenter');
    expect(group?.children?.at(-1)).toMatchObject({ id: data.id, name: '近期已办', path: 'recentDone', sn: 7 });
  });

  it('names every field that is wrong, in Chinese', async () => {
    expect(fields(await save({ name: ' ', path: '/task centre', component: 'no/such/view' }))).toEqual([
      ['name', '请填写名称'],
      ['component', '没有已发布的界面“no/such/view”'],
      ['path', '路径：只能用字母、数字和 - _ . ~，各级以 / 分隔'],
    ]);
    expect(fields(await save(page('重复', 'launch'), 'taskCenter'))).toEqual([
      ['path', '路径“/taskCenter/launch”已由“我的已办”使用'],
    ]);
    expect(fields(await save(page('登录', '/login')))).toEqual([['path', '路径：“/login”是系统自用的地址，请换一个']]);
    expect(fields(await save(page('深处', 'x'), 'toDoList'))).toEqual([
      ['parentId', '位置不合适：“我的待办”不是模块或分组，不能有下级'],
    ]);
    const group = await row('taskCenter');
    expect(
      fields(
        await admin.post(`${BASE}/save`, {
          ...(await seen('taskCenter')),
          parentId: group.parentId,
          roles: group.roles,
          item: { ...group.item, component: 'platform/taskCenter/launch' },
        }),
      ),
    ).toContainEqual(['kind', expect.stringMatching(/^位置不合适：其下还有 \d+ 项菜单/)]);
    expect(fields(await save(page('顶层', '/top'), null))).toEqual([
      ['parentId', '位置不合适：第一级是模块，页面和链接要放在模块之内'],
    ]);
    expect(
      fields(
        await save({ name: '脚本', path: 'frame', component: 'InnerLink', meta: { link: 'javascript:alert(1)' } }),
      ),
    ).toEqual([['link', '网页地址：以 http:// 或 https:// 开头，本站页面以 / 或 # 开头']]);
    expect(fields(await save(page('无人', 'nobody'), 'office', ['noSuchRole']))).toEqual([
      ['roles', '谁能看到：没有角色“noSuchRole”'],
    ]);
    expect(fields(await save(page('编码', 'twice', { code: 'mail' })))).toEqual([
      ['code', '菜单编码“mail”已由“内部邮件”使用'],
    ]);
  });

  it('finds the address of a page below twice when its group moves or is renamed', async () => {
    const group = (await save({ name: '新分组', path: '/fresh', component: 'ParentView' })).data;
    await save(page('已办', 'launch'), group.id);
    const answer = await admin.post<{ problems: { path: string[]; message: string }[] }>(`${BASE}/save`, {
      ...(await seen(group.id)),
      parentId: 'office',
      roles: null,
      item: { name: '新分组', path: '/taskCenter', component: 'ParentView' },
    });
    expect(fields(answer)).toEqual([
      ['path', '路径“/taskCenter”已由“任务中心”使用'],
      ['path', '下级“已办”的路径“/taskCenter/launch”已由“我的已办”使用'],
    ]);
  });

  it('moves an entry before another and into another group, and never below itself', async () => {
    await admin.post(`${BASE}/move`, { ...(await seen('alreadyDone')), parentId: 'taskCenter', beforeId: 'toDoList' });
    const order = async (): Promise<(string | undefined)[]> =>
      flat(await menuOf(staff))
        .find(({ id }) => id === 'taskCenter')
        ?.children?.map(({ id }) => id) ?? [];
    expect(await order()).toEqual(['alreadyDone', 'toDoList', 'remindList', 'launch', 'copied', 'subscriptions']);
    await admin.post(`${BASE}/move`, { ...(await seen('remindList')), parentId: 'notice', beforeId: null });
    expect(await order()).toEqual(['alreadyDone', 'toDoList', 'launch', 'copied', 'subscriptions']);
    const circle = await admin.post<{ problems: { path: string[]; message: string }[] }>(`${BASE}/move`, {
      ...(await seen('mail')),
      parentId: 'mail',
      beforeId: null,
    });
    expect(fields(circle)).toEqual([['parentId', '位置不合适：不能放到自己的下级中']]);
    expect((await admin.post(`${BASE}/reset`, await seen('remindList'))).code).toBe('1');
    expect(await order()).toEqual(['alreadyDone', 'toDoList', 'remindList', 'launch', 'copied', 'subscriptions']);
  });

  it('keeps its order however often entries are put between the same two', async () => {
    for (let turn = 0; turn < 60; turn += 1)
      await admin.post(`${BASE}/move`, {
        ...(await seen(turn % 2 ? 'launch' : 'remindList')),
        parentId: 'taskCenter',
        beforeId: 'toDoList',
      });
    expect(
      flat(await menuOf(staff))
        .find(({ id }) => id === 'taskCenter')
        ?.children?.map(({ id }) => id),
    ).toEqual(['alreadyDone', 'remindList', 'launch', 'toDoList', 'copied', 'subscriptions']);
  });

  it('refuses who saw an older state, and says who changed it', async () => {
    const first = await seen('seals');
    const item = (await row('seals')).item;
    expect(
      (
        await admin.post(`${BASE}/save`, {
          ...first,
          parentId: 'office',
          roles: null,
          item: { ...item, name: '用印', meta: { ...item.meta, title: '用印' } },
        })
      ).code,
    ).toBe('1');
    const late = await admin.post(`${BASE}/remove`, first);
    expect(late).toMatchObject({ code: 'MENU_STALE', status: 409 });
    expect(late.msg).toContain('罗志斌 已于');
    expect((await row('seals')).isRemoved).toBe(false);
  });

  it('takes an entry out with all below it, and brings both back', async () => {
    await admin.post(`${BASE}/remove`, await seen('bidding'));
    expect(await ids(staff)).not.toContain('earnestMoney');
    await admin.post(`${BASE}/restore`, await seen('bidding'));
    expect(await ids(staff)).toContain('earnestMoney');
  });

  it('does not bring back an entry whose address was taken since', async () => {
    await admin.post(`${BASE}/remove`, await seen('costReport'));
    await save(page('报表', '/costManagement/costReport'));
    const answer = await admin.post<{ problems: { path: string[]; message: string }[] }>(
      `${BASE}/restore`,
      await seen('costReport'),
    );
    expect(fields(answer)).toEqual([['path', '路径“/costManagement/costReport”已由“报表”使用']]);
  });

  it('does not bring back an entry whose group has become a page since', async () => {
    const group = (await save({ name: '旧分组', path: '/former', component: 'ParentView' })).data;
    const below = (await save(page('旧页', 'one'), group.id)).data;
    await admin.post(`${BASE}/remove`, await seen(below.id));
    const item = { name: '旧分组', path: '/former', component: 'platform/taskCenter/launch' };
    const asPage = await admin.post(`${BASE}/save`, {
      ...(await seen(group.id)),
      parentId: 'office',
      roles: null,
      item,
    });
    expect(asPage.code).toBe('1');
    const answer = await admin.post<{ problems: { path: string[]; message: string }[] }>(
      `${BASE}/restore`,
      await seen(below.id),
    );
    expect(fields(answer)).toEqual([['parentId', '位置不合适：“旧分组”不是模块或分组，不能有下级']]);
    expect((await row(below.id)).isRemoved).toBe(true);
  });

  it('never loses the way to itself: its own entry stays shown', async () => {
    for (const id of ['menuManager', 'system'])
      expect((await admin.post(`${BASE}/remove`, await seen(id))).msg).toContain('必须保留并显示');
    const { item, ...rest } = await row('system');
    expect(
      (
        await admin.post(`${BASE}/save`, {
          id: 'system',
          revision: rest.revision,
          parentId: null,
          roles: rest.roles,
          item: { ...item, hidden: true },
        })
      ).code,
    ).toBe('MENU_INVALID');
    expect(await ids(admin)).toContain('menuManager');
  });

  it('shows no empty group to anybody', async () => {
    const { data } = await save({ name: '空分组', path: '/empty', component: 'ParentView' });
    expect(await ids(admin)).not.toContain(data.id);
  });

  it('tells open pages, once for each change', async () => {
    const count = async (): Promise<number> =>
      (await server.context.db.selectFrom('sys_event').select('id').where('topic', '=', 'menu').execute()).length;
    const before = await count();
    await save(page('会说', 'tells'));
    await save(page('不说', 'tells'));
    expect(await count()).toBe(before + 1);
  });
});

describe('a newer release', () => {
  it('changes what nobody touched, and keeps what an administrator changed, moved, deleted or added', async () => {
    const schemasDir = mkdtempSync(join(tmpdir(), 'menus-'));
    cpSync('schemas', schemasDir, { recursive: true });
    const own = (await save(page('自建', 'ownPage'), 'legalCases')).data.id;
    const { item, revision } = await row('kanban');
    await admin.post(`${BASE}/save`, {
      id: 'kanban',
      revision,
      parentId: 'office',
      roles: null,
      item: { ...item, name: '大屏', meta: { title: '大屏' } },
    });
    await admin.post(`${BASE}/remove`, await seen('fileCentre'));
    const file = join(schemasDir, 'platform', 'menu.json');
    const menu = JSON.parse(readFileSync(file, 'utf8')) as MenuItem[];
    const office = menu[0] as { children: MenuItem[] };
    for (const each of office.children)
      if (each.meta && ['kanban', 'knowledge'].includes(each.id ?? '')) each.meta.title = '新版名称';
    office.children = office.children.filter(({ id }) => id !== 'legalCases' && id !== 'videoMonitoring');
    writeFileSync(file, JSON.stringify(menu));
    await seedMenus({ ...server.context, settings: { ...server.context.settings, schemasDir } });
    const now = new Map((await all()).map((each) => [each.id, each]));
    expect(now.get('knowledge')?.item.meta?.title).toBe('新版名称');
    expect(now.get('kanban')?.item.meta?.title).toBe('大屏');
    expect(now.get('fileCentre')?.isRemoved).toBe(true);
    expect(now.has('videoMonitoring')).toBe(false);
    expect(now.get('legalCases')).toMatchObject({ isShipped: false });
    expect(now.has(own)).toBe(true);
    expect((await admin.post(`${BASE}/reset`, await seen('kanban'))).code).toBe('1');
    expect((await row('kanban')).item.meta?.title).toBe('新版名称');
    rmSync(schemasDir, { recursive: true, force: true });
  });
});

describe('a shipped entry', () => {
  it('can be saved as it is by the menu manager, whatever properties it has', async () => {
    const shipped = (await all()).filter(({ isShipped }) => isShipped);
    const kinds = new Map(shipped.map((entry) => [Object.keys(entry.item).sort().join(), entry]));
    const refused: string[] = [];
    for (const entry of kinds.values()) {
      const { id, parentId, roles, item } = rowOf(draftOf(entry));
      const answer = await admin.post(`${BASE}/save`, { id, revision: entry.revision, parentId, roles, item });
      if (answer.code !== '1') refused.push(`${id}: ${answer.msg}`);
      else expect((await row(id)).item.taskNodes).toEqual(item.taskNodes);
    }
    expect(refused).toEqual([]);
    expect(shipped.some(({ item }) => (item.taskNodes ?? []).length > 0)).toBe(true);
  });
});

it('the log names the menu above by its title', async () => {
  const { db } = server.context;
  const titled = JSON.stringify({ name: '旧名', meta: { title: '菜单上的标题' } });
  await sql`insert into sys_menu (id, sn, item) values ('titledMenu', 1, ${titled}::jsonb), ('belowTitled', 1, '{}')`.execute(
    db,
  );
  await sql`update sys_menu set parent_id = 'titledMenu' where id = 'belowTitled'`.execute(db);
  const { data } = await admin.post<{ data: { changes: { name: string; after?: string }[] }[] }>(
    '/api/system/sysAudit/getList',
    { data: { object: 'sys_menu', objectId: 'belowTitled' } },
  );
  expect(data.data[0]?.changes).toMatchObject([{ name: '上级', after: '菜单上的标题' }]);
  await sql`delete from sys_menu where id in ('belowTitled', 'titledMenu')`.execute(db);
});
