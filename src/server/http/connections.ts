import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Life } from '../observe/life.ts';

/**
 * Lets the server stop at once when connections stand open that never sent a request (browsers open some in advance):
 * Node counts them as busy for a minute, and those of an upload that was refused in its middle for ever. A request that was under way when the end began is the last of its connection.
 */
export function installConnectionClosing(app: FastifyInstance, life: Life): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (life.isEnding()) reply.header('Connection', 'close');
    return payload;
  });
  const open = new Map<Socket, number>();
  app.server.on('connection', (socket: Socket) => {
    open.set(socket, 0);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    open.set(socket, (open.get(socket) ?? 0) + 1);
    answer.once('close', () => {
      if (open.has(socket)) open.set(socket, (open.get(socket) ?? 1) - 1);
    });
  });
  app.addHook('preClose', async () => {
    for (const [socket, underWay] of open) if (underWay === 0) socket.destroy();
  });
}
