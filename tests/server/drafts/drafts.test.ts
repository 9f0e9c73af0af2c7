import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishSealDemo, recordsOf, SEAL } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let staff: Client;
let leader: Client;
let admin: Client;

beforeAll(async () => {
  server = await startTestServer();
  await publishSealDemo(server);
  [staff, leader, admin] = await Promise.all([server.api('staff'), server.api('leader'), server.api('admin')]);
});
afterAll(() => server.dispose());

interface About {
  id: string;
  recordId: string;
  revision: number;
  title: string;
  device: string;
  formName: string;
  parts: number;
  content: Record<string, unknown>;
}
let counter = 0;
const newDraft = (): string => `draft-${Date.now()}-${(counter += 1)}`;
const save = (client: Client, id: string, body: object = {}) =>
  client.post<About>('/api/system/frmDraft/save', { id, formKey: 'sealDemo', revision: 0, set: {}, ...body });
const get = (client: Client, id: string) => client.get<About>(`/api/system/frmDraft/get?id=${id}`);
const list = async (client: Client, query = ''): Promise<About[]> =>
  (await client.get<About[]>(`/api/system/frmDraft/list${query}`)).data;
const remove = (client: Client, ids: string[]) => client.post('/api/system/frmDraft/remove', { ids });
const NAME = '["f","title"]';

describe('a draft on the server', () => {
  it('keeps anything, grows by what changed, and comes back whole', async () => {
    const id = newDraft();
    const first = await save(staff, id, {
      title: '半成品',
      device: 'Chrome（Windows）',
      baseRevision: null,
      formVersion: 1,
      set: { [NAME]: 5, '["a","sealFiles","r1"]': { after: null, fieldsMap: { copies: '不是数字' } } },
    });
    expect(first.data).toMatchObject({ revision: 1, parts: 2 });
    const second = await save(staff, id, {
      revision: 1,
      title: '半成品',
      set: { [NAME]: '改过' },
      drop: ['["a","sealFiles","r1"]'],
    });
    expect(second.data).toMatchObject({ revision: 2, parts: 1 });
    expect((await get(staff, id)).data).toMatchObject({
      id,
      title: '半成品',
      recordId: '',
      content: { [NAME]: '改过' },
    });
    expect((await list(staff, '?formKey=sealDemo')).find((draft) => draft.id === id)).toMatchObject({
      formName: '用印申请（示例）',
    });
  });

  it("is its owner's alone, administrators included", async () => {
    const id = newDraft();
    await save(staff, id, { set: { [NAME]: '只有我' } });
    for (const other of [leader, admin]) {
      expect(await get(other, id)).toMatchObject({ status: 404 });
      expect(await save(other, id, { revision: 1, set: { [NAME]: '被改' } })).toMatchObject({ status: 404 });
      expect((await list(other)).some((draft) => draft.id === id)).toBe(false);
      await remove(other, [id]);
    }
    expect((await get(staff, id)).data.content).toEqual({ [NAME]: '只有我' });
    expect(await server.anonymous.get(`/api/system/frmDraft/get?id=${id}`)).toMatchObject({ status: 401 });
  });

  it('refuses a window that has not seen its last state, and keeps that', async () => {
    const id = newDraft();
    await save(staff, id, { set: { [NAME]: '一' } });
    await save(staff, id, { revision: 1, set: { [NAME]: '二' } });
    expect(await save(staff, id, { revision: 1, set: { [NAME]: '旧窗口' } })).toMatchObject({
      status: 409,
      code: 'DRAFT_MOVED',
    });
    expect(await save(staff, newDraft(), { revision: 3 })).toMatchObject({ status: 409, code: 'DRAFT_MOVED' });
    expect((await get(staff, id)).data.content).toEqual({ [NAME]: '二' });
  });

  it('of two saves at once from the same state takes one', async () => {
    const id = newDraft();
    const answers = await Promise.all(['甲', '乙', '丙'].map((text) => save(staff, id, { set: { [NAME]: text } })));
    expect(answers.filter(({ code }) => code === '1')).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'DRAFT_MOVED')).toHaveLength(2);
  });

  it('is refused when it is larger than a draft may be, and stays as it was', async () => {
    const id = newDraft();
    await save(staff, id, { set: { [NAME]: 'x' } });
    // nearly as large as a draft may be, 16 MB
    await sql`insert into frm_draft_part (draft_id, part, value) select ${id}, 'k' || n, to_jsonb(repeat('x', 5500000)) from generate_series(1, 3) n`.execute(
      server.context.db,
    );
    const more = (characters: number) => save(staff, id, { revision: 1, set: { '["f","k"]': 'x'.repeat(characters) } });
    const revision = async () => (await list(staff)).find((one) => one.id === id)?.revision;
    expect(await more(300_000)).toMatchObject({ status: 413, code: 'REQUEST_TOO_LARGE' });
    expect(await revision()).toBe(1);
    expect(await more(250_000)).toMatchObject({ code: '1' });
    expect(await revision()).toBe(2);
    await remove(staff, [id]);
    // the limit of its parts is named as such
    const many = newDraft();
    await save(staff, many, { set: { [NAME]: 'x' } });
    await sql`insert into frm_draft_part (draft_id, part, value) select ${many}, 'k' || n, '1' from generate_series(1, 100000) n`.execute(
      server.context.db,
    );
    const added = await save(staff, many, { revision: 1, set: { [NAME]: 'y' } });
    expect([added.code, added.msg]).toEqual(['REQUEST_TOO_LARGE', '请求内容过大，上限 100000 项']);
    await remove(staff, [many]);
    expect(await get(staff, id)).toMatchObject({ status: 404 });
  });

  it('goes with its record, and not with the records of others', async () => {
    const { data: record } = await recordsOf(staff).save(SEAL);
    const [ofRecord, ofNew] = [newDraft(), newDraft()];
    await save(staff, ofRecord, { recordId: record.id, set: { [NAME]: '一' } });
    await save(staff, ofNew, { set: { [NAME]: '二' } });
    expect((await list(staff, `?formKey=sealDemo&recordId=${record.id}`)).map((draft) => draft.id)).toEqual([ofRecord]);
    await recordsOf(staff).remove(record.id ?? '');
    expect(await get(staff, ofRecord)).toMatchObject({ status: 404 });
    expect(await get(staff, ofNew)).toMatchObject({ status: 200 });
  });
});

