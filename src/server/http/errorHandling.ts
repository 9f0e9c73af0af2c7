import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../domain/problem/index.ts';
import type { Settings } from '../settings.ts';
import type { Metrics } from '../observe/metrics.ts';
import { recordAnswer } from '../observe/requestLog.ts';
import { isAbandoned } from './abandoned.ts';
import { databaseRefusal } from './databaseRefusal.ts';
import { hooklessHeaders } from './headers.ts';
import { outageCode } from './outages.ts';
import { Refusal } from './refusal.ts';
import { sizeText } from './sizeText.ts';
import { validationText } from './validationText.ts';

/** Answers every failure with an envelope that contains a code of `ERRORS`. The stack is written only to the log. */
export function installErrorHandling(app: FastifyInstance, fileLimit: number, metrics: Metrics): void {
  const refuse = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
    metrics.refusals.inc({ code: refusal.code });
    return sendRefusal(reply, refusal);
  };
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (isAbandoned(error, request)) {
      request.log.info({ route: request.routeOptions?.url }, 'the caller went away before the request was whole');
      return refuse(reply, new Refusal('REQUEST_INVALID', { detail: '内容没有发完' }));
    }
    const refusal = toRefusal(error, { fileLimit, bodyLimit: request.routeOptions?.bodyLimit ?? BODY_LIMIT });
    if (refusal) {
      // a probe or monitoring route that returns an error logs the reason itself
      if (refusal.status >= 500 && !request.routeOptions?.config.isForMonitoring)
        request.log.error({ err: error, route: request.routeOptions?.url }, 'the database or the disk cannot do it');
      return refuse(reply, refusal);
    }
    request.log.error({ err: error, method: request.method, route: request.routeOptions?.url }, 'unexpected failure');
    return refuse(reply, new Refusal('SERVER', { requestId: request.id }));
  });
  app.setNotFoundHandler((_request: FastifyRequest, reply) => refuse(reply, new Refusal('404')));
}

const sendRefusal = (reply: FastifyReply, refusal: Refusal): FastifyReply =>
  reply
    .status(refusal.status)
    .type('application/json; charset=utf-8')
    .send({ code: refusal.code, msg: refusal.message, data: refusal.data });

/** Maximum size in bytes of an uploaded file, and of the body of this route. */
interface SizeLimits {
  fileLimit: number;
  bodyLimit: number;
}

/** Errors of Fastify and its plugins that the caller caused. */
const CALLER_ERRORS: Readonly<Record<string, (limits: SizeLimits) => [ErrorCode, Record<string, unknown>]>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => ['REQUEST_INVALID', { detail: '内容不是有效的 JSON' }],
  FST_ERR_CTP_EMPTY_JSON_BODY: () => ['REQUEST_INVALID', { detail: '内容为空' }],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => ['REQUEST_INVALID', { detail: '不支持此内容类型' }],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => ['REQUEST_INVALID', { detail: '内容长度不符' }],
  FST_ERR_CTP_BODY_TOO_LARGE: ({ bodyLimit }) => ['REQUEST_TOO_LARGE', { limit: sizeText(bodyLimit) }],
  FST_REQ_FILE_TOO_LARGE: ({ fileLimit }) => ['FILE_SIZE', { limit: sizeText(fileLimit) }],
  FST_FILES_LIMIT: () => ['FILE_COUNT', { limit: MAX_FILES }],
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => ['REQUEST_INVALID', { detail: '应为文件上传请求' }],
};

/** Messages of the multipart parser for malformed uploads; these errors have no codes. */
const UPLOAD_MESSAGES =
  /^(?:Unexpected end of (?:form|file|multipart data)|Part terminated early|Malformed part header|Multipart: Boundary not found|The needle cannot |Malformed content type|Malformed urlencoded form|Unsupported content type|Missing Content-Type)/;

/** Maximum size of a JSON body, in bytes: a definition of 5 MB and its envelope. */
export const BODY_LIMIT = 6 * 1024 * 1024;
/** Maximum number of files in one upload. */
export const MAX_FILES = 20;

/** Converts an expected error to a refusal; null for an unexpected error. */
function toRefusal(
  error: Error & {
    code?: unknown;
    statusCode?: number;
    validation?: FastifyError['validation'];
    validationContext?: string;
  },
  limits: SizeLimits,
): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error.validation)
    return new Refusal('REQUEST_INVALID', { detail: validationText(error.validation, error.validationContext) });
  if (UPLOAD_MESSAGES.test(error.message))
    return new Refusal('REQUEST_INVALID', { detail: '上传的内容不完整或格式有误' });
  const code = String(error.code ?? '');
  const outage = outageCode(error);
  if (outage) return new Refusal(outage);
  const callerError = CALLER_ERRORS[code]?.(limits);
  if (callerError) return new Refusal(...callerError);
  // database errors that the caller's values or concurrent writes caused; outages of the database are handled above
  const valueOrWriteRefusal = databaseRefusal(error);
  if (valueOrWriteRefusal) return valueOrWriteRefusal;
  const isCallerError = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  return isCallerError
    ? new Refusal('REQUEST_INVALID', { detail: error.statusCode === 413 ? '内容过大' : '请求无法识别' })
    : null;
}

/**
 * Refuses a request with an invalid address, for which no route and no hook runs. Logs and counts it like other
 * requests.
 */
export function refuseUnroutable(
  request: FastifyRequest,
  reply: FastifyReply,
  { metrics, settings }: { metrics: Metrics; settings: Settings },
): void {
  // Fastify has not applied the proxy's header yet
  const forwardedProtocol = settings.isBehindProxy
    ? String(request.headers['x-forwarded-proto'] ?? '')
        .split(',')
        .pop()
        ?.trim()
    : '';
  const refusal = new Refusal('REQUEST_INVALID', { detail: '地址无法识别' });
  metrics.refusals.inc({ code: refusal.code });
  reply.raw.once('finish', () => {
    recordAnswer(request, reply, metrics);
  });
  void sendRefusal(
    reply.headers(hooklessHeaders({ id: request.id, protocol: forwardedProtocol || request.protocol })),
    refusal,
  );
}
