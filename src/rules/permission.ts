/** Role codes and permissions of a person. */
export interface Holder {
  roles: readonly string[];
  permissions?: readonly string[];
}

const ADMIN = 'admin';
const ALL_PERMISSIONS = '*:*:*';

const assertNonEmptyList = (list: unknown, items: string): void => {
  if (!Array.isArray(list) || list.length === 0) throw new TypeError(`a list of ${items} is needed`);
};

/** RP-004: returns true for an administrator, who passes every role check. */
export const isAdministrator = ({ roles }: Pick<Holder, 'roles'>): boolean => roles.includes(ADMIN);

/**
 * RP-007, exact match: returns true if the person has one of the roles. Throws TypeError for a missing or empty list
 * (ER-019), so that a configuration mistake grants nothing.
 */
export function hasRole(holder: Pick<Holder, 'roles'>, accepted: readonly string[]): boolean {
  assertNonEmptyList(accepted, 'roles');
  return isAdministrator(holder) || accepted.some((role) => holder.roles.includes(role));
}

/**
 * RP-007, partial match: returns true if a role code of the person contains one of the texts. Throws like `hasRole`.
 */
export function hasRoleLike(holder: Pick<Holder, 'roles'>, accepted: readonly string[]): boolean {
  assertNonEmptyList(accepted, 'parts of roles');
  return (
    isAdministrator(holder) || accepted.some((part) => part !== '' && holder.roles.some((role) => role.includes(part)))
  );
}

/** RP-005: returns true if the person has one of the permissions; always true with `*:*:*`. Throws like `hasRole`. */
export function hasPermission({ permissions = [] }: Holder, accepted: readonly string[]): boolean {
  assertNonEmptyList(accepted, 'permissions');
  return permissions.includes(ALL_PERMISSIONS) || accepted.some((permission) => permissions.includes(permission));
}

/** The roles and permissions that a node, button or menu item requires. */
export interface AccessRequirement {
  roles?: readonly string[];
  rolesLike?: readonly string[];
  permissions?: readonly string[];
}

/** RP-006: returns true if the holder meets every requirement that is set. */
export const isGranted = ({ roles, rolesLike, permissions }: AccessRequirement, holder: Holder): boolean =>
  (roles === undefined || hasRole(holder, roles)) &&
  (rolesLike === undefined || hasRoleLike(holder, rolesLike)) &&
  (permissions === undefined || hasPermission(holder, permissions));
