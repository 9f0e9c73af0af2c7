import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const BASE = '/api/file/folder';
const SPACE = 'office';
const ROOT = `root:${SPACE}`;
let server: TestServer;
let admin: Client;
let staff: Client;
let hr: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff, hr] = await Promise.all([server.api('admin'), server.api('staff'), server.api('hr')]);
});
afterAll(() => server.dispose());

interface Folder {
  id: string;
  parentId: string | null;
  name: string;
  mayWrite: boolean;
  mayManage: boolean;
  revision: number;
  documents: number;
}
interface Document {
  id: string;
  name: string;
  version: number;
  revision: number;
  folderId: string;
  note: string;
  createByName: string;
  file: { id: string; fileName: string };
}

async function uploaded(client: Client, name: string, content: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return (await client.post<{ id: string }>('/api/file/sys/file/upload', form)).data.id;
}
const tree = async (client: Client): Promise<Folder[]> =>
  (await client.get<Folder[]>(`${BASE}/tree?space=${SPACE}`)).data;
const folderOf = async (name: string, client = admin): Promise<Folder> => {
  const found = (await tree(client)).find((folder) => folder.name === name);
  if (!found) throw new Error(`no folder ${name}`);
  return found;
};
const made = async (name: string, parentId = ROOT, client = admin): Promise<string> =>
  (await client.post<string>(`${BASE}/save`, { parentId, name })).data;
const grant = async (id: string, rights: { holder: string; level: string }[], client = admin) =>
  client.post(`${BASE}/saveRights`, {
    id,
    rights,
    revision: (await tree(client)).find((one) => one.id === id)?.revision,
  });
const put = async (client: Client, folderId: string, name: string, content: string, more: object = {}) =>
  client.post<{ id: string; version: number }>(`${BASE}/upload`, {
    folderId,
    fileId: await uploaded(client, name, content),
    ...more,
  });
const documents = async (client: Client, folderId: string): Promise<Document[]> =>
  (await client.get<Document[]>(`${BASE}/documents?folderId=${folderId}`)).data;

describe('folders', () => {
  it('begin with a root that all read and administrators manage', async () => {
    expect(await tree(staff)).toMatchObject([{ id: ROOT, parentId: null, mayWrite: false, mayManage: false }]);
    expect((await staff.post(`${BASE}/save`, { parentId: ROOT, name: '我的' })).status).toBe(403);
    expect(await tree(admin)).toMatchObject([{ id: ROOT, mayWrite: true, mayManage: true }]);
  });

  it('have their own name beside others, move, and never below themselves', async () => {
    const top = await made('制度');
    const below = await made('财务制度', top);
    expect((await admin.post(`${BASE}/save`, { parentId: ROOT, name: ' 制度 ' })).code).toBe('FOLDER_NAME');
    expect((await admin.post(`${BASE}/save`, { parentId: ROOT, name: '收/发' })).msg).toContain('名称不能含有');
    const { revision } = await folderOf('制度');
    const circle = await admin.post(`${BASE}/save`, { id: top, parentId: below, name: '制度', revision });
    expect(circle.msg).toContain('不能移到自己的下级中');
    expect((await admin.post(`${BASE}/save`, { id: top, parentId: ROOT, name: '规章制度', revision })).code).toBe('1');
    expect((await admin.post(`${BASE}/save`, { id: top, parentId: ROOT, name: '旧', revision })).code).toBe(
      'FOLDER_CHANGED',
    );
    expect((await folderOf('财务制度')).parentId).toBe(top);
    let deep = top;
    for (let depth = 0; depth < 20 && deep; depth += 1) deep = await made(`第 ${depth} 级`, deep);
    expect(deep).toBeFalsy();
    expect((await tree(admin)).length).toBeLessThan(14);
  });

  it('have the rights of the folder above until they get their own; who sets them keeps the folder', async () => {
    const shared = await made('项目资料');
    expect((await grant(shared, [{ holder: 'role:hr', level: 'manage' }])).code).toBe('1');
    expect((await tree(staff)).map(({ name }) => name)).not.toContain('项目资料');
    const inner = await made('投标', shared, hr);
    expect(
      (
        await grant(
          inner,
          [
            { holder: 'user:u-staff', level: 'write' },
            { holder: 'role:hr', level: 'manage' },
          ],
          hr,
        )
      ).code,
    ).toBe('1');
    // what is above it cannot be read: it stands below the root
    expect(await folderOf('投标', staff)).toMatchObject({ parentId: ROOT, mayWrite: true, mayManage: false });
    const lost = await grant(inner, [{ holder: 'user:u-staff', level: 'read' }], hr);
    expect(lost.msg).toContain('您自己不能再管理');
    expect((await hr.get<{ name: string; level: string }[]>(`${BASE}/rights?id=${inner}`)).data).toMatchObject([
      { level: 'manage' },
      { level: 'write' },
    ]);
    expect((await staff.get(`${BASE}/rights?id=${inner}`)).status).toBe(403);
    expect((await grant(inner, [], hr)).code).toBe('1');
    expect((await tree(staff)).map(({ name }) => name)).not.toContain('投标');
  });

  it('may be given to a department with those below it', async () => {
    const own = await server.context.db
      .selectFrom('sys_user as u')
      .innerJoin('sys_org as o', 'o.id', 'u.dept_id')
      .select('o.parent_id')
      .where('u.id', '=', 'u-staff')
      .executeTakeFirstOrThrow();
    const dept = await made('部门共享');
    await grant(dept, [{ holder: `dept:${own.parent_id}`, level: 'write' }]);
    expect(await folderOf('部门共享', staff)).toMatchObject({ mayWrite: true });
  });
});

