import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { xlsxFile, type SheetCell } from '../../../src/server/archive/xlsxFile.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { makeImportFolder, markInUse, sweepImports } from '../../../src/server/imports/folder.ts';
import { startHeartbeat } from '../../../src/server/imports/records/job.ts';
import { startHousekeeping } from '../../../src/server/housekeeping.ts';
import { author } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const FORM = 'keptTables';
const HOUR = 3_600_000;
let server: TestServer;
let staff: Client;
const apart = mkdtempSync(join(tmpdir(), 'kept-tables-'));
beforeAll(async () => {
  server = await startTestServer();
  await publishForm(server.context, {
    formKey: FORM,
    formName: '台账',
    note: '',
    author,
    definition: { fields: [{ tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1' }] },
  });
  staff = await server.api('staff');
});
afterAll(async () => {
  await server.dispose();
  rmSync(apart, { recursive: true, force: true });
});

async function sent(rows: SheetCell[][], title = '标题'): Promise<FormData> {
  const parts: Buffer[] = [];
  for await (const part of xlsxFile('台账', [{ title }], rows)) parts.push(part);
  const form = new FormData();
  form.append('file', new Blob([Buffer.concat(parts)]), '台账.xlsx');
  return form;
}
const kept = (): string[] => readdirSync(join(server.dataDir, 'imports'));
const age = (path: string, hours: number): void => utimesSync(path, new Date(), new Date(Date.now() - hours * HOUR));

/** What a server left behind that was killed. */
async function left(hours: number): Promise<string> {
  const folder = await makeImportFolder(apart);
  writeFileSync(join(folder, 'list.xlsx'), '工资');
  age(folder, hours);
  return folder;
}

describe('an uploaded table', () => {
  it('lies under DATA_DIR, only for the server to read, while its list is taken in, and nowhere when that ends', async () => {
    const { data } = await staff.post<{ id: string }>(
      `/api/system/frmCrud/importRows/${FORM}`,
      await sent(Array.from({ length: 3_000 }, (_none, at) => [`行 ${at}`])),
    );
    const [folder = ''] = kept();
    const path = join(server.dataDir, 'imports', folder, 'list.xlsx');
    expect([statSync(join(path, '..')).mode & 0o77, statSync(path).mode & 0o77]).toEqual([0, 0]);
    await expect
      .poll(
        async () => (await staff.get<{ state: string }>(`/api/system/frmCrud/importState?id=${data.id}`)).data.state,
        { timeout: 60_000 },
      )
      .toBe('done');
    await expect.poll(kept).toEqual([]);
  });

  it('is gone when a call has read it, refused it, or was cut off', async () => {
    expect(
      (
        await staff.post(
          `/api/system/frmCrud/importRows/${FORM}`,
          (() => {
            const form = new FormData();
            form.append('file', new Blob(['x']), 'a.txt');
            return form;
          })(),
        )
      ).code,
    ).toBe('IMPORT_FILE');
    expect((await staff.post('/api/system/frmField/importData', await sent([['a']]))).code).toBe('REQUEST_INVALID');
    expect(
      (
        await staff.post(
          '/api/system/frmField/importData',
          '--b\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nPK',
          { 'content-type': 'multipart/form-data; boundary=b' },
        )
      ).code,
    ).toBe('REQUEST_INVALID');
    expect(kept()).toEqual([]);
  });
});

describe('what an import left behind whose server died', () => {
  it('is removed a day after anybody worked on it; what is younger, and what is no import, stays', async () => {
    const [old, young, used] = [await left(25), await left(23), await left(100)];
    await markInUse(used);
    const foreign = join(apart, 'imports', 'notes');
    mkdirSync(foreign);
    const file = join(apart, 'imports', 'import-list.txt');
    writeFileSync(file, 'x');
    for (const path of [foreign, file]) age(path, 100);
    const removed = await Promise.all([sweepImports(apart), sweepImports(apart)]);
    expect(Math.max(...removed)).toBe(1);
    expect([old, young, used, foreign, file].map((path) => existsSync(path))).toEqual([false, true, true, true, true]);
    expect(await sweepImports(join(apart, 'nothing-yet'))).toBe(0);
  });

  it('is looked for when a server starts', async () => {
    const old = await left(25);
    const failures: unknown[] = [];
    const housekeeping = startHousekeeping(
      { ...server.context, isEmbedded: false } as unknown as Parameters<typeof startHousekeeping>[0],
      apart,
      (error) => failures.push(error),
    );
    await expect.poll(() => existsSync(old)).toBe(false);
    housekeeping.stop();
    expect(failures).toEqual([]);
  });

  it('is told from what an import of another server works on for days', async () => {
    const folder = await left(100);
    const failures: unknown[] = [];
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const stop = startHeartbeat(server.context.db, { id: 'of-another-server', folder }, (error) =>
        failures.push(error),
      );
      vi.advanceTimersByTime(60_000);
      stop();
    } finally {
      vi.useRealTimers();
    }
    await expect.poll(() => Date.now() - statSync(folder).mtimeMs < HOUR).toBe(true);
    expect(await sweepImports(apart)).toBe(0);
    expect([existsSync(folder), failures]).toEqual([true, []]);
  });
});
