import type { FastifyRequest } from 'fastify';

/** Returns the bearer token of a request; null if there is none. */
export function bearerOf(request: FastifyRequest): string | null {
  const [kind, token] = (request.headers.authorization ?? '').split(' ');
  return kind?.toLowerCase() === 'bearer' && token ? token : null;
}
