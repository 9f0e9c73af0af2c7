import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { installActor } from './audit/index.ts';
import { routeMatchers } from './documents/index.ts';
import { installAuthorisation } from './auth/index.ts';
import type { Routes, ServerContext } from './context.ts';
import { installBodies } from './http/bodies.ts';
import { installUnreadable, refuseUnreadable } from './http/unreadableRequests.ts';
import { installConnectionClosing } from './http/connections.ts';
import { collectRoutes } from './http/knownRoutes.ts';
import { installRequestLimits } from './http/requestLimits.ts';
import { BODY_LIMIT, installErrorHandling, refuseUnroutable } from './http/errorHandling.ts';
import { installHeaders } from './http/headers.ts';
import { requireOperationRights } from './rights/index.ts';
import { installRecordNews } from './events/index.ts';
import { installIdempotency } from './idempotency/idempotency.ts';
import { installUnreadBodies } from './http/unreadBodies.ts';
import { installOpenApi } from './http/openapi/install.ts';
import { installValidators } from './http/validators.ts';
import { installBodyTimeouts } from './http/bodyTimeouts.ts';
import { installRequestLog, requestNumber } from './observe/requests.ts';
import { tellError } from './observe/tellError.ts';

/** Headers hold tokens: a library that tells of a request in all its detail (LOG_LEVEL=trace) does not tell these; nor does a failure tell values. */
const discreet = (logger: FastifyServerOptions['logger']): FastifyServerOptions['logger'] =>
  typeof logger === 'object'
    ? {
        ...logger,
        serializers: { ...logger.serializers, err: tellError },
        redact: { paths: ['headers', '*.headers', '*.*.headers'], censor: '******' },
      }
    : logger;

/** The HTTP server with every area's routes; not listening yet. */
export async function buildServer(
  context: ServerContext,
  routes: readonly Routes[],
  logger: FastifyServerOptions['logger'] = false,
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    logger: discreet(logger),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // one hop: what the proxy itself saw, not what the caller wrote before it
    trustProxy: context.settings.isBehindProxy ? (_address: string, hop: number) => hop < 1 : false,
    forceCloseConnections: 'idle',
    // requests that come on open connections while the server ends are answered, then the connection is closed
    return503OnClosing: false,
    genReqId: requestNumber(context.settings.isBehindProxy),
    routerOptions: { maxParamLength: 200 },
    // asking for the head of an answer must change nothing, and some calls of the specification change by GET
    exposeHeadRoutes: false,
    http: { requireHostHeader: false },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, { app, metrics: context.metrics }),
    frameworkErrors: (_error, request, reply) =>
      refuseUnroutable(request as FastifyRequest, reply as FastifyReply, context),
  });
  installRequestLog(app, context.metrics);
  installErrorHandling(app, context.settings.fileLimit, context.metrics);
  installConnectionClosing(app, context.life);
  installUnreadBodies(app);
  installUnreadable(app, context.metrics);
  installBodyTimeouts(app, context.metrics);
  installHeaders(app);
  installValidators(app);
  installBodies(app);
  await installOpenApi(app);
  installAuthorisation(app, context);
  installActor(app);
  installRequestLimits(app);
  requireOperationRights(app, context);
  installIdempotency(app, context);
  installRecordNews(app, context);
  routeMatchers.add(context, collectRoutes(app));
  for (const area of routes) await area(app, context);
  return app;
}
