import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureText } from '../../../src/server/startFailure.ts';
import { errorOfMessage } from '../../../src/server/store/embedded/failure.ts';
import { startServer } from '../../../src/server/start.ts';
import { startTestServer, testSettings, type TestServer } from '../support.ts';

const folder = mkdtempSync(join(tmpdir(), 'start-failure-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const settings = testSettings({
  dataDir: folder,
  host: 'office.invalid',
  port: 80,
  databaseUrl: 'postgres://app:S3cret@db.invalid:5432/app',
});
const failure = (given: Record<string, unknown>, message = 'the driver’s words'): string =>
  failureText(Object.assign(new Error(message), given), settings);

describe('what an operator reads when a start cannot go on', () => {
  it.each([
    [{ code: '28P01' }, '用户名或密码不正确'],
    [{ code: '3D000' }, '没有这个数据库'],
    [{ code: '42501' }, '该用户没有所需的权限'],
    [{ code: '53300' }, '连接数已满'],
    [{ code: '57P03' }, '数据库正在启动'],
    [{ code: '25006' }, '数据库只读'],
    [{ code: 'ECONNREFUSED' }, '连接不上'],
    [{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'db.invalid' }, '连接不上'],
  ])('names the database without its password and says what is wrong with it: %j', (error, words) => {
    const text = failure(error);
    expect(text).toContain(`无法使用数据库 db.invalid:5432/app：${words}`);
    expect(text).not.toMatch(/S3cret|\n/);
  });

  it('tells an address that this machine does not have from a database that is not there', () => {
    expect(failure({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'office.invalid' })).toBe(
      '本机没有地址 office.invalid，请用 HOST 指定其他地址。',
    );
    expect(failure({ code: 'EADDRNOTAVAIL', syscall: 'listen' })).toBe(
      '本机没有地址 office.invalid，请用 HOST 指定其他地址。',
    );
    expect(failure({ code: 'EACCES', syscall: 'listen' })).toBe(
      '没有权限监听端口 80，请用 PORT 指定 1024 以上的端口。',
    );
    expect(failure({ code: 'EADDRINUSE' })).toBe('端口 80 已被占用，请用 PORT 指定其他端口。');
  });

  it('names a folder that cannot be used, and a disk that is full', () => {
    expect(failure({ code: 'EROFS', syscall: 'mkdir', path: '/data/files' })).toBe(
      '无法使用 /data/files（EROFS）：请检查该路径是否存在，以及所有者和权限。',
    );
    expect(failure({ code: 'ENOSPC', path: '/backup/today.part' })).toContain('磁盘空间不足：/backup/today.part');
  });

  it('tells a disk that is full from files that are spoilt, which the engine does not', () => {
    const told = (place: string): string =>
      failureText(errorOfMessage(place, { type: 'failed', reason: 'PGlite failed to initialize properly' }), settings);
    // the file system of processes has no space at all
    expect(told('/proc')).toBe('磁盘空间不足：/proc。请腾出空间后重试；已有数据未受影响。');
    expect(told(folder)).toMatch(/^内置数据库打不开 .*数据文件不完整或已损坏/);
  });

  it('keeps the stack of what nobody foresaw', () => expect(failure({}, 'odd')).toMatch(/^Error: odd\n\s+at /));
});

describe('a start', { timeout: 120_000 }, () => {
  const start = (dataDir: string, databaseUrl: string | null): Promise<string> => {
    const own = testSettings({ dataDir, databaseUrl });
    return startServer({ settings: own, onFatal: () => undefined }).then(
      async (server) => {
        await server.close();
        return 'it started';
      },
      (error: unknown) => failureText(error, own),
    );
  };

  it('does not wait for the first upload to find that its folder is none', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    expect(await start(join(folder, 'a-file'), 'postgres://nobody@127.0.0.1:1/none')).toMatch(
      /^无法使用 \S+a-file\S*（(ENOTDIR|EEXIST)）/,
    );
  });

  describe('on a database that was used by a newer version', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer();
      await sql`insert into kysely_migration (name, timestamp) values ('999_future', '2030-01-01')`.execute(
        server.context.db,
      );
      await server.close();
    });
    afterAll(() => server.dispose().catch(() => undefined));

    it('is refused and names what this version does not know', async () => {
      expect(await start(server.dataDir, server.databaseUrl)).toBe(
        '数据库来自更新的版本（999_future），未启动：请用该版本或更新的版本，或恢复升级前的备份。',
      );
    });
  });

  it.skipIf(!process.env['DATABASE_URL'])(
    'on a database of another encoding is refused: texts would be cut within a character',
    async () => {
      const { default: pg } = await import('pg');
      const admin = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
      await admin.connect();
      await admin.query("create database test_ascii encoding 'SQL_ASCII' template template0");
      const url = new URL(process.env['DATABASE_URL']!);
      url.pathname = '/test_ascii';
      expect(await start(join(folder, 'ascii'), url.href)).toContain('数据库的编码是 SQL_ASCII，未启动');
      await admin.query('drop database test_ascii with (force)');
      await admin.end();
    },
  );
});
