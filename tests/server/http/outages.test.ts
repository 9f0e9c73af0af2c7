import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { outageCode } from '../../../src/server/http/outages.ts';

const folder = mkdtempSync(join(tmpdir(), 'no-socket-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const errorOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('it went well');
    },
    (error: Error) => error,
  );

it('a database whose socket is not there yet, as while it is started again, is away for a moment', async () => {
  const pool = new pg.Pool({ host: folder });
  const error = await errorOf(pool.query('select 1'));
  expect([(error as { code?: string }).code, outageCode(error)]).toEqual(['ENOENT', 'UNAVAILABLE']);
  await pool.end();
});

it('a database that lets nobody in for a while is away', () => {
  const closed = Object.assign(new Error('database "app" is not currently accepting connections'), { code: '55000' });
  expect(outageCode(closed)).toBe('UNAVAILABLE');
  expect(outageCode(Object.assign(new Error('cannot drop active portal ""'), { code: '55000' }))).toBeNull();
});

it('a file that is missing is no outage', async () => {
  expect(outageCode(await errorOf(readFile(join(folder, 'none'))))).toBeNull();
});
