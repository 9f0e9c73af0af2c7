import { gzipSync } from 'node:zlib';
import type { Chance } from './chance.ts';
import { hostile, hostileText } from './hostile.ts';
import { fitting, spoiled, type Pool, type Schema } from './schema.ts';

interface Content {
  schema?: Schema;
}
export interface Operation {
  requestBody?: { content?: Record<string, Content> };
  parameters?: { in: string; name: string; required?: boolean; schema?: Schema }[];
}
export interface Spec {
  paths: Record<string, Record<string, Operation>>;
}
const FORM_TYPE = 'application/x-www-form-urlencoded';
export interface Endpoint {
  method: string;
  path: string;
  operation: Operation;
}
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  call: string;
}

export const endpointsOf = (spec: Spec): Endpoint[] =>
  Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Half characters do not fit into an address; everything else is sent as it is, or broken. */
function encoded(chance: Chance, value: unknown): string {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
    .slice(0, 3000)
    .replace(/\p{Cs}/gu, '\ufffd');
  return chance.is(0.05) ? '%E0%A4%A' : chance.is(0.03) ? '%ff%fe' : encodeURIComponent(text);
}

function addressOf(chance: Chance, { path, operation }: Endpoint, pool: Pool): string {
  const valueOf = (name: string, schema: Schema = {}): unknown =>
    chance.is(0.65) ? fitting(chance, schema, pool, name) : hostile(chance);
  const parameters = operation.parameters ?? [];
  const filled = path.replace(
    /\{([^}]+)\}/g,
    (_all, name: string) => encoded(chance, valueOf(name === '*' ? 'id' : name, { type: 'string' })) || 'x',
  );
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && (required ? !chance.is(0.05) : chance.is(0.6)))
    .flatMap(({ name, schema }) =>
      Array.from(
        { length: chance.is(0.05) ? 2 : 1 },
        () => `${encodeURIComponent(name)}=${encoded(chance, valueOf(name, schema))}`,
      ),
    );
  if (chance.is(0.04)) query.push(`__proto__[x]=${encoded(chance, hostile(chance))}`, 'constructor=1', '=');
  return filled + (query.length > 0 ? `?${query.join('&')}` : '');
}

function multipart(chance: Chance, pool: Pool): { type: string; body: Buffer } {
  const boundary = '----fuzz';
  const name = chance.pick([
    'a.pdf',
    'a.xlsx',
    'a.png',
    'a.txt',
    'a.docx',
    '..%2f..%2fx.pdf',
    '../x.pdf',
    'a.svg',
    'a.html',
    '',
    '\u202efdp.exe',
    `${'长'.repeat(300)}.pdf`,
  ]);
  const content = chance.pick([
    Buffer.from('%PDF-1.4\n%%EOF'),
    Buffer.from('PK\u0003\u0004broken'),
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    Buffer.alloc(0),
    Buffer.alloc(chance.pick([10, 100_000]), 65),
    Buffer.from('<svg onload="x"/>'),
  ]);
  const parts = [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="formKey"\r\n\r\n${String(chance.pick(pool.formKey ?? ['x']))}\r\n--${boundary}\r\nContent-Disposition: form-data; name="formTitle"\r\n\r\n${hostileText(chance).slice(0, 9000)}\r\n`,
    ),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${chance.pick(['file', 'files', '__proto__', ''])}"; filename="${name}"\r\nContent-Type: ${chance.pick(['application/pdf', 'x', 'text/html', 'application/octet-stream'])}\r\n\r\n`,
    ),
    content,
    // parts that no browser sends: without a name, with a name that is a path or is twice there, within each other, and a hundred of them
    Buffer.from(
      chance.pick([
        '',
        '',
        '',
        `\r\n--${boundary}\r\n\r\nx`,
        `\r\n--${boundary}\r\nContent-Disposition: form-data\r\n\r\nx`,
        `\r\n--${boundary}\r\nContent-Disposition: form-data; name="formKey"\r\n\r\nx`,
        `\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename*=UTF-8''%ff%fe%2e%2e%2f\r\n\r\nx`,
        `\r\n--${boundary}\r\nContent-Type: multipart/mixed; boundary=inner\r\n\r\n--inner\r\n\r\nx\r\n--inner--`,
        `\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx`.repeat(100),
        `\r\n--${boundary}\r\nContent-Disposition: form-data; name="${'n'.repeat(9000)}"\r\n\r\nx`,
        `\r\n--${boundary}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n!!!!`,
      ]),
    ),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ];
  const whole = Buffer.concat(parts);
  return {
    type: `multipart/form-data; boundary=${chance.is(0.1) ? 'other' : boundary}`,
    body: chance.is(0.35) ? whole.subarray(0, chance.int(whole.length)) : whole,
  };
}

