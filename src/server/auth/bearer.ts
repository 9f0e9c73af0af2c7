import type { FastifyRequest } from 'fastify';

/** The bearer token of a request, null without one. */
export function bearerOf(request: FastifyRequest): string | null {
  const [kind, token] = (request.headers.authorization ?? '').split(' ');
  return kind?.toLowerCase() === 'bearer' && token ? token : null;
}
