import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverMessages, MAX_TRIES } from '../../../src/server/outbox/index.ts';
import { raiseAlarm, remind } from '../../../src/server/notices/index.ts';
import type { MailSettings } from '../../../src/server/serviceSettings.ts';
import { secretCipherOf } from '../../../src/server/store/secretCipher.ts';
import { publishSealDemo, recordsOf, SEAL } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const KIND = '/api/system/sys/messageKind';
const USER = '/api/system/sys/user';
const OUTBOX = '/api/system/sys/outbox';

/** How the mail server answers; `drop` takes a mail and breaks the line before it says so. */
let mode: 'take' | 'drop' | 'unknown' | 'later' = 'take';
const lines = new Set<Socket>();
let taken: { to: string[]; text: string; user: string }[] = [];
let smtp: SMTPServer;
let mail: MailSettings;
let server: TestServer;
let admin: Client;
let staff: Client;

/** Words of a mail, whatever its encoding; heads included. */
function wordsOf(raw: string): string {
  const words = raw.replace(/=\?UTF-8\?B\?([^?]*)\?=(?:\s+(?==\?))?/gi, (_all, code: string) =>
    Buffer.from(code, 'base64').toString(),
  );
  const q = words.replace(/=\?UTF-8\?Q\?([^?]*)\?=(?:\s+(?==\?))?/gi, (_all, code: string) =>
    Buffer.from(
      code
        .replace(/_/g, ' ')
        .replace(/=([0-9A-F]{2})/gi, (_h, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString(),
  );
  const [head = '', ...rest] = q.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const plain = /base64/i.test(head)
    ? Buffer.from(body, 'base64').toString()
    : Buffer.from(
        body
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/gi, (_h, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString();
  return `${head}\n\n${plain}`;
}

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'office' && password === 'Mail-Secret-1' ? done(null, { user: username }) : done(new Error('wrong')),
    onRcptTo: (_address, _session, done) =>
      done(
        mode === 'unknown'
          ? Object.assign(new Error('no such user'), { responseCode: 550 })
          : mode === 'later'
            ? Object.assign(new Error('try later'), { responseCode: 451 })
            : null,
      ),
    onData: (stream, session, done) => {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString('latin1')));
      stream.on('end', () => {
        taken.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: wordsOf(raw),
          user: typeof session.user === 'string' ? session.user : '',
        });
        if (mode === 'drop') lines.forEach((line) => line.destroy());
        else done();
      });
    },
  });
  smtp.server.on('connection', (line: Socket) => {
    lines.add(line);
    line.on('close', () => lines.delete(line));
  });
  smtp.on('error', () => undefined);
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done));
  mail = {
    host: '127.0.0.1',
    port: (smtp.server.address() as AddressInfo).port,
    security: 'none',
    user: 'office',
    password: 'Mail-Secret-1',
    from: '协同平台 <office@example.com>',
  };
  server = await startTestServer({ mail, publicUrl: 'https://office.example' });
  await publishSealDemo(server);
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
  await sql`update sys_user set email = username || '@example.com' where username in ('admin', 'staff', 'leader')`.execute(
    server.context.db,
  );
});
afterAll(async () => {
  await server.dispose();
  await new Promise<void>((done) => smtp.close(done));
});
beforeEach(async () => {
  mode = 'take';
  taken = [];
  await db().deleteFrom('sys_outbox').execute();
  await sql`update sys_user set notify = '{}'`.execute(db());
  await sql`update sys_message_kind set ways = null, mail_title = null, mail_content = null, chat_content = null, quiet_from = null, quiet_to = null`.execute(
    db(),
  );
});

const db = () => server.context.db;
const errors: unknown[] = [];
const options = (settings: MailSettings | null = mail) => ({
  cipher: secretCipherOf(server.context.settings),
  origins: [],
  onError: (error: unknown) => errors.push(error),
  timeoutMs: 700,
  mail: settings,
  publicUrl: 'https://office.example',
});
/** All mails together: one of the test before may have been on its way when this one began. */
const wordsOfMails = () => taken.map(({ text }) => text).join('\n');
const messages = () => db().selectFrom('sys_outbox').selectAll().orderBy('id').execute();
const urge = (userId = 'u-staff', title = '请尽快办理') =>
  db()
    .transaction()
    .execute((trx) =>
      remind(trx, [{ userId, kind: 'flow-urge', title, content: '用印申请', formKey: 'sealApply', recordId: 'r1' }]),
    );
