import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../../support/tier.ts';
import { recordTable } from '../../../src/server/records/columns/recordSource.ts';
import { seedCompany } from '../../../src/server/seed/company.ts';
import { dropDatabase, createDatabase } from '../../support/databases.ts';
import { signIn, startTestServer, type TestServer } from '../support.ts';

interface FormSummary {
  formKey: string;
  version: number;
}
const versionOf = async (
  server: TestServer,
  formKey: string,
  user = 'admin',
  password?: string,
): Promise<number | undefined> =>
  (await (await server.api(user, password)).get<FormSummary[]>('/api/system/frmDef/list')).data.find(
    (form) => form.formKey === formKey,
  )?.version;

describe('what ships', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.dispose());

  it('is published without an error', () => {
    expect(server.brokenDocuments).toEqual([]);
  });

  it('includes every form with its screens, and the screens that are shown before sign-in', async () => {
    const staff = await server.api('staff');
    for (const key of [
      'seals/businessSealApply',
      'bidding/earnestMoney',
      'deviceFlow/scrapDevice',
      'myTest/testEntrustRegistration',
      'administration/expenseReimbursement',
    ]) {
      expect((await staff.get(`/api/system/screenDef/getLastVersionScreenDef?screenKey=${key}/list`)).code).toBe('1');
      expect((await staff.get(`/api/system/frmDef/getLastVersionFrmDef?formKey=${key.split('/')[1]}`)).code).toBe('1');
    }
    expect(
      (await server.anonymous.get('/api/system/screenDef/getLastVersionScreenDef?screenKey=platform/login')).code,
    ).toBe('1');
    expect(
      (await server.anonymous.get('/api/system/screenDef/getLastVersionScreenDef?screenKey=platform/shell')).code,
    ).toBe('401');
  });

  it('gives the demo company notices for a unit or for all, and mail, so that no box of a newcomer is empty', async () => {
    const [staff, device] = await Promise.all([server.api('staff'), server.api('device')]);
    const titles = async (who: typeof staff): Promise<string[]> =>
      (
        await who.post<{ data: { title: string }[] }>('/api/system/sysNotice/getList', {
          data: {},
          page: { pageNum: 1, pageSize: 50 },
        })
      ).data.data.map(({ title }) => title);
    const [all, ofOneUnit] = [await titles(staff), await titles(device)];
    expect(all).toContain('工程咨询公司月度例会安排');
    expect(ofOneUnit).not.toContain('工程咨询公司月度例会安排');
    expect(ofOneUnit.length).toBe(all.length - 1);
    const inbox = (
      await staff.post<{ data: { readStatus: string }[] }>('/api/system/receiveEmails/getList', {
        data: {},
        page: { pageNum: 1, pageSize: 50 },
      })
    ).data.data;
    expect(new Set(inbox.map(({ readStatus }) => readStatus))).toEqual(new Set(['0', '1']));
  });

  it('gives the demo company the posts of its people, to be chosen and kept', async () => {
    const { db } = server.context;
    const posts = await db.selectFrom('sys_post').select('name').execute();
    const held = await db.selectFrom('sys_user').select('post').distinct().where('post', '<>', '').execute();
    expect(held.length).toBeGreaterThan(5);
    expect(posts.map(({ name }) => name).sort()).toEqual(held.map(({ post }) => post).sort());
  });

  it('lets those who may see a demo record read its attachment, and nobody else', async () => {
    const {
      rows: [held],
    } = await sql<{ file_id: string; create_by: string }>`
      select f.file_id, r.create_by from frm_record_file f join ${recordTable('businessSealApply')} r on r.id = f.record_id
      where f.form_key = 'businessSealApply' and r.flw_state = '1' order by r.id limit 1`.execute(server.context.db);
    const {
      rows: [username],
    } = await sql<{ username: string }>`select username from sys_user where id = ${held?.create_by}`.execute(
      server.context.db,
    );
    const status = async (user: string): Promise<number> =>
      (
        await fetch(`${server.url}/api/file/sys/file/download/${held?.file_id}`, {
          headers: { authorization: `Bearer ${(await server.api(user)).token}` },
        })
      ).status;
    expect(await status(username?.username ?? '')).toBe(200);
    expect(await status('linjiawei')).toBe(404);
  });
});

