import type { FastifyInstance } from 'fastify';

/** How long the rest of a refused body is read before the connection is closed, in ms. */
const LINGER_MS = 30_000;

/**
 * Reads and discards the rest of a body when the answer has already been sent, for example for an upload that was
 * refused halfway. Otherwise the next request of the connection would wait for the unread rest.
 */
export function installUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    const timer = setTimeout(() => raw.destroy(), LINGER_MS).unref();
    raw.once('close', () => clearTimeout(timer));
    raw.unpipe();
    raw.resume();
  });
}
