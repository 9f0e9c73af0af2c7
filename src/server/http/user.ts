import type { FastifyRequest } from 'fastify';
import { isAdministrator } from '../../rules/permission.ts';
import type { RoleFields } from '../../rules/roleFields.ts';
import { Refusal } from './refusal.ts';

/** The person who makes the request, as loaded by the authorisation hook. `roles` and `permissions` are codes. */
export interface RequestUser {
  id: string;
  username: string;
  name: string;
  roles: readonly string[];
  permissions: readonly string[];
  deptId: string | null;
  unitId: string | null;
  /** Fields that their roles may not see or not change, by form; empty for an administrator. */
  fieldRules: Readonly<Record<string, RoleFields>>;
  /**
   * Whether the call chooses a unit (header `Unit-Id`), so that data of a whole unit is read for `unitId`. Otherwise
   * `unitId` is the main unit.
   */
  isUnitChosen?: boolean;
  /** Whether the person must change their password before any other call. */
  mustChangePassword?: boolean;
  /** Whether the person must set up a second factor before any other call. */
  needsFactor?: boolean;
  /** The machine account that makes the call in this person's name and within their rights. */
  machine?: { id: string; name: string };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public routes called without a token. */
    user: RequestUser | null;
  }
  interface FastifyContextConfig {
    /** Whether the route may be called without a token. */
    isPublic?: boolean;
    /**
     * Whether the route also works when the disk is nearly full, because it stores almost nothing (sign-in, sign-out).
     */
    isAllowedWhenFull?: boolean;
    /** Whether the route is open to a person who must first change their password or set up a second factor. */
    isBeforePassword?: boolean;
    /**
     * Called by process supervisors, load balancers and metrics collectors: the route loads no user and logs no line.
     */
    isForMachines?: boolean;
    /** The answer is a stream of minutes: metrics count the open streams instead of the response time. */
    isStream?: boolean;
  }
}

/** The user of a request on a route that is not public; refuses with 401 otherwise. */
export function userOf(request: Pick<FastifyRequest, 'user'>): RequestUser {
  if (!request.user) throw new Refusal('401');
  return request.user;
}

/** Whether the person is an administrator (RP-004); the client uses the same rule. */
export const isAdmin: (user: Pick<RequestUser, 'roles'>) => boolean = isAdministrator;

/** The user of a request for administrators; refuses others with 403. */
export function adminOf(request: FastifyRequest): RequestUser {
  const user = userOf(request);
  if (!isAdmin(user)) throw new Refusal('403');
  return user;
}
