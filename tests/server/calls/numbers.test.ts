import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

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

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

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
    expect((await admin.post('/api/system/hr/userArchives/getPartRemind', { data: { days } })).code, String(days)).toBe(
      'REQUEST_INVALID',
    );
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
