import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepFiles } from '../../../src/server/files/sweepFiles.ts';
import { createLocalStore } from '../../../src/server/files/fileStore.ts';
import { newId } from '../../../src/server/store/newId.ts';
import { startProcess } from '../support/process.ts';
import { CAPTCHA, PASSWORD, signIn, startTestServer, type Answer, type Client, type TestServer } from '../support.ts';

const upload = (client: Client, bytes: number): Promise<Answer<{ id: string; size: number } | null>> => {
  const form = new FormData();
  form.append('file', new Blob([Buffer.alloc(bytes, 'a')], { type: 'text/plain' }), 'big.txt');
  return client.post('/api/file/sys/file/upload', form);
};
const contents = (dataDir: string): string[] => {
  const folder = join(dataDir, 'files');
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.length === 2)
        .flatMap((name) => readdirSync(join(folder, name)))
    : [];
};
/** A form without relations: the second store has few documents. */
const FORM = 'sampleDescription';
const RECORD = {
  fieldsMap: { sampleKind: '水泥', descName: '满前', use: '外观描述', inForce: '是', content: '正文' },
  childTables: {},
};
const FULL = { status: 507, code: 'STORAGE_FULL', msg: '服务器存储空间不足，未保存；请联系管理员', data: null };

describe('a disk that takes no more', () => {
  // the system refuses to let a file grow over 20 MB, in the middle of a write, just as a full disk does
  it.skipIf(process.platform === 'win32' || process.env['DATABASE_URL'])(
    'refuses the upload, keeps no half of it, and goes on with everything else',
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'full-'));
      cpSync(process.env['SERVER_TEST_TEMPLATE']!, dataDir, {
        recursive: true,
        filter: (path) => !path.endsWith('/pg/run'),
      });
      const before = contents(dataDir);
      const server = await startProcess({ DATA_DIR: dataDir }, 'ulimit -f 20480');
      const staff = await signIn(server.url, 'staff');
      expect(await upload(staff, 25 * 1024 ** 2)).toMatchObject(FULL);
      expect(contents(dataDir)).toEqual(before);
      expect(await upload(staff, 1_000)).toMatchObject({ code: '1', data: { size: 1_000 } });
      const leader = await signIn(server.url, 'leader');
      const saved = await leader.post(`/api/system/frmCrud/saveOrUpdate/${FORM}`, RECORD);
      expect(saved.code, saved.msg).toBe('1');
      expect(await server.end('SIGTERM')).toBe(0);
      rmSync(dataDir, { recursive: true, force: true });
    },
  );

  describe('with less free than MIN_FREE_MB', () => {
    let server: TestServer;
    let mail: string;
    let notice: string;
    beforeAll(async () => {
      server = await startTestServer({ minFreeMb: 0 });
      const [staff, hr, leader] = await Promise.all([server.api('staff'), server.api('hr'), server.api('leader')]);
      await staff.post('/api/system/sendEmails/sendEmail', { subject: '满前', content: '请阅', toIds: ['u-leader'] });
      mail = (
        await leader.post<{ data: { id: string }[] }>('/api/system/receiveEmails/getList', {
          data: { subject: '满前' },
        })
      ).data.data[0]!.id;
      notice = (
        await hr.post<{ id: string }>('/api/system/sysNotice/saveOrUpdate', { title: '满前通知', content: '正文' })
      ).data.id;
      await hr.post('/api/system/sysNotice/release', { id: notice });
      server.context.settings.minFreeMb = 1_000_000_000;
    });
    afterAll(() => server.dispose());

    it('signs people in and lets them read, but refuses uploads, and on the embedded database saves and drafts', async () => {
      const staff = await server.api('staff');
      expect((await staff.get('/api/system/sys/menu/getRouters')).code).toBe('1');
      expect(await upload(staff, 10)).toMatchObject(FULL);
      // a table lies on the same disk while it is read
      const admin = await server.api('admin');
      for (const path of ['/api/system/frmField/importData', `/api/system/frmCrud/importRows/${FORM}`]) {
        const form = new FormData();
        form.append('file', new Blob(['PK']), 'a.xlsx');
        expect(await admin.post(path, form)).toMatchObject(FULL);
      }
      const leader = await server.api('leader');
      const saved = await leader.post(`/api/system/frmCrud/saveOrUpdate/${FORM}`, RECORD);
      const draft = await leader.post('/api/system/frmDraft/save', {
        id: 'draft-on-a-full-disk',
        formKey: FORM,
        revision: 0,
        set: {},
      });
      expect([saved.code, draft.code]).toEqual(server.databaseUrl ? ['1', '1'] : ['STORAGE_FULL', 'STORAGE_FULL']);
    });

    it.each([
      ['a mail', () => `/api/system/receiveEmails/getEntity?id=${mail}`, { subject: '满前', content: '请阅' }],
      ['a notice', () => `/api/system/sysNotice/getById?id=${notice}`, { title: '满前通知', content: '正文' }],
    ])('opens %s that is not marked as read by that until there is room', async (_what, path, content) => {
      const leader = await server.api('leader');
      const readStatus = server.databaseUrl ? '1' : '0';
      expect(await leader.get(path())).toMatchObject({ status: 200, code: '1', data: { ...content, readStatus } });
      server.context.settings.minFreeMb = 0;
      const [again, third] = [await leader.get(path()), await leader.get(path())];
      server.context.settings.minFreeMb = 1_000_000_000;
      expect([again.data, third.data]).toMatchObject([{ readStatus: '1' }, { readStatus: '1' }]);
    });

    it('lets people in and out who are in already: captcha, sign-in, renewal, the lock screen, other devices', async () => {
      const [staff, other] = [await server.api('staff'), await server.api('staff')];
      expect((await staff.get('/api/captcha')).code).toBe('1');
      const ways: Record<string, string>[] = [
        { grant_type: 'captcha', username: 'staff', password: PASSWORD, uuid: 'none', validateCode: CAPTCHA },
        { grant_type: 'refresh_token', refresh_token: staff.refreshToken },
      ];
      for (const way of ways)
        expect([way, (await staff.post('/api/auth/oauth/token', new URLSearchParams(way))).code]).toEqual([way, '1']);
      expect(
        (await staff.get(`/api/system/sys/user/verifyPassword?password=${encodeURIComponent(PASSWORD)}`)).data,
      ).toBe(true);
      expect((await staff.post('/api/auth/session/endOthers', {})).code).toBe('1');
      expect((await other.get('/api/auth/oauth/getCurrentUser')).code).toBe('A0230');
      expect((await staff.post('/api/auth/oauth/logout', {})).code).toBe('1');
    });

    it('refuses whatever else a person writes on the embedded database, and nothing of what lets them leave', async () => {
      const staff = await server.api('staff');
      const sent = await staff.post('/api/system/sendEmails/sendEmail', {
        subject: '满',
        content: '正文',
        toIds: ['u-leader'],
      });
      expect({ status: sent.status, code: sent.code }).toEqual(
        server.databaseUrl ? { status: 200, code: '1' } : { status: 507, code: 'STORAGE_FULL' },
      );
      const refreshed = await fetch(`${server.url}/api/auth/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: staff.refreshToken }),
      });
      expect(((await refreshed.json()) as Answer).code).toBe('1');
      expect((await staff.post('/api/auth/oauth/logout', {})).code).toBe('1');
    });
  });
});

describe('what an upload left behind whose server died', () => {
  let server: TestServer;
  let folder: string;
  beforeAll(async () => {
    server = await startTestServer();
    folder = join(server.dataDir, 'files');
  });
  afterAll(() => server.dispose());
  const leave = (name: string, hours: number): string => {
    const path = join(folder, name.slice(30, 32), name);
    mkdirSync(join(folder, name.slice(30, 32)), { recursive: true });
    writeFileSync(path, 'x');
    utimesSync(path, new Date(), new Date(Date.now() - hours * 3_600_000));
    return path;
  };

  it('is removed after a day, half and whole; what has a row, and what is young, stays', async () => {
    const { data } = await upload(await server.api('staff'), 5);
    const kept = join(folder, data!.id.slice(-2), data!.id);
    utimesSync(kept, new Date(0), new Date(0));
    const [half, whole, young] = [leave(`${newId()}.part`, 25), leave(newId(), 25), leave(newId(), 23)];
    expect(await sweepFiles(server.context.db, createLocalStore(folder))).toBe(2);
    expect([half, whole, young, kept].map((path) => existsSync(path))).toEqual([false, false, true, true]);
  });

  it('is left alone in a folder that belongs to another database', async () => {
    const stray = leave(newId(), 100);
    await sql`update sys_seed set hash = 'another' where kind = 'store'`.execute(server.context.db);
    expect(await sweepFiles(server.context.db, createLocalStore(folder))).toBeNull();
    expect(existsSync(stray)).toBe(true);
  });
});
