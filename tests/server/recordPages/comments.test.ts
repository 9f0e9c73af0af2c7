import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commentTopic } from '../../../src/domain/recordTopics.ts';
import { CHANGE_MINUTES, type CommentPage } from '../../../src/server/recordPages/comments.ts';
import type { MentionSuggestion } from '../../../src/server/recordPages/readers.ts';
import { publishSealDemo, recordsOf, SEAL } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const CRUD = '/api/system/frmCrud';
let server: TestServer;
let staff: Client;
let leader: Client;
let hr: Client;
/** Staff's application: leader holds its task, hr has nothing to do with it. */
let record: string;

beforeAll(async () => {
  server = await startTestServer();
  await publishSealDemo(server);
  [staff, leader, hr] = await Promise.all([server.api('staff'), server.api('leader'), server.api('hr')]);
  record = (await recordsOf(staff).run(SEAL, 'submit')).data.id ?? '';
});
afterAll(() => server.dispose());

const page = async (client: Client, id = record): Promise<CommentPage> =>
  (await client.get<CommentPage>(`${CRUD}/comments/sealDemo?id=${id}`)).data;
const add = (client: Client, text: string, more: object = {}, id = record, headers?: Record<string, string>) =>
  client.post<{ id: string }>(`${CRUD}/addComment/sealDemo`, { id, text, ...more }, headers);
const edit = (client: Client, commentId: string, text: string, more: object = {}) =>
  client.post(`${CRUD}/editComment/sealDemo`, { id: record, commentId, text, ...more });
const remove = (client: Client, commentId: string) =>
  client.post(`${CRUD}/removeComment/sealDemo`, { id: record, commentId });
const read = (client: Client, commentId: string) =>
  client.post(`${CRUD}/readComments/sealDemo`, { id: record, commentId });
const people = async (client: Client, keyword: string): Promise<MentionSuggestion[]> =>
  (
    await client.get<MentionSuggestion[]>(
      `${CRUD}/mentionable/sealDemo?id=${record}&keyword=${encodeURIComponent(keyword)}`,
    )
  ).data;
