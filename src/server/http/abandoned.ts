import type { FastifyRequest } from 'fastify';

const STREAM_CLOSED_CODES: readonly unknown[] = ['FST_MP_PREMATURE_CLOSE', 'ERR_STREAM_PREMATURE_CLOSE'];

const isCutOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/**
 * Whether the caller closed the connection before its request was complete: either the error ended the reading of the
 * request (its code is the same as for a lost database connection), or an upload was cut off.
 */
export const isAbandoned = (error: Error & { code?: unknown }, request: FastifyRequest): boolean =>
  isCutOff(request) && (request.raw.errored === error || STREAM_CLOSED_CODES.includes(error.code));

/**
 * Throws when the request was cut off. Called before an upload is read: the upload parser would wait forever for the
 * end of a request that has already ended.
 */
export function refuseAbandoned(request: FastifyRequest): void {
  if (isCutOff(request)) throw Object.assign(new Error('the caller went away'), { code: 'FST_MP_PREMATURE_CLOSE' });
}
