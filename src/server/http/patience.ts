import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../observe/metrics.ts';
import { refuseUnreadable } from './clientErrors.ts';
import { Refusal } from './refusal.ts';

export interface Patience {
  /** How often a body that is under way is looked at, ms. */
  windowMs: number;
  /** Fewer bytes than this within a window, and nothing of it waiting to be read here: nobody's connection is so slow. */
  leastBytes: number;
  /** The longest that a body may be under way, ms; uploads have no end as long as they go on (CL-035, CL-036). */
  longestMs: number;
}

const PATIENCE: Patience = { windowMs: 30_000, leastBytes: 2048, longestMs: 600_000 };

const hasBody = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * A caller that sends a body byte by byte, or stops in its middle, does not keep its connection and what has come of the
 * body for ever: it is told so (408) and cut off. A packed body is refused instead of read as something else.
 */
export function installPatience(
  app: FastifyInstance,
  metrics: Metrics,
  { windowMs, leastBytes, longestMs }: Patience = PATIENCE,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request;
    const packed = headers['content-encoding'];
    if (packed !== undefined && packed !== 'identity') {
      done(new Refusal('REQUEST_INVALID', { detail: '不支持压缩的内容' }));
      return;
    }
    // what is injected has come as a whole, and has no connection to cut
    if (!hasBody(headers) || !(raw.socket instanceof Socket)) {
      done();
      return;
    }
    const isUpload = headers['content-type']?.startsWith('multipart/form-data') ?? false;
    const began = Date.now();
    let seen = raw.socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete || raw.destroyed) {
        clearInterval(timer);
        return;
      }
      const came = raw.socket.bytesRead;
      const isStalled = came - seen < leastBytes && raw.readableLength === 0;
      seen = came;
      if (!isStalled && (isUpload || Date.now() - began < longestMs)) return;
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