describe('folders above which one may not look', () => {
  it('cannot be moved into a circle, and are renamed where they are', async () => {
    const outer = await made('外层');
    const middle = await made('中层', outer);
    const inner = await made('内层', middle);
    const mine = [{ holder: 'role:hr', level: 'manage' }];
    await grant(outer, mine);
    await grant(middle, [{ holder: 'user:u-staff', level: 'manage' }]);
    await grant(inner, mine);
    // to this person the inner folder stands below the root
    const [own, below] = [await folderOf('外层', hr), await folderOf('内层', hr)];
    expect(below.parentId).toBe(ROOT);
    const move = { id: outer, name: '外层', revision: own.revision };
    for (const parentId of [inner, outer])
      expect((await hr.post(`${BASE}/save`, { ...move, parentId })).msg).toContain('不能移到自己的下级中');
    const renamed = await hr.post(`${BASE}/save`, { id: inner, name: '最内层', revision: below.revision });
    expect(renamed.code).toBe('1');
    expect((await folderOf('最内层')).parentId).toBe(middle);
    // only who manages the folder above removes one, for they alone could restore it
    const { revision } = await folderOf('最内层', hr);
    expect((await hr.post(`${BASE}/remove`, { id: inner, revision })).status).toBe(403);
  });

  it('are reached through a root whose own documents one may not read', async () => {
    const opened = await made('开放');
    await grant(opened, [{ holder: 'user:u-staff', level: 'read' }]);
    await grant(ROOT, [{ holder: 'role:manager', level: 'manage' }]);
    const seen = await tree(staff);
    expect(seen.map(({ name }) => name)).toEqual(expect.arrayContaining(['', '开放']));
    expect(seen.find(({ id }) => id === ROOT)).toMatchObject({ mayWrite: false, documents: 0 });
    expect(await documents(staff, ROOT)).toEqual([]);
    expect((await (await server.api('tester')).get(`${BASE}/search?space=${SPACE}&keyword=x`)).data).toEqual([]);
    await grant(ROOT, []);
  });
});

