import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Metrics } from '../observe/metrics.ts';
import { newNumber } from '../observe/requests.ts';
import { numbered } from '../observe/requests.ts';
import { BARE } from './headers.ts';
import { Refusal } from './refusal.ts';

/** What Node's own reading of HTTP refuses before any route: the status and what people are told. */
const KNOWN: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', '请求头过大'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', '请求未在时限内发完'],
  EXPECTATION: ['417 Expectation Failed', '不支持的 Expect 请求头'],
};

/** The connection ended before the request did. */
const LEFT = 'HPE_INVALID_EOF_STATE';

/** Where it is told and counted. `id`: the number of the request, where there is one. */
interface Telling {
  app: FastifyInstance;
  metrics: Metrics;
  id?: string;
}

/** Requests that are no HTTP, too large in their head or too slow: an envelope as ever with a number and a line in the log, then the connection ends. */
export function refuseUnreadable(
  error: Error & { code?: string },
  socket: Pick<Socket, 'writable' | 'end' | 'destroy'>,
  { app, metrics, id = newNumber() }: Telling,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] = KNOWN[error.code ?? ''] ?? ['400 Bad Request', '请求无法识别'];
  const refusal = new Refusal('REQUEST_INVALID', { detail });
  // who went away in the middle of a request is told of by that
  if (error.code !== LEFT) {
    metrics.refusals.inc({ code: refusal.code });
    app.log.info({ reqId: id, status: Number(status.slice(0, 3)), reason: error.code }, 'no request');
  }
  const body = JSON.stringify({ code: refusal.code, msg: refusal.message, data: null });
  const head = Object.entries({ ...BARE, ...numbered(id) })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n');
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** What Node would refuse by itself, without a word, a number or a header. */
export function installUnreadable(app: FastifyInstance, metrics: Metrics): void {
  app.server.on('checkExpectation', ({ socket }: IncomingMessage) =>
    refuseUnreadable(Object.assign(new Error('an unknown expectation'), { code: 'EXPECTATION' }), socket, {
      app,
      metrics,
    }),
  );
  // Node is told to leave it to us (`requireHostHeader`), and of several it would take the first where a proxy may take the last
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
    const isMissing = raw.httpVersion === '1.1' && hosts === 0;
    done(
      isMissing || hosts > 1
        ? new Refusal('REQUEST_INVALID', {
            detail: isMissing ? '缺少 Host 请求头' : 'Host 请求头只能有一个',
          })
        : undefined,
    );
  });
}
