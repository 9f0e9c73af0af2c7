import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readiness } from '../observe/readiness.ts';

/**
 * Allows the server to stop at once while connections without a running request are open. Node would wait a minute
 * for connections that never sent a request (browsers open some in advance), and forever for connections of refused
 * uploads. While the server is stopping, each connection is closed after its running request.
 */
export function installConnectionClosing(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (readiness.isStopping()) reply.header('Connection', 'close');
    return payload;
  });
  const runningRequests = new Map<Socket, number>();
  app.server.on('connection', (socket: Socket) => {
    runningRequests.set(socket, 0);
    socket.once('close', () => runningRequests.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    runningRequests.set(socket, (runningRequests.get(socket) ?? 0) + 1);
    answer.once('close', () => {
      if (runningRequests.has(socket)) runningRequests.set(socket, (runningRequests.get(socket) ?? 1) - 1);
    });
  });
  app.addHook('preClose', async () => {
    for (const [socket, count] of runningRequests) if (count === 0) socket.destroy();
  });
}
