import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestServer, type TestServer } from '../support.ts';
import { usualOrLong } from '../../support/tier.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

describe('numbers', () => {
  interface Schema {
    type?: string | string[];
    enum?: unknown[];
    properties?: Record<string, Schema>;
    required?: string[];
    minimum?: number;
  }

  interface Operation {
    parameters?: { in: string; name: string; schema?: Schema }[];
    requestBody?: { content: Record<string, { schema: Schema }> };
  }

  const typeOf = ({ type }: Schema): string | undefined => [type].flat()[0];

  const isNumber = (schema: Schema): boolean => ['integer', 'number'].includes(typeOf(schema) ?? '');

  /** Where a schema asks for a number, by the keys that lead there. */
  const numbersIn = (schema: Schema, way: string[] = []): string[][] =>
    isNumber(schema)
      ? [way]
      : Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => numbersIn(inner, [...way, key]));

  function least(schema: Schema = {}): unknown {
    if (schema.enum) return schema.enum[0];
    const type = typeOf(schema);
    if (type === 'object')
      return Object.fromEntries((schema.required ?? []).map((key) => [key, least(schema.properties?.[key])]));
    return type === 'array' ? [] : isNumber(schema) ? (schema.minimum ?? 1) : type === 'boolean' ? false : 'xNone12345';
  }

  function withNumber(schema: Schema, way: readonly string[], value: unknown): unknown {
    const whole = least(schema) as Record<string, unknown>;
    let here = whole;
    for (const key of way.slice(0, -1)) here = (here[key] ??= {}) as Record<string, unknown>;
    here[way.at(-1) as string] = value;
    return whole;
  }

  it('a number without end, or larger than any column, is an answer of every call that takes one, and never a failure', async () => {
    const { paths } = server.app.swagger() as { paths: Record<string, Record<string, Operation>> };
    const failed: string[] = [];
    let asked = 0;
    const note = (call: string, value: unknown, { status, msg }: { status: number; msg: string }): void => {
      asked += 1;
      if (status >= 500) failed.push(`${call} ${String(value)}: ${status} ${msg}`);
    };
    for (const [path, operations] of Object.entries(paths))
      for (const [method, { parameters = [], requestBody }] of Object.entries(operations)) {
        const body = Object.values(requestBody?.content ?? {})[0]?.schema;
        const plain = path.replace(/\{[^}]+\}/g, 'sealDemo');
        for (const value of ['1e999', '-1e999', 3_000_000_000, 1e300]) {
          if (body)
            for (const way of numbersIn(body))
              note(`${path} ${way.join('.')}`, value, await admin.post(plain, withNumber(body, way, value)));
          for (const { name } of parameters.filter(
            ({ in: place, schema }) => place === 'query' && isNumber(schema ?? {}),
          )) {
            const query = parameters
              .filter(({ in: place }) => place === 'query')
              .map((one) => `${one.name}=${encodeURIComponent(String(one.name === name ? value : least(one.schema)))}`)
              .join('&');
            note(
              `${path} ${name}`,
              value,
              method === 'get'
                ? await admin.get(`${plain}?${query}`)
                : await admin.post(`${plain}?${query}`, body ? least(body) : undefined),
            );
          }
        }
      }
    expect(failed).toEqual([]);
    expect(asked).toBeGreaterThan(200);
  });

  it('a bound holds for a text that becomes a number without end', async () => {
    for (const days of ['1e999', '-1e999', 'Infinity', 3651])
      expect(
        (await admin.post('/api/system/hr/userArchives/getPartRemind', { data: { days } })).code,
        String(days),
      ).toBe('REQUEST_INVALID');
    expect((await admin.post('/api/system/hr/userArchives/getPartRemind', { data: { days: 30 } })).code).toBe('1');
    // the texts of an address do become numbers
    const history = async (pageSize: string): Promise<string> =>
      (await admin.get(`/api/system/frmCrud/history/businessSealApply?id=businessSealApply-0006&pageSize=${pageSize}`))
        .code;
    for (const size of ['1e999', '-1e999', 'Infinity', 'NaN', '101'])
      expect(await history(size), size).toBe('REQUEST_INVALID');
    expect(await history('30')).toBe('1');
  });

  it('news are not held open for who asks for their head alone', async () => {
    const answer = await fetch(`${server.url}/api/system/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${admin.token}` },
      signal: AbortSignal.timeout(20_000),
    });
    expect([404, 405]).toContain(answer.status);
  });
});

describe('paths', () => {
  beforeAll(async () => {
    writeFileSync(join(server.dataDir, 'secret.txt'), SECRET);
  });

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
});
