import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Metrics } from './metrics.ts';

/** Header by which an answer is found in the log. */
export const numbered = (id: string): Record<string, string> => ({ 'X-Request-Id': id });

const current = new AsyncLocalStorage<string>();

/** The number of the request that the running code works for; undefined in background work. */
export const currentRequest = (): string | undefined => current.getStore();

/** A number for an answer: in the log it finds what was behind it. */
export const newNumber = (): string => randomUUID().slice(-10);

const GIVEN = /^[A-Za-z0-9_-]{8,64}$/;

/** A proxy that numbers requests is believed when it is one of ours; a caller's own number could imitate another's. */
export const requestNumber =
  (isBehindProxy: boolean) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = headers['x-request-id'];
    return isBehindProxy && typeof given === 'string' && GIVEN.test(given) ? given : newNumber();
  };

/** Never the address itself: it may hold the secret of a link. */
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? '(none)';

/** One line and one measurement for an answer that is out; probes have no line. */
export function noteAnswered(request: FastifyRequest, reply: FastifyReply, metrics: Metrics): void {
  const { method } = request;
  const route = routeOf(request);
  metrics.requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  if (reply.getHeader('Idempotency-Replayed')) metrics.replays.inc();
  if (request.routeOptions.config?.isForMachines) return;
  request.log.info(
    {
      method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.user ? { user: request.user.id } : {}),
    },
    'answered',
  );
}

/**
 * One log line and one measurement for each answered request, the request's number in the answer (`X-Request-Id`), in
 * every log line and beside the slow queries it made.
 */
export function installRequestLog(app: FastifyInstance, metrics: Metrics): void {
  const goOn = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    current.run(request.id, done);
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(numbered(request.id));
    if (!request.routeOptions.config.isStream) {
      metrics.underWay.inc();
      // an answer that is cut off has no onResponse
      reply.raw.once('close', () => {
        metrics.underWay.dec();
      });
    }
    goOn(request, reply, done);
  });
  // reading the body leaves the first context
  app.addHook('preValidation', goOn);
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.routeOptions.config.isStream) noteAnswered(request, reply, metrics);
    done();
  });
}
