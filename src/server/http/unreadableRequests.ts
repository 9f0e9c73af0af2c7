import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Metrics } from '../observe/metrics.ts';
import { newRequestId } from '../observe/requestLog.ts';
import { requestIdHeader } from '../observe/requestLog.ts';
import { FIXED_HOOKLESS_HEADERS } from './headers.ts';
import { Refusal } from './refusal.ts';

/**
 * Status line and text for users, by the code of an error that occurs before any route is found: an error of Node's
 * HTTP server, or `EXPECTATION` for an unknown Expect header.
 */
const REFUSALS_BY_ERROR_CODE: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', '请求头过大'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', '请求未在时限内发完'],
  EXPECTATION: ['417 Expectation Failed', '不支持的 Expect 请求头'],
};

/** Code of the parser error when the connection ended before the request was complete. */
const CONNECTION_ENDED = 'HPE_INVALID_EOF_STATE';

/** The application and metrics that log and count a refusal. `id`: the request id, if there already is one. */
interface RefusalContext {
  app: FastifyInstance;
  metrics: Metrics;
  id?: string;
}

/**
 * Answers a request that is not valid HTTP, has too large headers or is too slow. Sends the usual envelope with a
 * request id, logs a line, and closes the connection.
 */
export function refuseUnreadable(
  error: Error & { code?: string },
  socket: Pick<Socket, 'writable' | 'end' | 'destroy'>,
  { app, metrics, id = newRequestId() }: RefusalContext,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] = REFUSALS_BY_ERROR_CODE[error.code ?? ''] ?? ['400 Bad Request', '请求无法识别'];
  const refusal = new Refusal('REQUEST_INVALID', { detail });
  // if the connection ended before the request was complete, the error handler logs it (`isAbandoned`)
  if (error.code !== CONNECTION_ENDED) {
    metrics.refusals.inc({ code: refusal.code });
    app.log.info({ reqId: id, status: Number(status.slice(0, 3)), reason: error.code }, 'no request');
  }
  const body = JSON.stringify({ code: refusal.code, msg: refusal.message, data: null });
  const head = Object.entries({ ...FIXED_HOOKLESS_HEADERS, ...requestIdHeader(id) })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n');
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/**
 * Refuses requests with an unknown Expect header, without a Host header (HTTP 1.1), or with several Host headers.
 * Node's own refusals would have no envelope, request id or headers.
 */
export function installUnreadableRequests(app: FastifyInstance, metrics: Metrics): void {
  app.server.on('checkExpectation', ({ socket }: IncomingMessage) =>
    refuseUnreadable(Object.assign(new Error('an unknown expectation'), { code: 'EXPECTATION' }), socket, {
      app,
      metrics,
    }),
  );
  // Node's own check is disabled (`requireHostHeader`). If a request has several Host headers, Node uses the first
  // one, but a proxy may use the last one.
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hostCount = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
    const isMissing = raw.httpVersion === '1.1' && hostCount === 0;
    done(
      isMissing || hostCount > 1
        ? new Refusal('REQUEST_INVALID', {
            detail: isMissing ? '缺少 Host 请求头' : 'Host 请求头只能有一个',
          })
        : undefined,
    );
  });
}
