import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailCounts, MailRow } from '../../../src/server/mail/listMails.ts';
import type { MailEntity } from '../../../src/server/mail/openMail.ts';
import { purgeDeletedMails } from '../../../src/server/mail/changeMails.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

interface Paged {
  data: MailRow[];
  page: { total: number };
}
const SEND = '/api/system/sendEmails';
const RECEIVE = '/api/system/receiveEmails';

let server: TestServer;
let staff: Client;
let leader: Client;
let hr: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, leader, hr] = await Promise.all([server.api('staff'), server.api('leader'), server.api('hr')]);
});
afterAll(() => server.dispose());

const send = async (subject: string, more: object = {}) =>
  staff.post<{ id: string }>(`${SEND}/sendEmail`, { subject, content: '正文', toIds: ['u-leader'], ...more });
const list = async (who: Client, path: string, data: object = {}, page: object = {}): Promise<Paged> =>
  (await who.post<Paged>(path, { data, page })).data;
const find = async (who: Client, path: string, subject: string): Promise<MailRow | undefined> =>
  (await list(who, path, { subject })).data[0];
const upload = async (who: Client, name: string): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob([`文字 ${name}`], { type: 'text/plain' }), name);
  return (await who.post<{ id: string }>('/api/file/sys/file/upload', form)).data.id;
};

describe('a mail', () => {
  it('stands in the inbox of every receiver and among the sent ones of its writer (CL-019, CL-021, CL-023)', async () => {
    expect((await send('现场检测安排', { ccIds: ['u-hr', 'u-leader'] })).code).toBe('1');
    expect(await find(leader, `${RECEIVE}/getList`, '现场检测安排')).toMatchObject({
      sendUserName: '周明轩',
      readStatus: '0',
      box: 'receive',
    });
    expect(await find(hr, `${RECEIVE}/getList`, '现场检测安排')).toBeDefined();
    expect(await find(staff, `${SEND}/getList`, '现场检测安排')).toMatchObject({ box: 'send', readStatus: '0' });
    expect(await find(staff, `${RECEIVE}/getList`, '现场检测安排')).toBeUndefined();
  });

  it('is read by opening it, and its writer sees who has read it (CL-022, CL-029)', async () => {
    const {
      data: { id },
    } = await send('请阅');
    const row = await find(leader, `${RECEIVE}/getList`, '请阅');
    expect((await leader.get<MailEntity>(`${RECEIVE}/getEntity?id=${row?.id}`)).data).toMatchObject({
      subject: '请阅',
      content: '正文',
      readStatus: '1',
    });
    expect((await find(leader, `${RECEIVE}/getList`, '请阅'))?.readStatus).toBe('1');
    expect((await staff.get<MailEntity>(`${SEND}/getEntity?id=${id}`)).data.receipts?.[0]?.readTime).toMatch(
      /^\d{4}-\d\d-\d\d /,
    );
  });

  it("is nobody else's", async () => {
    const {
      data: { id },
    } = await send('机密');
    const row = await find(leader, `${RECEIVE}/getList`, '机密');
    expect((await hr.get(`${SEND}/getEntity?id=${id}`)).code).toBe('404');
    expect((await hr.get(`${RECEIVE}/getEntity?id=${row?.id}`)).code).toBe('404');
    expect((await hr.post(`${RECEIVE}/updateEmail`, { id: row?.id, delStatus: '1' })).code).toBe('404');
    expect((await hr.post<{ count: number }>(`${RECEIVE}/deleteByIds`, { ids: [row?.id, id] })).data.count).toBe(0);
    expect(await find(leader, `${RECEIVE}/getList`, '机密')).toBeDefined();
  });

  it('is refused without receivers, without a subject, and to people who do not exist; nothing is kept', async () => {
    const before = await list(staff, `${SEND}/getList`);
    expect(await send('\u200b', {})).toMatchObject({ code: 'REQUEST_INVALID' });
    expect(await send('', {})).toMatchObject({
      code: 'REQUEST_INVALID',
      msg: expect.stringContaining('主题') as string,
    });
    expect(await send('无人', { toIds: [] })).toMatchObject({
      code: 'REQUEST_INVALID',
      msg: expect.stringContaining('收件人') as string,
    });
    await server.context.db.updateTable('sys_user').set({ is_disabled: true }).where('id', '=', 'u-panyuhan').execute();
    const { name } = await server.context.db
      .selectFrom('sys_user')
      .select('name')
      .where('id', '=', 'u-panyuhan')
      .executeTakeFirstOrThrow();
    expect(await send('不存在', { toIds: ['u-leader', 'nobody', 'u-panyuhan'] })).toMatchObject({
      code: 'REQUEST_INVALID',
      msg: expect.stringContaining(`收件人中${name}的账号已停用，有 1 个账号不存在`) as string,
    });
    expect((await list(staff, `${SEND}/getList`)).page.total).toBe(before.page.total);
    expect((await list(staff, `${SEND}/getList`, { status: '0' })).page.total).toBe(0);
  });

  it('that is repeated with the same key is sent once', async () => {
    const body = { subject: '只发一次', content: '', toIds: ['u-leader'] };
    const [first, second] = [
      await staff.post(`${SEND}/sendEmail`, body, { 'idempotency-key': 'mail-1' }),
      await staff.post(`${SEND}/sendEmail`, body, { 'idempotency-key': 'mail-1' }),
    ];
    expect(second.data).toEqual(first.data);
    expect((await list(leader, `${RECEIVE}/getList`, { subject: '只发一次' })).page.total).toBe(1);
  });

  it('can be kept as a draft, changed and sent from there (CL-020)', async () => {
    const {
      data: {
        ids: [id],
      },
    } = await staff.post<{ ids: string[] }>(`${SEND}/saveBatch`, { subject: '草稿', content: '未完' });
    expect(await list(staff, `${SEND}/getList`, { status: '0' })).toMatchObject({
      data: [{ subject: '草稿', status: '0' }],
      page: { total: 1 },
    });
    expect((await send('草稿已完成', { id })).data.id).toBe(id);
    expect((await list(staff, `${SEND}/getList`, { status: '0' })).page.total).toBe(0);
    expect((await send('再次发送', { id })).code).toBe('404');
    expect((await leader.post(`${SEND}/saveBatch`, { id, subject: '改别人的' })).code).toBe('404');
  });
});