/** The server's own delivery looks every three seconds, too: either may be the one that sends. */
const settled = async (settings?: MailSettings | null) => {
  await deliverMessages(db(), options(settings));
  await expect
    .poll(async () => (await messages()).every(({ state, error }) => state !== 'waiting' || error !== ''), {
      timeout: 20_000,
    })
    .toBe(true);
};

describe('a mail', () => {
  it('tells its person what a reminder says, with a link, signed in to the mail server', async () => {
    await urge();
    await settled();
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({ to: ['staff@example.com'], user: 'office' });
    expect(taken[0]?.text).toContain('请尽快办理');
    expect(taken[0]?.text).toContain('https://office.example/#/commonEntry/detail?formKey=sealApply&id=r1');
    expect((await messages())[0]).toMatchObject({ state: 'sent', user_id: 'u-staff' });
  });

  it('carries its file, which is stored once for all who get the same', async () => {
    const content = Buffer.from('the rows of a sheet');
    const told = ['u-staff', 'u-leader'].map((userId) => ({
      userId,
      kind: 'subscription',
      title: '合同台账',
      content: '见附件',
      link: '/ledger?year=2026',
      attachment: { name: 'rows.xlsx', content: Buffer.from(content) },
    }));
    await db()
      .transaction()
      .execute((trx) => remind(trx, told));
    const stored = await db().selectFrom('sys_outbox_file').selectAll().execute();
    expect(stored.map((file) => [file.name, file.content.toString()])).toEqual([['rows.xlsx', content.toString()]]);
    await settled();
    expect(taken.map(({ to }) => to[0]).toSorted()).toEqual(['leader@example.com', 'staff@example.com']);
    for (const { text } of taken) {
      expect(text).toContain('filename=rows.xlsx');
      // the last characters are where the encoding of the parts is undone
      expect(text.replace(/\s/g, '')).toContain(content.toString('base64').slice(0, 20));
    }
    await db().deleteFrom('sys_outbox').execute();
    await db().deleteFrom('sys_outbox_file').execute();
  });

  it('that the mail server took without a word of it is sent again with the same Message-ID', async () => {
    mode = 'drop';
    await urge();
    await settled();
    expect((await messages())[0]).toMatchObject({ state: 'waiting', error: expect.stringContaining('中断') });
    mode = 'take';
    await sql`update sys_outbox set error = '', due_at = now()`.execute(db());
    await settled();
    await expect.poll(() => taken.length).toBe(2);
    const ids = taken.map(({ text }) => /^message-id:\s*<([^>]+)>/im.exec(text)?.[1]);
    expect(ids[0]).toBe(`${(await messages())[0]?.id}@example.com`);
    expect(new Set(ids).size).toBe(1);
  });

  it('that is refused for now is tried later, a bounded number of times, then repeated by hand', async () => {
    mode = 'later';
    await urge();
    await settled();
    expect((await messages())[0]).toMatchObject({ state: 'waiting', error: expect.stringContaining('451') });
    await sql`update sys_outbox set tries = ${MAX_TRIES - 1}, due_at = now()`.execute(db());
    await deliverMessages(db(), options());
    await expect.poll(async () => (await messages())[0]?.state).toBe('failed');
    mode = 'take';
    const [{ id } = { id: '' }] = await messages();
    expect((await admin.post(`${OUTBOX}/repeat`, { id })).code).toBe('1');
    await settled();
    expect((await messages())[0]).toMatchObject({ state: 'sent', error: '' });
  });

  it('to an address that does not exist fails at once and says why on the page', async () => {
    mode = 'unknown';
    await urge();
    await settled();
    expect((await messages())[0]).toMatchObject({ state: 'failed', tries: 1 });
    const { data } = await admin.post<{ data: { error: string; channelName: string }[] }>(`${OUTBOX}/page`, {});
    expect(data.data[0]).toMatchObject({ channelName: '邮件', error: expect.stringContaining('550') });
  });

  it('is not lost to a mail server that never answers, and no password stands in what is told', async () => {
    const sockets: Socket[] = [];
    const silent: Server = createServer((socket) => sockets.push(socket));
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    await urge();
    await deliverMessages(db(), options({ ...mail, port: (silent.address() as AddressInfo).port }));
    sockets.forEach((socket) => socket.destroy());
    silent.close();
    const [row] = await messages();
    expect(row?.state === 'sent' || row?.error.includes('没有答复')).toBe(true);
    await sql`update sys_outbox set state = 'waiting', error = '', due_at = now()`.execute(db());
    await deliverMessages(db(), options({ ...mail, password: 'Wrong-Secret-2' }));
    const told = JSON.stringify([await messages(), (await admin.post('/api/system/sys/channel/page', {})).data]);
    expect(told).not.toMatch(/Mail-Secret-1|Wrong-Secret-2/);
  });

  it('goes to nobody without an address, nor where no mail server is set', async () => {
    await urge('u-hr');
    expect(await messages()).toEqual([]);
    await sql`update sys_channel set url = '' where id = 'mail'`.execute(db());
    await urge();
    expect(await messages()).toEqual([]);
    await sql`update sys_channel set url = 'x:25' where id = 'mail'`.execute(db());
  });
});

