import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyBackup } from '../../../src/server/backup/backupFile.ts';
import { writeBackup, restore } from '../../../src/server/backup/backupAndRestore.ts';
import { startServer } from '../../../src/server/start.ts';
import { failureText } from '../../../src/server/startFailure.ts';
import { FolderHeldError } from '../../../src/server/store/embedded/startEmbedded.ts';
import { migrations } from '../../../src/server/store/migrations/list.ts';
import { brokenInvariants, filesAndRows } from '../../chaos/invariants.ts';
import { isLong, isSecondStore } from '../../support/tier.ts';
import { createDatabase, dropDatabase } from '../../support/databases.ts';
import { everything } from './everything.ts';
import { keepFewRecords } from '../support/fewRecords.ts';
import { publishSealDemo, recordsOf, SEAL, todoOf } from '../support/sealDemo.ts';
import { fillFromTemplate, startTestServer, testSettings, type TestServer } from '../support.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup-test-'));
const file = join(folder, 'office.backup');
const databases: string[] = [];
const settingsOf = async (name: string) => {
  const dataDir = join(folder, name);
  const admin = process.env['DATABASE_URL'];
  const databaseUrl = admin ? await createDatabase(admin) : null;
  if (databaseUrl) databases.push(databaseUrl);
  else await fillFromTemplate(dataDir);
  return testSettings({ dataDir, databaseUrl });
};

