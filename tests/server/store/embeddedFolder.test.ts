import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { serverCommand } from '../../support/serverCommand.ts';
import { failureText } from '../../../src/server/startFailure.ts';
import { startEmbedded } from '../../../src/server/store/embedded/startEmbedded.ts';
import { fillFromTemplate, testSettings } from '../support.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const root = mkdtempSync(join(tmpdir(), 'embedded-folder-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ignore = (): void => undefined;
/** What a start on this folder says; empty when it opens. */
const opened = (dataDir: string): Promise<string> =>
  startEmbedded({ dataDir, onRestart: ignore, onFatal: ignore }).then(
    async (database) => {
      await database.stop();
      return '';
    },
    (error: unknown) => failureText(error, testSettings({ dataDir, databaseUrl: null })),
  );

// the same with and without a database server
describe.skipIf(process.env['DATABASE_URL'])('a folder of the embedded database', { timeout: 120_000 }, () => {
  it.each<[string, (data: string) => void]>([
    [
      'whose log was cut short',
      (data) =>
        truncateSync(
          join(
            data,
            'pg_wal',
            readdirSync(join(data, 'pg_wal')).find((name) => /^0{7}/.test(name))!,
          ),
          100_000,
        ),
    ],
    ['without its control file', (data) => rmSync(join(data, 'global', 'pg_control'))],
    ['without its settings', (data) => rmSync(join(data, 'postgresql.conf'))],
    ['without a database', (data) => rmSync(join(data, 'base', '5'), { recursive: true })],
    [
      'that does not say its version, which the engine would begin anew over',
      (data) => rmSync(join(data, 'PG_VERSION')),
    ],
  ])('%s is told in one line and left as it is', async (name, spoil) => {
    const dataDir = join(root, name);
    await fillFromTemplate(dataDir);
    const data = join(dataDir, 'pg', 'data');
    spoil(data);
    const before = readdirSync(data, { recursive: true })
      .filter((path) => String(path).startsWith('base'))
      .sort();
    expect(await opened(dataDir)).toMatch(
      /^内置数据库打不开 \S.*pg：数据文件不完整或已损坏（.+）。请把该目录移到别处保存，再用最近的备份恢复：npm run restore -- 备份文件 --force。$/,
    );
    expect(
      readdirSync(data, { recursive: true })
        .filter((path) => String(path).startsWith('base'))
        .sort(),
    ).toEqual(before);
  });

  it('is made beside its name: what a kill or a full disk left of the first start is made again', async () => {
    const dataDir = join(root, '第一次 启动');
    mkdirSync(join(dataDir, 'pg', 'data.making', 'global'), { recursive: true });
    writeFileSync(join(dataDir, 'pg', 'data.making', 'PG_VERSION'), '18\n');
    expect(await opened(dataDir)).toBe('');
    expect(readdirSync(join(dataDir, 'pg')).filter((name) => name.startsWith('data'))).toEqual(['data']);
    expect(existsSync(join(dataDir, 'pg', 'data', 'postgresql.conf'))).toBe(true);
  });

  it('that is empty where the data should be is filled', async () => {
    const dataDir = join(root, 'empty');
    mkdirSync(join(dataDir, 'pg', 'data'), { recursive: true });
    expect(await opened(dataDir)).toBe('');
    expect(existsSync(join(dataDir, 'pg', 'data', 'PG_VERSION'))).toBe(true);
  });

  it.each<[string, (path: string) => void]>([
    [
      'a file where the data should be',
      (path) => {
        mkdirSync(join(path, 'pg'), { recursive: true });
        writeFileSync(join(path, 'pg', 'data'), '');
      },
    ],
    [
      'a folder where its holder is noted',
      (path) => {
        mkdirSync(join(path, 'pg', 'holder.json'), { recursive: true });
      },
    ],
    [
      'a link to itself',
      (path) => {
        symlinkSync(path, path);
      },
    ],
    [
      'a link to nothing',
      (path) => {
        symlinkSync(`${path}-none`, path);
      },
    ],
    ['a name that is too long', () => undefined],
  ])('that is %s is named in one line', async (name, make) => {
    const path = join(root, name === 'a name that is too long' ? 'n'.repeat(300) : name);
    make(path);
    expect(await opened(path)).toMatch(
      /^无法使用 \S.*（(ENOTDIR|EISDIR|ELOOP|EEXIST|ENAMETOOLONG)）：请检查该路径是否存在，以及所有者和权限。$/,
    );
  });
});

/** In a process of its own: where making a folder never comes back, nothing else of this one would. */
it.skipIf(!existsSync('/proc/self'))(
  'a start on a folder that can never be made ends with one line',
  { timeout: 60_000 },
  () => {
    const { status, stderr } = spawnSync(process.execPath, serverCommand('main'), {
      cwd: PROJECT,
      encoding: 'utf8',
      timeout: 50_000,
      env: { PATH: process.env['PATH'], DATA_DIR: '/proc/none/here', PORT: '0', HOST: '127.0.0.1' },
    });
    expect(stderr.trim()).toBe('无法使用 /proc/none（ENOENT）：请检查该路径是否存在，以及所有者和权限。');
    expect(status).toBe(1);
  },
);
