import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runAs, type Actor } from '../store/actor.ts';

/** Returns the actor of a request. Before sign-in, the actor has an address, but no user. */
export const actorOf = ({ user, ip, id }: FastifyRequest): Actor => ({
  userId: user?.id ?? '',
  userName: user?.name ?? '',
  address: ip,
  requestId: id,
});

/**
 * Runs the handler of each request as its user, so that the audit log names the user. Uses the hook `preValidation`,
 * which runs after the body was read, because reading the body would lose the AsyncLocalStorage context of the actor.
 */
export function installActorHook(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { isAllowedWhenFull } = request.routeOptions.config;
    runAs({ ...actorOf(request), ...(isAllowedWhenFull ? { isAllowedWhenFull } : {}) }, done);
  });
}
