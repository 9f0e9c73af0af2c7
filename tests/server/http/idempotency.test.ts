import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { utils, write } from '@e965/xlsx';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { sheetOf } from '../../chaos/sheet.ts';
import { author } from '../support/sealDemo.ts';
import { CAPTCHA, type Client, PASSWORD, startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let staff: Client;
let admin: Client;
let hr: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, admin] = await Promise.all([server.api('staff'), server.api('admin')]);
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

interface Tokens {
  access_token: string;
  refresh_token: string;
}

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
}

interface Call {
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

const keyed = (key: string): Record<string, string> => ({ 'idempotency-key': `secret-${key}` });

const kept = async (): Promise<unknown[]> => server.context.db.selectFrom('http_idempotency').selectAll().execute();

const tomorrow = (): string => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);

const signIn = (): URLSearchParams =>
  new URLSearchParams({
    grant_type: 'captcha',
    username: 'staff',
    password: PASSWORD,
    uuid: 'n',
    validateCode: CAPTCHA,
  });

/** Every POST whose request or answer holds a password, a token or a link that opens by itself. */
const SECRET: Readonly<Record<string, (client: Client) => Promise<string[]>>> = {
  async '/api/auth/oauth/token'(client) {
    const tokens: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      const { data } = await client.post<Tokens>('/api/auth/oauth/token', signIn(), keyed('token'));
      tokens.push(data.access_token, data.refresh_token);
    }
    return tokens;
  },
  async '/api/file/att/outsideUrl'(client) {
    const form = new FormData();
    form.append(
      'file',
      new Blob([
        Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      ]),
      'a.png',
    );
    const {
      data: { id },
    } = await client.post<{ id: string }>('/api/file/sys/file/upload', form);
    const links = await Promise.all(
      [1, 2].map(
        async () => (await client.post<{ url: string }>('/api/file/att/outsideUrl', { id }, keyed('link'))).data.url,
      ),
    );
    return links;
  },
  async '/api/system/sys/user/add'() {
    const add = (username: string) =>
      admin.post<{ password: string }>('/api/system/sys/user/add', { username, name: '新人' }, keyed(username));
    return [(await add('newcomer1')).data.password, (await add('newcomer2')).data.password];
  },
  async '/api/system/sys/user/resetPassword'() {
    const reset = (key: string) =>
      admin.post<{ password: string }>('/api/system/sys/user/resetPassword', { id: 'u-yuanbin' }, keyed(key));
    return [(await reset('reset1')).data.password, (await reset('reset2')).data.password];
  },
  async '/api/system/sys/channel/save'() {
    const save = async (name: string, secret: string): Promise<string> => {
      const url = 'https://oapi.dingtalk.com/robot/send?access_token=t';
      const body = { name, kind: 'dingtalk', url, secret, topics: [] };
      expect((await admin.post('/api/system/sys/channel/save', body, keyed(name))).code).toBe('1');
      return secret;
    };
    return [await save('robot-one', 'SEC-of-one-91'), await save('robot-two', 'SEC-of-two-92')];
  },
  async '/api/system/sys/apiKey/add'() {
    const add = async (name: string): Promise<string> => {
      const { data } = await admin.get<{ formKey: string }[]>('/api/system/sys/apiKey/forms');
      const body = { name, userId: 'u-staff', forms: [data[0]?.formKey], ways: ['list'], expiresAt: tomorrow() };
      return (await admin.post<{ secretKey: string }>('/api/system/sys/apiKey/add', body, keyed(name))).data.secretKey;
    };
    return [await add('machine-one'), await add('machine-two')];
  },
  async '/api/system/sys/apiKey/renew'() {
    const { id } = await server.context.db.selectFrom('auth_key').select('id').limit(1).executeTakeFirstOrThrow();
    const renew = async (key: string): Promise<string> =>
      (await admin.post<{ secretKey: string }>('/api/system/sys/apiKey/renew', { id }, keyed(key))).data.secretKey;
    return [await renew('renew-one'), await renew('renew-two')];
  },
  async '/api/auth/factor/begin'(client) {
    const begin = async (key: string): Promise<string> =>
      (await client.post<{ secretKey: string }>('/api/auth/factor/begin', { password: PASSWORD }, keyed(key))).data
        .secretKey;
    return [await begin('factor-one'), await begin('factor-two')];
  },
  async '/api/system/sys/user/import'() {
    const bring = async (username: string): Promise<string> => {
      const book = utils.book_new();
      utils.book_append_sheet(
        book,
        utils.aoa_to_sheet([
          ['用户名', '姓名'],
          [username, '导入的人'],
        ]),
        '用户',
      );
      const form = new FormData();
      form.append('file', new Blob([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer]), 'people.xlsx');
      const { data } = await admin.post<{ passwords: { password: string }[] }>(
        '/api/system/sys/user/import',
        form,
        keyed(username),
      );
      return data.passwords[0]?.password ?? '';
    };
    return [await bring('imported1'), await bring('imported2')];
  },
  // the last: it ends the session
  async '/api/system/sys/user/updatePwd'(client) {
    expect(
      (
        await client.post(
          '/api/system/sys/user/updatePwd',
          { oldPassword: PASSWORD, password: 'Newer-7391@', confirmPassword: 'Newer-7391@' },
          keyed('password'),
        )
      ).code,
    ).toBe('1');
    return ['Newer-7391@'];
  },
};

const namesIn = (schema: Schema | undefined): string[] =>
  schema === undefined
    ? []
    : [
        ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [name, ...namesIn(inner)]),
        ...namesIn(schema.items),
        ...[schema.anyOf, schema.allOf, schema.oneOf].flatMap((list) => (list ?? []).flatMap(namesIn)),
      ];

describe('what is kept for a repeated request', () => {
  it('is nothing of a call that carries a password, a token or a link of its own', async () => {
    for (const [path, call] of Object.entries(SECRET)) {
      const secrets = await call(staff);
      expect(new Set(secrets).size, path).toBe(secrets.length);
      expect(await kept(), path).toEqual([]);
    }
  });

  it('leaves out every POST whose request or answer has such a name', async () => {
    const paths = (
      (await (await fetch(`${server.url}/api/openapi.json`)).json()) as { paths: Record<string, { post?: Call }> }
    ).paths;
    const found = Object.entries(paths)
      .filter(
        ([, { post }]) =>
          post &&
          [
            ...Object.values(post.requestBody?.content ?? {}),
            ...Object.values(post.responses ?? {}).flatMap(({ content }) => Object.values(content ?? {})),
          ]
            .flatMap(({ schema }) => namesIn(schema))
            .some((name) => /password|passwd|pwd|token|secret/i.test(name)),
      )
      .map(([path]) => path);
    expect(found.length).toBeGreaterThan(1);
    // a link has no name that says so
    expect([...found, '/api/file/att/outsideUrl'].sort()).toEqual(Object.keys(SECRET).sort());
  });
});
