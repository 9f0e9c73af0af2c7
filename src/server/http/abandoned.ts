import type { FastifyRequest } from 'fastify';

const NAMES: readonly unknown[] = ['FST_MP_PREMATURE_CLOSE', 'ERR_STREAM_PREMATURE_CLOSE'];

const isLeft = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/**
 * The caller closed the connection in the middle of its own request: this very error ended the reading of it, though it
 * bears the code of a database that is gone; or an upload was left half read.
 */
export const isAbandoned = (error: Error & { code?: unknown }, request: FastifyRequest): boolean =>
  isLeft(request) && (request.raw.errored === error || NAMES.includes(error.code));

/** Asked before an upload is read: its reader would wait for ever for the end of a request that ended before. */
export function refuseAbandoned(request: FastifyRequest): void {
  if (isLeft(request)) throw Object.assign(new Error('the caller went away'), { code: 'FST_MP_PREMATURE_CLOSE' });
}
