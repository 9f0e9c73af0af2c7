import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { sheetOf } from '../../chaos/sheet.ts';
import { author } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let staff: Client;
let hr: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  // two versions: one can be brought back
  for (const label of ['题目', '标题'])
    await publishForm(server.context, {
      formKey: 'told',
      formName: '台账',
      note: '',
      author,
      definition: { fields: [{ tag: 'el-input', __vModel__: 'title', label, isTitle: '1', required: true }] },
    });
  [staff, hr, admin] = [await server.api('staff'), await server.api('hr'), await server.api('admin')];
  // as a server that dies between its work and keeping what it would have answered
  await sql
    .raw(`create function no_answer() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$`)
    .execute(server.context.db);
  await sql
    .raw(
      'create trigger no_answer before update on http_idempotency for each row when (new.answer is not null) execute function no_answer()',
    )
    .execute(server.context.db);
});
afterAll(() => server.dispose());

const file = async (): Promise<FormData> => {
  const form = new FormData();
  form.append('file', new Blob([await sheetOf('标题', ['一', '二'])]), '台账.xlsx');
  return form;
};
const count = async (table: string): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(server.context.db)).rows[0]!
    .count;

it.each([
  [
    'an import',
    'frm_import',
    async () => staff.post('/api/system/frmCrud/importRows/told', await file(), { 'idempotency-key': 'told-import' }),
  ],
  [
    'a notice',
    'sys_notice',
    () =>
      hr.post(
        '/api/system/sysNotice/saveOrUpdate',
        { title: '停水', content: '周末' },
        { 'idempotency-key': 'told-notice' },
      ),
  ],
  [
    'a phrase',
    'flw_phrase',
    () =>
      staff.post(
        '/api/task/flow/phrase/save',
        { act: 'approve', text: '同意，请尽快办理' },
        { 'idempotency-key': 'told-phrase' },
      ),
  ],
  [
    'an entry of the menu',
    'sys_menu',
    () =>
      admin.post(
        '/api/system/sys/menu/save',
        {
          parentId: 'office',
          roles: null,
          item: { name: '近期已办', path: 'recentDone', component: 'platform/taskCenter/launch' },
        },
        { 'idempotency-key': 'told-menu' },
      ),
  ],
  [
    'a version brought back',
    'doc_version',
    () =>
      admin.post('/api/system/frmDef/rollback', { formKey: 'told', version: 1 }, { 'idempotency-key': 'told-version' }),
  ],
] as const)(
  '%s is not there when its answer could not be kept: who repeats the request does not make it twice',
  async (_what, table, send) => {
    const before = await count(table);
    expect((await send()).code).toBe('SERVER');
    expect(await count(table)).toBe(before);
  },
);