describe('documents', () => {
  it('keep every version: the same name is a further one, an earlier one can be brought back', async () => {
    const folder = await made('模板');
    await grant(folder, [
      { holder: 'all', level: 'read' },
      { holder: 'user:u-staff', level: 'write' },
    ]);
    const first = await put(staff, folder, '委托单.txt', '第一版');
    expect(first).toMatchObject({ code: '1', data: { version: 1 } });
    expect((await put(staff, folder, '委托单.txt', '第二版', { note: '改了表头' })).data).toEqual({
      ...first.data,
      version: 2,
    });
    const other = await put(staff, folder, '改名后.txt', '第三版', { documentId: first.data.id });
    expect(other.data.version).toBe(3);
    expect((await put(staff, folder, '委托单.csv', 'x', { documentId: first.data.id })).msg).toContain('同类型');
    expect((await staff.post(`${BASE}/restoreVersion`, { documentId: first.data.id, version: 1 })).data).toBe(4);
    const { data: versions } = await hr.get<Document[]>(`${BASE}/versions?id=${first.data.id}`);
    expect(versions.map(({ version, note }) => [version, note])).toEqual([
      [4, '恢复第 1 版'],
      [3, ''],
      [2, '改了表头'],
      [1, ''],
    ]);
    const text = await fetch(`${server.url}/api/file/sys/file/download/${versions[0]?.file.id}`, {
      headers: { authorization: `Bearer ${hr.token}` },
    });
    expect(await text.text()).toBe('第一版');
    expect((await put(hr, folder, '别人的.txt', 'x')).status).toBe(403);
  });

  it('are opened by who reads the folder, and by nobody else', async () => {
    const folder = await made('人事专用');
    await grant(folder, [{ holder: 'role:hr', level: 'write' }]);
    await put(hr, folder, '薪酬方案.txt', '保密');
    const [document] = await documents(hr, folder);
    const fileId = document?.file.id ?? '';
    const opened = async (client: Client): Promise<number> =>
      (
        await fetch(`${server.url}/api/file/sys/file/download/${fileId}`, {
          headers: { authorization: `Bearer ${client.token}` },
        })
      ).status;
    expect([await opened(hr), await opened(staff)]).toEqual([200, 404]);
    expect((await staff.get(`${BASE}/documents?folderId=${folder}`)).status).toBe(404);
    expect((await staff.get(`${BASE}/versions?id=${document?.id}`)).status).toBe(404);
    expect(
      (await staff.get<Document[]>(`${BASE}/search?space=${SPACE}&keyword=${encodeURIComponent('薪酬')}`)).data,
    ).toEqual([]);
    const found = await hr.get<Document[]>(`${BASE}/search?space=${SPACE}&keyword=${encodeURIComponent('薪酬')}`);
    expect(found.data.map(({ name }) => name)).toEqual(['薪酬方案.txt']);
    // a file of somebody else cannot be taken into one's own folder to read it
    const own = await made('收集');
    await grant(own, [{ holder: 'user:u-staff', level: 'write' }]);
    expect((await staff.post(`${BASE}/upload`, { folderId: own, fileId })).status).toBe(404);
  });

  it('are renamed, moved and removed, and come back with their folder', async () => {
    const [from, to] = [await made('来处'), await made('去处')];
    const id = (await put(admin, from, '标准.txt', '一')).data.id;
    await put(admin, to, '已有.txt', '二');
    const [document] = await documents(admin, from);
    const revision = document?.revision ?? 0;
    const save = (body: object) =>
      admin.post(`${BASE}/saveDocument`, { id, name: '标准.txt', folderId: to, revision, ...body });
    expect((await save({ name: '已有.txt' })).code).toBe('FOLDER_NAME');
    expect((await save({ name: '标准.pdf' })).msg).toContain('扩展名');
    expect((await save({ name: '标准（新）.txt' })).code).toBe('1');
    expect((await save({})).code).toBe('FOLDER_CHANGED');
    expect((await documents(admin, to)).map(({ name }) => name)).toEqual(['标准（新）.txt', '已有.txt']);
    const latest = (await documents(admin, to)).find((one) => one.id === id);
    expect((await admin.post(`${BASE}/removeDocument`, { id, revision: latest?.revision })).code).toBe('1');
    expect((await admin.post(`${BASE}/remove`, { id: to, revision: (await folderOf('去处')).revision })).code).toBe(
      '1',
    );
    expect((await tree(admin)).map(({ name }) => name)).not.toContain('去处');
    const removed = async () =>
      (await admin.get<{ kind: string; id: string; name: string }[]>(`${BASE}/removed?space=${SPACE}`)).data;
    // what is in a removed folder comes back with it
    expect((await removed()).map(({ name }) => name)).toEqual(['去处']);
    expect((await staff.get<unknown[]>(`${BASE}/removed?space=${SPACE}`)).data).toEqual([]);
    expect((await admin.post(`${BASE}/restore`, { kind: 'folder', id: to })).code).toBe('1');
    expect((await removed()).map(({ name }) => name)).toEqual(['标准（新）.txt']);
    await put(admin, to, '标准（新）.txt', '三');
    expect((await admin.post(`${BASE}/restore`, { kind: 'document', id })).code).toBe('FOLDER_NAME');
    expect((await staff.post(`${BASE}/erase`, { kind: 'document', id })).status).toBe(403);
    expect((await admin.post(`${BASE}/erase`, { kind: 'document', id })).code).toBe('1');
    expect(await removed()).toEqual([]);
    const empty = await made('空的');
    await admin.post(`${BASE}/remove`, { id: empty, revision: 1 });
    expect((await admin.post(`${BASE}/erase`, { kind: 'folder', id: empty })).code).toBe('1');
    expect(await removed()).toEqual([]);
  });
});

describe('levels of folders', () => {
  const chainOf = async (name: string, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let level = 1; level <= count; level += 1) ids.push(await made(`${name} ${level}`, ids.at(-1)));
    return ids.filter(Boolean);
  };

  it('are limited to the same number when a folder is created and when it is moved there', async () => {
    const deep = await chainOf('深', 11);
    expect(deep).toHaveLength(10);
    const moved = await made('移入');
    const { revision } = await folderOf('移入');
    const move = (parentId?: string) => admin.post(`${BASE}/save`, { id: moved, name: '移入', parentId, revision });
    expect((await move(deep[9])).code).toBe('FOLDER_LIMIT');
    expect((await move(deep[8])).code).toBe('1');
  });

  it('do not count removed folders', async () => {
    const deep = await chainOf('高', 8);
    const [top, below] = await chainOf('带回收站', 3);
    const { revision } = await folderOf('带回收站 2');
    expect((await admin.post(`${BASE}/remove`, { id: below, revision })).code).toBe('1');
    const own = await folderOf('带回收站 1');
    const move = { id: top, name: own.name, parentId: deep[7], revision: own.revision };
    expect((await admin.post(`${BASE}/save`, move)).code).toBe('1');
  });
});
