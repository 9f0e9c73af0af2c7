import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { secondsAgo, storeMany } from '../../../support/storeMany.ts';
import { recordTable } from '../../../../src/server/records/columns/recordSource.ts';
import { giveCopies, takeCopies } from '../copies.ts';

const FORM = 'remembered';
const field = (key: string, label: string) => ({ tag: 'el-input', __vModel__: key, label, isList: '1', isSearch: '1' });
const publish = (fields: readonly object[]) =>
  publishForm(server.context, { formKey: FORM, formName: FORM, note: '', author, definition: { fields } });

let server: TestServer;
let staff: Client;
let own = '';
let others = '';

beforeAll(async () => {
  server = await startTestServer();
  await publish([field('name', '名称')]);
  own = (await recordsOf(await server.api('staff'), FORM).save({ fieldsMap: { name: '自己的' } })).data.id ?? '';
  others = (await recordsOf(await server.api('admin'), FORM).save({ fieldsMap: { name: '别人的' } })).data.id ?? '';
});
afterAll(() => server.dispose());

const list = (client: Client) => recordsOf(client, FORM).list({}, { pageNum: 1, pageSize: 10 });
const names = async (client: Client): Promise<unknown[]> =>
  (await list(client)).data.data.map(({ fieldsMap }) => fieldsMap['name']).sort();
const statements = async (): Promise<number> =>
  Number(/db_query_duration_seconds_count\{outcome="done"\} (\d+)/.exec(await server.context.metrics.text())?.[1] ?? 0);

/** What changes is written past the server, as another server's work would be. */
describe('a person and a form that a server remembers', () => {
  beforeEach(async () => {
    staff = await server.api('staff');
    // twice: the second time everything is remembered
    for (let time = 0; time < 2; time += 1) {
      await list(staff);
      await recordsOf(staff, FORM).get(own);
    }
  });

  it('need one statement for a record and one for a page of a list', async () => {
    const before = await statements();
    expect((await recordsOf(staff, FORM).get(own)).code).toBe('1');
    expect((await statements()) - before).toBe(1);
    expect(await names(staff)).toEqual(['自己的']);
    expect((await statements()) - before).toBe(2);
  });

  it('are nobody any more once the session has ended, on the very next call', async () => {
    await sql`delete from auth_session where user_id = 'u-staff'`.execute(server.context.db);
    expect((await list(staff)).code).toBe('A0230');
    expect((await recordsOf(staff, FORM).get(own)).code).toBe('A0230');
    expect((await recordsOf(staff, FORM).get('nothing')).code).toBe('A0230');
  });

  it('are nobody any more once the token is too old or the account is disabled', async () => {
    await sql`update sys_user set is_disabled = true where id = 'u-staff'`.execute(server.context.db);
    expect([(await list(staff)).code, (await recordsOf(staff, FORM).get(own)).code]).toEqual(['A0230', 'A0230']);
    await sql`update sys_user set is_disabled = false where id = 'u-staff'`.execute(server.context.db);
    expect((await list(staff)).code).toBe('1');
    await sql`update auth_token set expires_at = now() - interval '1 second' where session_id in (select id from auth_session where user_id = 'u-staff')`.execute(
      server.context.db,
    );
    expect([(await recordsOf(staff, FORM).get(own)).code, (await list(staff)).code]).toEqual(['A0230', 'A0230']);
  });

  it('read by the roles they have now, given or taken', async () => {
    await sql`insert into sys_user_role (user_id, role_code) values ('u-staff', 'admin')`.execute(server.context.db);
    expect(await names(staff)).toEqual(['别人的', '自己的']);
    expect((await recordsOf(staff, FORM).get(others)).code).toBe('1');
    await sql`delete from sys_user_role where user_id = 'u-staff' and role_code = 'admin'`.execute(server.context.db);
    expect((await recordsOf(staff, FORM).get(others)).code).toBe('404');
    expect(await names(staff)).toEqual(['自己的']);
  });

  it('read as far as their role reaches now', async () => {
    await sql`insert into sys_role_scope (role_code, form_key, scope) select role_code, ${FORM}, 'all' from sys_user_role where user_id = 'u-staff'`.execute(
      server.context.db,
    );
    expect((await recordsOf(staff, FORM).get(others)).code).toBe('1');
    expect(await names(staff)).toEqual(['别人的', '自己的']);
    await sql`delete from sys_role_scope where form_key = ${FORM}`.execute(server.context.db);
    expect(await names(staff)).toEqual(['自己的']);
    expect((await recordsOf(staff, FORM).get(others)).code).toBe('404');
  });

  it('read what the department has that they lead now, and those below it now', async () => {
    const { db } = server.context;
    await sql`insert into sys_org (id, parent_id, name, type) values ('r-upper', null, '上', 'dept'), ('r-lower', null, '下', 'dept')`.execute(
      db,
    );
    await sql`update ${recordTable(FORM)} set dept_id = 'r-lower' where id = ${others}`.execute(db);
    await sql`insert into frm_place (form_key, place_id, kind) values (${FORM}, 'r-lower', 'dept')`.execute(db);
    await sql`update sys_org set leader_id = 'u-staff' where id = 'r-upper'`.execute(db);
    expect(await names(staff)).toEqual(['自己的']);
    await sql`update sys_org set parent_id = 'r-upper' where id = 'r-lower'`.execute(db);
    expect((await recordsOf(staff, FORM).get(others)).code).toBe('1');
    expect(await names(staff)).toEqual(['别人的', '自己的']);
    await sql`update sys_org set leader_id = null where id = 'r-upper'`.execute(db);
    expect(await names(staff)).toEqual(['自己的']);
    expect((await recordsOf(staff, FORM).get(others)).code).toBe('404');
  });

  it('read what was copied to them, from that moment on', async () => {
    await giveCopies(server.context.db, FORM, [others], 'u-staff');
    expect(await names(staff)).toEqual(['别人的', '自己的']);
    await takeCopies(server.context.db, FORM, [others], 'u-staff');
    expect(await names(staff)).toEqual(['自己的']);
  });

  it('are asked by the form that is in force now: a condition on a field of the newest version', async () => {
    const ask = () =>
      recordsOf(staff, FORM).list(
        { conditions: [{ field: 'note', op: 'eq', value: 'x' }] },
        { pageNum: 1, pageSize: 10 },
      );
    expect((await ask()).code).toBe('REQUEST_INVALID');
    await publish([field('name', '名称'), field('note', '备注')]);
    expect((await ask()).code).toBe('1');
  });
});

