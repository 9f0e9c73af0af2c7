import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishForm } from '../../src/server/documents/publishForm.ts';
import { author, recordsOf } from './sealDemo.ts';
import { startTestServer, type Client, type TestServer } from './support.ts';

const FORM = 'remembered';
const field = (key: string, label: string) => ({ tag: 'el-input', __vModel__: key, label, isList: '1', isSearch: '1' });
const publish = (fields: readonly object[]) => publishForm(server.context, { formKey: FORM, formName: FORM, note: '', author, definition: { fields } });

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
const names = async (client: Client): Promise<unknown[]> => (await list(client)).data.data.map(({ fieldsMap }) => fieldsMap['name']).sort();
const statements = async (): Promise<number> => Number(/db_query_duration_seconds_count\{outcome="done"\} (\d+)/.exec(await server.context.metrics.text())?.[1] ?? 0);

/** What changes is written past the server, as another server's work would be. */
describe('a person and a form that a server remembers', () => {
  beforeEach(async () => {
    staff = await server.api('staff');
    // twice: the second time everything is remembered
    for (let time = 0; time < 2; time += 1) { await list(staff); await recordsOf(staff, FORM).get(own); }
  });

  it('need one statement for a record and one for a page of a list', async () => {
    const before = await statements();
    expect((await recordsOf(staff, FORM).get(own)).code).toBe('1');
    expect(await statements() - before).toBe(1);
    expect(await names(staff)).toEqual(['自己的']);
    expect(await statements() - before).toBe(2);
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
    await sql`update auth_token set expires_at = now() - interval '1 second' where session_id in (select id from auth_session where user_id = 'u-staff')`.execute(server.context.db);
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
    await sql`insert into sys_role_scope (role_code, form_key, scope) select role_code, ${FORM}, 'all' from sys_user_role where user_id = 'u-staff'`.execute(server.context.db);
    expect((await recordsOf(staff, FORM).get(others)).code).toBe('1');
    expect(await names(staff)).toEqual(['别人的', '自己的']);
    await sql`delete from sys_role_scope where form_key = ${FORM}`.execute(server.context.db);
    expect(await names(staff)).toEqual(['自己的']);
    expect((await recordsOf(staff, FORM).get(others)).code).toBe('404');
  });

  it('are asked by the form that is in force now: a condition on a field of the newest version', async () => {
    const ask = () => recordsOf(staff, FORM).list({ conditions: [{ field: 'note', op: 'eq', value: 'x' }] }, { pageNum: 1, pageSize: 10 });
    expect((await ask()).code).toBe('REQUEST_INVALID');
    await publish([field('name', '名称'), field('note', '备注')]);
    expect((await ask()).code).toBe('1');
  });
});

describe('pages of a list', () => {
  it('are the same near its beginning and far from it, in the same order, whatever their size', async () => {
    const admin = await server.api('admin');
    await sql`insert into frm_record (id, form_key, version, revision, flw_state, title, create_by, create_by_name, update_by, update_by_name, create_time, fields, child_tables)
      select 'p' || lpad(n::text, 4, '0'), ${FORM}, 1, 1, '0', '', 'u-hr', '某人', 'u-hr', '某人', now() - n * interval '1 minute', '{}'::jsonb, '{}'::jsonb from generate_series(1, 620) as n`.execute(server.context.db);
    const page = async (pageNum: number, pageSize: number): Promise<(string | undefined)[]> => (await recordsOf(admin, FORM).list({}, { pageNum, pageSize })).data.data.map(({ id }) => id);
    const whole: (string | undefined)[] = [...await page(1, 400), ...await page(2, 400)];
    expect(new Set(whole).size).toBe(622);
    for (const [pageNum, pageSize] of [[1, 10], [7, 10], [50, 10], [51, 10], [62, 10], [63, 10], [10, 50], [11, 50], [3, 7]] as const) {
      expect(await page(pageNum, pageSize), `${pageNum} of ${pageSize}`).toEqual(whole.slice((pageNum - 1) * pageSize, pageNum * pageSize));
    }
    expect(await page(64, 10)).toEqual([]);
  });
});
