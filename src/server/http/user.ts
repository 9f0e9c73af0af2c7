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
  /** Fields that the person's roles may not see or change, by form; empty for an administrator. */
  fieldRules: Readonly<Record<string, RoleFields>>;
  /**
   * Whether the call chooses a unit (header `Unit-Id`): `unitId` is the chosen unit, and data of this whole unit is
   * read. Otherwise `unitId` is the person's main unit.
   */
  isUnitChosen?: boolean;
  /** Whether the person must change their password before any other call. */
  mustChangePassword?: boolean;
  /** Whether the person must set up a second factor before any other call. */
  needsFactor?: boolean;
  /** The machine account that makes the call in the name of this person, with at most the person's rights. */
  machine?: { id: string; name: string };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public routes that are called without a token. */
    user: RequestUser | null;
  }
  interface FastifyContextConfig {
    /** Whether the route may be called without a token. */
    isPublic?: boolean;
    /** Whether the route also works when the disk is nearly full. It stores almost nothing (sign-in, sign-out). */
    isAllowedWhenFull?: boolean;
    /** Whether the route is open to a person who must first change their password or set up a second factor. */
    isAllowedBeforePasswordChange?: boolean;
    /**
     * Whether process supervisors, load balancers and metrics collectors call the route. It loads no user and logs no
     * line.
     */
    isForMonitoring?: boolean;
    /** Whether the answer is a stream that lasts minutes. Metrics count open streams instead of the response time. */
    isStream?: boolean;
  }
}

/** Returns the user of a request on a route that is not public. Refuses with 401 without a user. */
export function userOf(request: Pick<FastifyRequest, 'user'>): RequestUser {
  if (!request.user) throw new Refusal('401');
  return request.user;
}

/** Returns whether the person is an administrator (RP-004); the client uses the same rule. */
export const isAdmin: (user: Pick<RequestUser, 'roles'>) => boolean = isAdministrator;

/** Returns the user of a request for administrators. Refuses other users with 403. */
export function adminOf(request: FastifyRequest): RequestUser {
  const user = userOf(request);
  if (!isAdmin(user)) throw new Refusal('403');
  return user;
}
