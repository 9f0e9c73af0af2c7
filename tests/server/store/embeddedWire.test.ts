import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerContext } from '../../../src/server/context.ts';
import { runStatement } from '../../../src/server/datasets/runStatement.ts';
import { connect } from '../../../src/server/store/connect.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../../src/server/store/embedded/startEmbedded.ts';
import { testSettings } from '../support.ts';

/**
 * The engine is entered once with all messages of a statement (`child.ts`): each way a statement can end must leave the
 * next one whole.
 */
// with PostgreSQL these run in the stage of the embedded database alone
describe.skipIf(process.env['DATABASE_URL'])(
  'the embedded database, a statement after one that failed',
  { timeout: 120_000 },
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wire-'));
    let embedded: EmbeddedDatabase;
    let pool: pg.Pool;
    beforeAll(async () => {
      embedded = await startEmbedded({ dataDir, onRestart: () => undefined, onFatal: () => undefined });
      pool = new pg.Pool({ host: embedded.socketFolder, port: 5432, user: 'postgres', database: 'postgres', max: 1 });
      await pool.query('create table line (id int primary key, text text not null)');
    });
    afterAll(async () => {
      await pool.end();
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const codeOf = (work: Promise<unknown>): Promise<unknown> =>
      work.then(
        () => 'it went well',
        ({ code }: { code?: string }) => code,
      );

    it.each<[string, () => Promise<unknown>, string]>([
      ['in its text', () => pool.query('selec $1::int', [1]), '42601'],
      ['in a value that does not fit', () => pool.query('select $1::int', ['one']), '22P02'],
      ['while it runs', () => pool.query('select 1 / $1::int', [0]), '22012'],
      [
        'on a key that is taken',
        async () => {
          await pool.query('insert into line values ($1, $2) on conflict do nothing', [1, '甲']);
          await pool.query('insert into line values ($1, $2)', [1, '乙']);
        },
        '23505',
      ],
      [
        'by its name, once planned',
        async () => {
          for (const by of [1, 0]) await pool.query({ name: 'divide', text: 'select 1 / $1::int', values: [by] });
        },
        '22012',
      ],
    ])('%s answers what it asks', async (_where, fail, code) => {
      expect(await codeOf(fail())).toBe(code);
      expect((await pool.query('select $1::int + 1 as next', [1])).rows).toEqual([{ next: 2 }]);
    });

    it('is ended with the process and does not count as a crash, and those who wait are answered', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'ended-'));
      const fatal: string[] = [];
      const reasons: string[] = [];
      const settings = testSettings({ dataDir: folder, databaseUrl: null, statementSeconds: 1 });
      const store = await connect(settings, {
        onRestart: (reason) => reasons.push(reason),
        onFatal: (reason) => fatal.push(reason),
        onConnectionLost: () => undefined,
      });
      const context = { db: store.db, settings, endStatement: store.endStatement } as unknown as ServerContext;
      const run = (userId: string, rows: number): Promise<{ n: number }[]> =>
        // the planner expects 1000 rows of the series, because its end is not a constant
        runStatement(
          context,
          { user: null, raw: { destroyed: false } },
          userId,
          sql<{ n: number }>`select count(*)::int as n from generate_series(1, (select ${sql.lit(rows)}::bigint)) n`,
        );
      await sql`create table line (id int)`.execute(store.db);
      await sql`insert into line values (7)`.execute(store.db);
      const misjudged = run('甲', 4_000_000_000).catch((error: unknown) => error);
      await pause(500);
      const waiting = sql<{ id: number }>`select id from line`.execute(store.db);
      expect(await misjudged).toMatchObject({ code: 'TOO_LONG' });
      expect((await waiting).rows).toEqual([{ id: 7 }]);
      // together more often than crashes are allowed in a minute
      for (let round = 0; round < 3; round += 1) await store.endStatement?.('ended');
      expect([reasons.length, fatal]).toEqual([4, []]);
      // the same statement is refused at once, a cheap one of the same person is answered
      await expect(run('戊', 4_000_000_000)).rejects.toMatchObject({ code: 'TOO_LONG' });
      expect(await run('甲', 10)).toEqual([{ n: 10 }]);
      expect(reasons).toHaveLength(4);
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('in a transaction is refused until it is rolled back, and nothing of it stays', async () => {
      const client = await pool.connect();
      await client.query('begin');
      await client.query('insert into line values ($1, $2)', [50, '丙']);
      expect(await codeOf(client.query('select 1 / $1::int', [0]))).toBe('22012');
      expect(await codeOf(client.query('select $1::int', [1]))).toBe('25P02');
      await client.query('rollback');
      client.release();
      expect((await pool.query('select id from line where id = $1', [50])).rows).toEqual([]);
    });

    it('takes and gives a value of many megabytes, and many statements sent at once in their order', async () => {
      const long = '长'.repeat(3_000_000);
      expect((await pool.query('select $1::text as text', [long])).rows).toEqual([{ text: long }]);
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_none, at) => pool.query('select $1::int as at', [at])),
      );
      expect(answers.map(({ rows }) => (rows[0] as { at: number }).at)).toEqual(
        Array.from({ length: 200 }, (_none, at) => at),
      );
    });
  },
);
