import type { FastifyRequest } from 'fastify';
import { isAdministrator } from '../../rules/permission.ts';
import type { RoleFields } from '../../rules/roleFields.ts';
import { Refusal } from './refusal.ts';

/** Who makes the request, as loaded by the sign-in hook. `roles` and `permissions` are codes. */
export interface RequestUser {
  id: string;
  username: string;
  name: string;
  roles: readonly string[];
  permissions: readonly string[];
  deptId: string | null;
  unitId: string | null;
  /** Fields that their roles never see or never change, by form; an administrator has none. */
  fieldRules: Readonly<Record<string, RoleFields>>;
  /** The call names the unit (header `Unit-Id`): what is read of a whole unit is of this one. Else `unitId` is the main unit. */
  isUnitChosen?: boolean;
  /** An administrator gave them their password: they set one of their own before anything else. */
  mustChangePassword?: boolean;
  /** An administrator who has to set up a second factor before anything else. */
  needsFactor?: boolean;
  /** A machine account calls, in this person's name and within their rights. */
  machine?: { id: string; name: string };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** null on public routes called without a token. */
    user: RequestUser | null;
  }
  interface FastifyContextConfig {
    /** The route answers without a token. */
    isPublic?: boolean;
    /** Goes on though the disk is nearly full: it lets people in or out, and adds next to nothing. */
    needsNoRoom?: boolean;
    /** Open to who has to change their password first. */
    isBeforePassword?: boolean;
    /** Asked by supervisors, balancers and collectors of metrics: no sign-in is looked up, no line logged. */
    isForMachines?: boolean;
    /** The answer goes on for minutes: it is measured by the pages that are open, not by its time. */
    isStream?: boolean;
  }
}

/** The user of a request on a route that is not public; refuses with 401 otherwise. */
export function userOf(request: Pick<FastifyRequest, 'user'>): RequestUser {
  if (!request.user) throw new Refusal('401');
  return request.user;
}

/** RP-004, with the rule of the page. */
export const isAdmin: (user: Pick<RequestUser, 'roles'>) => boolean = isAdministrator;

/** Refuses with 403 who is not an administrator. */
export function adminOf(request: FastifyRequest): RequestUser {
  const user = userOf(request);
  if (!isAdmin(user)) throw new Refusal('403');
  return user;
}
