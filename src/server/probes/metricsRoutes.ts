import type { FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { bearerOf } from '../auth/index.ts';
import type { Routes } from '../context.ts';
import { Refusal } from '../http/refusal.ts';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Returns true if the request comes from this machine. A proxy on this machine forwards requests from anywhere, so
 * forwarded requests do not count, regardless of TRUST_PROXY.
 */
function isLocal(request: FastifyRequest): boolean {
  const { headers } = request;
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => headers[name] !== undefined);
  return !isForwarded && LOOPBACK.test(request.socket.remoteAddress ?? '');
}

/**
 * `GET /metrics` for Prometheus: from this machine, or from anywhere with METRICS_TOKEN as bearer token; 403 otherwise.
 */
export const metricsRoutes: Routes = (app, { metrics, settings }) => {
  app.get(
    '/metrics',
    { config: { isPublic: true, isForMonitoring: true }, schema: { hide: true } },
    async (request, reply) => {
      const token = bearerOf(request);
      const isTokenValid =
        settings.metricsToken !== null && token !== null && timingSafeEqual(hash(token), hash(settings.metricsToken));
      if (!isTokenValid && !isLocal(request)) throw new Refusal('403');
      return reply
        .type('text/plain; version=0.0.4; charset=utf-8')
        .header('Cache-Control', 'no-store')
        .send(await metrics.text());
    },
  );
};
