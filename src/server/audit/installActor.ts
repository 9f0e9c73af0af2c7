import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runAs, type Actor } from '../store/actor.ts';

/** Returns the actor of a request; before sign-in only with its address. */
export const actorOf = ({ user, ip, id }: FastifyRequest): Actor => ({
  userId: user?.id ?? '',
  userName: user?.name ?? '',
  address: ip,
  requestId: id,
});

/**
 * Runs each request as its user, for the audit log. Installed after the body was read, since reading it would lose the
 * context.
 */
export function installActor(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { isAllowedWhenFull } = request.routeOptions.config;
    runAs({ ...actorOf(request), ...(isAllowedWhenFull ? { isAllowedWhenFull } : {}) }, done);
  });
}