async function upload(client: Client, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([name]), name);
  return (await client.post<{ id: string }>('/api/file/sys/file/upload', form)).data.id;
}
const nameOf = async (id: string): Promise<string> =>
  (await server.context.db.selectFrom('sys_user').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;
const reminders = async (userId: string): Promise<string[]> =>
  (
    await server.context.db
      .selectFrom('sys_remind')
      .select('title')
      .where('user_id', '=', userId)
      .where('kind', '=', 'mention')
      .execute()
  ).map(({ title }) => title);
const older = (commentId: string, minutes: number) =>
  sql`update frm_comment set created_at = created_at - make_interval(mins => ${minutes}::integer) where id = ${commentId}`.execute(
    server.context.db,
  );

describe('comments under a record', () => {
  it('are shown to whoever may read it, in the order they were written, and are news to open pages', async () => {
    const first = (await add(staff, '请核对份数')).data.id;
    const second = (await add(leader, '已核对')).data.id;
    const seen = await page(leader);
    expect(seen.comments.map(({ id, text, isOwn, isNew }) => ({ id, text, isOwn, isNew }))).toEqual([
      { id: first, text: '请核对份数', isOwn: false, isNew: true },
      { id: second, text: '已核对', isOwn: true, isNew: false },
    ]);
    expect(seen).toMatchObject({ total: 2, unread: 1 });
    const { rows } = await sql<{
      topic: string;
    }>`select topic from sys_event where topic = ${commentTopic(record)} and user_id is null`.execute(
      server.context.db,
    );
    expect(rows).toHaveLength(2);
  });

  it('do not exist for who may not read the record: neither list nor writing, marking, people or files', async () => {
    const id = (await page(staff)).comments[0]?.id ?? '';
    for (const answer of [
      await hr.get(`${CRUD}/comments/sealDemo?id=${record}`),
      await hr.get(`${CRUD}/mentionable/sealDemo?id=${record}&keyword=`),
      await add(hr, '看看'),
      await edit(hr, id, '改掉'),
      await remove(hr, id),
      await read(hr, id),
      await hr.post(`${CRUD}/timeline/sealDemo`, { id: record }),
    ])
      expect(answer).toMatchObject({ status: 404, code: '404' });
    expect((await page(staff)).comments.map(({ text }) => text)).toEqual(['请核对份数', '已核对']);
  });

  it('count as read up to the one that was seen, and their author sees by how many', async () => {
    const [first] = (await page(leader)).comments;
    await add(staff, '还有一份附件');
    await read(leader, first?.id ?? '');
    const seen = await page(leader);
    expect(seen.unread).toBe(1);
    expect(seen.comments.map(({ isNew }) => isNew)).toEqual([false, false, true]);
    expect((await page(staff)).comments.map(({ readers }) => readers)).toEqual([1, 0, 0]);
    // an earlier mark takes nothing back
    await read(leader, seen.comments.at(-1)?.id ?? '');
    await read(leader, first?.id ?? '');
    expect((await page(leader)).unread).toBe(0);
  });

  it('address people who may read the record; of others it is said, and nothing is written', async () => {
    const [leaderName, hrName] = [await nameOf('u-leader'), await nameOf('u-hr')];
    expect(await people(staff, leaderName)).toMatchObject([{ id: 'u-leader', name: leaderName, mayRead: true }]);
    expect(await people(staff, hrName)).toMatchObject([{ id: 'u-hr', mayRead: false }]);
    // a reader is found behind many who have a similar name and may not read
    const { db } = server.context;
    const { rows } = await sql<{ username: string }>`select username from sys_user where id = 'u-leader'`.execute(db);
    for (let index = 0; index < 12; index += 1)
      await sql`insert into sys_user (id, username, name, password_hash, dept_id)
        select ${`u-a-namesake-${index}`}, ${`a${index}${rows[0]?.username ?? ''}`}, ${`${leaderName}${index}`}, password_hash, dept_id
        from sys_user where id = 'u-leader'`.execute(db);
    const suggested = await people(staff, leaderName);
    expect(suggested).toHaveLength(8);
    expect(suggested.filter(({ mayRead }) => mayRead).map(({ id }) => id)).toEqual(['u-leader']);
    await sql`delete from sys_user where id like 'u-a-namesake-%'`.execute(db);
    const total = (await page(staff)).total;
    const refused = await add(staff, `@${hrName} 请看`, { mentionIds: ['u-hr'] });
    expect(refused).toMatchObject({ status: 422, code: 'MENTION_NO_RIGHT' });
    expect(refused.msg).toContain(hrName);
    expect((await page(staff)).total).toBe(total);
    expect(await reminders('u-hr')).toEqual([]);

    const { id } = (await add(staff, `@${leaderName} 请看`, { mentionIds: ['u-leader', 'u-manager'] })).data;
    const written = (await page(leader)).comments.at(-1);
    // the manager is not in the text, so nobody addressed them
    expect(written?.mentions).toEqual([{ id: 'u-leader', name: leaderName }]);
    expect(await reminders('u-leader')).toHaveLength(1);
    expect(await reminders('u-manager')).toEqual([]);
    expect((await reminders('u-leader'))[0]).toContain('提到了您');
    // who was addressed before is not reminded again
    await edit(staff, id, `@${leaderName} 请尽快看`, { mentionIds: ['u-leader'] });
    expect(await reminders('u-leader')).toHaveLength(1);
  });

  it('do not address somebody whose name only begins the name that is in the text', async () => {
    const [leaderName, hrName] = [await nameOf('u-leader'), await nameOf('u-hr')];
    const rename = (name: string) =>
      server.context.db.updateTable('sys_user').set({ name }).where('id', '=', 'u-hr').execute();
    await rename(leaderName.slice(0, -1));
    try {
      // hr may not read the record: a mention of them would be refused
      const added = await add(staff, `@${leaderName} 请再看`, { mentionIds: ['u-hr', 'u-leader'] });
      expect(added.code).toBe('1');
      expect((await page(leader)).comments.at(-1)?.mentions).toEqual([{ id: 'u-leader', name: leaderName }]);
    } finally {
      await rename(hrName);
    }
  });

  it('carry files that then may be read by whoever may read the record, and nobody else', async () => {
    const file = await upload(staff, '现场.txt');
    const { id } = (await add(staff, '', { fileIds: [file] })).data;
    expect((await page(leader)).comments.at(-1)?.files.map(({ fileName }) => fileName)).toEqual(['现场.txt']);
    expect((await leader.get(`/api/file/sys/file/download/${file}`)).status).toBe(200);
    expect((await hr.get(`/api/file/sys/file/download/${file}`)).status).toBe(404);
    expect(await add(staff, '', { fileIds: [await upload(hr, '别人的.txt')] })).toMatchObject({ code: '403' });
    expect(await add(staff, '  ')).toMatchObject({ code: 'COMMENT_EMPTY' });
    await remove(staff, id);
    expect((await leader.get(`/api/file/sys/file/download/${file}`)).status).toBe(404);
  });

  it('are changed by their author for a while, marked as changed, and by nobody else', async () => {
    const { id } = (await add(staff, '写错了')).data;
    expect(await edit(leader, id, '替你改')).toMatchObject({ code: '403' });
    expect(await edit(staff, id, '写对了')).toMatchObject({ code: '1' });
    const [own] = (await page(staff)).comments.slice(-1);
    expect(own).toMatchObject({ text: '写对了', mayEdit: true });
    expect(own?.editedTime).not.toBe('');
    await older(id, CHANGE_MINUTES + 1);
    expect((await page(staff)).comments.find((one) => one.id === id)).toMatchObject({
      mayEdit: false,
      mayRemove: false,
    });
    expect(await edit(staff, id, '太晚了')).toMatchObject({ code: 'COMMENT_LATE' });
    expect(await remove(staff, id)).toMatchObject({ code: 'COMMENT_LATE' });
  });

  it('leave a line without text when removed: by their author for a while, by administrators at any time', async () => {
    const { id } = (await add(staff, '说了不该说的')).data;
    expect(await remove(leader, id)).toMatchObject({ code: '403' });
    expect(await remove(staff, id)).toMatchObject({ code: '1' });
    const gone = (await page(leader)).comments.find((one) => one.id === id);
    expect(gone).toMatchObject({ isRemoved: true, text: '', mentions: [], files: [] });
    expect(await remove(staff, id)).toMatchObject({ code: '404' });
    const old = (await add(staff, '很久以前')).data.id;
    await older(old, 60 * 24);
    const admin = await server.api('admin');
    expect(await remove(admin, old)).toMatchObject({ code: '1' });
  });

  it('written by two at the same moment are both there, and one sent twice with its key is there once', async () => {
    const before = (await page(staff)).total;
    const key = { 'Idempotency-Key': 'comment-once-0001' };
    const answers = await Promise.all([add(staff, '甲'), add(leader, '乙'), add(staff, '丙', {}, record, key)]);
    const again = await add(staff, '丙', {}, record, key);
    expect(answers.map(({ code }) => code)).toEqual(['1', '1', '1']);
    expect(again.data.id).toBe(answers[2]?.data.id);
    expect((await page(staff)).total).toBe(before + 3);
  });

  it('are noted in the audit log with before and after', async () => {
    const { id } = (await add(staff, '记一笔')).data;
    await edit(staff, id, '记两笔');
    const rows = await server.context.db
      .selectFrom('sys_audit')
      .select(['action', 'user_id'])
      .where('object', '=', 'frm_comment')
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { action: 'insert', user_id: 'u-staff' },
      { action: 'update', user_id: 'u-staff' },
    ]);
  });

  it('stay while their record is in the recycle bin, come back with it, and go when it is gone for good', async () => {
    const draft = (await recordsOf(staff).save(SEAL)).data.id ?? '';
    const count = async (): Promise<number> =>
      (await server.context.db.selectFrom('frm_comment').select('id').where('record_id', '=', draft).execute()).length;
    await add(staff, '草稿里的话', {}, draft);
    await recordsOf(staff).remove(draft);
    expect(await staff.get(`${CRUD}/comments/sealDemo?id=${draft}`)).toMatchObject({ code: '404' });
    expect(await count()).toBe(1);
    await staff.post('/api/system/recycleBin/restore', { id: draft });
    expect((await page(staff, draft)).comments.map(({ text }) => text)).toEqual(['草稿里的话']);
    await recordsOf(staff).remove(draft);
    await staff.post('/api/system/recycleBin/erase', { id: draft });
    expect(await count()).toBe(0);
  });
});
