import Fastify, { type FastifyInstance } from 'fastify';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installErrorHandling } from '../../../src/server/http/errorHandling.ts';
import { installBodyTimeouts } from '../../../src/server/http/bodies/bodyTimeouts.ts';
import { createMetrics } from '../../../src/server/observe/metrics.ts';

let app: FastifyInstance;
let port: number;
/** Bodies that were taken whole, by the name of their request. */
const took: string[] = [];
beforeAll(async () => {
  app = Fastify();
  installErrorHandling(app, 1000, createMetrics());
  installBodyTimeouts(app, createMetrics(), { windowMs: 600, minBytesPerWindow: 64, maxTotalMs: 1500 });
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    let size = 0;
    payload
      .on('data', (part: Buffer) => {
        size += part.length;
      })
      .on('end', () => done(null, size));
  });
  app.post('/take', async ({ headers }) => {
    took.push(String(headers['x-name']));
    return { code: '1' };
  });
  app.post('/refused', { onRequest: async (_request, reply) => reply.code(401).send({ code: '0' }) }, async () => ({
    code: '1',
  }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app.close());

/** Sends a head and then, every so often, a piece of the body; answers what came before the connection was closed. */
function sent({
  name = '',
  head,
  piece,
  everyMs,
  pieces,
}: {
  name?: string;
  head: string;
  piece: string;
  everyMs: number;
  pieces: number;
}): Promise<string> {
  return new Promise((done) => {
    let heard = '';
    let left = pieces;
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`POST /take HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Name: ${name}\r\n${head}\r\n\r\n`),
    );
    const timer = setInterval(() => {
      if (left > 0 && socket.writable && !socket.connecting) {
        left -= 1;
        socket.write(piece);
      }
    }, everyMs);
    socket
      .on('data', (part: Buffer) => {
        heard += part.toString();
      })
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(timer);
        done(heard);
      });
  });
}
const JSON_HEAD = (length: number): string => `Content-Type: application/json\r\nContent-Length: ${length}`;
const UPLOAD = (length: number): string => `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}`;

// most of it is waiting: at once
describe.concurrent('a body that does not come', () => {
  it.each([
    ['stops in its middle', { head: JSON_HEAD(500), piece: '{', everyMs: 20, pieces: 3 }],
    ['comes byte by byte', { head: JSON_HEAD(5000), piece: ' ', everyMs: 30, pieces: 5000 }],
    [
      'comes fast enough but never ends',
      { head: JSON_HEAD(900_000), piece: ' '.repeat(100), everyMs: 30, pieces: 9000 },
    ],
    ['is an upload that stops', { head: UPLOAD(5000), piece: 'x', everyMs: 20, pieces: 3 }],
    [
      'is in pieces that never end',
      {
        head: 'Content-Type: application/json\r\nTransfer-Encoding: chunked',
        piece: '1\r\n \r\n',
        everyMs: 100,
        pieces: 5000,
      },
    ],
  ])('because it %s is cut off with an envelope', async (name, request) => {
    const heard = await sent({ name, ...request });
    expect(heard).toMatch(/^HTTP\/1\.1 408 .*\r\n/);
    expect(heard).toContain('请求未在时限内发完');
    expect(heard).toMatch(/\r\nX-Request-Id: \S+\r\n/);
    expect(took).not.toContain(name);
  });

  it('is waited for while it goes on: a slow upload is taken, however long it is under way', async () => {
    const heard = await sent({ head: UPLOAD(6000), piece: 'x'.repeat(100), everyMs: 40, pieces: 60 });
    expect(heard).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is not looked for once it has been read, nor when the request was refused without it: what is injected has no connection to cut', async () => {
    const faults: unknown[] = [];
    const note = (fault: unknown): void => {
      faults.push(fault);
    };
    process.on('uncaughtException', note);
    const answers = [
      await app.inject({ method: 'POST', url: '/take', payload: { a: 1 } }),
      await app.inject({ method: 'POST', url: '/refused', payload: { a: 1 } }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401]);
    await new Promise((wake) => {
      setTimeout(wake, 2_000);
    });
    process.off('uncaughtException', note);
    expect(faults).toEqual([]);
  });

  it('is no matter of a request without one', async () => {
    expect(await sent({ head: JSON_HEAD(2), piece: '{}', everyMs: 10, pieces: 1 })).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a packed body', () => {
  it.each(['gzip', 'br', 'deflate', 'nothing'])(
    '(%s) is refused with words, not read as something else',
    async (encoding) => {
      const response = await fetch(`http://127.0.0.1:${port}/take`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        body: gzipSync('{}'),
      });
      expect([response.status, await response.json()]).toEqual([
        400,
        { code: 'REQUEST_INVALID', msg: '请求参数有误：不支持压缩的内容', data: null },
      ]);
    },
  );
});
