import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDue } from '../../src/server/flow/scheduler.ts';
import { newId } from '../../src/server/store/id.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import { begin, edge, flowFile, publishStory, task } from './flow/story.ts';
import { clientOf, PASSWORD, signIn, startTestServer, type Client, type TestServer } from './support.ts';

const admin = process.env['DATABASE_URL'];

/** Two servers on one PostgreSQL and one folder; each has its own memory as two processes have (the chaos part kills processes). */
describe.runIf(admin)('two servers on one database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'servers-'));
  let databaseUrl = '';
  let a: TestServer;
  let b: TestServer;
  let staff: Client;
  beforeAll(async () => {
    const template = process.env['SERVER_TEST_TEMPLATE'];
    if (template) cpSync(template, dataDir, { recursive: true });
    databaseUrl = await createDatabase(admin!, process.env['SERVER_TEST_TEMPLATE_DATABASE']);
    a = await startTestServer({ dataDir, databaseUrl });
    b = await startTestServer({ dataDir, databaseUrl });
    staff = await signIn(a.url, 'staff');
  });
  afterAll(async () => {
    await Promise.all([a.close(), b.close()]);
    await dropDatabase(databaseUrl);
    rmSync(dataDir, { recursive: true, force: true });
  });
  const at = (server: TestServer, client: Client): Client => clientOf(server.url, client.token, client.refreshToken);

  it('know a session of each other: signed in at one, refreshed at the other, ended at the first', async () => {
    expect((await at(b, staff).get('/api/system/sys/menu/getRouters')).code).toBe('1');
    const own = await signIn(a.url, 'hr');
    const refreshed = await b.anonymous.post<{ access_token: string }>('/api/auth/oauth/token', new URLSearchParams({ grant_type: 'refresh_token', refresh_token: own.refreshToken }));
    expect(refreshed.code).toBe('1');
    const token = refreshed.data.access_token;
    await clientOf(a.url, token, '').post('/api/auth/oauth/logout', {});
    expect((await clientOf(b.url, token, '').get('/api/system/sys/menu/getRouters')).code).toBe('A0230');
  });

  it('take a captcha of the other once: the second use is refused wherever it is', async () => {
    const { data } = await a.anonymous.get<{ uuid: string }>('/api/captcha');
    const uses = await Promise.all([a, b].map((server) => sql<{ id: string }>`delete from auth_captcha where id = ${data.uuid} returning id`.execute(server.context.db)));
    expect(uses.map(({ rows }) => rows.length).sort()).toEqual([0, 1]);
  });

  it('go on when the database drops the connections of work under way', async () => {
    const work = a.context.db.transaction().execute(async (trx) => {
      const { rows: [own] } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      // nothing is asked while it breaks: neither a query nor the pool hears of it
      await sql`select pg_terminate_backend(${own!.pid})`.execute(b.context.db);
      await new Promise((wake) => { setTimeout(wake, 200); });
      await sql`select 1`.execute(trx);
    });
    await expect(work).rejects.toThrow();
    expect((await at(a, staff).get('/api/system/sys/menu/getRouters')).code).toBe('1');
  });

  it('count failed sign-ins together', async () => {
    const attempt = (server: TestServer) => server.anonymous.post('/api/auth/oauth/token', new URLSearchParams({ grant_type: 'captcha', username: 'finance', password: 'Wrong@2026', uuid: 'x', validateCode: 'test' }));
    const codes: string[] = [];
    for (let index = 0; index < 6; index += 1) codes.push((await attempt(index % 2 === 0 ? a : b)).code);
    expect(codes).toEqual([...Array(5).fill('A0210'), 'A0211']);
    expect((await b.anonymous.post('/api/auth/oauth/token', new URLSearchParams({ grant_type: 'captcha', username: 'finance', password: PASSWORD, uuid: 'x', validateCode: 'test' }))).code).toBe('A0211');
  });

  it('tell a page at the other server of what happened here, by the database itself', async () => {
    const leader = await signIn(b.url, 'leader');
    const stop = new AbortController();
    const stream = await fetch(`${b.url}/api/system/events`, { headers: { authorization: `Bearer ${leader.token}` }, signal: stop.signal });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    await new Promise((wake) => { setTimeout(wake, 1_500); });
    await at(a, staff).post('/api/system/sendEmails/sendEmail', { subject: '请查收', toIds: ['u-leader'] });
    let text = '';
    while (!text.includes('event: news')) text += (await reader.read()).value ?? '';
    expect(text).toContain('data: ["mail"]');
    stop.abort();
  });

  it('do a request that is sent to both at once a single time', async () => {
    const key = { 'idempotency-key': 'to-both' };
    const answers = await Promise.all([a, b].map((server) => at(server, staff).post<{ id: string }>('/api/system/frmCrud/saveOrUpdate/businessSealApply', { fieldsMap: {}, childTables: {} }, key)));
    expect(answers.map(({ code }) => code)).toEqual(['1', '1']);
    expect(answers[0]!.data.id).toBe(answers[1]!.data.id);
  });

  it('let one of two take a record that both have open', async () => {
    const saved = (await at(a, staff).post<{ id: string; revision: number }>('/api/system/frmCrud/saveOrUpdate/businessSealApply', { fieldsMap: {}, childTables: {} })).data;
    const again = { id: saved.id, revision: saved.revision, fieldsMap: {}, childTables: {} };
    const codes = (await Promise.all([a, b].map((server) => at(server, staff).post('/api/system/frmCrud/saveOrUpdate/businessSealApply', again)))).map(({ code }) => code).sort();
    expect(codes).toEqual(['1', 'RECORD_STALE']);
  });

  it('serve a form published at one at the other at once', async () => {
    const editor = await signIn(a.url, 'admin');
    for (const label of ['甲', '乙', '丙']) {
      await editor.post('/api/system/frmDef/saveDraft', { formKey: 'everywhere', formName: label, definition: { fields: [{ tag: 'el-input', __vModel__: 'x', label }] } });
      const { data } = await editor.post<{ version: number }>('/api/system/frmDef/publish', { formKey: 'everywhere', note: label });
      const served = await at(b, editor).get<{ fields: { label: string }[]; version: number }>('/api/system/frmDef/getLastVersionFrmDef?formKey=everywhere');
      expect([served.data.version, served.data.fields[0]?.label]).toEqual([data.version, label]);
    }
  });

  it('fire a timer once, though both look for it at the same moment', async () => {
    const wait = '<intermediateCatchEvent id="w"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></intermediateCatchEvent>';
    await publishStory(a, 'onceTimed', flowFile('onceTimed', wait + task('check user u-leader') + edge('f1', 'apply', 'w') + edge('f2', 'w', 'check') + edge('f3', 'check', 'e')));
    const stories = await Promise.all(Array.from({ length: 8 }, () => begin(a, 'onceTimed')));
    const ids = stories.map(({ id }) => id);
    await sql`update flw_timer set due_at = now() where instance_id in (select id from flw_instance where form_key = 'onceTimed')`.execute(a.context.db);
    const fail = (error: unknown): never => { throw error; };
    const done = await Promise.all([a, b, a, b].map((server) => runDue(server.context, fail)));
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(ids.length);
    const tasks = await a.context.db.selectFrom('flw_task').select('record_id').where('record_id', 'in', ids).where('node_id', '=', 'check').execute();
    expect(tasks.map(({ record_id }) => record_id).sort()).toEqual(ids.sort());
  });

  it('never make the same id', () => {
    const ids = Array.from({ length: 100_000 }, () => newId(1));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
