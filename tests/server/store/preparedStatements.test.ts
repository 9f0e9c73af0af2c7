import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { deallocateOnConnect } from '../../../src/server/store/preparedStatements.ts';
import { startEmbedded } from '../../../src/server/store/embedded/startEmbedded.ts';
import { isLong } from '../../support/tier.ts';
import { fillFromTemplate } from '../support.ts';

it('keeps the first few hundred texts prepared, by one name each, and plans whatever comes after them each time', async () => {
  // as in a process that has not kept any yet
  vi.resetModules();
  const { createPreparingPool, PREPARED_PREFIX } = await import('../../../src/server/store/preparedStatements.ts');
  const names: (string | undefined)[] = [];
  const client = {
    query: (given: { name?: string } | string) => {
      names.push(typeof given === 'string' ? 'none' : given.name);
    },
    release: () => undefined,
  };
  const { query } = await createPreparingPool({ connect: async () => client } as unknown as pg.Pool).connect();
  for (const text of ['select 1', `${PREPARED_PREFIX} select 1`, `${PREPARED_PREFIX} select 1`]) void query(text, []);
  expect(names[0]).toBe('none');
  expect(names[1]).toMatch(/^k[0-9a-f]{30}$/);
  expect(names[2]).toBe(names[1]);
  for (let form = 0; form < 1_000; form += 1) void query(`${PREPARED_PREFIX} select ${form} as form`, []);
  expect(new Set(names.filter((name) => name !== undefined && name !== 'none')).size).toBe(300);
  expect(names.at(-1)).toBeUndefined();
  void query(`${PREPARED_PREFIX} select 1`, []);
  expect(names.at(-1)).toBe(names[1]);
});

it('keeps what is asked again and again inside of transactions, but not what answers all columns', async () => {
  vi.resetModules();
  const { createPreparingPool } = await import('../../../src/server/store/preparedStatements.ts');
  const names: (string | undefined)[] = [];
  const client = {
    query: (given: { name?: string } | string) => {
      names.push(typeof given === 'string' ? undefined : given.name);
    },
    release: () => undefined,
  };
  const { query } = await createPreparingPool({ connect: async () => client } as unknown as pg.Pool).connect();
  const ask = (text: string, end: string): number => {
    names.length = 0;
    void query('begin; select set_config()', []);
    for (let time = 0; time < 30; time += 1) void query(text, [1]);
    void query(end, []);
    for (let time = 0; time < 30; time += 1) void query(text, [1]);
    return names.filter((name) => name !== undefined).length;
  };
  expect(ask('select id from "frm_r_a" where id = $1', 'commit')).toBe(10);
  expect(ask('update "frm_r_a" set a = $1', 'rollback')).toBe(10);
  expect(ask('with sent as (select * from jsonb_to_recordset($1)) insert into a select id from sent', 'commit')).toBe(
    10,
  );
  expect(
    ask('with p as (select p.* from a p where id = $1) update a set b = b * 2 from p returning a.id', 'commit'),
  ).toBe(10);
  expect(ask('select count(*) from a where id = $1', 'commit')).toBe(10);
  expect(ask('with p as (select 1 where $1 = 1) select * from p', 'commit')).toBe(0);
  expect(ask('select * from "doc_document" where id = $1', 'commit')).toBe(0);
  expect(ask('select "d".* from "doc_document" as "d" where id = $1', 'commit')).toBe(0);
  expect(ask('update "doc_document" set a = $1 returning *', 'commit')).toBe(0);
});

it('keeps what is asked again and again where one session serves all, and plans what is asked now and then', async () => {
  vi.resetModules();
  const { createPreparingPool, PREPARED_PREFIX } = await import('../../../src/server/store/preparedStatements.ts');
  const names: (string | undefined)[] = [];
  const client = {
    query: (given: { name?: string } | string) => {
      names.push(typeof given === 'string' ? undefined : given.name);
    },
    release: () => undefined,
  };
  const ask = async (isSingleSession: boolean): Promise<(string | undefined)[]> => {
    names.length = 0;
    const { query } = await createPreparingPool({ connect: async () => client } as unknown as pg.Pool, {
      isSingleSession,
    }).connect();
    for (let time = 0; time < 30; time += 1) void query('select 1 where 1 = $1', [1]);
    for (let other = 0; other < 5; other += 1) void query(`select ${other + 10} where 1 = $1`, [1]);
    for (let time = 0; time < 30; time += 1) void query('begin', []);
    return names.filter((name) => name !== undefined);
  };
  const often = await ask(true);
  expect([often.length, new Set(often).size]).toEqual([10, 1]);
  expect(await ask(false)).toEqual([]);
  // however many those become, what is marked has its place
  const { query } = await createPreparingPool({ connect: async () => client } as unknown as pg.Pool, {
    isSingleSession: true,
  }).connect();
  for (let length = 0; length < 400; length += 1)
    for (let time = 0; time < 21; time += 1) void query(`select ${length} where 2 = $1`, [1]);
  names.length = 0;
  void query(`${PREPARED_PREFIX} select 2`, [1]);
  expect(names[0]).toMatch(/^k[0-9a-f]{30}$/);
});

// the embedded database starts in every run, but once: on PostgreSQL this would repeat it
it.skipIf(process.env['DATABASE_URL'] && !isLong)(
  'finds the session of the embedded database without the names of a connection that broke',
  { timeout: 60_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'names-'));
    await fillFromTemplate(dataDir);
    const embedded = await startEmbedded({ dataDir, onRestart: () => undefined, onFatal: () => undefined });
    const pool = new pg.Pool({
      host: embedded.socketFolder,
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      max: 1,
    });
    pool.on('error', () => undefined);
    deallocateOnConnect(pool);
    const ask = async (): Promise<unknown> =>
      (await pool.query({ name: 'k1', text: 'select $1::int + 1 as next', values: [1] })).rows[0];
    expect(await ask()).toEqual({ next: 2 });
    const client = await pool.connect();
    client.on('error', () => undefined);
    // in the middle of a statement: the session is left within a transaction, and with a name
    await client.query('begin');
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    client.release(true);
    expect(await ask()).toEqual({ next: 2 });
    expect((await pool.query('select count(*)::int as names from pg_prepared_statements')).rows).toEqual([
      { names: 1 },
    ]);
    await pool.end();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  },
);
