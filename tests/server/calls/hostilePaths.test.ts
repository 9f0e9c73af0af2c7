import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usualOrLong } from '../../support/tier.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maxLength?: number;
}
interface Operation {
  parameters?: { in: string; name: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const SECRET = 'what-lies-beside-the-uploads';
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  writeFileSync(join(server.dataDir, 'secret.txt'), SECRET);
});
afterAll(() => server.dispose());

/** Every text of a schema is the path; what must be something else is the least of its kind. */
function filled(schema: Schema = {}, path: string): unknown {
  if (schema.enum) return schema.enum[0];
  const type = [schema.type].flat()[0] ?? (schema.properties ? 'object' : 'string');
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, filled(inner, path)]),
    );
  if (type === 'array') return [filled(schema.items, path)];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  return type === 'boolean' ? false : path.slice(0, schema.maxLength);
}

it('a path in the place of any name, id or key opens nothing and breaks nothing', async () => {
  const { paths } = server.app.swagger() as { paths: Record<string, Record<string, Operation>> };
  const hostile = [
    `${'../'.repeat(8)}etc/passwd`,
    join(server.dataDir, 'secret.txt'),
    '..\\..\\secret.txt',
    '%2e%2e%2fsecret.txt',
  ];
  const told: string[] = [];
  let asked = 0;
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { parameters = [], requestBody }] of Object.entries(operations)) {
      const content = requestBody?.content ?? {};
      if (
        path === '/api/system/events' ||
        'multipart/form-data' in content ||
        /oauth\/logout|session\/endOthers/.test(path)
      )
        continue;
      for (const value of usualOrLong(hostile.slice(0, 2), hostile)) {
        const query = parameters
          .filter(({ in: place }) => place === 'query')
          .map(({ name, schema }) => `${name}=${encodeURIComponent(String(filled(schema, value)))}`)
          .join('&');
        const address = `${path.replace(/\{([^}]+)\}/g, () => encodeURIComponent(value).slice(0, 190))}${query ? `?${query}` : ''}`;
        const answer =
          method === 'get'
            ? await admin.get(address)
            : await admin.post(address, filled(Object.values(content)[0]?.schema, value));
        asked += 1;
        const text = `${answer.msg}${JSON.stringify(answer.data)}`;
        if (answer.status >= 500 || /root:x:|PATH=|HOME=/.test(text) || text.includes(SECRET))
          told.push(`${method} ${address.slice(0, 200)}: ${answer.status} ${text.slice(0, 200)}`);
      }
    }
  expect(told).toEqual([]);
  expect(asked).toBeGreaterThan(usualOrLong(350, 700));
});

it('a path that is no route is no file either, however it is written', async () => {
  const { port, hostname } = new URL(server.url);
  const { connect } = await import('node:net');
  // written by hand: a client of the usual kind would take the dots out
  const raw = (path: string): Promise<string> =>
    new Promise((done, fail) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      });
      let text = '';
      socket
        .setEncoding('utf8')
        .on('data', (part: string) => {
          text += part;
        })
        .on('close', () => done(text))
        .on('error', fail);
    });
  for (const path of [
    '/../secret.txt',
    '/assets/../../../../secret.txt',
    '/..%2f..%2fsecret.txt',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..\\..\\secret.txt',
    '//etc/passwd',
    '/api/../../etc/passwd',
    '/api/file/outside/x/../../../../etc/passwd',
    '/.git/config',
    '/package.json',
  ]) {
    const answer = await raw(path);
    expect(answer, path).toMatch(/^HTTP\/1\.1 (?:[24]\d\d) /);
    expect(answer, path).not.toMatch(/root:x:|"dependencies"|\[core\]/);
    expect(answer, path).not.toContain(SECRET);
  }
});
