import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runAs, type Actor } from '../store/actor.ts';

/** Whose request it is; before sign-in nobody's, from an address. */
export const actorOf = ({ user, ip, id }: FastifyRequest): Actor => ({
  userId: user?.id ?? '',
  userName: user?.name ?? '',
  address: ip,
  requestId: id,
});

/** Everything a request does is done in its person's name. After the body is read: reading it would lose the name. */
export function installActor(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { needsNoRoom } = request.routeOptions.config;
    runAs({ ...actorOf(request), ...(needsNoRoom ? { needsNoRoom } : {}) }, done);
  });
}