describe('a draft', () => {
  const make = async (): Promise<{ id: string; file: string }> => {
    const file = await upload(staff, '附件.txt');
    const {
      data: {
        ids: [id = ''],
      },
    } = await staff.post<{ ids: string[] }>(`${SEND}/saveBatch`, {
      subject: '初稿',
      content: '写好的正文',
      emailType: '2',
      toIds: ['u-leader'],
      ccIds: ['u-hr'],
      fileIds: [file],
      sourceId: 's-1',
    });
    return { id, file };
  };
  const open = async (id: string): Promise<MailEntity> =>
    (await staff.get<MailEntity>(`${SEND}/getEntity?id=${id}`)).data;
  const idsOf = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

  it('keeps what a later save does not name', async () => {
    const { id, file } = await make();
    expect((await staff.post(`${SEND}/saveBatch`, { id, subject: '改了主题' })).code).toBe('1');
    const mail = await open(id);
    expect(mail).toMatchObject({ subject: '改了主题', content: '写好的正文', emailType: '2', sourceId: 's-1' });
    expect([idsOf(mail.to), idsOf(mail.cc), idsOf(mail.files)]).toEqual([['u-leader'], ['u-hr'], [file]]);
    expect((await staff.get(`/api/file/sys/file/download/${file}`)).status).toBe(200);
  });

  it('is sent with the text, copies and files that stand in it', async () => {
    const { id, file } = await make();
    expect((await staff.post(`${SEND}/sendEmail`, { id, toIds: ['u-leader'] })).code).toBe('1');
    expect(await find(hr, `${RECEIVE}/getList`, '初稿')).toBeDefined();
    expect((await open(id)).content).toBe('写好的正文');
    expect((await leader.get(`/api/file/sys/file/download/${file}`)).status).toBe(200);
  });

  it('is emptied by what is sent empty', async () => {
    const { id, file } = await make();
    expect(
      (
        await staff.post(`${SEND}/saveBatch`, [
          { id, content: '', ccIds: [], fileIds: null, toIds: null, sourceId: null, emailType: null },
        ])
      ).code,
    ).toBe('1');
    expect(await open(id)).toMatchObject({
      subject: '初稿',
      content: '',
      emailType: '1',
      to: [],
      cc: [],
      files: [],
      sourceId: null,
    });
    expect((await leader.get(`/api/file/sys/file/download/${file}`)).status).toBe(404);
    expect(await staff.post(`${SEND}/sendEmail`, { id })).toMatchObject({
      code: 'REQUEST_INVALID',
      msg: expect.stringContaining('收件人') as string,
    });
  });
});

