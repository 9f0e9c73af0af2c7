import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVocabulary } from '../../../src/kernel/index.ts';
import {
  migrateOldRecords,
  compareColumns,
  findFormsWithTables,
  needsRecordMigration,
} from '../../../src/server/records/index.ts';
import { migrateStore } from '../../../src/server/store/migrate.ts';
import { startUpgradeServer } from '../../../src/server/upgradeServer.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';
import { brokenInvariants } from '../../chaos/invariants.ts';
import { createDatabase, dropDatabase } from '../../support/databases.ts';
import { fillWithOlder } from '../support/olderDatabase.ts';
import { fillFromTemplate, startTestServer, testSettings, type TestServer } from '../support.ts';

interface Summary {
  form_key: string;
  flw_state: string;
  records: number;
  revisions: number;
  contents: string;
}

describe('a database whose records are documents in one table', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'columns-'));
  const admin = process.env['DATABASE_URL'];
  let databaseUrl: string | null = null;
  let server: TestServer | null = null;
  let before: Summary[] = [];
  /** The forms with a process, as they were published before the upgrade. */
  let flowedBefore: ReadonlySet<string> = new Set();
  const formsWithProcess = async (db: Db): Promise<ReadonlySet<string>> =>
    new Set(
      (
        await sql<{ key: string }>`select d.doc_key as key from doc_document d
          join doc_version v on v.kind = d.kind and v.doc_key = d.doc_key and v.version = d.published_version
          where d.kind = 'form' and coalesce(v.canonical, v.content) like '%"flowKey"%'`.execute(db)
      ).rows.map(({ key }) => key),
    );
  type Db = Parameters<typeof needsRecordMigration>[0];
  const summaryOf = async (db: Db): Promise<Summary[]> =>
    (
      await sql<Summary>`select form_key, flw_state, count(*)::integer as records, sum(revision)::integer as revisions,
        md5(string_agg(concat_ws(' ', id, title, task_node, create_by, fields::text, child_tables::text), ' ' order by id)) as contents
        from frm_record group by 1, 2 order by 1, 2`.execute(db)
    ).rows;
  beforeAll(async () => {
    if (admin) databaseUrl = await createDatabase(admin);
    else await fillFromTemplate(dataDir);
    const settings = testSettings({ dataDir, databaseUrl });
    const store = await fillWithOlder(settings);
    expect(await needsRecordMigration(store.db)).toBe(true);
    before = await summaryOf(store.db);
    flowedBefore = await formsWithProcess(store.db);
    // a first start that ends in the middle
    await migrateStore(store, settings);
    const end = new Error('ended');
    await expect(
      migrateOldRecords(store.db, createVocabulary(definitions), ({ done }) => {
        if (done > 300) throw end;
      }),
    ).rejects.toBe(end);
    expect(await needsRecordMigration(store.db)).toBe(true);
    await store.close();
    const starts = databaseUrl ? 2 : 1;
    const servers = await Promise.all(Array.from({ length: starts }, () => startTestServer({ dataDir, databaseUrl })));
    server = servers[0] ?? null;
    await Promise.all(servers.slice(1).map((one) => one.close()));
  }, 300_000);
  afterAll(async () => {
    await server?.close();
    if (databaseUrl) await dropDatabase(databaseUrl);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is brought over by the next start, however the first ended, and by several servers at once', async () => {
    const { db } = (server as TestServer).context;
    expect(await needsRecordMigration(db)).toBe(false);
    expect(before.length).toBeGreaterThan(40);
    // forms that get a process with the new version keep their records as finished ones (EFF-017)
    const flowedNow = await formsWithProcess(db);
    const begins = (formKey: string): boolean => flowedNow.has(formKey) && !flowedBefore.has(formKey);
    const expected = before.map((row) =>
      row.flw_state === '0' && begins(row.form_key) ? { ...row, flw_state: '3' } : row,
    );
    expect(await summaryOf(db)).toEqual(expect.arrayContaining(expected));
    for (const form of await findFormsWithTables(db)) expect(await compareColumns(db, form)).toEqual([]);
    expect(await brokenInvariants((server as TestServer).context)).toEqual([]);
  });
});

it('while records are brought over the address answers: alive, not ready, how far it is, and UNAVAILABLE for calls', async () => {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const answers = await startUpgradeServer({ port, host: '127.0.0.1' });
  answers.setProgress({ done: 250, total: 1000 });
  const at = (path: string, init?: RequestInit): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`, init);
  expect((await at('/health')).status).toBe(200);
  const ready = await at('/ready');
  expect(ready.headers.get('content-type')).toContain('application/json');
  expect([ready.status, ((await ready.json()) as { data: object }).data]).toEqual([
    503,
    { ready: false, reason: 'upgrade', done: 250, total: 1000 },
  ]);
  const page = await at('/');
  expect(await page.text()).toContain('已整理 250 条记录，共约 1000 条（25%）');
  const call = await at('/api/system/frmCrud/list/earnestMoney', { method: 'POST', body: '{}' });
  expect([call.status, ((await call.json()) as { code: string }).code]).toEqual([503, 'UNAVAILABLE']);
  await answers.close();
  await expect(at('/health')).rejects.toThrow();
});