describe('drafts that are too large together', () => {
  it('are refused by name, also those saved at the same moment; one may be made smaller or removed', async () => {
    const sealer = await server.api('sealer');
    const { db } = server.context;
    const ids = Array.from({ length: 4 }, newDraft);
    for (const id of ids) await save(sealer, id, { set: { [NAME]: 'x' } });
    await db
      .updateTable('frm_draft')
      .set({ size: 16 * 1024 * 1024 - 100_000 })
      .where('id', 'in', ids.slice(0, 3))
      .execute();
    // there is room for one of them
    const grown = await Promise.all(
      [newDraft(), newDraft(), newDraft()].map((id) => save(sealer, id, { set: { [NAME]: 'y'.repeat(200_000) } })),
    );
    expect(grown.map(({ code }) => code).sort()).toEqual(['1', 'DRAFT_SPACE', 'DRAFT_SPACE']);
    expect(grown.find(({ code }) => code === 'DRAFT_SPACE')).toMatchObject({
      status: 409,
      msg: expect.stringContaining('上限 48 MB') as string,
    });
    expect(await save(sealer, ids[0] ?? '', { revision: 1, isWhole: true, set: { [NAME]: '短' } })).toMatchObject({
      code: '1',
    });
    expect(await save(sealer, ids[3] ?? '', { revision: 1, set: { [NAME]: 'y'.repeat(200_000) } })).toMatchObject({
      code: '1',
    });
  });
});

describe('too many drafts', () => {
  it('are refused by name, and one may be continued or removed', async () => {
    const hr = await server.api('hr');
    const ids = Array.from({ length: 100 }, newDraft);
    for (const id of ids) await save(hr, id);
    const refused = await save(hr, newDraft());
    expect(refused).toMatchObject({ status: 409, code: 'DRAFT_LIMIT' });
    expect(await save(hr, ids[0] ?? '', { revision: 1 })).toMatchObject({ status: 200 });
    await remove(hr, ids.slice(0, 2));
    expect(await save(hr, newDraft())).toMatchObject({ status: 200 });
  });
});
