import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordTable } from '../../../src/server/records/index.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let staff: Client;

beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
  for (const name of ['slow', 'quick']) {
    const formKey = `${name}Form`;
    const definition = {
      formKey,
      formName: name,
      access: { createRoles: ['staff'] },
      fields: [{ tag: 'el-input-number', __vModel__: 'amount', label: '金额' }],
    };
    await admin.post('/api/system/frmDef/saveDraft', { formKey, definition });
    expect((await admin.post('/api/system/frmDef/publish', { formKey, note: '' })).msg).toBe('发布成功');
    for (let part = 0; part < 11; part += 1) {
      const datasetKey = `${name}/${part}`;
      const asked = {
        datasetKey,
        name: datasetKey,
        from: formKey,
        measures: [{ key: 'sum', fn: 'sum', of: 'amount' }],
      };
      await admin.post('/api/system/datasetDef/saveDraft', { datasetKey, name: datasetKey, definition: asked });
      const answer = await admin.post('/api/system/datasetDef/publish', { datasetKey, note: '' });
      expect(answer.msg).toBe('发布成功');
      if (name === 'quick') break;
    }
  }
});
afterAll(() => server.dispose());

const underWay = async (): Promise<number> =>
  Number(
    (
      await sql<{ n: string }>`select count(*) as n from pg_stat_activity
        where state = 'active' and query like '/*dataset %' and datname = current_database()`.execute(server.context.db)
    ).rows[0]?.n ?? 0,
  );

/** Every question about this form waits while `work` runs: as slow as the database can be. */
async function whileSlow(work: () => Promise<void>): Promise<void> {
  await server.context.db.transaction().execute(async (trx) => {
    await sql`lock table ${recordTable('slowForm')} in access exclusive mode`.execute(trx);
    await work();
  });
}

const ask = (token: string, datasetKey: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${server.url}/api/system/dataset/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ questions: [{ datasetKey }] }),
    ...(signal ? { signal } : {}),
  });

// the embedded database has one session: there what is too dear is refused before it runs
describe.skipIf(!process.env['DATABASE_URL'])('slow questions', () => {
  it('eleven of one person hold two places, and the quick one of another is answered at once', async () => {
    await whileSlow(async () => {
      const left = new AbortController();
      const slow = Array.from({ length: 11 }, (_none, part) =>
        ask(admin.token, `slow/${part}`, left.signal).catch(() => null),
      );
      await expect.poll(underWay, { timeout: 20_000 }).toBe(2);
      const before = Date.now();
      const quick = (await (await ask(staff.token, 'quick/0')).json()) as {
        data: { rows: unknown[]; error?: unknown }[];
      };
      expect(quick.data[0]?.error).toBeUndefined();
      expect(quick.data[0]?.rows).toHaveLength(1);
      // a busy machine is slow; waiting for the others would take until they are left
      expect(Date.now() - before).toBeLessThan(15_000);
      expect(await underWay()).toBe(2);
      // the page is left: the database shows that they ended, and none of the waiting ones begins
      left.abort();
      await Promise.all(slow);
      await expect.poll(underWay, { timeout: 20_000 }).toBe(0);
    });
    // what was slow is answered again when it is asked again
    const again = (await (await ask(admin.token, 'slow/0')).json()) as { data: { rows: unknown[] }[] };
    expect(again.data[0]?.rows).toHaveLength(1);
  });
});
