import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../observe/metrics.ts';
import { refuseUnreadable } from '../unreadableRequests.ts';
import { Refusal } from '../refusal.ts';

/** Limits for the time that a request's body may take. */
export interface BodyTimeouts {
  /** How often the progress of a body is checked, in ms. */
  windowMs: number;
  /**
   * Minimum number of bytes per window. With fewer bytes the request is ended, unless received bytes wait to be read by
   * this server.
   */
  minBytesPerWindow: number;
  /** Maximum time for a whole body, in ms. Uploads that make progress have no maximum (CL-035, CL-036). */
  maxTotalMs: number;
}

const BODY_TIMEOUTS: BodyTimeouts = { windowMs: 30_000, minBytesPerWindow: 2048, maxTotalMs: 600_000 };

const hasBody = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends, with status 408, the request of a caller that sends its body too slowly or stops in the middle. Otherwise the
 * caller would hold a connection and a partial body indefinitely. Refuses compressed bodies, which are not supported.
 */
export function installBodyTimeouts(
  app: FastifyInstance,
  metrics: Metrics,
  { windowMs, minBytesPerWindow, maxTotalMs }: BodyTimeouts = BODY_TIMEOUTS,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request;
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      done(new Refusal('REQUEST_INVALID', { detail: '不支持压缩的内容' }));
      return;
    }
    // an injected request (`app.inject`) is complete and has no socket
    if (!hasBody(headers) || !(raw.socket instanceof Socket)) {
      done();
      return;
    }
    const isUpload = headers['content-type']?.startsWith('multipart/form-data') ?? false;
    const startMs = Date.now();
    let previousBytes = raw.socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete || raw.destroyed) {
        clearInterval(timer);
        return;
      }
      const receivedBytes = raw.socket.bytesRead;
      const isStalled = receivedBytes - previousBytes < minBytesPerWindow && raw.readableLength === 0;
      previousBytes = receivedBytes;
      if (!isStalled && (isUpload || Date.now() - startMs < maxTotalMs)) return;
      clearInterval(timer);
      raw.socket.once('finish', () => raw.socket.destroy());
      refuseUnreadable(
        Object.assign(new Error('the body does not come'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        raw.socket,
        { app, metrics, id: request.id },
      );
    }, windowMs).unref();
    raw.once('close', () => clearInterval(timer));
    done();
  });
}