describe('a shipped file that cannot be read', () => {
  it('is named with its reason, and does not keep the server from starting', async () => {
    const schemasDir = mkdtempSync(join(tmpdir(), 'schemas-'));
    cpSync('schemas', schemasDir, { recursive: true });
    writeFileSync(join(schemasDir, 'business', 'seals', 'halfWritten.json'), '{ "form": ');
    writeFileSync(join(schemasDir, 'business', 'seals', 'list.json'), '[]');
    writeFileSync(join(schemasDir, 'platform', 'torn.json'), '{,}');
    const server = await startTestServer({ schemasDir });
    expect(server.brokenDocuments.map(({ kind, key }) => `${kind} ${key}`).sort()).toEqual([
      'form seals/halfWritten',
      'form seals/list',
      'screen platform/torn',
    ]);
    expect(server.brokenDocuments.find(({ key }) => key === 'seals/halfWritten')?.reasons.join()).toContain(
      'JSON 语法错误',
    );
    expect(await versionOf(server, 'businessSealApply')).toBe(1);
    await server.dispose();
    rmSync(schemasDir, { recursive: true, force: true });
  });
});

describe('a second start', () => {
  it('takes over a newer shipped form that nobody has touched, and leaves one that an administrator has published or removed', async () => {
    const first = await startTestServer();
    const admin = await first.api('admin');
    const touched = await admin.get<{ formName: string }>(
      '/api/system/frmDef/getLastVersionFrmDef?formKey=scrapDevice',
    );
    await admin.post('/api/system/frmDef/saveDraft', {
      formKey: 'scrapDevice',
      formName: touched.data.formName,
      definition: touched.data,
    });
    expect((await admin.post('/api/system/frmDef/publish', { formKey: 'scrapDevice', note: '改' })).code).toBe('1');
    // removed by an administrator; of dictionaries that no form uses any more
    const removal = { screenKey: 'videoMonitoring/livePreview/detail' };
    expect((await admin.post('/api/system/screenDef/remove', removal)).code).toBe('1');
    await sql`delete from sys_dict_type where code = 'noticeKind'`.execute(first.context.db);
    await first.context.db
      .updateTable('sys_seed')
      .set({ hash: 'older' })
      .where('key', 'in', ['scrapDevice', 'earnestMoney', 'videoMonitoring/livePreview/detail', 'noticeKind'])
      .execute();
    await first.close();
    const again = await startTestServer({ dataDir: first.dataDir, databaseUrl: first.databaseUrl });
    expect(await versionOf(again, 'scrapDevice')).toBe(2);
    const {
      rows: [last],
    } = await sql<{
      author_id: string;
    }>`select author_id from doc_version where kind = 'form' and doc_key = 'scrapDevice' and state = 'published'`.execute(
      again.context.db,
    );
    expect(last?.author_id).toBe('u-admin');
    expect(await versionOf(again, 'earnestMoney')).toBe(2);
    const removed = await sql`select doc_key from doc_document where doc_key = 'videoMonitoring/livePreview/detail'
      union all select code from sys_dict_type where code = 'noticeKind'`.execute(again.context.db);
    expect(removed.rows).toEqual([]);
    // restored from the recycle bin as it was, it is the shipped one from the next start on
    await sql`insert into sys_dict_type (code, name) values ('noticeKind', '旧名')`.execute(again.context.db);
    await again.close();
    const third = await startTestServer({ dataDir: first.dataDir, databaseUrl: first.databaseUrl });
    const restored = await sql<{ name: string; items: number }>`select name,
      (select count(*)::int from sys_dict_item where type_code = code) as items from sys_dict_type where code = 'noticeKind'`.execute(
      third.context.db,
    );
    expect(restored.rows).toEqual([{ name: '通知类别', items: expect.any(Number) }]);
    expect(restored.rows[0]?.items).toBeGreaterThan(0);
    await third.close();
    await first.dispose();
  });
});

