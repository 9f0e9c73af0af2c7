import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong, isSecondStore, usualOrLong } from '../../support/tier.ts';
import { startEmbedded, FolderHeldError } from '../../../src/server/store/embedded/startEmbedded.ts';
import { connect, type Store } from '../../../src/server/store/connect.ts';
import { migrate } from '../../../src/server/store/migrate.ts';
import { fillFromTemplate, startTestServer, testSettings, type TestServer } from '../support.ts';

const ignore = (): void => undefined;
const open = (dataDir: string): Promise<Store> =>
  connect(testSettings({ dataDir, databaseUrl: null }), {
    onRestart: ignore,
    onFatal: ignore,
    onConnectionLost: ignore,
  });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

describe('either store', () => {
  it('runs all migrations once; a second run finds nothing to do', async () => {
    expect(await migrate(server.context.db)).toEqual([]);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      server.context.db,
    );
    expect(rows[0]?.name).toBe('010_core');
  });

  it('reads counts as numbers and times as dates', async () => {
    const { rows } = await sql<{ n: number; t: Date }>`select count(*) as n, now() as t from sys_user`.execute(
      server.context.db,
    );
    expect(rows[0]?.n).toBeTypeOf('number');
    expect(rows[0]?.t).toBeInstanceOf(Date);
  });

  it('makes many at once wait instead of failing', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        sql<{ x: number }>`select ${index}::int as x`.execute(server.context.db),
      ),
    );
    expect(answers.map(({ rows }) => rows[0]?.x)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  it('rolls a failed transaction back and goes on', async () => {
    const { db } = server.context;
    await expect(
      db.transaction().execute(async (trx) => {
        await trx.insertInto('sys_role').values({ code: 'gone', name: 'x', permissions: '[]' }).execute();
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(await db.selectFrom('sys_role').select('code').where('code', '=', 'gone').execute()).toEqual([]);
  });
});

describe('a second start', () => {
  it.skipIf(isSecondStore)('seeds nothing twice and leaves what administrators changed', async () => {
    const first = server;
    const admin = await first.api('admin');
    const changed = {
      typeCode: 'sealType',
      typeName: '印章种类',
      items: [{ dictLabel: '自定义章', dictValue: 'own' }],
    };
    await admin.post('/api/system/sys/dictType/saveOrUpdate', changed);
    // as if every shipped file were newer; usually three of each kind, and every dictionary, whose items are counted
    await sql`delete from sys_seed s using (select kind, key, row_number() over (partition by kind order by key) as at from sys_seed) n
      where s.kind = n.kind and s.key = n.key and (${isLong} or s.kind = 'dictionary' or (n.at <= 3 and s.kind <> 'demo'))`.execute(
      first.context.db,
    );
    const before = await counts(first.context.db);
    await first.close();
    const again = await startTestServer({ dataDir: first.dataDir, databaseUrl: first.databaseUrl });
    expect(await counts(again.context.db)).toEqual(before);
    const { data } = await (
      await again.api('admin')
    ).get<{ items: unknown[] }>('/api/system/sys/dictType/getById?id=sealType');
    expect(data.items).toHaveLength(1);
    await again.close();
  });
});

const counts = async (db: Store['db']): Promise<unknown> =>
  (
    await sql`select (select count(*) from sys_user) u, (select count(*) from sys_menu) m, (select count(*) from sys_dict_item) d`.execute(
      db,
    )
  ).rows;

// the same whatever DATABASE_URL says: the run on the embedded database has them
describe.skipIf(process.env['DATABASE_URL'])('the embedded store', () => {
  const folders: string[] = [];
  const folder = async (): Promise<string> => {
    const made = mkdtempSync(join(tmpdir(), 'store-test-'));
    folders.push(made);
    await fillFromTemplate(made);
    return made;
  };
  afterAll(() => {
    for (const made of folders) rmSync(made, { recursive: true, force: true });
  });

  it('refuses a folder that another process works on, and names the holder', async () => {
    const dataDir = await folder();
    const first = await startEmbedded({ dataDir, onRestart: ignore, onFatal: ignore });
    const refused = await startEmbedded({ dataDir, onRestart: ignore, onFatal: ignore }).catch(
      (error: unknown) => error,
    );
    await first.stop();
    expect(refused).toBeInstanceOf(FolderHeldError);
    expect((refused as Error).message).toMatch(
      new RegExp(
        `正被另一个服务进程使用（主机 .+，进程 ${process.pid}，启动于 .+）。请先停止该进程，或用 DATA_DIR 指定其他目录。`,
      ),
    );
  });

  it('gives the folder free when it stops', async () => {
    const dataDir = await folder();
    for (let round = 0; round < 2; round += 1)
      await (await startEmbedded({ dataDir, onRestart: ignore, onFatal: ignore })).stop();
  });

  it('keeps its socket to its own user', async () => {
    const dataDir = await folder();
    const database = await startEmbedded({ dataDir, onRestart: ignore, onFatal: ignore });
    expect(statSync(database.socketFolder).mode & 0o077).toBe(0);
    await database.stop();
  });

  it('syncs every commit: fsync is on, and by the one call that reaches the disk here', async () => {
    const store = await open(await folder());
    const { rows } =
      await sql`select current_setting('fsync') f, current_setting('wal_sync_method') m, current_setting('synchronous_commit') c`.execute(
        store.db,
      );
    await store.close();
    expect(rows).toEqual([{ f: 'on', m: 'fsync', c: 'on' }]);
  });

  it('is started again when its process dies, and answers', async () => {
    const dataDir = await folder();
    let restarts = 0;
    const store = await connect(testSettings({ dataDir, databaseUrl: null }), {
      onRestart: () => {
        restarts += 1;
      },
      onFatal: ignore,
      onConnectionLost: ignore,
    });
    const { pid } = JSON.parse(readFileSync(join(dataDir, 'pg', 'holder.json'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    let answer: unknown = null;
    for (const deadline = Date.now() + 50_000; answer === null && Date.now() < deadline;) {
      answer = await sql`select 1 as one`.execute(store.db).then(
        ({ rows }) => rows,
        () => null,
      );
      if (answer === null)
        await new Promise((wake) => {
          setTimeout(wake, 100);
        });
    }
    await store.close();
    expect(answer).toEqual([{ one: 1 }]);
    expect(restarts).toBe(1);
  });

  it('loses no acknowledged write when the server process is killed, again and again, and leaves no process behind', async () => {
    const dataDir = await folder();
    let acknowledged = 0;
    for (const writes of usualOrLong([60, 47], [30, 47, 64, 81])) {
      acknowledged = Math.max(acknowledged, await writeAndKill(dataDir, writes));
      const { pid } = JSON.parse(readFileSync(join(dataDir, 'pg', 'holder.json'), 'utf8')) as { pid: number };
      await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 5000 }).toBe(false);
    }
    const store = await open(dataDir);
    const { rows } = await sql<{
      n: number;
      last: number;
    }>`select count(*) as n, max(failures) as last from auth_attempt`.execute(store.db);
    await store.close();
    expect(acknowledged).toBeGreaterThan(100);
    expect(rows[0]?.last).toBeGreaterThanOrEqual(acknowledged);
    expect(rows[0]?.n).toBe(rows[0]?.last);
  }, 240_000);

  it('leaves no process behind either when the server is killed while it starts: what begins without its server ends', async () => {
    const dataDir = await folder();
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        join(import.meta.dirname, '../../../src/server/store/embedded/child.ts'),
        join(dataDir, 'pg'),
        join(dataDir, 'socket'),
        '1',
      ],
      { stdio: 'ignore' },
    );
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
    const store = await open(dataDir);
    await store.close();
  });
});

/** Runs the writing process, kills it in the middle of its work after `count` acknowledged writes, and answers the last number it was given. */
async function writeAndKill(dataDir: string, count: number): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'killed.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.split('\n').length > count) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return Number(output.slice(0, output.lastIndexOf('\n')).split('\n').pop());
}