/** What every server proves of how far people read. */
describe('the revision of what decides how far people read', () => {
  const revision = async (db: TestServer['context']['db'] = server.context.db): Promise<string> =>
    (await sql<{ revision: string }>`select revision::text from sys_reach`.execute(db)).rows[0]?.revision ?? '';
  const changes = async (work: () => Promise<unknown>): Promise<boolean> => {
    const before = await revision();
    await work();
    return (await revision()) !== before;
  };

  it('is another one after every change of a role’s reach, a place and the departments, and not for what decides nothing', async () => {
    const { db } = server.context;
    const run = (text: string) => () => sql.raw(text).execute(db);
    const told: boolean[] = [];
    for (const text of [
      `insert into sys_role (code, name) values ('r-new', '新')`,
      `insert into sys_role_scope (role_code, form_key, scope) values ('r-new', '', 'dept')`,
      `update sys_role_scope set scope = 'self' where role_code = 'r-new'`,
      `delete from sys_role where code = 'r-new'`,
      `insert into sys_org (id, name, type) values ('r-org', '新', 'unit')`,
      `insert into sys_user_unit (user_id, unit_id) values ('u-staff', 'r-org')`,
      `update sys_user_unit set dept_id = 'r-lower' where unit_id = 'r-org'`,
      `delete from sys_user_unit where unit_id = 'r-org'`,
      `update sys_org set name = '另一个' where id = 'r-org'`,
      `update sys_org set leader_id = 'u-hr' where id = 'r-org'`,
      `delete from sys_org where id = 'r-org'`,
      `truncate sys_role_scope`,
    ])
      told.push(await changes(run(text)));
    expect(told).toEqual([false, true, true, true, true, true, true, true, false, true, true, true]);
  });

  it('is not another one where the change was taken back, and is noted once for many rows', async () => {
    const { db } = server.context;
    expect(
      await changes(() =>
        db
          .transaction()
          .execute(async (trx) => {
            await sql`insert into sys_org (id, name, type) values ('r-never', '无', 'unit')`.execute(trx);
            throw new Error('back');
          })
          .catch(() => undefined),
      ),
    ).toBe(false);
    const writes = async (trx: typeof db): Promise<number> =>
      Number(
        (
          await sql<{
            count: string;
          }>`select n_tup_ins + n_tup_upd as count from pg_stat_xact_user_tables where relname = 'sys_reach'`.execute(
            trx,
          )
        ).rows[0]?.count ?? 0,
      );
    await db.transaction().execute(async (trx) => {
      const [before, first] = [await writes(trx), await revision(trx)];
      await sql`insert into sys_org (id, name, type) select 'r-' || n, '很多', 'unit' from generate_series(1, 300) as n`.execute(
        trx,
      );
      // at the end alone, so that nobody waits in a circle for what another holds meanwhile
      expect([(await writes(trx)) - before, await revision(trx)]).toEqual([0, first]);
      await sql`set constraints all immediate`.execute(trx);
      expect((await writes(trx)) - before).toBe(1);
    });
  });
});

describe('pages of a list', () => {
  it('are the same near its beginning and far from it, in the same order, whatever their size', async () => {
    const admin = await server.api('admin');
    await storeMany(server.context, FORM, 620, (n) => ({
      id: `p${String(n).padStart(4, '0')}`,
      create_by: 'u-hr',
      update_by: 'u-hr',
      create_time: secondsAgo(60 * n),
    }));
    const page = async (pageNum: number, pageSize: number): Promise<(string | undefined)[]> =>
      (await recordsOf(admin, FORM).list({}, { pageNum, pageSize })).data.data.map(({ id }) => id);
    const whole: (string | undefined)[] = [...(await page(1, 400)), ...(await page(2, 400))];
    expect(new Set(whole).size).toBe(622);
    for (const [pageNum, pageSize] of [
      [1, 10],
      [7, 10],
      [50, 10],
      [51, 10],
      [62, 10],
      [63, 10],
      [10, 50],
      [11, 50],
      [3, 7],
    ] as const) {
      expect(await page(pageNum, pageSize), `${pageNum} of ${pageSize}`).toEqual(
        whole.slice((pageNum - 1) * pageSize, pageNum * pageSize),
      );
    }
    expect(await page(64, 10)).toEqual([]);
  });
});
