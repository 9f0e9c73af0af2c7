import { spawnSync } from 'node:child_process';
import { createDatabase, dropDatabase } from '../../support/databases.ts';
import { serverCommand } from '../../support/serverCommand.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { passwordFault } from '../../../src/rules/password.ts';
import { readSettings } from '../../../src/server/settings.ts';
import { fillFromTemplate } from '../support.ts';

/** What `seed.test.ts` starts on has no tables; here they are there, which takes a start less time. */
async function removePeople(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query('delete from sys_user');
  } finally {
    await client.end();
  }
}

const read = (environment: Record<string, string>) => readSettings(environment, '/project');
const problems = (environment: Record<string, string>): string[] => {
  const result = read(environment);
  return result.ok ? [] : result.problems;
};

describe('settings', () => {
  it('have a value for a machine without any', () => {
    expect(read({})).toMatchObject({
      ok: true,
      settings: {
        port: 8080,
        dataDir: './data',
        databaseUrl: null,
        isDemo: true,
        isProduction: false,
        captchaCode: null,
        fileLimit: 52_428_800,
      },
    });
  });

  it('leave the demo company out in production', () => {
    expect(read({ NODE_ENV: 'production' })).toMatchObject({ settings: { isDemo: false } });
    expect(read({ NODE_ENV: 'production', DEMO: '0' })).toMatchObject({ settings: { isDemo: false } });
  });

  it.each([
    [{ PORT: '80a' }, 'PORT=80a：应为 0 到 65535 之间的整数'],
    [{ PORT: '70000' }, 'PORT=70000：应为 0 到 65535 之间的整数'],
    [{ DEMO: 'yes' }, 'DEMO=yes：应为 0 或 1'],
    [
      { DATABASE_URL: 'mysql://root@db/app' },
      'DATABASE_URL：应为 postgres://用户:密码@主机:端口/数据库，密码中的特殊字符按 URL 编码（如 @ 写作 %40）',
    ],
    [
      { DATABASE_URL: 'postgres://app:S3cret@db:port/app' },
      'DATABASE_URL：应为 postgres://用户:密码@主机:端口/数据库，密码中的特殊字符按 URL 编码（如 @ 写作 %40）',
    ],
    [
      { DATABASE_URL: 'postgres://app:100%@db/app' },
      'DATABASE_URL：应为 postgres://用户:密码@主机:端口/数据库，密码中的特殊字符按 URL 编码（如 @ 写作 %40）',
    ],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV=prod：应为 production、development 或 test'],
    [
      { NODE_ENV: 'production', CAPTCHA_CODE: 'test' },
      'CAPTCHA_CODE：固定验证码只供自动化测试使用，NODE_ENV=production 时不允许设置',
    ],
    [{ NODE_ENV: 'production', DEMO: '1' }, 'DEMO=1：演示账号的密码众所周知，NODE_ENV=production 时不允许设置'],
    [{ ADMIN_PASSWORD: 'password' }, 'ADMIN_PASSWORD：密码须同时包含大写字母、小写字母、数字和特殊字符'],
    [{ NODE_ENV: 'production', ADMIN_PASSWORD: 'Demo@2026' }, 'ADMIN_PASSWORD：演示密码众所周知，不能用于正式环境'],
    [
      { MESSAGE_ORIGINS: 'https://oa.example.cn, *.example.cn' },
      'MESSAGE_ORIGINS=*.example.cn：应为 https://主机[:端口]，不含路径和通配符，多个以逗号分隔',
    ],
    [
      { FRAME_ORIGINS: 'https://*' },
      'FRAME_ORIGINS=https://*：应为 https://主机[:端口]，不含路径和通配符，多个以逗号分隔',
    ],
    [
      { CALL_ORIGINS: 'https://*.example.cn' },
      'CALL_ORIGINS=https://*.example.cn：应为 https://主机[:端口]，不含路径和通配符，多个以逗号分隔',
    ],
    [
      { MESSAGE_ORIGINS: 'https://oa.example.cn/' },
      'MESSAGE_ORIGINS=https://oa.example.cn/：应为 https://主机[:端口]，不含路径和通配符，多个以逗号分隔',
    ],
    [
      { FRAME_ORIGINS: 'https://map.example.cn/x' },
      'FRAME_ORIGINS=https://map.example.cn/x：应为 https://主机[:端口]，不含路径和通配符，多个以逗号分隔',
    ],
    [{ ROUTE_ENTRY: 'unti' }, 'ROUTE_ENTRY=unti：应为 menu 或 unit'],
    [{ FILE_OUTSIDE_URL: 'javascript:alert(1)' }, 'FILE_OUTSIDE_URL：应为 http:// 或 https:// 开头的地址，不含参数'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN：至少 16 个字符'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL=loud：应为 trace、debug、info、warn、error、fatal、silent 之一'],
    [{ FILE_LIMIT: '-1' }, 'FILE_LIMIT=-1：应为 1 到 1099511627776 之间的整数'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY：至少 32 个字符，请用随机生成的值'],
  ])('%o is refused with a clear message', (environment, message) => {
    expect(problems(environment as Record<string, string>)).toEqual([message]);
  });

  it('are all judged at once', () => {
    expect(problems({ PORT: 'x', DEMO: 'x' })).toHaveLength(2);
  });

  it('accept a password of all four kinds of characters (AU-022)', () => {
    expect(passwordFault('Demo@2026')).toBeNull();
  });
});

describe('a start', { timeout: 120_000 }, () => {
  const folder = (): string => mkdtempSync(join(tmpdir(), 'server-start-'));
  const start = (environment: Record<string, string>, dataDir = folder()) => {
    const result = spawnSync(process.execPath, serverCommand('main'), {
      cwd: join(import.meta.dirname, '..', '..', '..'),
      encoding: 'utf8',
      timeout: 110_000,
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', ...environment },
    });
    rmSync(dataDir, { recursive: true, force: true });
    return result;
  };

  it('with wrong settings ends with code 1 and says which', () => {
    const { status, stderr } = start({ PORT: 'x', NODE_ENV: 'production', CAPTCHA_CODE: 'x' });
    expect(status).toBe(1);
    expect(stderr).toContain('设置有误，未启动');
    expect(stderr).toContain('CAPTCHA_CODE');
  });

  it('in production on a database without people and without ADMIN_PASSWORD ends and asks for it', async () => {
    const dataDir = folder();
    const admin = process.env['DATABASE_URL'];
    const databaseUrl = admin ? await createDatabase(admin, process.env['SERVER_TEST_TEMPLATE_DATABASE']) : null;
    if (databaseUrl === null) await fillFromTemplate(dataDir);
    else await removePeople(databaseUrl);
    const { status, stderr, stdout } = start(
      { NODE_ENV: 'production', ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) },
      dataDir,
    );
    if (databaseUrl !== null) await dropDatabase(databaseUrl);
    expect(stderr.trim()).toBe('数据库中还没有账号：请用 ADMIN_PASSWORD 指定首个管理员（admin）的密码后再启动。');
    expect(status).toBe(1);
    expect(stdout).toMatch(/NODE_ENV +production/);
  });

  it('prints no secret', () => {
    const { stdout, stderr } = start({
      DATABASE_URL: 'postgres://user:S3cret!@127.0.0.1:1/app',
      ADMIN_PASSWORD: 'Secret@2026',
      METRICS_TOKEN: 'hidden-from-everybody',
    });
    expect(stdout).toContain('127.0.0.1:1/app');
    expect(stdout + stderr).not.toMatch(/S3cret|Secret@2026|hidden-from/);
  });
});
