import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

let server: TestServer;
let [staff, leader, admin]: Client[] = [];
beforeAll(async () => {
  server = await startTestServer();
  [staff, leader, admin] = await Promise.all(['staff', 'leader', 'admin'].map((name) => server.api(name)));
});
afterAll(() => server.dispose());

const of = { formKey: 'businessSealApply', place: '/seals:businessSealApply:' };
const config = { query: { look: 'board.flwState', more: '{}' }, columns: { order: ['title'], widths: { title: 300 } } };
interface Views {
  mayShare: boolean;
  ownDefault: string;
  commonDefault: string;
  views: { id: string; name: string; isMine: boolean; mayChange: boolean; config: unknown }[];
}
const viewsOf = async (client: Client | undefined): Promise<Views> =>
  (
    await (client as Client).get<Views>(
      `/api/system/listView/list?formKey=${of.formKey}&place=${encodeURIComponent(of.place)}`,
    )
  ).data;
const save = (client: Client | undefined, more: object) =>
  (client as Client).post<string>('/api/system/listView/save', { ...of, name: '在办', config, ...more });

it("a view is its person's alone until it is shared, and a shared one is changed by who keeps the form", async () => {
  const mine = await save(staff, {});
  expect(mine.code).toBe('1');
  expect((await viewsOf(staff)).views).toEqual([
    { id: mine.data, name: '在办', isShared: false, isMine: true, mayChange: true, config },
  ]);
  expect((await viewsOf(leader)).views).toEqual([]);
  expect([(await viewsOf(staff)).mayShare, (await save(staff, { name: '共享', isShared: true })).code]).toEqual([
    false,
    '403',
  ]);
  const shared = await save(admin, { name: '全部在办', isShared: true });
  expect((await viewsOf(leader)).views).toMatchObject([{ name: '全部在办', isMine: false, mayChange: false }]);
  expect((await save(leader, { id: shared.data, name: '改' })).code).toBe('403');
  expect((await save(leader, { id: mine.data, name: '改' })).code).toBe('404');
  expect((await admin?.post('/api/system/listView/remove', { id: shared.data }))?.code).toBe('1');
  expect((await viewsOf(leader)).views).toEqual([]);
});

it('a list without a key below another one has the views that were stored without a position', async () => {
  const below = { ...of, place: `${of.place}.1-0` };
  const earlier = (await save(leader, { name: '早先的' })).data;
  const own = (await save(leader, { ...below, name: '第二页' })).data;
  const url = (place: string): string =>
    `/api/system/listView/list?formKey=${of.formKey}&place=${encodeURIComponent(place)}`;
  const idsAt = async (place: string) =>
    (await (leader as Client).get<Views>(url(place))).data.views.map(({ id }) => id);
  expect((await idsAt(below.place)).toSorted()).toEqual([earlier, own].toSorted());
  expect(await idsAt(of.place)).toEqual([earlier]);
  expect(await idsAt(`${of.place}keyed`)).toEqual([]);
  const choice = { ...below, id: earlier, isShared: false };
  expect((await leader?.post('/api/system/listView/setDefault', choice))?.code).toBe('1');
  expect((await (leader as Client).get<Views>(url(below.place))).data.ownDefault).toBe(earlier);
  for (const id of [earlier, own]) await leader?.post('/api/system/listView/remove', { id });
});

it('two views of one name, an unknown form, and a form that one does not see are refused', async () => {
  await save(leader, {});
  expect(await save(leader, {})).toMatchObject({
    code: 'REQUEST_INVALID',
    msg: expect.stringContaining('在办') as string,
  });
  expect((await save(leader, { formKey: 'noSuchForm' })).code).toBe('404');
  expect((await save(staff, { formKey: 'monthBasicSalary', place: '' })).code).toBe('403');
  expect((await save(staff, { name: '多', config: { query: {}, script: 'x' } })).code).toBe('REQUEST_INVALID');
});

it("a list opens with one's own default before that of everybody, and not with a view that is gone or private", async () => {
  const setDefault = (client: Client | undefined, id: string | null, isDefaultOfAll = false) =>
    (client as Client).post('/api/system/listView/setDefault', { ...of, id, isShared: isDefaultOfAll });
  const defaultsOf = async (client: Client | undefined) => {
    const { ownDefault, commonDefault } = await viewsOf(client);
    return [ownDefault, commonDefault];
  };
  const shared = (await save(admin, { name: '大家的', isShared: true })).data;
  const secret = (await save(admin, { name: '自己的' })).data;
  expect((await setDefault(staff, shared, true)).code).toBe('403');
  expect((await setDefault(admin, secret, true)).msg).toContain('没有共享');
  expect((await setDefault(staff, secret)).code).toBe('404');
  expect((await setDefault(admin, shared, true)).code).toBe('1');
  expect(await defaultsOf(staff)).toEqual(['', shared]);
  await setDefault(staff, 'doc:在办');
  expect(await defaultsOf(staff)).toEqual(['doc:在办', shared]);
  await setDefault(staff, 'none');
  expect(await defaultsOf(staff)).toEqual(['none', shared]);
  await setDefault(staff, shared);
  // no longer shared: nobody but its owner opens the list with it
  await save(admin, { id: shared, name: '大家的', isShared: false });
  expect(await defaultsOf(staff)).toEqual(['', '']);
  await save(admin, { id: shared, name: '大家的', isShared: true });
  expect(await defaultsOf(staff)).toEqual([shared, shared]);
  await admin?.post('/api/system/listView/remove', { id: shared });
  expect(await defaultsOf(staff)).toEqual(['', '']);
  await setDefault(staff, 'none');
  await setDefault(staff, null);
  expect(await defaultsOf(staff)).toEqual(['', '']);
});
