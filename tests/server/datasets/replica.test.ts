import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresPrograms, startCluster, type Cluster } from '../../chaos/cluster.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const bin = postgresPrograms();
const PASSWORD = 'Replica@2026';
const LAG_SECONDS = 2;

interface Figure {
  id: string;
  value: string;
  note: string;
}

describe.skipIf(bin === null)('statistics on a streaming copy (skipped without Debian’s PostgreSQL programs)', () => {
  /** No documents: the form and the datasets of these tests are published by themselves. */
  const schemasDir = mkdtempSync(join(tmpdir(), 'no-schemas-'));
  let cluster: Cluster;
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    cluster = await startCluster(bin ?? '', { isSynchronous: false });
    server = await startTestServer({
      databaseUrl: cluster.adminUrl,
      databaseReadUrl: cluster.readUrl,
      databaseReadLagSeconds: LAG_SECONDS,
      isDemo: false,
      adminPassword: PASSWORD,
      schemasDir,
    });
    admin = await server.api('admin', PASSWORD);
    await publishForm([]);
    await publishDataset('count', [{ key: 'count', fn: 'count' }]);
    await add();
  });
  afterAll(async () => {
    await server?.dispose();
    cluster?.close();
    rmSync(schemasDir, { recursive: true, force: true });
  });

  async function publishForm(more: object[]): Promise<void> {
    const definition = {
      formKey: 'replicaForm',
      formName: '副本',
      access: { createRoles: ['admin'] },
      fields: [{ tag: 'el-input-number', __vModel__: 'amount', label: '金额' }, ...more],
    };
    await admin.post('/api/system/frmDef/saveDraft', { formKey: 'replicaForm', definition });
    expect((await admin.post('/api/system/frmDef/publish', { formKey: 'replicaForm', note: '' })).msg).toBe('发布成功');
  }
  async function publishDataset(key: string, measures: object[]): Promise<void> {
    const datasetKey = `replica/${key}`;
    const definition = { datasetKey, name: key, from: 'replicaForm', measures };
    await admin.post('/api/system/datasetDef/saveDraft', { datasetKey, name: key, definition });
    expect((await admin.post('/api/system/datasetDef/publish', { datasetKey, note: '' })).msg).toBe('发布成功');
  }
  const add = async (): Promise<void> => {
    const saved = await admin.post('/api/system/frmCrud/saveOrUpdate/replicaForm', {
      fieldsMap: { amount: 1 },
      childTables: {},
    });
    expect(saved.code, saved.msg).toBe('1');
  };
  const figure = async (key = 'count'): Promise<unknown> => {
    const { data } = await admin.post<{ rows?: { values: unknown[] }[] }[]>('/api/system/dataset/run', {
      questions: [{ datasetKey: `replica/${key}` }],
    });
    return Number(data[0]?.rows?.[0]?.values[0]);
  };
  const standing = async (): Promise<Figure | undefined> =>
    (await admin.post<Figure[]>('/api/system/sys/monitor/figures', {})).data.find(({ id }) => id === 'replica');
  async function onCopy(statement: string): Promise<void> {
    const client = new pg.Client(cluster.readUrl);
    await client.connect();
    await client.query(statement);
    await client.end();
  }
  const isRead = (): Promise<void> =>
    expect.poll(async () => (await standing())?.value, { timeout: 30_000 }).toMatch(/^落后不超过/);

  it('are read there while it is fresh, and from the database once it is further behind than allowed', async () => {
    await isRead();
    await expect.poll(() => figure(), { timeout: 30_000 }).toBe(1);
    await onCopy('select pg_wal_replay_pause()');
    try {
      await add();
      // what was written a moment ago is not there yet: it is the copy that answers
      expect(await figure()).toBe(1);
      await expect.poll(() => figure(), { timeout: 30_000 }).toBe(2);
      expect((await standing())?.note).toContain(`落后超过 ${LAG_SECONDS} 秒`);
    } finally {
      await onCopy('select pg_wal_replay_resume()');
    }
    await isRead();
    expect(await figure()).toBe(2);
  });

  it('that no database can compute do not take the copy out of use', async () => {
    await isRead();
    await publishDataset('far', [{ key: 'far', fn: 'max', of: 'addDays(createTime, 99999999999.0)' }]);
    const { data } = await admin.post<{ error?: { code: string } }[]>('/api/system/dataset/run', {
      questions: [{ datasetKey: 'replica/far' }],
    });
    expect(data[0]?.error?.code).toBe('REQUEST_INVALID');
    expect((await standing())?.value).toMatch(/^落后不超过/);
  });

  it('over a field that was published a moment ago are read from the database', async () => {
    await isRead();
    await onCopy('select pg_wal_replay_pause()');
    try {
      await publishForm([{ tag: 'el-input-number', __vModel__: 'fee', label: '费用' }]);
      await publishDataset('fee', [
        { key: 'count', fn: 'count' },
        { key: 'fee', fn: 'max', of: 'fee' },
      ]);
      expect(await figure('fee')).toBe(2);
    } finally {
      await onCopy('select pg_wal_replay_resume()');
    }
  });

  it('are answered all the time while it goes away and comes back, and the monitor says why it is not read', async () => {
    await isRead();
    cluster.stopStandby();
    await add();
    expect(await figure()).toBe(3);
    expect((await standing())?.note).toMatch(/^(无法连接|查询失败)：.+统计改读主库$/);
    cluster.startStandby();
    await isRead();
    // it may be behind for as long as it is allowed to
    await expect.poll(() => figure(), { timeout: 30_000 }).toBe(3);
  });

  it('are not read from a database that is no copy', async () => {
    const other = await startTestServer({
      databaseUrl: cluster.adminUrl,
      databaseReadUrl: cluster.adminUrl,
      isDemo: false,
      dataDir: server.dataDir,
      schemasDir,
    });
    try {
      const again = await other.api('admin', PASSWORD);
      const said = async (): Promise<string | undefined> =>
        (await again.post<Figure[]>('/api/system/sys/monitor/figures', {})).data.find(({ id }) => id === 'replica')
          ?.note;
      await expect.poll(said, { timeout: 30_000 }).toContain('不是只读副本');
    } finally {
      await other.close();
    }
  });
});
