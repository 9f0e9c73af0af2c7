import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Answer, type Client, type TestServer } from '../support.ts';
import { ADMINISTRATORS, PERMITTED, PUBLIC } from './whoMayCall.ts';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  pattern?: string;
  minimum?: number;
  minItems?: number;
  minLength?: number;
}
interface Operation {
  parameters?: { in: string; name: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}

let server: TestServer;
let calls: { name: string; method: string; path: string; operation: Operation }[];
const clients = new Map<string, Client>();
beforeAll(async () => {
  server = await startTestServer();
  const { paths } = server.app.swagger() as { paths: Record<string, Record<string, Operation>> };
  calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  for (const who of ['staff', 'leader', 'manager', 'sealer', 'hr']) clients.set(who, await server.api(who));
});
afterAll(() => server.dispose());

/** The least that a schema takes: a call must not be refused for its shape where it is to be refused for its caller. */
function least(schema: Schema = {}): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf && !schema.properties) return least(schema.anyOf[0]);
  const type = Array.isArray(schema.type) ? schema.type[0] : (schema.type ?? (schema.properties ? 'object' : 'string'));
  if (type === 'object')
    return Object.fromEntries((schema.required ?? []).map((key) => [key, least(schema.properties?.[key])]));
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => least(schema.items));
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  return type === 'boolean' ? false : 'xNone'.padEnd(schema.minLength ?? 0, 'x');
}

async function ask(client: Client, { method, path, operation }: (typeof calls)[number]): Promise<Answer> {
  const parameters = operation.parameters ?? [];
  const filled = path.replace(/\{([^}]+)\}/g, (_all, name: string) =>
    String(least(parameters.find((one) => one.name === name)?.schema ?? {})),
  );
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(least(schema)))}`)
    .join('&');
  const address = query ? `${filled}?${query}` : filled;
  const content = operation.requestBody?.content ?? {};
  if (method === 'GET') return client.get(address);
  return client.post(
    address,
    'multipart/form-data' in content ? new FormData() : least(Object.values(content)[0]?.schema ?? { type: 'object' }),
  );
}

const isAdministrators = (name: string): boolean => ADMINISTRATORS.some((pattern) => pattern.test(name));

describe('every call', () => {
  it('that is not expressly public asks for a sign-in', async () => {
    const open: string[] = [];
    for (const call of calls) {
      // a stream never ends of itself
      if (call.name === 'GET /api/system/events') continue;
      const { status } = await ask(server.anonymous, call);
      if ((status === 401) === call.name in PUBLIC) open.push(`${call.name}: ${status}`);
    }
    // of the screens only those before sign-in are public: any other one asks
    expect(open.filter((line) => !line.startsWith('GET /api/system/screenDef/getLastVersionScreenDef'))).toEqual([]);
    expect((await fetch(`${server.url}/api/system/events`)).status).toBe(401);
    expect(Object.keys(PUBLIC).filter((name) => !calls.some((call) => call.name === name))).toEqual([]);
  });

  it('asks who calls before it looks at what is asked: without a token and with one that nobody has, all answer alike', async () => {
    const strangers = [
      ['no token', {}, '401'],
      ['a made-up token', { authorization: `Bearer ${'x'.repeat(43)}` }, 'A0230'],
    ] as const;
    const heard: string[] = [];
    for (const { name, method, path } of calls) {
      if (name in PUBLIC) continue;
      for (const [what, headers, code] of strangers) {
        const answer = await fetch(`${server.url}${path.replace(/\{[^}]+\}/g, 'xNone')}`, {
          method,
          headers: { ...headers, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
          ...(method === 'GET' ? {} : { body: '{"no": ' }),
        });
        const said = ((await answer.json()) as Answer).code;
        if (said !== code) heard.push(`${what}, ${name}: ${said}`);
      }
    }
    expect(heard).toEqual([]);
  });

  it('of administrators refuses every other role with 403, whatever it is sent', async () => {
    const found = calls.filter(({ name }) => isAdministrators(name));
    expect(found.length).toBeGreaterThan(40);
    for (const pattern of ADMINISTRATORS)
      expect(
        found.some(({ name }) => pattern.test(name)),
        String(pattern),
      ).toBe(true);
    const passed: string[] = [];
    for (const call of found)
      for (const [who, client] of clients) {
        const { code } = await ask(client, call);
        if (code !== '403') passed.push(`${who} ${call.name}: ${code}`);
      }
    expect(passed).toEqual([]);
  });

  it('that needs a permission refuses clerks with 403', async () => {
    const passed: string[] = [];
    for (const name of PERMITTED) {
      const call = calls.find((one) => one.name === name);
      const { code } = call ? await ask(clients.get('staff') as Client, call) : { code: 'no such call' };
      if (code !== '403') passed.push(`${name}: ${code}`);
    }
    expect(passed).toEqual([]);
  });

  it('that edits what is everybody’s is among the administrators’ or the permitted: a new one is put there or explained', () => {
    const editing = calls
      .filter(
        ({ name, path }) =>
          /\/(save|saveOrUpdate|update|updateSn|remove|removeById|publish|rollback|move|restore|reset|release|withdraw|suspend|resume|assign|reassign)$/.test(
            path,
          ) &&
          !isAdministrators(name) &&
          !PERMITTED.includes(name),
      )
      .map(({ name }) => name);
    // each of these is held by rows of one's own (drafts, views, phrases, mails, delegations, subscriptions, what they
    // deleted), by the rules of records, or by the rights of a folder (tests/server/folders/folders.test.ts)
    expect(editing.toSorted()).toEqual([
      'GET /api/system/hr/userArchives/removeById',
      'POST /api/file/folder/remove',
      'POST /api/file/folder/restore',
      'POST /api/file/folder/save',
      'POST /api/system/frmDraft/remove',
      'POST /api/system/frmDraft/save',
      'POST /api/system/hr/userArchives/saveOrUpdate',
      'POST /api/system/hr/userArchives/updateSn',
      'POST /api/system/listView/remove',
      'POST /api/system/listView/save',
      'POST /api/system/recycleBin/restore',
      'POST /api/system/subscription/remove',
      'POST /api/system/subscription/save',
      'POST /api/task/flow/delegation/withdraw',
      'POST /api/task/flow/phrase/remove',
      'POST /api/task/flow/phrase/save',
    ]);
  });
});
