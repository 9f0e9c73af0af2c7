import type { FastifyInstance } from 'fastify';

/** Characters that have a meaning in a regular expression. */
const SPECIAL_CHARS = /[.*+?^${}()|[\]\\]/g;

/**
 * Collects the routes of an application. Must be called before routes are added. Returns a function that checks
 * whether there is a route for a method and path.
 */
export function collectRoutes(app: FastifyInstance): (method: string, path: string) => boolean {
  const patterns = new Map<string, RegExp[]>();
  app.addHook('onRoute', ({ method, url }) => {
    const pattern = new RegExp(
      `^${url
        .split('/')
        .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(SPECIAL_CHARS, '\\$&')))
        .join('/')}$`,
    );
    for (const name of [method].flat()) patterns.set(name, [...(patterns.get(name) ?? []), pattern]);
  });
  return (method, path) => (patterns.get(method) ?? []).some((pattern) => pattern.test(path));
}
