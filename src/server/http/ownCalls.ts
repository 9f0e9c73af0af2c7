import type { FastifyInstance } from 'fastify';

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** Notes the routes of an application. Answers whether one of them answers a call of this method and path; to be called before routes are added. */
export function noteCalls(app: FastifyInstance): (method: string, path: string) => boolean {
  const calls = new Map<string, RegExp[]>();
  app.addHook('onRoute', ({ method, url }) => {
    const pattern = new RegExp(
      `^${url
        .split('/')
        .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(SPECIAL, '\\$&')))
        .join('/')}$`,
    );
    for (const one of [method].flat()) calls.set(one, [...(calls.get(one) ?? []), pattern]);
  });
  return (method, path) => (calls.get(method) ?? []).some((pattern) => pattern.test(path));
}
