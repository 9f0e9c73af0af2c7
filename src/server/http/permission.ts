import type { FastifyRequest } from 'fastify';
import { hasPermission } from '../../rules/permission.ts';
import { Refusal } from './refusal.ts';
import { isAdmin, userOf, type RequestUser } from './user.ts';

/** Whether a person has a permission, given by its code; administrators have all. */
export const mayDo = (user: RequestUser, permission: string): boolean =>
  isAdmin(user) || hasPermission(user, [permission]);

/** The person of a request that needs a permission. Refuses with 403 a person without the permission. */
export function permittedOf(request: FastifyRequest, permission: string): RequestUser {
  const user = userOf(request);
  if (!mayDo(user, permission)) throw new Refusal('403');
  return user;
}