/** JSON text with faults that no value can have. */
function brokenText(chance: Chance, text: string): Buffer {
  return chance.pick<() => Buffer>([
    () => Buffer.from(text.slice(0, chance.int(text.length + 1))),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(text, 'latin1'),
    () => Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('"}')]),
    () => Buffer.from(text.replace(/^\{/, '{"id":1,"id":{"a":1},"page":null,"page":7,"data":[],')),
    () => Buffer.from(`${text}${text}`),
    () => Buffer.from('{"__proto__":{"isAdmin":true}}'),
    () => Buffer.from('{"a":'.repeat(5000)),
    () => Buffer.alloc(0),
    () => Buffer.from('NaN'),
    () => gzipSync(text),
    () => Buffer.from(text.replace(/:\d+/g, ':1e400')),
    () => Buffer.from(text.replace(/:\d+/g, ':-1')),
    () => Buffer.from(`{"page":{"pageNum":-1,"pageSize":-5},"data":${'['.repeat(40)}${']'.repeat(40)}}`),
    () => Buffer.from(text.replace(/"(\w+)":/g, '"$1":0,"$1":')),
    () =>
      Buffer.from(
        chance.is(0.8)
          ? '[0]'
          : chance.is(0.5)
            ? `[${'0,'.repeat(200_000)}0]`
            : `{"ids":[${'"a",'.repeat(100_000)}"a"]}`,
      ),
    () => Buffer.from(text.replace(/"/g, '\\u0022')),
  ])();
}

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset=nothing',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json, text/html',
  '',
  'x',
];

/** One request to an endpoint as its description has it, more or less spoiled. */
export function requestTo(chance: Chance, endpoint: Endpoint, pool: Pool, token: string | null): FuzzRequest {
  const { method, path, operation } = endpoint;
  const headers: Record<string, string> = {};
  if (token !== null)
    headers.authorization = chance.is(0.02)
      ? chance.pick([`bearer ${token}`, 'Bearer', `Bearer ${'x'.repeat(3000)}`, 'Basic eDp4', `Bearer ${token}x`])
      : `Bearer ${token}`;
  if (chance.is(0.03))
    headers[chance.pick(['x-request-id', 'x-forwarded-for', 'cookie', 'accept-language', 'if-none-match', 'range'])] =
      hostileText(chance)
        .replace(/[^\x20-\x7e]/g, '?')
        .slice(0, 4000);
  if (chance.is(0.002)) headers['x-large'] = 'x'.repeat(chance.pick([7000, 20_000]));
  let body: Buffer | null = null;
  if (method === 'POST') {
    const content = operation.requestBody?.content ?? {};
    if (Object.keys(content).some((type) => type.startsWith('multipart')) || /upload|import/i.test(path)) {
      const made = multipart(chance, pool);
      body = made.body;
      headers['content-type'] = made.type;
    } else {
      const schema = content['application/json']?.schema ?? Object.values(content)[0]?.schema ?? {};
      const value = fitting(chance, schema, pool);
      const text =
        JSON.stringify(chance.is(0.35) ? value : spoiled(chance, value, chance.pick([0.05, 0.25, 0.6]))) ?? 'null';
      const isForm = chance.is(path.endsWith('/token') ? 0.6 : FORM_TYPE in content ? 0.3 : 0.02);
      body = isForm
        ? chance.is(0.3)
          ? Buffer.from(
              chance.pick([
                'data[userName]=x&page[pageNum]=-1',
                'ids[]=a&ids[]=b',
                'ids[0]=a&ids=b',
                '__proto__[isAdmin]=1',
                'a[b][c][d][e][f]=1',
                `${'k=1&'.repeat(2000)}`,
                '=&=&&',
                '%=%zz&a=%ff%fe',
              ]),
            )
          : Buffer.from(
              new URLSearchParams({
                grant_type: chance.pick(['captcha', 'refresh_token', 'x']),
                username: `fuzz${chance.int(9999)}`,
                refresh_token: hostileText(chance),
                x: hostileText(chance),
              }).toString(),
            )
        : chance.is(0.12)
          ? brokenText(chance, text)
          : Buffer.from(text);
      headers['content-type'] = isForm ? FORM_TYPE : chance.is(0.9) ? 'application/json' : chance.pick(TYPES);
      if (headers['content-type'] === '') delete headers['content-type'];
    }
    if (chance.is(0.1))
      headers['idempotency-key'] = chance.pick([
        '',
        'same',
        `k${chance.int(1_000_000)}`,
        'x'.repeat(chance.pick([199, 201, 4000])),
        '\u00e9',
        "' or 1=1",
      ]);
    if (chance.is(0.02)) headers['content-encoding'] = chance.pick(['gzip', 'br', 'nothing']);
  }
  return {
    method: chance.is(0.01) ? chance.pick(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) : method,
    path: addressOf(chance, endpoint, pool),
    headers,
    body,
    call: `${method} ${path}`,
  };
}
