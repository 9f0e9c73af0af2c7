import type { FastifyInstance } from 'fastify';

/** How long a caller may go on sending a body that was refused, in ms; then the connection is cut. */
const LINGER_MS = 30_000;

/**
 * What a caller still sends when the answer is out, as of an upload refused in its middle, is read and dropped:
 * otherwise the next request of that connection would wait behind it until the connection is cut.
 */
export function installLeftover(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    const timer = setTimeout(() => raw.destroy(), LINGER_MS).unref();
    raw.once('close', () => clearTimeout(timer));
    raw.unpipe();
    raw.resume();
  });
}