let before: Record<string, string>;
/** Restored once, and then met by the tests after it, for a restore of the demo company takes long. */
let target: Awaited<ReturnType<typeof settingsOf>>;
let recordId: string;
let fileId: string;
let source: TestServer;
beforeAll(async () => {
  source = await startTestServer();
  await publishSealDemo(source);
  const staff = await source.api('staff');
  const form = new FormData();
  form.append('file', new Blob(['第一份附件'], { type: 'text/plain' }), '附件.txt');
  fileId = (await staff.post<{ id: string }>('/api/file/sys/file/upload', form)).data.id;
  recordId = (await recordsOf(staff).run(SEAL, 'submit')).data.id!;
  // what JSON texts and arrays are easily spoiled by
  await staff.post('/api/system/frmDraft/save', {
    id: 'draft-with-odd-values',
    formKey: 'sealDemo',
    revision: 0,
    set: {
      nothing: null,
      text: '"\\ \u2028 {,}\n',
      number: 0.1 + 0.2,
      big: 1e300,
    },
  });
  if (source.databaseUrl) await writeBackup(testSettings(source), file);
  else
    expect(await writeBackup(testSettings(source), file).catch((error: unknown) => error)).toBeInstanceOf(
      FolderHeldError,
    );
  await source.close();
  if (!isLong) await keepFewRecords(testSettings(source), [recordId]);
  before = await everything(testSettings(source));
  await writeBackup(testSettings(source), file);
});
afterAll(async () => {
  await source.dispose().catch(() => undefined);
  for (const url of databases) await dropDatabase(url);
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  it('restored into an empty store gives every row and file again, and the approval goes on', async () => {
    target = await settingsOf('again');
    const settings = target;
    const { counts, appliedMigrations } = await restore(settings, file, false);
    expect(counts.rows).toBeGreaterThan(500);
    expect(counts.files).toBeGreaterThan(0);
    expect(appliedMigrations).toEqual([]);
    expect(await everything(settings)).toEqual(before);
    const again = await startTestServer(settings);
    expect(await brokenInvariants({ ...again.context } as never)).toEqual([]);
    expect(await filesAndRows({ db: again.context.db } as never, settings.dataDir)).toEqual({ broken: [], strays: [] });
    const [staff, leader] = await Promise.all([again.api('staff'), again.api('leader')]);
    const download = await fetch(`${again.url}/api/file/sys/file/download/${fileId}`, {
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect(await download.text()).toBe('第一份附件');
    expect((await todoOf(leader, recordId))?.title).toBe(SEAL.fieldsMap.title);
    const { data } = await recordsOf(leader).get(recordId);
    expect(
      (
        await recordsOf(leader).run(
          {
            id: recordId,
            revision: data.revision!,
            fieldsMap: { ...data.fieldsMap, leaderOpinion: '同意' },
            childTables: data.childTables,
          },
          'approve',
        )
      ).code,
    ).toBe('1');
    await again.close();
  });

  it.skipIf(isSecondStore)('is not put over what is there unless it is forced', async () => {
    await expect(restore(target, file, false)).rejects.toThrow(
      '目标不是空的，未恢复。确认要用备份替换现有数据时，请加 --force。',
    );
  });

  it('is not put under a server that is at work, which would go on with what it remembers', async () => {
    const settings = target;
    const busy = await startTestServer(settings);
    const told = await restore(settings, file, true, 300).catch((error: unknown) => (error as Error).message);
    expect(told).toMatch(
      settings.databaseUrl
        ? /还有服务正在使用该数据库（来自 .+ 的 \d+ 个连接），未恢复。请先停止全部服务。/
        : /正被另一个服务进程使用/,
    );
    expect((await busy.api('staff')).token).not.toBe('');
    // a server that nobody asks anything is still heard of: by the connection it listens on
    const listening = async (): Promise<string[]> =>
      (
        await sql<{
          name: string;
        }>`select application_name as name from pg_stat_activity where datname = current_database() and query ilike 'listen %'`.execute(
          busy.context.db,
        )
      ).rows.map(({ name }) => name);
    if (settings.databaseUrl) await expect.poll(listening, { timeout: 10_000 }).toEqual(['schema-first']);
    await busy.close();
  });

  it.skipIf(isSecondStore)(
    'that cannot be put in whole says that the store is of no use now, and goes in once the reason is gone; the former files are put aside',
    async () => {
      const settings = target;
      // whole in itself, and found wrong only once the database was emptied, as a disk that is full is
      const own = gunzipSync(readFileSync(file)).toString('latin1');
      const broken = join(folder, 'unfinished.backup');
      writeFileSync(
        broken,
        gzipSync(Buffer.from(own.replace('{"table":"doc_document"', '{"table":"doc_none"'), 'latin1')),
      );
      const told = await restore(settings, broken, true).catch((error: unknown) => (error as Error).message);
      expect(told).toMatch(
        /^恢复未完成（.*）。目标中现在没有可用的数据，请勿启动服务；排除原因后请用同一备份再恢复一次，并加 --force。原有文件在 .*files\.before-\d{14}。$/,
      );
      const started = await startServer({ settings, onFatal: () => undefined }).then(
        async (server) => {
          await server.close();
          return 'it started';
        },
        (error: unknown) => failureText(error, settings),
      );
      expect(started).toContain('这里的恢复还没有完成');
      await expect(writeBackup(settings, join(folder, 'of-nothing.backup'))).rejects.toThrow(
        '这里的恢复还没有完成，未备份',
      );
      const files = join(settings.dataDir, 'files');
      mkdirSync(files, { recursive: true });
      writeFileSync(join(files, 'former.txt'), '从前');
      // a restore of the same second has taken the name already, and the former files go beside it
      for (let second = 0; second < 120; second += 1) {
        const stamp = new Date(Date.now() + second * 1000).toISOString().replace(/\D/g, '').slice(0, 14);
        mkdirSync(`${files}.before-${stamp}`, { recursive: true });
        writeFileSync(join(`${files}.before-${stamp}`, 'earlier.txt'), '更早');
      }
      const { formerFilesFolder } = await restore(settings, file, true);
      expect(formerFilesFolder).toMatch(/\.before-\d{14}-2$/);
      expect(readdirSync(formerFilesFolder!)).toEqual(['former.txt']);
      expect(await everything(settings)).toEqual(before);
      await (await startTestServer(settings)).close();
    },
  );

  it.skipIf(isSecondStore)('is not made without any of the files, as where DATA_DIR was forgotten', async () => {
    const settings = target;
    rmSync(join(settings.dataDir, 'files'), { recursive: true });
    const fileless = join(folder, 'fileless.backup');
    await expect(writeBackup(settings, fileless)).rejects.toThrow(
      /files 中没有数据库所记的任何文件（共 \d+ 个），未备份：请检查 DATA_DIR。确认文件已不在时，请加 --force。$/,
    );
    expect(existsSync(fileless)).toBe(false);
    expect((await writeBackup(settings, fileless, true)).missing).not.toEqual([]);
  });

  it('that was cut short, changed or is something else is refused before anything is touched', async () => {
    const settings = await settingsOf('untouched');
    const damaged = join(folder, 'damaged');
    const bytes = readFileSync(file);
    const attempt = (content: Buffer): Promise<unknown> => {
      writeFileSync(damaged, content);
      return restore(settings, damaged, true).catch((error: unknown) => (error as Error).message);
    };
    for (const lacking of [1, 4, 8, 12, 100])
      expect(await attempt(bytes.subarray(0, bytes.length - lacking)), `without the last ${lacking}`).toBe(
        '备份文件不完整或已损坏',
      );
    expect(await attempt(Buffer.concat([bytes, bytes]))).toMatch(/损坏|不完整/);
    const spoilt = Buffer.from(bytes);
    spoilt[spoilt.length >> 1]! ^= 255;
    expect(await attempt(spoilt)).toMatch(/损坏|不完整/);
    expect(await attempt(gzipSync(gunzipSync(bytes).subarray(0, 50_000)))).toMatch(/不完整/);
    expect(await attempt(gzipSync('{"name":"other"}\n'))).toBe('不是本系统的备份文件');
    truncateSync(damaged, 0);
    expect(await restore(settings, damaged, true).catch((error: unknown) => (error as Error).message)).toMatch(
      /不完整|损坏/,
    );
    expect(existsSync(join(settings.dataDir, 'files'))).toBe(false);
  });

  it('that unfolds without end, or names a file outside of its folder, is refused with a line of words and little memory', async () => {
    const whole = gunzipSync(readFileSync(file));
    const header = whole.subarray(0, whole.indexOf(10) + 1);
    const hostile = join(folder, 'hostile.backup');
    const attempt = async (content: Buffer, times = 1): Promise<unknown> => {
      // several gzip streams behind each other are read as one
      const packed = gzipSync(content);
      writeFileSync(hostile, Buffer.concat([gzipSync(header), ...Array.from({ length: times }, () => packed)]));
      return verifyBackup(hostile).then(
        () => 'read',
        (error: unknown) => (error as Error).message,
      );
    };
    const blank = Buffer.alloc(16 * 1024 * 1024, 32);
    // 256 MB and a little
    expect(await attempt(blank, 17)).toBe('备份文件已损坏：有一行过长');
    for (const name of ['../../../etc/cron.d/x', '/etc/passwd', 'aa/bb', `${'a'.repeat(32)}\u0000`, '']) {
      expect(await attempt(Buffer.from(`${JSON.stringify({ file: name, size: 1, sha256: 'x' })}\nx`)), name).toBe(
        '备份文件已损坏：文件编号不正确',
      );
    }
  });

  it('of a newer version is refused and names what this version does not know', async () => {
    const text = gunzipSync(readFileSync(file)).toString('latin1');
    const newer = join(folder, 'newer.backup');
    writeFileSync(
      newer,
      gzipSync(Buffer.from(text.replace(/"migrations":\[/, '"migrations":["999_future",'), 'latin1')),
    );
    await expect(restore(await settingsOf('newer'), newer, false)).rejects.toThrow(
      '备份来自更新的版本（999_future），请用该版本或更新的版本恢复',
    );
  });

  it('names the migrations it was made with', async () => {
    expect((await verifyBackup(file)).header.migrations).toEqual(Object.keys(migrations).toSorted());
  });
});
