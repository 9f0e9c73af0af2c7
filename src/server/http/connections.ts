import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import type { Life } from '../observe/life.ts';

/**
 * Lets the server stop at once when connections stand open that never sent a request (browsers open some in advance):
 * Node counts them as busy for a minute. A request that was under way when the end began is the last of its connection.
 */
export function installConnectionClosing(app: FastifyInstance, life: Life): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (life.isEnding()) reply.header('Connection', 'close');
    return payload;
  });
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }: { socket: Socket }) => { silent.delete(socket); });
  app.addHook('preClose', async () => { for (const socket of silent) socket.destroy(); });
}
