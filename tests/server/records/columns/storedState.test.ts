import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordTableName } from '../../../../src/server/records/columns/tableNames.ts';
import { storedState, wrongColumns, wrongHands, type StoredState } from '../../../support/keptHands.ts';
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

  it('finds who has a record in hand without a task, and a total that is not that of the records', async () => {
    expect(await wrongHands(server.context, before)).toEqual([]);
    const hand = sql`insert into frm_hand (form_key, record_id, user_id, create_time)
      select 'customerProfile', id, 'u-leader', create_time from ${sql.id(table)} where id = 'customerProfile-0001'`;
    await hand.execute(server.context.db);
    const found = await wrongHands(server.context, before);
    expect(found.filter((fault) => fault.startsWith('hands that tasks'))).toEqual([
      'hands that tasks and copies do not say: customerProfile customerProfile-0001 u-leader too many',
    ]);
    expect(found.some((fault) => fault.startsWith('a tally of other'))).toBe(true);
    await sql`delete from frm_hand where record_id = 'customerProfile-0001' and user_id = 'u-leader'`.execute(
      server.context.db,
    );
    expect(await wrongHands(server.context, before)).toEqual([]);
  });

  it('finds a task that came without saying whose hands its record is in', async () => {
    const task = async (actor: string | null): Promise<void> => {
      await sql`update flw_task set actor_id = ${actor} where id = (select min(id) from flw_task)`.execute(
        server.context.db,
      );
    };
    const { rows } = await sql<{ actor_id: string | null }>`select actor_id from flw_task order by id limit 1`.execute(
      server.context.db,
    );
    await task('u-admin');
    expect((await wrongHands(server.context, before)).join()).toContain('hands that tasks and copies do not say');
    await task(rows[0]?.actor_id ?? null);
    expect(await wrongHands(server.context, before)).toEqual([]);
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
