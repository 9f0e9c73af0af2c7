import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PhraseView } from '../../../../src/server/approval/view/phrases.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

let server: TestServer;
let staff: Client;
let leader: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, leader, admin] = await Promise.all([server.api('staff'), server.api('leader'), server.api('admin')]);
});
afterAll(() => server.dispose());

const BASE = '/api/task/flow/phrase';
const list = async (client: Client): Promise<PhraseView[]> => (await client.get<PhraseView[]>(`${BASE}/list`)).data;
const own = async (client: Client): Promise<string[]> =>
  (await list(client)).filter(({ isCommon }) => !isCommon).map(({ text }) => text);
const save = (client: Client, body: object) => client.post<string>(`${BASE}/save`, body);

describe('phrases for opinions', () => {
  it('begin with everybody’s, for each action', async () => {
    const phrases = await list(staff);
    for (const act of ['approve', 'return', 'reject'])
      expect(phrases.filter((phrase) => phrase.act === act && phrase.isCommon).length).toBeGreaterThan(1);
  });

  it('are the person’s own, before everybody’s, in the order given, and nobody else’s', async () => {
    const ids = [];
    for (const text of ['甲', ' 乙 ', '丙', '甲']) ids.push((await save(staff, { act: 'approve', text })).data);
    expect(ids[3]).toBe(ids[0]);
    expect(await own(staff)).toEqual(['甲', '乙', '丙']);
    expect(await own(leader)).toEqual([]);
    expect((await list(staff))[0]?.isCommon).toBe(false);
    await staff.post(`${BASE}/order`, { ids: [ids[2], ids[0], ids[1]] });
    expect(await own(staff)).toEqual(['丙', '甲', '乙']);
    await save(staff, { id: ids[0], act: 'approve', text: '改过' });
    await staff.post(`${BASE}/remove`, { ids: [ids[1]] });
    expect(await own(staff)).toEqual(['丙', '改过']);
  });

  it('of somebody else cannot be changed, ordered or removed', async () => {
    const { data: id } = await save(leader, { act: 'return', text: '我的' });
    expect((await save(staff, { id, act: 'return', text: '别人的' })).code).toBe('404');
    expect((await staff.post(`${BASE}/order`, { ids: [id] })).code).toBe('404');
    expect((await staff.post(`${BASE}/remove`, { ids: [id] })).code).toBe('404');
    expect(await own(leader)).toEqual(['我的']);
  });

  it('of everybody are the administrators’ to keep', async () => {
    expect((await save(staff, { act: 'approve', text: '大家的', isCommon: true })).code).toBe('403');
    const common = (await list(staff)).find(({ isCommon }) => isCommon)?.id;
    expect((await staff.post(`${BASE}/remove`, { ids: [common] })).code).toBe('403');
    const { data: id } = await save(admin, { act: 'reject', text: '大家的', isCommon: true });
    expect((await list(leader)).find((phrase) => phrase.id === id)).toMatchObject({
      text: '大家的',
      isCommon: true,
      act: 'reject',
    });
  });

  it('end at thirty for an action, and blank ones are refused', async () => {
    for (let each = 0; each < 30; each += 1) await save(leader, { act: 'approve', text: `第${each}句` });
    expect((await save(leader, { act: 'approve', text: '再一句' })).code).toBe('FLOW_PHRASES');
    expect((await save(leader, { act: 'approve', text: '  ' })).code).toBe('REQUEST_INVALID');
  });

  it('saved several times at the same moment are there once, and no more than fit', async () => {
    const hr = await server.api('hr');
    const ids = await Promise.all(Array.from({ length: 6 }, () => save(hr, { act: 'return', text: '请补充附件' })));
    expect(new Set(ids.map(({ data }) => data)).size).toBe(1);
    expect(await own(hr)).toEqual(['请补充附件']);
    await Promise.all(Array.from({ length: 36 }, (_none, index) => save(hr, { act: 'return', text: `第${index}句` })));
    expect(await own(hr)).toHaveLength(30);
  });
});
