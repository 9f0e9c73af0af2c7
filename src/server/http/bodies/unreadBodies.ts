import type { FastifyInstance } from 'fastify';

/** How long the rest of a refused body is read, in ms; then the connection is closed. */
const LINGER_MS = 30_000;

/**
 * Reads and discards the rest of a body when the answer is already sent, for example after an upload was refused in its
 * middle. Otherwise the next request of the connection would wait for it until the connection is closed.
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
