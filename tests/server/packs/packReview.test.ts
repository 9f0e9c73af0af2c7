import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';
import { BASE, carPool, CARS, type CarPool, type Id } from './carPool.ts';

const SYSTEM = '/api/system';
let from: TestServer;
let to: TestServer;
let here: Client;
let reviewer: Client;
let target: CarPool;
let file: string;
/** How many documents were put up for review. */
let asked = 0;

beforeAll(async () => {
  [from, to] = await Promise.all([startTestServer(), startTestServer()]);
  const there = await from.api('admin');
  here = await to.api('admin');
  await here.post(`${SYSTEM}/sys/role/addMembers`, { code: 'admin', kind: 'user', ids: ['u-hr'] });
  reviewer = await to.api('hr');
  await here.post(`${SYSTEM}/sys/param/save`, { reviewDocuments: true });
  const source = carPool(from.url, there);
  await source.build('u-staff');
  file = await source.pack(...CARS);
  target = carPool(to.url, here);
}, 120_000);
afterAll(() => Promise.all([from.dispose(), to.dispose()]));

interface Waiting {
  id: string;
  kind: string;
  link: string;
  note: string;
}
const names = (items: readonly Id[]): string[] => items.map(({ kind, key }) => `${kind} ${key}`).sort();
const waiting = async (): Promise<Waiting[]> => (await reviewer.get<Waiting[]>(`${SYSTEM}/sys/review/waiting`)).data;
const put = (reviewerId: string, seen: string) =>
  here.post<{ asked: number }>(`${BASE}/review`, { pack: file, seen, reviewerId });

describe('a pack where publications must be reviewed', () => {
  it('is checked as if it was reviewed, and says which documents have to be', async () => {
    const { data } = await target.preview(file);
    expect(data.problems.filter(({ level }) => level === 'error')).toEqual([]);
    const documents = data.items.filter(({ kind }) => ['flow', 'form', 'dataset', 'screen'].includes(kind));
    expect(names(data.toReview)).toEqual(names(documents));
    expect(names(data.toReview)).toContain('form carApply');
    const refused = await target.take(file, { seen: data.seen });
    expect(refused.msg).toContain('已开启“发布前需复核”');
  });

  it('puts all of its documents up for review, or none', async () => {
    const { seen, toReview } = (await target.preview(file)).data;
    expect((await put('u-staff', seen)).msg).toContain('应为在用的管理员');
    expect((await put('u-hr', 'other')).code).toBe('PACK_STALE');
    expect(await waiting()).toEqual([]);
    expect((await target.preview(file)).data.items.some(({ hasDraft }) => hasDraft)).toBe(false);

    expect((await put('u-hr', seen)).data).toEqual({ asked: toReview.length });
    asked = toReview.length;
    const all = await waiting();
    expect(all).toHaveLength(asked);
    expect(new Set(all.map(({ note }) => note))).toEqual(new Set(['导入“用车”']));
    expect((await here.get(`${SYSTEM}/frmDef/getLastVersionFrmDef?formKey=car`)).status).toBe(404);
    expect((await put('u-hr', (await target.preview(file)).data.seen)).msg).toContain('还有没有发布的草稿');
    expect(await waiting()).toHaveLength(toReview.length);
  });

  it('brings the rest when it comes again after its documents were published', async () => {
    // what waits for another document is refused until that is published
    for (let turn = 0; turn < 4; turn += 1)
      for (const { id } of await waiting())
        await reviewer.post(`${SYSTEM}/sys/review/decide`, { id, isApproved: true });
    expect(await waiting()).toEqual([]);
    const { data } = await target.preview(file);
    expect(data.toReview).toEqual([]);
    const done = await target.take(file, { seen: data.seen });
    expect([done.code, done.msg]).toEqual(['1', '已导入']);
    expect(done.data.added).toBe(CARS.length - asked);
    expect((await put('u-hr', (await target.preview(file)).data.seen)).msg).toContain('没有需要复核的文档');
  });

  it('is for administrators', async () => {
    const staff = await to.api('staff');
    const answer = await staff.post(`${BASE}/review`, { pack: file, seen: 'x', reviewerId: 'u-hr' });
    expect(answer.code).toBe('403');
  });
});
