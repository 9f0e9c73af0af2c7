import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretHash } from '../../../src/server/auth/secret.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { runDueTimers } from '../../../src/server/approval/calls/scheduler.ts';
import { createDatabase, dropDatabase } from '../../support/databases.ts';
import { begin, edge, flowFile, publishStory, task } from '../approval/story.ts';
import { author, recordsOf } from '../support/sealDemo.ts';
import { clientOf, PASSWORD, signIn, startTestServer, type Client, type TestServer } from '../support.ts';

const admin = process.env['DATABASE_URL'];

/** Two servers on one PostgreSQL and one folder, in one process: what a server remembers is its own, what a module would remember is not (`chaos.test.ts` has two processes). */
describe.runIf(admin)('two servers on one database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'servers-'));
  let databaseUrl = '';
  let a: TestServer;
  let b: TestServer;
  let staff: Client;
  const called: string[] = [];
  const service = createServer((request, response) => {
    called.push(String(request.headers['idempotency-key']));
    request.resume();
    response.end();
  });
  beforeAll(async () => {
    const template = process.env['SERVER_TEST_TEMPLATE'];
    if (template) cpSync(template, dataDir, { recursive: true });
    databaseUrl = await createDatabase(admin!, process.env['SERVER_TEST_TEMPLATE_DATABASE']);
    await new Promise<void>((done) => {
      service.listen(0, '127.0.0.1', done);
    });
    const callOrigins = [`http://127.0.0.1:${(service.address() as AddressInfo).port}`];
    a = await startTestServer({ dataDir, databaseUrl, callOrigins });
    b = await startTestServer({ dataDir, databaseUrl, callOrigins });
    staff = await signIn(a.url, 'staff');
  });
  afterAll(async () => {
    await Promise.all([a.close(), b.close()]);
    service.close();
    await dropDatabase(databaseUrl);
    rmSync(dataDir, { recursive: true, force: true });
  });
  const at = (server: TestServer, client: Client): Client => clientOf(server.url, client.token, client.refreshToken);

  it('know a session of each other: signed in at one, refreshed at the other, ended at the first', async () => {
    expect((await at(b, staff).get('/api/system/sys/menu/getRouters')).code).toBe('1');
    const own = await signIn(a.url, 'hr');
    const refreshed = await b.anonymous.post<{ access_token: string }>(
      '/api/auth/oauth/token',
      new URLSearchParams({ grant_type: 'refresh_token', refresh_token: own.refreshToken }),
    );
    expect(refreshed.code).toBe('1');
    const token = refreshed.data.access_token;
    await clientOf(a.url, token, '').post('/api/auth/oauth/logout', {});
    expect((await clientOf(b.url, token, '').get('/api/system/sys/menu/getRouters')).code).toBe('A0230');
  });

  it('believe nothing that ended at the other: whom one knows well is nobody after signing out here', async () => {
    const own = await signIn(a.url, 'hr');
    const {
      data: { id },
    } = await recordsOf(own, 'businessSealApply').save({});
    const seen = async (): Promise<string> => (await recordsOf(at(b, own), 'businessSealApply').get(id ?? '')).code;
    expect([await seen(), await seen()]).toEqual(['1', '1']);
    await own.post('/api/auth/oauth/logout', {});
    expect(await seen()).toBe('A0230');
  });

  it('take a captcha of the other, and each a single time: of two at once one is let in', async () => {
    const use = (server: TestServer, uuid: string) =>
      server.anonymous.post(
        '/api/auth/oauth/token',
        new URLSearchParams({
          grant_type: 'captcha',
          username: 'staff',
          password: PASSWORD,
          uuid,
          validateCode: 'AB34',
        }),
      );
    const known = async (): Promise<string> => {
      const {
        data: { uuid },
      } = await a.anonymous.get<{ uuid: string }>('/api/captcha');
      await a.context.db
        .updateTable('auth_captcha')
        .set({ answer_hash: secretHash(`${uuid} AB34`) })
        .where('id', '=', uuid)
        .execute();
      return uuid;
    };
    for (let round = 0; round < 6; round += 1) {
      const uuid = await known();
      expect((await Promise.all([b, a].map((server) => use(server, uuid)))).map(({ code }) => code).sort()).toEqual([
        '1',
        'A0212',
      ]);
    }
    const uuid = await known();
    expect([(await use(b, uuid)).code, (await use(a, uuid)).code]).toEqual(['1', 'A0212']);
  });

  it('go on when the database drops the connections of work under way', async () => {
    const work = a.context.db.transaction().execute(async (trx) => {
      const {
        rows: [own],
      } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      // nothing is asked while it breaks: neither a query nor the pool hears of it
      await sql`select pg_terminate_backend(${own!.pid})`.execute(b.context.db);
      await new Promise((wake) => {
        setTimeout(wake, 200);
      });
      await sql`select 1`.execute(trx);
    });
    await expect(work).rejects.toThrow();
    expect((await at(a, staff).get('/api/system/sys/menu/getRouters')).code).toBe('1');
  });

  it('count failed sign-ins together', async () => {
    const attempt = (server: TestServer) =>
      server.anonymous.post(
        '/api/auth/oauth/token',
        new URLSearchParams({
          grant_type: 'captcha',
          username: 'finance',
          password: 'Wrong@2026',
          uuid: 'x',
          validateCode: 'test',
        }),
      );
    const codes: string[] = [];
    for (let index = 0; index < 6; index += 1) codes.push((await attempt(index % 2 === 0 ? a : b)).code);
    expect(codes).toEqual([...Array(5).fill('A0210'), 'A0211']);
    expect(
      (
        await b.anonymous.post(
          '/api/auth/oauth/token',
          new URLSearchParams({
            grant_type: 'captcha',
            username: 'finance',
            password: PASSWORD,
            uuid: 'x',
            validateCode: 'test',
          }),
        )
      ).code,
    ).toBe('A0211');
  });

  it('tell a page at the other server of what happened here, by the database itself', async () => {
    const leader = await signIn(b.url, 'leader');
    const stop = new AbortController();
    const stream = await fetch(`${b.url}/api/system/events`, {
      headers: { authorization: `Bearer ${leader.token}` },
      signal: stop.signal,
    });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    await new Promise((wake) => {
      setTimeout(wake, 1_500);
    });
    await at(a, staff).post('/api/system/sendEmails/sendEmail', { subject: '请查收', toIds: ['u-leader'] });
    let text = '';
    // other news of the leader may come first (a task of the demo that fell due), the mail comes in an event of its own or with them
    const mail = /event: news\ndata: \[[^\]]*"mail"[^\]]*\]\n/;
    for (let more = await reader.read(); !more.done; more = await reader.read()) {
      text += more.value;
      if (mail.test(text)) break;
    }
    expect(text).toMatch(mail);
    stop.abort();
  });

  it('do a request that is sent to both at once a single time', async () => {
    const key = { 'idempotency-key': 'to-both' };
    const answers = await Promise.all(
      [a, b].map((server) =>
        at(server, staff).post<{ id: string }>(
          '/api/system/frmCrud/saveOrUpdate/businessSealApply',
          { fieldsMap: {}, childTables: {} },
          key,
        ),
      ),
    );
    expect(answers.map(({ code }) => code)).toEqual(['1', '1']);
    expect(answers[0]!.data.id).toBe(answers[1]!.data.id);
  });

  it('let one of two take a record that both have open', async () => {
    const saved = (
      await at(a, staff).post<{ id: string; revision: number }>('/api/system/frmCrud/saveOrUpdate/businessSealApply', {
        fieldsMap: {},
        childTables: {},
      })
    ).data;
    const again = { id: saved.id, revision: saved.revision, fieldsMap: {}, childTables: {} };
    const codes = (
      await Promise.all(
        [a, b].map((server) => at(server, staff).post('/api/system/frmCrud/saveOrUpdate/businessSealApply', again)),
      )
    )
      .map(({ code }) => code)
      .sort();
    expect(codes).toEqual(['1', 'RECORD_STALE']);
  });

  it('serve a form published at one at the other at once', async () => {
    const editor = await signIn(a.url, 'admin');
    for (const label of ['甲', '乙', '丙']) {
      await editor.post('/api/system/frmDef/saveDraft', {
        formKey: 'everywhere',
        formName: label,
        definition: { fields: [{ tag: 'el-input', __vModel__: 'x', label }] },
      });
      const { data } = await editor.post<{ version: number }>('/api/system/frmDef/publish', {
        formKey: 'everywhere',
        note: label,
      });
      const served = await at(b, editor).get<{ fields: { label: string }[]; version: number }>(
        '/api/system/frmDef/getLastVersionFrmDef?formKey=everywhere',
      );
      expect([served.data.version, served.data.fields[0]?.label]).toEqual([data.version, label]);
    }
  });

  it('fire a timer once, though both look for it at the same moment', async () => {
    const wait =
      '<intermediateCatchEvent id="w"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></intermediateCatchEvent>';
    await publishStory(
      a,
      'onceTimed',
      flowFile(
        'onceTimed',
        wait +
          task('check user u-leader') +
          edge('f1', 'apply', 'w') +
          edge('f2', 'w', 'check') +
          edge('f3', 'check', 'e'),
      ),
    );
    const stories = await Promise.all(Array.from({ length: 8 }, () => begin(a, 'onceTimed')));
    const ids = stories.map(({ id }) => id);
    await sql`update flw_timer set due_at = now() where instance_id in (select id from flw_instance where form_key = 'onceTimed')`.execute(
      a.context.db,
    );
    const fail = (error: unknown): never => {
      throw error;
    };
    const done = await Promise.all([a, b, a, b].map((server) => runDueTimers(server.context, fail)));
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(ids.length);
    const tasks = await a.context.db
      .selectFrom('flw_task')
      .select('record_id')
      .where('record_id', 'in', ids)
      .where('node_id', '=', 'check')
      .execute();
    expect(tasks.map(({ record_id }) => record_id).sort()).toEqual(ids.sort());
  });

  it('make a call once, though both look for it at the same moment', async () => {
    const call = `<serviceTask id="tell"><extensionElements><sf:call url="${a.context.settings.callOrigins[0]}/tell"/></extensionElements></serviceTask>`;
    await publishStory(
      a,
      'onceCalled',
      flowFile(
        'onceCalled',
        call +
          task('check user u-leader') +
          edge('f1', 'apply', 'tell') +
          edge('f2', 'tell', 'check') +
          edge('f3', 'check', 'e'),
      ),
    );
    const ids = (await Promise.all(Array.from({ length: 6 }, () => begin(a, 'onceCalled')))).map(({ id }) => id).sort();
    const fail = (error: unknown): never => {
      throw error;
    };
    await Promise.all([a, b, a, b].map((server) => runDueTimers(server.context, fail)));
    // one may be under way by the servers' own clocks
    await expect
      .poll(
        async () =>
          (
            await a.context.db
              .selectFrom('flw_task')
              .select('record_id')
              .where('record_id', 'in', ids)
              .where('node_id', '=', 'check')
              .execute()
          )
            .map(({ record_id }) => record_id)
            .sort(),
        { timeout: 30_000 },
      )
      .toEqual(ids);
    expect([called.length, new Set(called).size]).toEqual([ids.length, ids.length]);
  });

  it('store once what is unique, and number without double or gap, though both save at the same moment', async () => {
    const fields = [
      { tag: 'el-input', __vModel__: 'no', label: '编号', serial: { rule: 'B-{0000}' } },
      { tag: 'el-input', __vModel__: 'name', label: '名称', unique: true },
    ];
    await publishForm(a.context, {
      formKey: 'both',
      note: '',
      author,
      definition: { formKey: 'both', formName: '两台', fields },
    });
    const saveAll = (names: readonly string[]) =>
      Promise.all(
        names.map((name, index) => recordsOf(at(index % 2 === 0 ? a : b, staff), 'both').save({ fieldsMap: { name } })),
      );
    const same = await saveAll(Array.from({ length: 6 }, () => '同名'));
    expect(same.map(({ code }) => code).sort()).toEqual(['1', ...Array.from({ length: 5 }, () => 'RECORD_INVALID')]);
    const others = await saveAll(Array.from({ length: 6 }, (_none, index) => `名称 ${index}`));
    const numbers = [...same, ...others]
      .filter(({ code }) => code === '1')
      .map(({ data }) => data.fieldsMap['no'])
      .sort();
    expect(numbers).toEqual(Array.from({ length: 7 }, (_none, index) => `B-000${index + 1}`));
  });
});
