import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTemplates } from '../../../src/server/outbox/messageTexts.ts';
import { deliverMessages, MAX_TRIES, queueMessages, encryptChannels } from '../../../src/server/outbox/index.ts';
import { createSecretCipher, isEncrypted, secretCipherOf } from '../../../src/server/store/secretCipher.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const CHANNEL = '/api/system/sys/channel';
const OUTBOX = '/api/system/sys/outbox';

let taken: { headers: IncomingHttpHeaders; body: string }[] = [];
/** How the receiver answers; `hang` never does. */
let answer: { status: number; text: string } | 'hang' = { status: 200, text: '' };
let receiver: Server;
let origin: string;
let server: TestServer;
let admin: Client;
let channelId: string;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      taken.push({ headers: request.headers, body });
      if (answer !== 'hang') response.writeHead(answer.status).end(answer.text);
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  server = await startTestServer({ callOrigins: [origin] });
  admin = await server.api('admin');
  const saved = await admin.post<{ id: string }>(`${CHANNEL}/save`, {
    name: '对接系统',
    kind: 'webhook',
    url: `${origin}/hook?token=of-the-robot`,
    secret: 'k1',
    topics: ['alarm'],
  });
  channelId = saved.data.id;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await server.dispose();
});
beforeEach(async () => {
  taken = [];
  answer = { status: 200, text: '' };
  await server.context.db.deleteFrom('sys_outbox').execute();
});

const db = () => server.context.db;
const errors: unknown[] = [];
const cipher = () => secretCipherOf(server.context.settings);
const options = () => ({
  cipher: cipher(),
  origins: [origin],
  onError: (error: unknown) => errors.push(error),
  timeoutMs: 500,
});
const messages = () => db().selectFrom('sys_outbox').selectAll().execute();
const alarm = (title = '磁盘将满') =>
  queueMessages(db(), [{ topic: 'alarm', title, content: '剩余 1 GB', people: ['u-admin'] }]);
/** Sends without the server's own delivery, which looks every three seconds: either may be the one that sends. */
const deliver = () => deliverMessages(db(), options());
const due = () => sql`update sys_outbox set due_at = now() where state = 'waiting'`.execute(db());
/** Until its last failure a message is not due by itself: the server's own delivery leaves it alone. */
const settled = async () => {
  await deliver();
  await expect
    .poll(async () => (await messages()).every(({ state, error }) => state !== 'waiting' || error !== ''))
    .toBe(true);
};

describe('a robot of a chat', () => {
  it('gets so many messages a minute, and the others later, without using up their attempts', async () => {
    const kindIs = (kind: 'webhook' | 'dingtalk') =>
      db().updateTable('sys_channel').set({ kind }).where('id', '=', channelId).execute();
    const sent = async () => (await messages()).filter(({ state }) => state === 'sent').length;
    expect((await admin.post('/api/system/sys/param/save', { robotMessagesPerMinute: 2 })).code).toBe('1');
    answer = { status: 200, text: '{"errcode":0}' };
    await kindIs('dingtalk');
    try {
      for (let n = 0; n < 5; n += 1) await alarm(`告警 ${n}`);
      for (let n = 0; n < 3; n += 1) await deliver();
      await expect.poll(sent).toBe(2);
      expect((await messages()).filter(({ state, tries }) => state === 'waiting' && tries === 0)).toHaveLength(3);
      await sql`update sys_outbox set tried_at = tried_at - interval '1 minute'`.execute(db());
      await deliver();
      await expect.poll(sent).toBe(4);
    } finally {
      await kindIs('webhook');
      await admin.post('/api/system/sys/param/save', { robotMessagesPerMinute: null });
    }
  });
});

