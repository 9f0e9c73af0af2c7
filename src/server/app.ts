import Fastify, { type FastifyInstance } from 'fastify';
import type { Routes, ServerContext } from './context.ts';

/** The HTTP server with every area's routes; not listening yet. */
export async function buildServer(context: ServerContext, routes: readonly Routes[]): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: 6 * 1024 * 1024 });
  app.decorateRequest('user', null);
  for (const area of routes) await area(app, context);
  return app;
}
