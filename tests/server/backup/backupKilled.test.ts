import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverCommand } from '../../support/serverCommand.ts';
import { createBackup, verifyBackup } from '../../../src/server/backup/backupFile.ts';
import { writeBackup, restore } from '../../../src/server/backup/backupAndRestore.ts';
import type { Settings } from '../../../src/server/settings.ts';
import { startServer } from '../../../src/server/start.ts';
import { failureText } from '../../../src/server/startFailure.ts';
import { isLong } from '../../support/tier.ts';
import { keepFewRecords } from '../support/fewRecords.ts';
import { everything } from './everything.ts';
import { startTestServer, testSettings, type TestServer } from '../support.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup-killed-'));
const file = join(folder, 'office.backup');
let source: TestServer;
let before: Record<string, string>;
beforeAll(async () => {
  source = await startTestServer();
  const form = new FormData();
  form.append('file', new Blob(['第一份附件'], { type: 'text/plain' }), '附件.txt');
  await (await source.api('staff')).post('/api/file/sys/file/upload', form);
  await source.close();
  if (!isLong) await keepFewRecords(testSettings(source));
  before = await everything(testSettings(source));
  await writeBackup(testSettings(source), file);
});
afterAll(async () => {
  await source.dispose().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

/** The command in a process of its own, killed with all it started once `isThen` says so. */
async function killedWhen(
  command: 'backup' | 'restore',
  { dataDir, databaseUrl }: Settings,
  given: string[],
  isThen: () => boolean,
): Promise<void> {
  const child = spawn(process.execPath, [...serverCommand('backup'), command, ...given], {
    cwd: join(import.meta.dirname, '..', '..', '..'),
    detached: true,
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
  });
  const ended = once(child, 'exit');
  while (!isThen() && child.exitCode === null)
    await new Promise((wake) => {
      setTimeout(wake, 1);
    });
  process.kill(-child.pid!, 'SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
}

async function refusesUntilRestored(settings: Settings): Promise<void> {
  const told = await startServer({ settings, onFatal: () => undefined }).then(
    async (server) => {
      await server.close();
      return 'it started';
    },
    (error: unknown) => failureText(error, settings),
  );
  expect(told).toBe(
    '这里的恢复还没有完成（正在进行，或中途被打断），未启动：请等它完成；被打断的，请用同一备份再恢复一次，并加 --force。',
  );
  await expect(writeBackup(settings, join(folder, 'of-nothing.backup'))).rejects.toThrow(
    '这里的恢复还没有完成，未备份',
  );
}

describe('a backup', { timeout: 120_000 }, () => {
  // the mark that keeps a server from starting is also left by a restore that fails: `backup.test.ts`
  it.runIf(isLong)(
    'whose restore was killed leaves a store that nothing starts on, until it was restored again',
    async () => {
      const settings = testSettings(source);
      await killedWhen('restore', settings, [file, '--force'], () =>
        readdirSync(settings.dataDir).some((name) => name.startsWith('files.before-')),
      );
      await refusesUntilRestored(settings);
      await expect(restore(settings, file, false)).rejects.toThrow('目标不是空的');
      await restore(settings, file, true);
      expect(await everything(settings)).toEqual(before);
      await (await startTestServer(settings)).close();
    },
  );

  // usually it is begun here and never finished, which leaves the same behind
  it.runIf(isLong)('that was killed while it was written has no name, and is no hindrance to the next', async () => {
    const own = mkdtempSync(join(folder, 'half-'));
    const path = join(own, 'today.backup');
    await killedWhen('backup', testSettings(source), [path], () => readdirSync(own).length > 0);
    expect(readdirSync(own)).toEqual([expect.stringMatching(/^today\.backup\.[0-9a-f]{8}\.part$/)]);
    utimesSync(join(own, readdirSync(own)[0]!), new Date(), new Date(Date.now() - 25 * 3_600_000));
    await writeBackup(testSettings(source), path);
    expect(readdirSync(own)).toEqual(['today.backup']);
    await verifyBackup(path);
  });

  it('that was never finished has no name, and is no hindrance to the next', async () => {
    const own = mkdtempSync(join(folder, 'half-'));
    const path = join(own, 'today.backup');
    await createBackup(path).writeLine({ backup: 'schema-first' });
    await expect.poll(() => readdirSync(own)).toEqual([expect.stringMatching(/^today\.backup\.[0-9a-f]{8}\.part$/)]);
    const part = join(own, readdirSync(own)[0]!);
    // the stream writes the header of gzip a moment after it created the file, which sets the time of the file again
    await expect.poll(() => statSync(part).size).toBeGreaterThan(0);
    utimesSync(part, new Date(), new Date(Date.now() - 25 * 3_600_000));
    await writeBackup(testSettings(source), path);
    expect(readdirSync(own)).toEqual(['today.backup']);
    await verifyBackup(path);
  });

  it('is whole where two are written under one name at once', async () => {
    const path = join(folder, 'twice.backup');
    const [one, other] = [createBackup(path), createBackup(path)];
    for (const out of [one, other])
      await out.writeLine({
        backup: 'schema-first',
        format: 1,
        madeAt: '',
        migrations: [],
        partitions: [],
      });
    for (let line = 0; line < 20; line += 1)
      for (const [out, text] of [
        [one, 'a'],
        [other, 'b'],
      ] as const)
        await out.writeLine([text.repeat(100_000)]);
    await one.finish({ rows: 20, files: 0, bytes: 0 });
    expect((await verifyBackup(path)).counts.rows).toBe(20);
    await other.finish({ rows: 20, files: 0, bytes: 0 });
    expect((await verifyBackup(path)).counts.rows).toBe(20);
  });
});
