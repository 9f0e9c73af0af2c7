import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { installActorHook } from './audit/index.ts';
import { routeMatchers } from './documents/index.ts';
import { installAuthorisation } from './auth/index.ts';
import type { Routes, ServerContext } from './context.ts';
import { installBodyParsers } from './http/bodies/bodies.ts';
import { installUnreadableRequests, refuseUnreadable } from './http/unreadableRequests.ts';
import { installConnectionClosing } from './http/connections.ts';
import { collectRoutes } from './http/knownRoutes.ts';
import { installRequestLimits } from './http/requestLimits.ts';
import { BODY_LIMIT, installErrorHandling, refuseUnroutable } from './http/errorHandling.ts';
import { installHeaders } from './http/headers.ts';
import { requireOperationRights } from './rights/index.ts';
import { installRecordAnnouncements } from './events/index.ts';
import { installIdempotency } from './idempotency/idempotency.ts';
import { installUnreadBodies } from './http/bodies/unreadBodies.ts';
import { installOpenApi } from './http/openapi/install.ts';
import { installValidators } from './http/validators.ts';
import { installBodyTimeouts } from './http/bodies/bodyTimeouts.ts';
import { installRequestLog, requestIdReader } from './observe/requestLog.ts';
import { loggableError } from './observe/loggableError.ts';

/**
 * Returns the logger options with rules that remove request headers, which contain tokens, from log lines (even at
 * LOG_LEVEL=trace), and values from logged errors.
 */
const withRedaction = (logger: FastifyServerOptions['logger']): FastifyServerOptions['logger'] =>
  typeof logger === 'object'
    ? {
        ...logger,
        serializers: { ...logger.serializers, err: loggableError },
        redact: { paths: ['headers', '*.headers', '*.*.headers'], censor: '******' },
      }
    : logger;

/** Builds the HTTP server with the routes of every area; it does not listen yet. */
export async function buildServer(
  context: ServerContext,
  routes: readonly Routes[],
  logger: FastifyServerOptions['logger'] = false,
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    logger: withRedaction(logger),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // trust one hop only: the address that the proxy itself saw, not addresses that the caller wrote into the header
    trustProxy: context.settings.isBehindProxy ? (_address: string, hop: number) => hop < 1 : false,
    forceCloseConnections: 'idle',
    // while the server stops, requests on open connections are answered before the connections are closed
    return503OnClosing: false,
    genReqId: requestIdReader(context.settings.isBehindProxy),
    routerOptions: { maxParamLength: 200 },
    // no route declares a response schema; without this option Fastify would load a compiler for such schemas
    schemaController: { compilersFactory: { buildSerializer: () => () => JSON.stringify } },
    // a HEAD request must not change anything, but some GET calls of the specification do
    exposeHeadRoutes: false,
    http: { requireHostHeader: false },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, { app, metrics: context.metrics }),
    frameworkErrors: (_error, request, reply) =>
      refuseUnroutable(request as FastifyRequest, reply as FastifyReply, context),
  });
  installRequestLog(app, context.metrics);
  installErrorHandling(app, context.settings.fileLimit, context.metrics);
  installConnectionClosing(app, context.readiness);
  installUnreadBodies(app);
  installUnreadableRequests(app, context.metrics);
  installBodyTimeouts(app, context.metrics);
  installHeaders(app);
  installValidators(app);
  installBodyParsers(app);
  await installOpenApi(app);
  installAuthorisation(app, context);
  installActorHook(app);
  installRequestLimits(app);
  requireOperationRights(app, context);
  installIdempotency(app, context);
  installRecordAnnouncements(app, context);
  routeMatchers.add(context, collectRoutes(app));
  for (const area of routes) await area(app, context);
  return app;
}
