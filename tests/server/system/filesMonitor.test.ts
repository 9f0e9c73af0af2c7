import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const FILES = '/api/system/sys/fileManage';
const FIGURES = '/api/system/sys/monitor/figures';
let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  staff = await server.api('staff');
});
afterAll(() => server.dispose());

const upload = async (name: string): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob(['content']), name);
  return (await staff.post<{ id: string }>('/api/file/sys/file/upload', form)).data.id;
};
const age = (id: string) =>
  sql`update att_file set created_at = now() - interval '8 days' where id = ${id}`.execute(server.context.db);
const find = async (data: object) =>
  (
    await admin.post<{ data: { id: string; state: string; size: number; uploader: string; place: string }[] }>(
      `${FILES}/page`,
      { data },
    )
  ).data.data;
const remove = async (id: string) => admin.post(`${FILES}/remove`, { id });

describe('the page of files', () => {
  it('shows whose a file is, its size and what holds it', async () => {
    const id = await upload('平面图.txt');
    expect(await find({ keyword: '平面图' })).toMatchObject([{ id, size: 7, state: 'fresh', place: '' }]);
    await sql`insert into frm_record_file (file_id, record_id, form_key) values (${id}, 'r1', 'customerProfile')`.execute(
      server.context.db,
    );
    const [row] = await find({ keyword: '平面图', state: 'held' });
    expect(row?.place).toContain('r1');
    expect(row?.uploader).not.toBe('');
    expect((await admin.post(`${FILES}/page`, { data: { timeFrom: 'soon' } })).code).toBe('REQUEST_INVALID');
  });

  it('removes only what nobody refers to and nobody can be filling in, and notes it', async () => {
    const id = await upload('无用.txt');
    expect((await remove(id)).msg).toContain('不能删除');
    await age(id);
    expect((await find({ state: 'orphan' })).map((one) => one.id)).toContain(id);
    await staff.post('/api/system/frmDraft/save', {
      id: 'draft-of-trial-01',
      formKey: 'customerProfile',
      revision: 0,
      set: { file: [{ id }] },
    });
    expect((await remove(id)).msg).toContain('草稿');
    await sql`delete from frm_draft`.execute(server.context.db);
    expect((await remove(id)).code).toBe('1');
    expect((await remove(id)).code).toBe('404');
    const { data } = await admin.post<{ data: { actionType: string; objectName: string }[] }>(
      '/api/system/sysAudit/getList',
      { data: { object: 'att_file', action: 'fileRemoved' } },
    );
    expect(data.data[0]).toMatchObject({ actionType: '删除文件', objectName: '无用.txt' });
  });

  it('does not remove what a record holds, however old it is', async () => {
    const [held] = await find({ keyword: '平面图' });
    await age(held?.id ?? '');
    expect((await remove(held?.id ?? '')).msg).toContain('仍被使用');
  });

  it('does not offer a signature or a file of the recycle bin, and says where it is', async () => {
    const [signature, ofDeleted] = [await upload('签名.txt'), await upload('删除的记录.txt')];
    const { db } = server.context;
    await sql`update sys_user set signature_id = ${signature} where username = 'staff'`.execute(db);
    await sql`insert into frm_bin
      (record_id, form_key, form_name, title, system, document, file_ids, deleted_by, deleted_by_name)
      values ('binned', 'customerProfile', '客户档案', '已删客户', '{}', '{}', array[${ofDeleted}], '1', '管理员')`.execute(
      db,
    );
    await age(signature);
    await age(ofDeleted);
    const orphans = (await find({ state: 'orphan' })).map(({ id }) => id);
    expect(orphans).not.toContain(signature);
    expect(orphans).not.toContain(ofDeleted);
    expect((await find({ keyword: '签名' }))[0]?.place).toContain('签名：');
    expect((await find({ keyword: '删除的记录' }))[0]?.place).toContain('回收站：客户档案“已删客户”');
    expect((await remove(signature)).msg).toContain('仍被使用');
    expect((await remove(ofDeleted)).msg).toContain('仍被使用');
  });
});

describe('the monitor', () => {
  it('shows server, database, queues and calls, and says what is wrong', async () => {
    await server.context.db
      .insertInto('sys_channel')
      .values({ id: 'c', name: 'c', kind: 'webhook', url: 'http://127.0.0.1:1', topics: '[]' })
      .execute();
    await server.context.db
      .insertInto('sys_outbox')
      .values({
        id: 'm',
        channel_id: 'c',
        topic: 'test',
        title: 't',
        payload: '{"content":"","people":[]}',
        state: 'failed',
      })
      .execute();
    const { data } = await admin.post<{ id: string; group: string; value: string; state: string }[]>(FIGURES, {});
    const of = (id: string) => data.find((one) => one.id === id);
    expect(new Set(data.map(({ group }) => group))).toEqual(
      new Set(['本服务器', '数据库', '队列', '接口', '最慢的接口']),
    );
    expect(of('messages')).toMatchObject({ value: '等待 0，失败 1', state: 'bad' });
    expect(of('size')?.value).toMatch(/^\d+(\.\d)? [MG]B$/);
    expect(Number(of('online')?.value)).toBeGreaterThanOrEqual(2);
  });
});

describe('files and figures', () => {
  it('are for administrators alone', async () => {
    const answers = await Promise.all([
      staff.post(`${FILES}/page`, {}),
      staff.post(`${FILES}/remove`, { id: 'x' }),
      staff.post(FIGURES, {}),
    ]);
    expect(answers.map(({ code }) => code)).toEqual(['403', '403', '403']);
  });
});