describe('a message', () => {
  it('is sent once by servers that look at the same time, with its key and a signature of its body', async () => {
    await alarm();
    await Promise.all([deliver(), deliver(), deliver()]);
    await expect.poll(async () => (await messages())[0]?.state).toBe('sent');
    expect(taken).toHaveLength(1);
    const [{ id } = { id: '' }] = await messages();
    const [{ headers, body } = { headers: {} as IncomingHttpHeaders, body: '' }] = taken;
    expect(headers['idempotency-key']).toBe(id);
    expect(headers['x-signature']).toBe(`sha256=${createHmac('sha256', 'k1').update(body).digest('hex')}`);
    expect(JSON.parse(body)).toMatchObject({
      key: id,
      topic: 'alarm',
      title: '磁盘将满',
      people: [{ username: 'admin' }],
    });
  });

  it('is not stored when what it tells of is not', async () => {
    await db()
      .transaction()
      .execute(async (trx) => {
        await queueMessages(trx, [{ topic: 'alarm', title: 'x' }]);
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect(await messages()).toEqual([]);
  });

  it('whose server died while it was sent is sent again with the same key', async () => {
    await alarm();
    await deliver();
    await expect.poll(() => taken.length).toBe(1);
    // what the dead server did not note any more
    await sql`update sys_outbox set state = 'waiting', sent_at = null, due_at = now()`.execute(db());
    await deliver();
    await expect.poll(() => taken.length).toBe(2);
    expect(new Set(taken.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('that a receiver refuses or leaves hanging is tried later, at most eight times, and can be repeated by hand', async () => {
    await alarm();
    answer = 'hang';
    // the server's own delivery waits ten seconds for an answer: this message is taken before it looks
    await deliver();
    await expect.poll(async () => (await messages())[0]?.error, { timeout: 15_000 }).toContain('没有答复');
    answer = { status: 503, text: '' };
    for (let tries = (await messages())[0]?.tries ?? 0; tries < MAX_TRIES; tries += 1) {
      await due();
      await settled();
      await expect.poll(async () => (await messages())[0]?.tries).toBeGreaterThan(tries);
    }
    await expect
      .poll(async () => (await messages())[0])
      .toMatchObject({ state: 'failed', tries: MAX_TRIES, error: '对方答复 503' });
    expect(await deliver()).toBe(0);
    answer = { status: 200, text: '' };
    const [{ id } = { id: '' }] = await messages();
    expect((await admin.post(`${OUTBOX}/repeat`, { id })).code).toBe('1');
    await deliver();
    await expect.poll(async () => (await messages())[0]).toMatchObject({ state: 'sent', error: '' });
    const { data } = await admin.post<{ data: { actionType: string }[] }>('/api/system/sysAudit/getList', {
      data: { object: 'sys_outbox' },
    });
    expect(data.data[0]?.actionType).toBe('重新发送');
  });

  it('of a released notice goes to the channels that pass notices on', async () => {
    await admin.post(`${CHANNEL}/save`, { id: channelId, name: '对接系统', kind: 'webhook', topics: ['notice'] });
    const saved = await admin.post<{ id: string } | string>('/api/system/sysNotice/saveOrUpdate', {
      title: '国庆放假',
      content: '<p>放假七天</p>',
      kind: '1',
    });
    const id = typeof saved.data === 'string' ? saved.data : saved.data?.id;
    expect([saved.msg, (await admin.post('/api/system/sysNotice/release', { id })).code]).toEqual([saved.msg, '1']);
    expect((await messages()).map(({ title, topic }) => [title, topic])).toEqual([['通知公告：国庆放假', 'notice']]);
    await admin.post(`${CHANNEL}/save`, { id: channelId, name: '对接系统', kind: 'webhook', topics: ['alarm'] });
  });
});

describe('the texts of messages', () => {
  it('name the platform by the environment, then as stored', async () => {
    const platform = async (parameters: { platformName?: string }) =>
      (await loadTemplates(db(), { publicUrl: null, parameters })).platform;
    expect(await platform({})).toBe('建设工程检测协同平台');
    expect(await platform({ platformName: '江城检测' })).toBe('江城检测');
  });
});

describe('robots of chats', () => {
  const trial = async (kind: string, secret: string, text: string, content = '内容') => {
    const id = `robot-${kind}`;
    await db()
      .insertInto('sys_channel')
      .values({ id, name: kind, kind: kind as 'wecom', url: `${origin}/robot?access_token=t`, secret, topics: '[]' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    answer = { status: 200, text };
    await db().deleteFrom('sys_outbox').execute();
    await queueMessages(db(), [{ topic: 'test', title: '试发', content, channelId: id }]);
    await settled();
    const [message] = await messages();
    return { state: message?.state, error: message?.error, body: taken.at(-1)?.body ?? '' };
  };

  it('get a text in their own form, and a refusal inside an answer of 200 counts as a failure', async () => {
    expect(await trial('wecom', '', '{"errcode":0}')).toMatchObject({
      state: 'sent',
      body: JSON.stringify({ msgtype: 'text', text: { content: '试发\n内容' } }),
    });
    expect(await trial('dingtalk', 's', '{"errcode":310000,"errmsg":"sign not match"}')).toMatchObject({
      state: 'waiting',
      error: '机器人答复 310000：sign not match',
    });
    const feishu = await trial('feishu', 's', '{"code":0}');
    expect(feishu.state).toBe('sent');
    expect(JSON.parse(feishu.body)).toMatchObject({ msg_type: 'text', sign: expect.stringMatching(/=$/) });
    expect((await trial('wecom', '', 'not JSON')).error).toContain('无法识别');
  });

  it('get as much of a long text as they accept, in whole characters', async () => {
    const { body } = await trial('wecom', '', '{"errcode":0}', '意见😀'.repeat(300));
    const { content } = (JSON.parse(body) as { text: { content: string } }).text;
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(2048);
    expect(Buffer.byteLength(content)).toBeGreaterThan(2030);
    expect(content).toMatch(/^试发\n(意见😀)+(意|意见)?…$/u);
  });
});

describe('channels', () => {
  it('never show the address or the secret that opens them', async () => {
    const { data } = await admin.post<{ data: Record<string, unknown>[] }>(`${CHANNEL}/page`, {});
    const row = data.data.find(({ id }) => id === channelId);
    expect(row).toMatchObject({ address: `${origin}/…`, isSigned: true });
    const audit = await admin.post('/api/system/sysAudit/getList', { data: { object: 'sys_channel' } });
    expect(JSON.stringify([data, audit.data])).not.toMatch(/of-the-robot|"k1"/);
  });

  it('lie in the database sealed, each bound to its row, and are sealed at the start where an earlier version left them', async () => {
    const stored = () =>
      db().selectFrom('sys_channel').selectAll().where('id', '=', channelId).executeTakeFirstOrThrow();
    const { url, secret } = await stored();
    expect([isEncrypted(url), isEncrypted(secret)]).toEqual([true, true]);
    await db()
      .updateTable('sys_channel')
      .set({ url: `${origin}/hook?token=of-the-robot`, secret: 'k1' })
      .where('id', '=', channelId)
      .execute();
    expect((await encryptChannels(db(), cipher())).encryptedCount).toBeGreaterThan(0);
    expect((await encryptChannels(db(), cipher())).encryptedCount).toBe(0);
    expect(JSON.stringify(await stored())).not.toMatch(/of-the-robot|k1"/);
    await alarm();
    await settled();
    expect((await messages())[0]?.state).toBe('sent');
    expect(taken.at(-1)?.body).toContain('磁盘将满');
  });

  it('say so where they were sealed with another key, and take a new address', async () => {
    const strange = createSecretCipher('another installation, another key');
    const url = strange.encrypt('x', 'y');
    await db().updateTable('sys_channel').set({ url }).where('id', '=', channelId).execute();
    expect((await encryptChannels(db(), cipher())).unreadableNames).toEqual(['对接系统']);
    await alarm();
    await settled();
    const [message] = await messages();
    expect([message?.state, message?.error]).toEqual(['failed', expect.stringContaining('密钥不符')]);
    const row = { id: channelId, name: '对接系统', kind: 'webhook', topics: ['alarm'] };
    expect((await admin.post(`${CHANNEL}/save`, row)).msg).toContain('请填写地址');
    const { data } = await admin.post<{ data: { id: string; address: string }[] }>(`${CHANNEL}/page`, {});
    expect(data.data.find(({ id }) => id === channelId)?.address).toContain('请重新填写');
    const again = { ...row, url: `${origin}/hook?token=of-the-robot`, secret: 'k1' };
    expect((await admin.post(`${CHANNEL}/save`, again)).msg).toBe('已保存');
  });

  it('refuse an address that may not be called, a name twice, and removal while messages wait', async () => {
    const save = async (body: object) =>
      (await admin.post(`${CHANNEL}/save`, { name: '另一个', kind: 'webhook', url: origin, topics: [], ...body })).msg;
    expect(await save({ url: 'http://10.0.0.1/x' })).toContain('不在允许调用的范围内');
    expect(await save({ url: 'file:///etc/passwd' })).toContain('http');
    expect(await save({ url: '' })).toContain('请填写地址');
    expect(await save({ name: '对接系统' })).toContain('已有名为');
    expect(await save({ kind: 'wecom', url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=a' })).toBe('已保存');
    await alarm();
    await sql`update sys_outbox set due_at = now() + interval '1 hour'`.execute(db());
    expect((await admin.post(`${CHANNEL}/remove`, { id: channelId })).msg).toContain('还有等待发送的消息');
  });

  it('are removed with what waits in them once they are disabled, as the refusal says', async () => {
    const { data } = await admin.post<{ id: string }>(`${CHANNEL}/save`, {
      name: '失效的通道',
      kind: 'webhook',
      url: `${origin}/gone`,
      topics: [],
    });
    const message = { topic: 'test', title: '等待', content: '', channelId: data.id } as const;
    await queueMessages(db(), [message]);
    await sql`update sys_outbox set due_at = now() + interval '1 hour' where channel_id = ${data.id}`.execute(db());
    const remove = async () => (await admin.post(`${CHANNEL}/remove`, { id: data.id })).code;
    expect(await remove()).toBe('REQUEST_INVALID');
    expect((await admin.post(`${CHANNEL}/setDisabled`, { id: data.id, disabled: true })).code).toBe('1');
    expect(await remove()).toBe('1');
    expect((await messages()).filter(({ title }) => title === '等待')).toEqual([]);
  });

  it('take what the form of the page sends: choices as one text, a switch as 0 or 1', async () => {
    const saved = await admin.post<{ id: string }>(`${CHANNEL}/save`, {
      name: '页面填写的通道',
      kind: 'feishu',
      url: 'https://open.feishu.cn/open-apis/bot/v2/hook/x',
      secret: null,
      topics: 'remind,alarm',
      disabled: '1',
    });
    const { data } = await admin.post<{ data: { id: string }[] }>(`${CHANNEL}/page`, {});
    expect(data.data.find(({ id }) => id === saved.data?.id)).toMatchObject({
      topics: 'remind,alarm',
      topicNames: '个人提醒、系统告警',
      disabled: true,
    });
    expect((await admin.post(`${CHANNEL}/save`, { name: 'y', kind: 'feishu', topics: 'other' })).code).toBe(
      'REQUEST_INVALID',
    );
  });

  it('are for administrators alone, and so are the messages', async () => {
    const staff = await server.api('staff');
    const codes = await Promise.all([
      staff.post(`${CHANNEL}/page`, {}),
      staff.get(`${CHANNEL}/options`),
      staff.post(`${CHANNEL}/save`, { name: 'x', kind: 'webhook', url: origin, topics: [] }),
      staff.post(`${CHANNEL}/remove`, { id: channelId }),
      staff.post(`${CHANNEL}/test`, { id: channelId }),
      staff.post(`${OUTBOX}/page`, {}),
      staff.post(`${OUTBOX}/repeat`, { id: 'x' }),
    ]);
    expect(codes.map(({ code }) => code)).toEqual(codes.map(() => '403'));
  });
});
