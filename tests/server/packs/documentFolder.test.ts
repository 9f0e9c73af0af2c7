import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFiles, writeFiles } from '../../../src/server/documentFiles/documentFolderFiles.ts';
import {
  folderFiles,
  importPack,
  listItems,
  readItemsForPack,
  previewPack,
  readFolder,
  type Preview,
} from '../../../src/server/packs/index.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';
import { carFields, carPool, input, type CarPool } from './carPool.ts';

const SYSTEM = '/api/system';
const folder = join(mkdtempSync(join(tmpdir(), 'documents-')), 'company');
let from: TestServer;
let to: TestServer;
let source: CarPool;
let here: Client;
beforeAll(async () => {
  [from, to] = await Promise.all([startTestServer(), startTestServer()]);
  const there = await from.api('admin');
  here = await to.api('admin');
  source = carPool(from.url, there);
  const [dept] = (await there.get<{ id: string }[]>(`${SYSTEM}/sys/org/options`)).data;
  const person = { username: 'driverChief', name: '车队长', deptId: dept?.id };
  const { data } = await there.post<{ id: string }>(`${SYSTEM}/sys/user/add`, person);
  await source.build(data.id);
  // the same person has another id here
  await here.post(`${SYSTEM}/sys/user/add`, person);
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([from.dispose(), to.dispose()]);
});

/** What the test made, and one thing of the product; all of it is 660 things. */
const isOwn = ({ key }: { key: string }): boolean => key === '*' || /car|fleet/i.test(key);
const exported = async ({ context: { db } }: TestServer) =>
  writeFiles(folder, folderFiles(await readItemsForPack(db, (await listItems(db)).filter(isOwn))));
const author = async () =>
  to.context.db.selectFrom('sys_user').select(['id', 'name']).where('username', '=', 'admin').executeTakeFirstOrThrow();
const packed = async () => ({
  name: '文件夹',
  note: '',
  madeAt: '',
  madeBy: '',
  items: await readFolder(readFiles(folder)),
});
const preview = async (): Promise<Preview> => previewPack(to.context, await author(), { pack: await packed() });
const differing = ({ items }: Preview) =>
  items.filter(({ state }) => state !== 'same').map(({ kind, key, state }) => `${state} ${kind} ${key}`);
const take = async () => {
  const pack = await packed();
  const { seen } = await previewPack(to.context, await author(), { pack });
  return importPack(to.context, await author(), { pack, seen }, async () => undefined);
};

it('documents stand in files of their own, and a second export writes nothing', async () => {
  const first = await exported(from);
  expect(first).toMatchObject({ unchanged: 0, removed: 0 });
  expect(JSON.parse(readFileSync(join(folder, 'forms/car.json'), 'utf8'))).toMatchObject({
    fields: [{ __vModel__: 'plate' }, { __vModel__: 'kind' }],
  });
  expect(readFileSync(join(folder, 'flows/carFlow.bpmn'), 'utf8')).toContain('name="用车审批"');
  // what is nobody's key leads nowhere else
  expect(JSON.parse(readFileSync(join(folder, 'roles/%2A.json'), 'utf8'))).toMatchObject({ name: '所有人' });
  expect(await exported(from)).toEqual({ written: 0, unchanged: first.written, removed: 0 });
});

it('a folder is taken in by another installation, whose people stand for those that it names', async () => {
  expect(differing(await preview())).toEqual(
    expect.arrayContaining(['new form car', 'new flow carFlow', 'new dictionary carKind', 'new menu carApplyEntry']),
  );
  const { added } = await take();
  expect(added).toBeGreaterThan(5);
  const chief = await to.context.db
    .selectFrom('sys_user')
    .select('id')
    .where('username', '=', 'driverChief')
    .executeTakeFirstOrThrow();
  const { content } = await to.context.db
    .selectFrom('doc_version')
    .select('content')
    .where('doc_key', '=', 'carFlow')
    .executeTakeFirstOrThrow();
  expect(content).toContain(`value="${chief.id}"`);
  expect(differing(await preview())).toEqual([]);
});

it('one changed file changes one document; what was changed here as well is left alone', async () => {
  await source.form('car', '车辆', carFields(input('seats', '座位')));
  expect(await exported(from)).toMatchObject({ written: 1, removed: 0 });
  expect(differing(await preview())).toEqual(['changed form car']);
  const target = carPool(to.url, here);
  await target.form('car', '车辆', carFields(input('colour', '颜色')));
  expect(differing(await preview())).toEqual(['conflict form car']);
  await expect(take()).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
});

it('what stands in a file and cannot be read is named with its place, and nothing is taken in', async () => {
  const broken = join(folder, 'forms/broken.json');
  writeFileSync(broken, '{"formName": "坏",\n');
  await expect(preview()).rejects.toThrow('forms/broken.json：JSON 语法错误：第 2 行第 1 列');
  writeFileSync(broken, '[]');
  await expect(preview()).rejects.toMatchObject({ code: 'PACK_FILE' });
  // not a document: a key that would lead out of the folder
  writeFileSync(broken, '{"formName": "坏", "fields": []}');
  mkdirSync(join(folder, 'screens'), { recursive: true });
  writeFileSync(join(folder, 'screens/%2E%2E%2Fx.json'), '{}');
  await expect(preview()).rejects.toThrow('screens/%2E%2E%2Fx.json的键不正确');
});

it('an export removes the files of documents that are gone and nothing else; a folder of other things is refused', async () => {
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.git/config'), '');
  writeFileSync(join(folder, 'README.md'), '说明');
  expect(await exported(from)).toMatchObject({ written: 0, removed: 2 });
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('说明');
  const other = mkdtempSync(join(tmpdir(), 'other-'));
  writeFileSync(join(other, 'letter.txt'), '');
  expect(() => writeFiles(other, [])).toThrow('有其他内容，未导出');
  expect(() => readFiles(join(other, 'nowhere'))).toThrow('没有文件夹');
  await expect(readFolder(readFiles(other))).rejects.toThrow('没有 documents.json');
  rmSync(other, { recursive: true });
});
