import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordTableName } from '../../../../src/server/records/columns/tableNames.ts';
import { storedState, wrongColumns, type StoredState } from '../../../support/keptHands.ts';
import { startTestServer, type TestServer } from '../../support.ts';

let server: TestServer;
let before: StoredState;
const table = recordTableName('customerProfile');
beforeAll(async () => {
  server = await startTestServer();
  before = await storedState(server.context);
});
afterAll(() => server.dispose());

/** Every server test compares what it changed with the documents when it ends; what it left alone is not read again. */
describe('the comparison at the end of a test', () => {
  it('finds nothing where nothing happened', async () => {
    expect(await storedState(server.context)).toEqual(before);
    expect(await wrongColumns(server.context, before)).toEqual([]);
  });

  it('finds a column that was changed without its document', async () => {
    const { rows } = await sql<{ name: string }>`select name from frm_column where form_key = 'customerProfile'
      and table_key = '' and field_key = 'customerName'`.execute(server.context.db);
    const column = sql.id(rows[0]?.name ?? '');
    const shift = (by: string) =>
      sql`update ${sql.id(table)} set ${column} = ${by === 'away' ? sql`${column} || '?'` : sql`rtrim(${column}, '?')`}
        where id = 'customerProfile-0001'`.execute(server.context.db);
    await shift('away');
    expect(await wrongColumns(server.context, before)).toEqual([
      expect.stringContaining('customerProfile customerProfile-0001: customerName'),
    ]);
    await shift('back');
    expect(await wrongColumns(server.context, before)).toEqual([]);
  });

  it('finds a record that was removed beside its document', async () => {
    const gone = server.context.db.transaction().execute(async (trx) => {
      await sql`delete from ${sql.id(table)} where id = (select id from ${sql.id(table)} order by id desc limit 1)`.execute(
        trx,
      );
      const found = await wrongColumns({ db: trx }, before);
      // taken back
      throw new Error(found.join('; '));
    });
    await expect(gone).rejects.toThrow('a document without a record');
  });
});
