import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeBackup, restore } from '../../../src/server/backup/backupAndRestore.ts';
import { moveFiles } from '../../../src/server/files/moveFiles.ts';
import { fileStoreOf } from '../../../src/server/files/fileStoreOf.ts';
import { createLocalStore } from '../../../src/server/files/fileStore.ts';
import { sweepFiles } from '../../../src/server/files/sweepFiles.ts';
import { newId } from '../../../src/server/store/newId.ts';
import { createDatabase, dropDatabase } from '../../support/databases.ts';
import { isLong, usualOrLong } from '../../support/tier.ts';
import { keepFewRecords } from '../support/fewRecords.ts';
import { startObjectServer, type ObjectServer } from '../support/s3/objectServer.ts';
import { fillFromTemplate, startTestServer, testSettings, type Client, type TestServer } from '../support.ts';

let objects: ObjectServer;
let server: TestServer;
let staff: Client;
const scratch = mkdtempSync(join(tmpdir(), 'bucket-test-'));
const databases: string[] = [];
beforeAll(async () => {
  objects = await startObjectServer(['office-files', 'restored-files', 'moved-files']);
  server = await startTestServer({ bucket: objects.bucket() });
  staff = await server.api('staff');
});
afterAll(async () => {
  await server.dispose().catch(() => undefined);
  for (const url of databases) await dropDatabase(url);
  await objects.close();
  rmSync(scratch, { recursive: true, force: true });
});
beforeEach(() => {
  objects.proxy.fault = () => null;
});

const upload = (content: Buffer, name = '附件.pdf') => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  return staff.post<{ id: string }>('/api/file/sys/file/upload', form);
};
const pdf = (size: number): Buffer => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(size)]);
const download = async (
  id: string,
  query = '',
  from = server,
): Promise<{ status: number; body: Buffer; type: string }> => {
  const answer = await fetch(`${from.url}/api/file/sys/file/download/${id}${query}`, {
    headers: { authorization: `Bearer ${(await from.api('staff')).token}` },
  });
  return {
    status: answer.status,
    body: Buffer.from(await answer.arrayBuffer()),
    type: answer.headers.get('content-type') ?? '',
  };
};
const rows = async (): Promise<number> =>
  (await server.context.db.selectFrom('att_file').select('id').execute()).length;
const listed = async (): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of fileStoreOf(server.context.settings).list()) ids.push(id);
  return ids;
};