describe('attachments', () => {
  it('are read by who sent and who received the mail, and by nobody else', async () => {
    const file = await upload(staff, '方案.txt');
    const open = async (who: Client): Promise<number> => (await who.get(`/api/file/sys/file/download/${file}`)).status;
    expect(await open(leader)).toBe(404);
    await send('附方案', { fileIds: [file] });
    expect([await open(staff), await open(leader), await open(hr)]).toEqual([200, 200, 404]);
  });

  it('that the writer may not read are refused', async () => {
    const file = await upload(hr, '薪资.txt');
    expect((await send('偷', { fileIds: [file] })).code).toBe('403');
  });
});

describe('the boxes', () => {
  it('filter by read state, type and subject, and page (ML-001…003)', async () => {
    for (let index = 1; index <= 12; index += 1) await send(`月报 ${index}`, { emailType: index % 2 ? '1' : '2' });
    const first = await list(leader, `${RECEIVE}/getList`, { subject: '月报' }, { pageNum: 1, pageSize: 10 });
    const second = await list(leader, `${RECEIVE}/getList`, { subject: '月报' }, { pageNum: 2, pageSize: 10 });
    expect([first.data.length, second.data.length, first.page.total]).toEqual([10, 2, 12]);
    expect(first.data[0]?.subject).toBe('月报 12');
    expect((await list(leader, `${RECEIVE}/getList`, { subject: '月报', emailType: '2' })).page.total).toBe(6);
    await leader.post(`${RECEIVE}/updateBatch`, { ids: first.data.slice(0, 3).map(({ id }) => id), readStatus: '1' });
    expect((await list(leader, `${RECEIVE}/getList`, { subject: '月报', readStatus: '0' })).page.total).toBe(9);
    expect((await list(leader, `${RECEIVE}/getList`, { subject: '%' })).page.total).toBe(0);
  });

  it('are not deleted for good by whoever saw them in their box: the second press of a double click, another window', async () => {
    await send('删一次');
    const row = await find(leader, `${RECEIVE}/getList`, '删一次');
    const twice = [0, 1].map(() =>
      leader.post<{ count: number }>(`${RECEIVE}/deleteByIds`, { ids: [row?.id], from: '0' }),
    );
    expect((await Promise.all(twice)).map(({ data }) => data.count).sort()).toEqual([0, 1]);
    expect(await find(leader, `${RECEIVE}/getDelList`, '删一次')).toMatchObject({ id: row?.id });
    expect(
      (await leader.post<{ count: number }>(`${RECEIVE}/deleteByIds`, { ids: [row?.id], from: '1' })).data.count,
    ).toBe(1);
    expect(await find(leader, `${RECEIVE}/getDelList`, '删一次')).toBeUndefined();
  });

  it('keep what is deleted until it is deleted again, and give it back (CL-024, CL-025, CL-028)', async () => {
    const {
      data: { id: own },
    } = await send('删除我');
    const row = await find(leader, `${RECEIVE}/getList`, '删除我');
    await leader.post(`${RECEIVE}/deleteByIds`, { ids: [row?.id] });
    expect(await find(leader, `${RECEIVE}/getList`, '删除我')).toBeUndefined();
    expect(await find(leader, `${RECEIVE}/getDelList`, '删除我')).toMatchObject({ id: row?.id, box: 'receive' });
    await leader.post(`${RECEIVE}/updateEmail`, { id: row?.id, delStatus: '0' });
    expect(await find(leader, `${RECEIVE}/getList`, '删除我')).toBeDefined();
    // a mail that is there already keeps the time since when
    const placedAt = async () =>
      (
        await server.context.db
          .selectFrom('mail_receipt')
          .select('placed_at')
          .where('id', '=', row?.id ?? '')
          .executeTakeFirstOrThrow()
      ).placed_at;
    const before = await placedAt();
    const both = await leader.post<{ count: number }>(`${RECEIVE}/updateBatch`, {
      ids: [row?.id],
      readStatus: '1',
      delStatus: '0',
    });
    expect([both.data.count, await placedAt()]).toEqual([1, before]);

    expect((await staff.get(`${SEND}/removeEntity?id=${own}`)).code).toBe('1');
    expect(await find(staff, `${RECEIVE}/getDelList`, '删除我')).toMatchObject({ id: own, box: 'send' });
    await staff.post(`${RECEIVE}/deleteByIds`, { ids: [own] });
    expect(await find(staff, `${RECEIVE}/getDelList`, '删除我')).toBeUndefined();
    expect((await staff.get(`${SEND}/removeEntity?id=${own}`)).code).toBe('404');
    expect(await find(leader, `${RECEIVE}/getList`, '删除我')).toBeDefined();
  });

  it('are removed with their files a while after everybody deleted them for good', async () => {
    const { db } = server.context;
    const file = await upload(staff, '附件.txt');
    const {
      data: { id },
    } = await send('大家都删', { fileIds: [file] });
    const row = await find(leader, `${RECEIVE}/getList`, '大家都删');
    const isThere = async (): Promise<boolean> =>
      (await db.selectFrom('mail_message').select('id').where('id', '=', id).execute()).length === 1;
    await staff.get(`${SEND}/removeEntity?id=${id}`);
    await staff.post(`${RECEIVE}/deleteByIds`, { ids: [id] });
    await leader.post(`${RECEIVE}/deleteByIds`, { ids: [row?.id] });
    await purgeDeletedMails(db, 0);
    expect(await isThere()).toBe(true);
    await leader.post(`${RECEIVE}/deleteByIds`, { ids: [row?.id] });
    await purgeDeletedMails(db, 30);
    expect(await isThere()).toBe(true);
    await purgeDeletedMails(db, 0);
    expect(await isThere()).toBe(false);
    expect(await db.selectFrom('mail_file').selectAll().where('file_id', '=', file).execute()).toEqual([]);
  });

  it('are counted as texts, and all marked read at once (ML-006, CL-026, CL-027)', async () => {
    const counts = async (): Promise<MailCounts> => (await leader.post<MailCounts>(`${RECEIVE}/getCountTotalMap`)).data;
    const before = await counts();
    expect(before.collectionLettersNum).toBe(String((await list(leader, `${RECEIVE}/getList`)).page.total));
    expect(Number(before.unreadNum)).toBeGreaterThan(0);
    await leader.post(`${RECEIVE}/updateReadStatusAll`);
    expect((await counts()).unreadNum).toBe('0');
  });
});

