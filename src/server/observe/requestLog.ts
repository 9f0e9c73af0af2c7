import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Metrics } from './metrics.ts';

/** Returns the header with the request id, by which the log lines of an answer can be found. */
export const requestIdHeader = (id: string): Record<string, string> => ({ 'X-Request-Id': id });

const requestIdStore = new AsyncLocalStorage<string>();

/** Returns the id of the current request; undefined in background work. */
export const currentRequestId = (): string | undefined => requestIdStore.getStore();

/** Creates a request id. */
export const newRequestId = (): string => randomUUID().slice(-10);

const VALID_ID = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * Returns a function that determines the request id. Uses the header of a trusted proxy. Ignores the header of any
 * other caller, since that caller could imitate another request.
 */
export const requestIdReader =
  (isBehindProxy: boolean) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const header = headers['x-request-id'];
    return isBehindProxy && typeof header === 'string' && VALID_ID.test(header) ? header : newRequestId();
  };

/**
 * Returns the route template of a request; the address itself is not logged, since it may contain the secret of a link.
 */
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? '(none)';

/** Records a sent answer by one log line and one measurement; probes have no log line. */
export function recordAnswer(request: FastifyRequest, reply: FastifyReply, metrics: Metrics): void {
  const { method } = request;
  const route = routeOf(request);
  metrics.requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  if (reply.getHeader('Idempotency-Replayed')) metrics.replays.inc();
  if (request.routeOptions.config?.isForMonitoring) return;
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
 * Records each answered request, except streams, by one log line and one measurement. The request id is in the answer
 * (`X-Request-Id`), in every log line, and in the log lines of slow queries of the request.
 */
export function installRequestLog(app: FastifyInstance, metrics: Metrics): void {
  const runInContext = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    requestIdStore.run(request.id, done);
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(requestIdHeader(request.id));
    if (!request.routeOptions.config.isStream) {
      metrics.requestsUnderWay.inc();
      // for an aborted answer `onResponse` is not called
      reply.raw.once('close', () => {
        metrics.requestsUnderWay.dec();
      });
    }
    runInContext(request, reply, done);
  });
  // the context of `onRequest` is lost while the body is read
  app.addHook('preValidation', runInContext);
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.routeOptions.config.isStream) recordAnswer(request, reply, metrics);
    done();
  });
}
