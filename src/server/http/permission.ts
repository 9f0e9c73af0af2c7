import type { FastifyRequest } from 'fastify';
import { hasPermission } from '../../rules/permission.ts';
import { Refusal } from './refusal.ts';
import { isAdmin, userOf, type RequestUser } from './user.ts';

/** Permission to read the log of sign-ins, and the statistics of pages and their errors. */
export const LOG_PERMISSION = 'system:log:list';

/** Returns whether a person has the permission with this code. Administrators have all permissions. */
export const mayDo = (user: RequestUser, permission: string): boolean =>
  isAdmin(user) || hasPermission(user, [permission]);

/** Returns the person of a request that needs a permission. Refuses a person without the permission with 403. */
export function permittedUserOf(request: FastifyRequest, permission: string): RequestUser {
  const user = userOf(request);
  if (!mayDo(user, permission)) throw new Refusal('403');
  return user;
}
