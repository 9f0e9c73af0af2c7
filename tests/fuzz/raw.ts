import { connect } from 'node:net';
import type { Chance } from './chance.ts';

/** Bytes as a broken program or an attacker sends them, where no library helps with HTTP. `isLeft`: nothing is answered, for more is to come that never comes. */
export interface RawRequest {
  name: string;
  bytes: Buffer;
  isLeft: boolean;
}

const TARGET = '/api/system/sys/user/likeName';
const KINDS: readonly (readonly [
  name: string,
  make: (chance: Chance, token: string) => string | Buffer,
  isLeft?: boolean,
])[] = [
  ['two lengths', () => 'Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}abc'],
  ['a length below nothing', () => 'Content-Length: -5\r\n\r\n{}'],
  ['a length without end', () => 'Content-Length: 99999999999999\r\n\r\n{}'],
  ['a length that is a word', () => 'Content-Length: two\r\n\r\n{}'],
  [
    'a length and pieces',
    () => 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n',
  ],
  [
    'a piece of a wrong size',
    (chance) =>
      `Transfer-Encoding: chunked\r\n\r\n${chance.pick(['zz', '-1', 'ffffffffffffffffff', '', '2;', '0x2'])}\r\n{}\r\n0\r\n\r\n`,
  ],
  ['a body that stops', (chance) => `Content-Length: ${chance.pick([3, 50, 5_000_000])}\r\n\r\n{}`, true],
  ['pieces that stop', () => 'Transfer-Encoding: chunked\r\n\r\n2\r\n{', true],
  [
    'another transfer',
    (chance) =>
      `Transfer-Encoding: ${chance.pick(['x', 'gzip, chunked', 'chunked, chunked', 'identity'])}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ],
  [
    'a trailer',
    () => 'Transfer-Encoding: chunked\r\nTrailer: Authorization\r\n\r\n2\r\n{}\r\n0\r\nAuthorization: Bearer x\r\n\r\n',
  ],
  [
    'a packed body',
    (chance) =>
      `Content-Encoding: ${chance.pick(['gzip', 'br', 'zstd', 'gzip, gzip', ''])}\r\nContent-Length: 2\r\n\r\n{}`,
  ],
  ['an expectation', (chance) => `Expect: ${chance.pick(['100-continue', 'nonsense'])}\r\nContent-Length: 2\r\n\r\n{}`],
  [
    'an upgrade',
    (chance) =>
      `Connection: Upgrade\r\nUpgrade: ${chance.pick(['websocket', 'h2c', 'x'])}\r\nContent-Length: 2\r\n\r\n{}`,
  ],
  ['a header with a line in it', () => 'X: a\nY: b\r\nContent-Length: 2\r\n\r\n{}'],
  ['a header with nothing of a character', () => 'X: a\0b\r\nContent-Length: 2\r\n\r\n{}'],
  ['a header over two lines', () => 'X: a\r\n b\r\nContent-Length: 2\r\n\r\n{}'],
  ['a blank before the colon', () => 'X : a\r\nContent-Length: 2\r\n\r\n{}'],
  [
    'a thousand headers',
    () => `${Array.from({ length: 1000 }, (_none, at) => `X${at}: 1\r\n`).join('')}Content-Length: 2\r\n\r\n{}`,
  ],
  ['two tokens', (_chance, token) => `Authorization: Bearer ${token}x\r\nContent-Length: 2\r\n\r\n{}`],
  [
    'many at once',
    (_chance, token) =>
      `Content-Length: 2\r\n\r\n{}${`POST ${TARGET} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`.repeat(20)}`,
  ],
];
const METHODS = [
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'QUERY',
  'LINK',
  'MKCOL',
  'LOCK',
  'foo',
  'get',
  'M'.repeat(300),
  '\u0001',
];
const PATHS = [
  'http://evil/health',
  '*',
  '//api/system/sys/org/getUnits',
  '/../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/..\\..\\x',
  '/a%00b',
  '/中文',
  `/api/${'a'.repeat(15_000)}`,
  `/api/file/sys/file/download/${'a'.repeat(5000)}`,
  `/api/system/sys/user/getUserPhoto?${'a=1&'.repeat(2000)}`,
  '/%',
  '/%zz',
  '/?%',
  '',
  'x',
  '/api/system/sys/org/getById;id=1?id=dept-jy',
];

export function rawRequest(chance: Chance, token: string): RawRequest {
  const head = `Host: x\r\nAuthorization: Bearer ${token}\r\n`;
  if (chance.is(0.15)) {
    const method = chance.pick(METHODS);
    return {
      name: `method ${method.slice(0, 10)}`,
      bytes: Buffer.from(`${method} ${TARGET} HTTP/1.1\r\n${head}\r\n`, 'latin1'),
      isLeft: false,
    };
  }
  if (chance.is(0.25)) {
    const path = chance.pick(PATHS);
    return {
      name: `path ${path.slice(0, 20)}`,
      bytes: Buffer.from(`GET ${path} HTTP/1.1\r\n${head}\r\n`),
      isLeft: false,
    };
  }
  if (chance.is(0.1))
    return {
      name: 'noise',
      bytes: Buffer.from(Array.from({ length: 1 + chance.int(400) }, () => chance.int(256))),
      isLeft: true,
    };
  if (chance.is(0.1))
    return {
      name: 'version',
      bytes: Buffer.from(
        `GET /health HTTP/${chance.pick(['0.9', '1.0', '1.2', '2.0', '3.7', 'x'])}\r\n${chance.pick(['', head])}\r\n`,
      ),
      isLeft: false,
    };
  const [name, make, isLeft = false] = chance.pick(KINDS);
  return {
    name,
    bytes: Buffer.concat([
      Buffer.from(`POST ${TARGET} HTTP/1.1\r\n${head}Content-Type: application/json\r\n`),
      Buffer.from(make(chance, token)),
    ]),
    isLeft,
  };
}

const LEFT_MS = 150;
const PATIENCE_MS = 20_000;

/** What came back before the connection ended, or before this end left. */
export function hearRaw(base: URL, { bytes, isLeft }: RawRequest): Promise<string> {
  return new Promise((done) => {
    let heard = '';
    const socket = connect(Number(base.port), base.hostname, () => socket.write(bytes));
    const timer = setTimeout(() => socket.destroy(), isLeft ? LEFT_MS : PATIENCE_MS);
    // an answer is complete when its envelope is, or when there is none
    const isWhole = (): boolean =>
      heard.endsWith('\r\n\r\n')
        ? !heard.startsWith('HTTP/1.1 100')
        : heard.includes('\r\n\r\n') && heard.endsWith('}');
    socket.on('data', (part: Buffer) => {
      heard += part.toString();
      if (isWhole()) socket.destroy();
    });
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(timer);
        done(heard);
      });
  });
}

/** What is wrong with what came back: a failure, no answer where one is due, or the inside told. */
export function rawFault({ name, isLeft }: RawRequest, heard: string): string | null {
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 0);
  if (status >= 500) return `${name}: status ${status}`;
  if (heard === '' && !isLeft) return `${name}: no answer`;
  return /node_modules|\bat [\w.]+ \(|\.ts:\d+/.test(heard) ? `${name}: tells of the inside` : null;
}
