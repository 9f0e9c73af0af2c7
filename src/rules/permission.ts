/** Role codes and permissions of a person. */
export interface PersonRights {
  roles: readonly string[];
  permissions?: readonly string[];
}

const ADMIN = 'admin';
const ALL_PERMISSIONS = '*:*:*';

const assertNonEmptyList = (list: unknown, itemNoun: string): void => {
  if (!Array.isArray(list) || list.length === 0) throw new TypeError(`a list of ${itemNoun} is needed`);
};

/** RP-004: returns true for an administrator, who passes every role check. */
export const isAdministrator = ({ roles }: Pick<PersonRights, 'roles'>): boolean => roles.includes(ADMIN);

/**
 * RP-007, exact match: returns true if the person has one of the roles. Throws TypeError for a missing or empty list
 * (ER-019), so that a configuration mistake grants nothing.
 */
export function hasRole(person: Pick<PersonRights, 'roles'>, acceptedRoles: readonly string[]): boolean {
  assertNonEmptyList(acceptedRoles, 'roles');
  return isAdministrator(person) || acceptedRoles.some((role) => person.roles.includes(role));
}

/**
 * RP-007, partial match: returns true if a role code of the person contains one of the texts. Throws like `hasRole`.
 */
export function hasRoleLike(person: Pick<PersonRights, 'roles'>, acceptedParts: readonly string[]): boolean {
  assertNonEmptyList(acceptedParts, 'parts of roles');
  return (
    isAdministrator(person) ||
    acceptedParts.some((part) => part !== '' && person.roles.some((role) => role.includes(part)))
  );
}

/** RP-005: returns true if the person has one of the permissions; always true with `*:*:*`. Throws like `hasRole`. */
export function hasPermission({ permissions = [] }: PersonRights, acceptedPermissions: readonly string[]): boolean {
  assertNonEmptyList(acceptedPermissions, 'permissions');
  return (
    permissions.includes(ALL_PERMISSIONS) || acceptedPermissions.some((permission) => permissions.includes(permission))
  );
}

/** The roles and permissions that a node, button or menu item requires. */
export interface AccessRequirement {
  roles?: readonly string[];
  rolesLike?: readonly string[];
  permissions?: readonly string[];
}

/** RP-006: returns true if the person meets every requirement that is set. */
export const isGranted = ({ roles, rolesLike, permissions }: AccessRequirement, person: PersonRights): boolean =>
  (roles === undefined || hasRole(person, roles)) &&
  (rolesLike === undefined || hasRoleLike(person, rolesLike)) &&
  (permissions === undefined || hasPermission(person, permissions));
