import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateSystemColumns } from '../../../src/server/records/index.ts';
import { publishSealDemo, recordsOf, SEAL } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

interface Attachment {
  id: string;
  fileName: string;
  busiAttId: string;
  createByName: string;
  mayRemove: boolean;
}
let server: TestServer;
let staff: Client;
let leader: Client;
let hr: Client;
let record: string;
let busType: string;

beforeAll(async () => {
  server = await startTestServer();
  await publishSealDemo(server);
  [staff, leader, hr] = await Promise.all([server.api('staff'), server.api('leader'), server.api('hr')]);
  const { data } = await recordsOf(staff).run(SEAL, 'submit');
  record = data.id ?? '';
  busType = `${data.formKey}:receipt`;
});
afterAll(() => server.dispose());

async function upload(client: Client, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([name]), name);
  return (await client.post<{ id: string }>('/api/file/sys/file/upload', form)).data.id;
}
const list = (client: Client, busId = record, type = busType) =>
  client.get<Attachment[]>(`/api/file/att/listByBusIdAndType?busId=${busId}&busType=${encodeURIComponent(type)}`);
const insert = (client: Client, attIds: string[], busId = record, type = busType) =>
  client.post<Attachment[]>('/api/file/attBusi/insertAtt', { busId, busType: type, attIds });
const remove = (client: Client, id: string) => client.get(`/api/file/attBusi/removeAtt?id=${id}`);
const download = async (client: Client, id: string): Promise<number> =>
  (await client.get(`/api/file/sys/file/download/${id}`)).status;

describe('files of a business object (CL-039, CL-040)', () => {
  it('are listed to whoever may read the record, and may then be read', async () => {
    const id = await upload(staff, '回执.txt');
    expect(await download(leader, id)).toBe(404);
    expect((await insert(staff, [id, id])).data.map(({ fileName }) => fileName)).toEqual(['回执.txt']);
    const { data } = await list(leader);
    expect(data).toMatchObject([{ id, createByName: expect.any(String) as string }]);
    expect(await download(leader, id)).toBe(200);
  });

  it('are hidden from who may not read the record', async () => {
    expect((await list(hr)).code).toBe('404');
    expect(await download(hr, (await list(staff)).data[0].id)).toBe(404);
  });

  it('cannot be hung on a record by who has no part in it, nor with a file one may not read', async () => {
    expect((await insert(hr, [await upload(hr, 'x.txt')])).code).toBe('404');
    expect((await insert(leader, [await upload(hr, 'y.txt')])).code).toBe('403');
    expect((await insert(leader, ['unknown'])).code).toBe('403');
  });

  it('may be hung there by who holds its task now', async () => {
    expect((await insert(leader, [await upload(leader, '意见.txt')])).code).toBe('1');
    expect((await list(staff)).data.map(({ fileName }) => fileName)).toEqual(['回执.txt', '意见.txt']);
  });

  it('tell each reader whether they may add files, and remove which', async () => {
    const mayAdd = async (client: Client): Promise<boolean | undefined> =>
      (await client.get<{ mayAdd?: boolean }>(`/api/file/att/mayAdd?busId=${record}&busType=${busType}`)).data?.mayAdd;
    expect([await mayAdd(staff), await mayAdd(leader), await mayAdd(hr)]).toEqual([true, true, undefined]);
    const mayRemove = async (client: Client) => (await list(client)).data.map((file) => file.mayRemove);
    expect([await mayRemove(staff), await mayRemove(leader)]).toEqual([
      [true, true],
      [false, true],
    ]);
    const { db } = server.context;
    const state = (flw_state: string) =>
      db.transaction().execute((trx) => updateSystemColumns(trx, 'sealDemo', record, { flw_state }));
    await state('3');
    expect([await mayRemove(staff), await mayRemove(leader)]).toEqual([
      [false, false],
      [false, false],
    ]);
    expect((await remove(staff, (await list(staff)).data[0].busiAttId)).code).toBe('403');
    await state('1');
  });

  it('are taken off by their attacher or the record’s creator; the file itself stays', async () => {
    const [own, leaders] = (await list(staff)).data;
    expect((await remove(leader, own.busiAttId)).code).toBe('403');
    expect((await remove(hr, own.busiAttId)).code).toBe('404');
    expect((await remove(staff, leaders.busiAttId)).code).toBe('1');
    expect((await remove(staff, leaders.busiAttId)).code).toBe('404');
    expect((await list(staff)).data.map(({ id }) => id)).toEqual([own.id]);
    expect(await download(leader, leaders.id)).toBe(200);
  });

  it('on an object of another system are one’s own; administrators see all', async () => {
    await insert(staff, [await upload(staff, 'a.txt')], 'outside-1', 'archiveBox');
    expect((await list(hr, 'outside-1', 'archiveBox')).data).toEqual([]);
    expect((await list(staff, 'outside-1', 'archiveBox')).data).toHaveLength(1);
    expect((await list(await server.api('admin'), 'outside-1', 'archiveBox')).data).toHaveLength(1);
  });

  it('on a form of this product need a record that is there', async () => {
    expect((await insert(staff, [await upload(staff, 'b.txt')], 'no-such-record')).code).toBe('404');
    expect((await list(await server.api('admin'), 'no-such-record')).code).toBe('404');
  });

  it('a wrong type of object is refused in words', async () => {
    expect(await list(staff, record, "x' or 1=1")).toMatchObject({ status: 400, code: 'REQUEST_INVALID' });
  });

  it('are a hundred at most, also when many come at the same moment', async () => {
    const ids = Array.from({ length: 120 }, (_none, index) => `many${String(index).padStart(4, '0')}`);
    await server.context.db
      .insertInto('att_file')
      .values(
        ids.map((id) => ({
          id,
          file_name: `${id}.txt`,
          file_ext: 'txt',
          mime: 'text/plain',
          size: 1,
          sha256: id,
          uploader_id: 'u-staff',
        })),
      )
      .execute();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_none, index) =>
        insert(staff, ids.slice(index * 20, index * 20 + 20), 'crowded', 'otherSystem'),
      ),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual(['1', '1', '1', '1', '1', 'FILE_COUNT']);
    expect((await list(staff, 'crowded', 'otherSystem')).data).toHaveLength(100);
    // again, as after an answer that was lost: nothing would be added
    const stored = (await list(staff, 'crowded', 'otherSystem')).data.slice(0, 3);
    const again = stored.map(({ id }) => id);
    expect((await insert(staff, again, 'crowded', 'otherSystem')).code).toBe('1');
  });
});

describe('files of a record that is removed for good', () => {
  it('go with it, while those of a record in the recycle bin wait for its return', async () => {
    const draft = (await recordsOf(staff).save(SEAL)).data;
    const id = draft.id ?? '';
    const file = await upload(staff, '扫描.txt');
    expect((await insert(staff, [file], id)).code).toBe('1');
    const links = async (): Promise<number> =>
      (await server.context.db.selectFrom('att_busi').select('id').where('bus_id', '=', id).execute()).length;
    const bin = (call: string) => staff.post(`/api/system/recycleBin/${call}`, { id });
    expect((await recordsOf(staff).remove(id)).code).toBe('1');
    expect(await links()).toBe(1);
    expect((await bin('restore')).code).toBe('1');
    expect((await list(staff, id)).data.map(({ fileName }) => fileName)).toEqual(['扫描.txt']);
    expect((await recordsOf(staff).remove(id)).code).toBe('1');
    expect((await bin('erase')).code).toBe('1');
    expect(await links()).toBe(0);
  });
});
