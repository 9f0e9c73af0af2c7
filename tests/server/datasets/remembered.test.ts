import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeMany } from '../../support/storeMany.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../support.ts';

const FORM = 'remembered';
const KEYS = ['test/one', 'test/two'];

interface Figures {
  version: number;
  maySee: boolean;
  rows: { values: (string | null)[] }[];
  error?: { code: string };
}

let server: TestServer;
let admin: Client;
let staff: Client;
afterAll(() => server.dispose());

async function publish(datasetKey: string, definition: object): Promise<void> {
  const document = { datasetKey, name: datasetKey, definition: { datasetKey, name: datasetKey, ...definition } };
  await admin.post('/api/system/datasetDef/saveDraft', document);
  expect((await admin.post('/api/system/datasetDef/publish', { datasetKey, note: '' })).msg).toBe('发布成功');
}

const ask = (who: Client): Promise<Answer<Figures[]>> =>
  who.post('/api/system/dataset/run', { questions: KEYS.map((datasetKey) => ({ datasetKey })) });

/** The figure of each dataset, or the code of its refusal. */
const figures = async (who: Client): Promise<(string | null | undefined)[]> =>
  (await ask(who)).data.map(({ rows, error }) => error?.code ?? rows[0]?.values[0]);

describe('what a server remembers of who asks and of documents', () => {
  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.api('admin');
    const definition = {
      formKey: FORM,
      formName: '台账',
      access: { createRoles: ['staff'] },
      fields: [{ tag: 'el-input-number', __vModel__: 'amount', label: '金额' }],
    };
    await admin.post('/api/system/frmDef/saveDraft', { formKey: FORM, definition });
    expect((await admin.post('/api/system/frmDef/publish', { formKey: FORM, note: '' })).msg).toBe('发布成功');
    await storeMany(server.context, FORM, 10, (n) => ({
      id: `remembered${n}`,
      create_by: n > 4 ? 'u-other' : 'u-staff',
      fieldsMap: { amount: n },
    }));
    await publish('test/one', { from: FORM, measures: [{ key: 'count', fn: 'count' }] });
    await publish('test/two', { from: FORM, measures: [{ key: 'sum', fn: 'sum', of: 'amount' }] });
  });

  beforeEach(async () => {
    staff = await server.api('staff');
    // twice: the second time everything is remembered
    for (const expected of [
      ['4', '10'],
      ['4', '10'],
    ])
      expect(await figures(staff)).toEqual(expected);
  });

  it('is left at once when a dataset is published anew or taken out of use', async () => {
    await publish('test/one', { from: FORM, measures: [{ key: 'filled', fn: 'count', of: 'amount' }] });
    expect((await ask(staff)).data.map(({ version }) => version)).toEqual([2, 1]);
    expect(await figures(staff)).toEqual(['4', '10']);
    await admin.post('/api/system/datasetDef/disable', { datasetKey: 'test/one' });
    expect(await figures(staff)).toEqual(['DOC_DISABLED', '10']);
    await admin.post('/api/system/datasetDef/enable', { datasetKey: 'test/one' });
    expect(await figures(staff)).toEqual(['4', '10']);
  });

  it('is left at once when the right to see the records is taken away', async () => {
    const { db } = server.context;
    const { rows } = await sql<{ rights: object; role_code: string }>`select role_code, rights from sys_role_form
      where form_key = ${FORM}`.execute(db);
    await sql`delete from sys_role_form where form_key = ${FORM}`.execute(db);
    expect(await figures(staff)).toEqual(['0', '0']);
    expect((await ask(staff)).data.map(({ maySee }) => maySee)).toEqual([false, false]);
    for (const { role_code: role, rights } of rows)
      await sql`insert into sys_role_form (role_code, form_key, rights) values (${role}, ${FORM}, ${JSON.stringify(rights)})`.execute(
        db,
      );
    expect(await figures(staff)).toEqual(['4', '10']);
  });

  it('is left at once when a wider scope is given', async () => {
    const { db } = server.context;
    await sql`insert into sys_role_scope (role_code, form_key, scope) values ('staff', ${FORM}, 'all')`.execute(db);
    expect(await figures(staff)).toEqual(['10', '55']);
    await sql`delete from sys_role_scope where form_key = ${FORM}`.execute(db);
    expect(await figures(staff)).toEqual(['4', '10']);
  });

  it('answers nobody whose session has ended', async () => {
    await sql`delete from auth_token where hash in (select t.hash from auth_token t join auth_session s on s.id = t.session_id
      where s.user_id = 'u-staff')`.execute(server.context.db);
    expect((await ask(staff)).code).toBe('A0230');
    expect((await ask(staff)).code).toBe('A0230');
  });

  it('refuses a person who has to change their password first', async () => {
    await sql`update sys_user set must_change_password = true where id = 'u-staff'`.execute(server.context.db);
    expect((await ask(staff)).code).toBe('PASSWORD_FIRST');
    await sql`update sys_user set must_change_password = false where id = 'u-staff'`.execute(server.context.db);
  });
});