describe('a server whose files lie in a bucket', () => {
  it('takes uploads, gives them back and shows them in place; nothing lies in the folder', async () => {
    const inFolder = (): string[] => readdirSync(join(server.dataDir, 'files'), { recursive: true }) as string[];
    // the demo company's, which came with the copied template
    const before = inFolder();
    const content = pdf(9_000_000);
    const { code, data } = await upload(content);
    expect(code).toBe('1');
    expect((await download(data.id)).body.equals(content)).toBe(true);
    expect((await download(data.id, '?inline=1')).type).toContain('application/pdf');
    const { data: link } = await staff.post<{ url: string }>('/api/file/att/outsideUrl', { id: data.id });
    const opened = await fetch(new URL(link.url, server.url));
    expect(Buffer.from(await opened.arrayBuffer()).equals(content)).toBe(true);
    expect(inFolder()).toEqual(before);
  });

  it('says in Chinese that the store is away, and keeps neither row nor content', async () => {
    const before = [await rows(), (await listed()).length];
    const { data } = await upload(pdf(1_000));
    // each waits between its tries; `bucket.test.ts` has all of them
    for (const fault of usualOrLong([{ status: 503 }], ['cut', { status: 503 }, { status: 403 }] as const)) {
      objects.proxy.fault = () => fault;
      // at once, for each waits between its tries
      const [answer, ...refusals] = await Promise.all([
        download(data.id),
        ...[1_000, 9_000_000].map((size) => upload(pdf(size))),
      ]);
      for (const refused of refusals) {
        expect([refused.code, refused.status]).toEqual(['FILE_STORE_AWAY', 503]);
        expect(refused.msg).toContain('文件存储暂时连不上');
      }
      expect(answer.status).toBe(503);
      expect(answer.body.toString()).toContain('FILE_STORE_AWAY');
    }
    objects.proxy.fault = () => null;
    expect([await rows(), (await listed()).length]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 1]);
    // the rest of the product does not ask the store
    expect((await staff.get('/api/auth/oauth/getCurrentUser')).code).toBe('1');
  });

  it('has what an interrupted upload left removed, and nothing of another database', async () => {
    const store = fileStoreOf(server.context.settings);
    const stray = newId();
    await store.write(
      stray,
      (async function* () {
        yield Buffer.from('x');
      })(),
    );
    const { data } = await upload(pdf(10));
    expect(await sweepFiles(server.context.db, store)).toBe(0);
    expect(await sweepFiles(server.context.db, store, -60_000)).toBe(1);
    expect(await store.findSize(stray)).toBeNull();
    expect(await store.findSize(data.id)).toBe(19);
    await store.release();
    await store.claim('another');
    expect(await sweepFiles(server.context.db, store, -60_000)).toBeNull();
    await store.release();
  });

  it('is moved into a folder and back, verified, interrupted and gone on with; nothing goes before all of it is there', async () => {
    const { db } = server.context;
    const bucket = fileStoreOf(server.context.settings);
    const folder = createLocalStore(join(scratch, 'moved'));
    await upload(pdf(9_000_000));
    // demo files were seeded into the folder of the template, not into this bucket: a few of them are enough
    const there = new Set(await listed());
    await db.deleteFrom('file_version').execute();
    const away = await db
      .selectFrom('att_file')
      .select('id')
      .where('id', 'not in', [...there])
      .orderBy('id')
      .offset(3)
      .execute();
    await db
      .deleteFrom('att_file')
      .where(
        'id',
        'in',
        away.map(({ id }) => id),
      )
      .execute();
    const ids = (await db.selectFrom('att_file').select('id').orderBy('id').execute()).map(({ id }) => id);
    const known = ids.filter((id) => there.has(id));
    let done = 0;
    await expect(
      moveFiles(db, {
        from: bucket,
        to: folder,
        removesOriginals: true,
        onProgress: (count) => {
          done = count;
          if (count === 2) throw new Error('interrupted');
        },
      }),
    ).rejects.toThrow('interrupted');
    expect(done).toBe(2);
    const again = await moveFiles(db, {
      from: bucket,
      to: folder,
      removesOriginals: true,
      onProgress: () => undefined,
    });
    expect(again.copied + again.present).toBe(known.length);
    expect(again.missing.length).toBe(ids.length - known.length);
    // one is missing: nothing was deleted
    expect(again.removed).toBe(again.missing.length > 0 ? 0 : known.length);
    for (const id of again.missing) await db.deleteFrom('att_file').where('id', '=', id).execute();
    const whole = await moveFiles(db, {
      from: bucket,
      to: folder,
      removesOriginals: true,
      onProgress: () => undefined,
    });
    expect([whole.present, whole.copied, whole.removed]).toEqual([known.length, 0, known.length]);
    expect(await listed()).toEqual([]);
    // a content that somebody changed is told and not taken
    const first = known[0] ?? '';
    const path = join(scratch, 'moved', first.slice(-2), first);
    const size = (await folder.findSize(first)) ?? 0;
    const original = await contentOf(folder, first);
    writeFileSync(path, Buffer.alloc(size));
    const spoiled = await moveFiles(db, {
      from: folder,
      to: bucket,
      removesOriginals: true,
      onProgress: () => undefined,
    });
    expect([spoiled.differing, spoiled.removed]).toEqual([[first], 0]);
    expect(await bucket.findSize(first)).toBeNull();
    writeFileSync(path, original);
    const back = await moveFiles(db, {
      from: folder,
      to: bucket,
      removesOriginals: false,
      onProgress: () => undefined,
    });
    expect([back.copied, back.present, back.removed]).toEqual([1, known.length - 1, 0]);
    expect((await listed()).toSorted()).toEqual(known);
  });

  // the same with a folder: `backup.test.ts`
  it.runIf(isLong)('is backed up with its files and restored into another bucket', async () => {
    const content = pdf(9_000_000);
    const { data } = await upload(content);
    const file = join(scratch, 'office.backup');
    const settings = server.context.settings;
    const { databaseUrl, dataDir } = server;
    await server.close();
    if (!isLong) await keepFewRecords(testSettings({ dataDir, databaseUrl }));
    const made = await writeBackup(testSettings({ dataDir, databaseUrl, bucket: settings.bucket }), file);
    expect(made.missing).toEqual([]);
    expect(made.files).toBeGreaterThan(0);
    const admin = process.env['DATABASE_URL'];
    const target = admin ? await createDatabase(admin) : null;
    if (target) databases.push(target);
    const folder = join(scratch, 'restored');
    if (!target) await fillFromTemplate(folder);
    const into = testSettings({ dataDir: folder, databaseUrl: target, bucket: objects.bucket('restored-files') });
    const { counts } = await restore(into, file, target === null);
    expect(counts.files).toBe(made.files);
    const again = await startTestServer(into);
    expect((await download(data.id, '', again)).body.equals(content)).toBe(true);
    await again.close();
    // a bucket that holds files is not filled without being told to
    const second = admin ? await createDatabase(admin) : null;
    if (second) {
      databases.push(second);
      await expect(restore({ ...into, databaseUrl: second }, file, false)).rejects.toThrow('目标不是空的');
    }
  });
});

async function contentOf(store: ReturnType<typeof createLocalStore>, id: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of store.read(id)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