describe('a call that is made twice, or that says nothing', () => {
  it('deletes a sent mail once: the repeat of a lost answer does not delete it for good (CL-022)', async () => {
    const {
      data: { id },
    } = await send('只删一次');
    expect([
      (await staff.get(`${SEND}/removeEntity?id=${id}`)).code,
      (await staff.get(`${SEND}/removeEntity?id=${id}`)).code,
    ]).toEqual(['1', '1']);
    expect(await find(staff, `${RECEIVE}/getDelList`, '只删一次')).toMatchObject({ id });
    // for good: said expressly
    expect([
      (await staff.get(`${SEND}/removeEntity?id=${id}&from=1`)).code,
      (await staff.get(`${SEND}/removeEntity?id=${id}&from=1`)).code,
    ]).toEqual(['1', '1']);
    expect(await find(staff, `${RECEIVE}/getDelList`, '只删一次')).toBeUndefined();
    expect((await staff.get(`${SEND}/removeEntity?id=${id}`)).code).toBe('404');
    expect((await hr.get(`${SEND}/removeEntity?id=${id}`)).code).toBe('404');
  });

  it('is refused where it names nothing to change, or asks for a state that there is not', async () => {
    await send('什么也不改');
    const id = (await find(leader, `${RECEIVE}/getList`, '什么也不改'))?.id;
    for (const answer of await Promise.all([
      leader.post(`${RECEIVE}/updateEmail`, { id }),
      leader.post(`${RECEIVE}/updateBatch`, { ids: [id] }),
      leader.post(`${RECEIVE}/getList`, { data: { readStatus: '9' } }),
      staff.post(`${SEND}/getList`, { data: { status: 'x' } }),
    ]))
      expect(answer).toMatchObject({ status: 400, code: 'REQUEST_INVALID' });
    expect(
      (await leader.post<Paged>(`${RECEIVE}/getList`, { data: { readStatus: '', subject: '什么也不改' } })).data.page
        .total,
    ).toBe(1);
  });
});
