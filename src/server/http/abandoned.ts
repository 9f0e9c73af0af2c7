import type { FastifyRequest } from 'fastify';

const STREAM_CLOSED_CODES: readonly unknown[] = ['FST_MP_PREMATURE_CLOSE', 'ERR_STREAM_PREMATURE_CLOSE'];

/** Returns whether the connection was closed before the whole request was received. */
const isCutOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/**
 * Returns whether an error was caused by a caller who closed the connection before the request was complete. It must be
 * the error object of the request or have the code of a cut-off upload. The code of the request's error is not
 * compared, because a lost database connection has the same code.
 */
export const isAbandoned = (error: Error & { code?: unknown }, request: FastifyRequest): boolean =>
  isCutOff(request) && (request.raw.errored === error || STREAM_CLOSED_CODES.includes(error.code));

/**
 * Throws when the request was cut off. Called before an upload is read, because the upload parser would wait forever
 * for the end of such a request.
 */
export function refuseAbandoned(request: FastifyRequest): void {
  if (isCutOff(request)) throw Object.assign(new Error('the caller went away'), { code: 'FST_MP_PREMATURE_CLOSE' });
}