describe('without the demo company', () => {
  const admin = process.env['DATABASE_URL'];
  // usually the forms of one folder and no dataset: the template of these tests has all of them
  const isShippedHere = (path: string): boolean => isLong || !/^schemas\/(business\/(?!seals)|datasets\/)/.test(path);
  // on PostgreSQL two servers start together on one empty database
  it('there is one administrator, every form once, and no record', async () => {
    const databaseUrl = admin ? await createDatabase(admin) : null;
    const schemasDir = mkdtempSync(join(tmpdir(), 'schemas-'));
    cpSync('schemas', schemasDir, { recursive: true, filter: isShippedHere });
    const start = () => startTestServer({ databaseUrl, schemasDir, isDemo: false, adminPassword: 'First@2026' });
    const servers = await Promise.all(admin ? [start(), start()] : [start()]);
    const {
      rows: [counted],
    } = await sql`select (select count(*) from sys_user) as people, (select count(*) from frm_record) as records,
      (select max(version) from doc_version) as version`.execute(servers[0].context.db);
    expect(counted).toEqual({ people: 1, records: 0, version: 1 });
    expect(await versionOf(servers[0], 'sealImpressionInfo', 'admin', 'First@2026')).toBe(1);
    await Promise.all(servers.map((server) => server.dispose()));
    if (databaseUrl) await dropDatabase(databaseUrl);
    rmSync(schemasDir, { recursive: true, force: true });
  });
});

describe('the demo company in production', () => {
  it('lets nobody in by its password, which everybody knows', async () => {
    const demo = await startTestServer();
    await demo.close();
    const server = await startTestServer({
      dataDir: demo.dataDir,
      databaseUrl: demo.databaseUrl,
      isDemo: false,
      isProduction: true,
    });
    const told = await signIn(server.url, 'admin').catch((error: unknown) => (error as Error).message);
    await server.close();
    await demo.dispose();
    expect(told).toBe('admin could not sign in: PASSWORD_DEMO 演示密码不能用于正式环境，请联系管理员重置密码');
  });
});

describe('two servers that start together on one empty database', () => {
  const admin = process.env['DATABASE_URL'];
  it.runIf(admin && isLong)('load everything once, the demo company too', async () => {
    const databaseUrl = await createDatabase(admin ?? '');
    const servers = await Promise.all([startTestServer({ databaseUrl }), startTestServer({ databaseUrl })]);
    const { rows } =
      await sql`select (select count(*) from sys_user where username = 'staff') staff, (select max(version) from doc_version) version, (select count(*) from ${recordTable('earnestMoney')}) records`.execute(
        servers[0].context.db,
      );
    await Promise.all(servers.map((server) => server.dispose()));
    await dropDatabase(databaseUrl);
    expect(rows).toEqual([{ staff: 1, version: 1, records: 64 }]);
  });
});

describe('a first start that is killed', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.dispose());

  it('between a role and how far it reaches leaves neither, so that the next one brings both', async () => {
    const {
      context,
      context: { db },
    } = server;
    await sql`delete from sys_role_scope`.execute(db);
    await sql`delete from sys_user_role where role_code = 'manager'`.execute(db);
    await sql`delete from sys_role where code = 'manager'`.execute(db);
    // as before the first start
    await sql`delete from sys_seed where kind = 'role'`.execute(db);
    await sql`alter table sys_role_scope add constraint killed_here check (false)`.execute(db);
    await expect(seedCompany(context)).rejects.toThrow('killed_here');
    await sql`alter table sys_role_scope drop constraint killed_here`.execute(db);
    await seedCompany(context);
    expect(await db.selectFrom('sys_role_scope').select(['role_code', 'scope']).execute()).toEqual([
      { role_code: 'manager', scope: 'unit' },
    ]);
    // removed since by an administrator
    await sql`delete from sys_role where code = 'manager'`.execute(db);
    await seedCompany(context);
    expect(await db.selectFrom('sys_role').select('code').where('code', '=', 'manager').execute()).toEqual([]);
  });
});