describe('who is told by which way', () => {
  const save = (client: Client, body: object) => client.post(`${USER}/saveNotify`, body);

  it('is each person’s choice by kind: without mail there is none, without the site no reminder', async () => {
    expect((await save(staff, { urge: ['site'], copy: ['mail'] })).code).toBe('1');
    expect((await staff.get<Record<string, unknown>>(`${USER}/notify`)).data).toMatchObject({
      urge: ['site'],
      copy: ['mail'],
    });
    await urge();
    expect(await messages()).toEqual([]);
    await db()
      .transaction()
      .execute((trx) => remind(trx, [{ userId: 'u-staff', kind: 'flow-cc', title: '只要邮件' }]));
    expect((await messages()).map(({ title }) => title)).toEqual(['只要邮件']);
    const { rows } = await sql`select 1 from sys_remind where title = '只要邮件'`.execute(db());
    expect(rows).toEqual([]);
  });

  it('is the administrator’s where a person chose nothing, and the person’s own choice goes before', async () => {
    expect((await admin.post(`${KIND}/saveWays`, { id: 'urge', ways: ['site'] })).code).toBe('1');
    await urge();
    expect(await messages()).toEqual([]);
    await save(staff, { urge: ['mail'] });
    await urge();
    expect(await messages()).toHaveLength(1);
    expect((await admin.post(`${KIND}/saveWays`, { id: 'todo', ways: ['site'] })).msg).toContain('可选');
  });

  it('waits for the end of quiet hours, of the person or of all, unless the person wants none', async () => {
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toTimeString().slice(0, 5);
    expect((await save(staff, { quietFrom: at(-5), quietTo: '' })).msg).toContain('一起填写');
    await save(staff, { quietFrom: at(-5), quietTo: at(60) });
    await urge();
    const [row] = await messages();
    expect((row?.due_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(50 * 60_000);
    await db().deleteFrom('sys_outbox').execute();
    await sql`update sys_user set notify = '{}'`.execute(db());
    await admin.post(`${KIND}/saveQuiet`, { quietFrom: at(-5), quietTo: at(60) });
    await urge();
    expect(((await messages())[0]?.due_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(50 * 60_000);
    await db().deleteFrom('sys_outbox').execute();
    await save(staff, { quietFrom: null, quietTo: null });
    await urge();
    expect(((await messages())[0]?.due_at.getTime() ?? Infinity) - Date.now()).toBeLessThan(60_000);
  });

  it('holds for a task that comes to somebody, with a link that opens it', async () => {
    const { data: draft } = await recordsOf(staff).save(SEAL);
    await recordsOf(staff).run({ ...SEAL, id: draft.id, revision: draft.revision }, 'submit');
    expect((await messages()).map(({ kind, user_id }) => [kind, user_id])).toEqual([['todo', 'u-leader']]);
    await settled();
    expect(wordsOfMails()).toContain(`id=${draft.id}&todo=1`);
    await sql`update sys_user set notify = '{"todo": []}'`.execute(db());
    await db().deleteFrom('sys_outbox').execute();
    const { data: other } = await recordsOf(staff).save({ ...SEAL, id: undefined });
    await recordsOf(staff).run({ ...SEAL, id: other.id, revision: other.revision }, 'submit');
    expect(await messages()).toEqual([]);
  });

  it('holds for mails, notices and alarms as well', async () => {
    await admin.post(`${KIND}/saveWays`, { id: 'mail', ways: ['mail'] });
    await admin.post(`${KIND}/saveWays`, { id: 'notice', ways: ['mail'] });
    const sent = await admin.post('/api/system/sendEmails/sendEmail', {
      subject: '周会',
      content: '九点',
      toIds: ['u-staff'],
    });
    expect(sent.code).toBe('1');
    const { data } = await admin.post<{ id: string }>('/api/system/sysNotice/saveOrUpdate', {
      title: '放假',
      content: '七天',
      kind: '1',
    });
    await admin.post('/api/system/sysNotice/release', { id: data.id });
    await raiseAlarm(db(), '磁盘将满', '剩余 1 GB');
    const found = (await messages()).map(({ kind, user_id }) => `${kind} ${user_id}`).toSorted();
    expect(found).toEqual(['mail u-staff', 'notice u-admin', 'notice u-leader', 'notice u-staff', 'system u-admin']);
    await save(admin, { notice: [] });
    await admin.post('/api/system/sysNotice/withdraw', { id: data.id });
    await db().deleteFrom('sys_outbox').execute();
    await admin.post('/api/system/sysNotice/release', { id: data.id });
    expect((await messages()).map(({ user_id }) => user_id).toSorted()).toEqual(['u-leader', 'u-staff']);
  });
});

describe('templates', () => {
  const texts = {
    mailTitle: '{平台}提醒：{标题}',
    mailContent: '{收件人} 您好\n{内容}\n地址 {链接}',
    chatContent: '{标题}',
  };

  it('word the mails of their kind, and come back to what shipped', async () => {
    expect((await admin.post(`${KIND}/saveTemplate`, { id: 'urge', ...texts })).code).toBe('1');
    await urge();
    await settled();
    expect(wordsOfMails()).toMatch(/您好\r?\n用印申请/);
    const row = async () =>
      (await admin.post<{ id: string; hasTemplate: boolean; mailTitle: string }[]>(`${KIND}/list`, {})).data.find(
        ({ id }) => id === 'urge',
      );
    expect(await row()).toMatchObject({ hasTemplate: true, mailTitle: texts.mailTitle });
    expect((await admin.post(`${KIND}/reset`, { id: 'urge' })).code).toBe('1');
    expect(await row()).toMatchObject({ hasTemplate: false, mailTitle: '【{平台}】{标题}' });
  });

  it('refuse a placeholder that there is not, an open brace, and a title of two lines', async () => {
    const save = async (part: object) =>
      (await admin.post(`${KIND}/saveTemplate`, { id: 'urge', ...texts, ...part })).msg;
    expect(await save({ mailContent: '{金额} 元' })).toContain('“{金额}”不是可用的占位符');
    expect(await save({ chatContent: '{标题' })).toContain('不成对');
    expect(await save({ mailTitle: '一\n二' })).toContain('只能有一行');
    expect(await save({ mailTitle: ' ' })).toContain('不能为空');
    const preview = await admin.post<{ mailContent: string }>(`${KIND}/preview`, texts);
    expect(preview.data.mailContent).toContain('李四 您好');
  });
});
