import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { takeLock } from '../../../src/server/store/embedded/lockFolder.ts';

const folder = mkdtempSync(join(tmpdir(), 'lock-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.skipIf(process.platform === 'win32')(
  'a lock file that a process left behind when it ended keeps nobody out, and one in use does',
  async () => {
    const file = join(folder, 'lock.sock');
    spawnSync(process.execPath, [
      '-e',
      `require('node:net').createServer().listen(${JSON.stringify(file)}, () => process.exit(0))`,
    ]);
    expect(existsSync(file)).toBe(true);
    expect(await takeLock(file)).toBe(true);
    expect(await takeLock(file)).toBe(false);
  },
);
