/** Who asks: role codes and permission marks of a person. */
export interface Holder {
  roles: readonly string[];
  permissions?: readonly string[];
}

const ADMIN = 'admin';
const ALL = '*:*:*';

const mustBeList = (list: unknown, what: string): void => {
  if (!Array.isArray(list) || list.length === 0) throw new TypeError(`a list of ${what} is needed`);
};

/** RP-004: an administrator passes every role check. */
export const isAdministrator = ({ roles }: Pick<Holder, 'roles'>): boolean => roles.includes(ADMIN);

/** RP-007, exact: true for any of the role codes. Throws TypeError without a list (ER-019): an author's mistake is no yes. */
export function hasRole(holder: Pick<Holder, 'roles'>, wanted: readonly string[]): boolean {
  mustBeList(wanted, 'roles');
  return isAdministrator(holder) || wanted.some((role) => holder.roles.includes(role));
}

/** RP-007, like: true when a role code holds any of the texts. Throws as `hasRole` does. */
export function hasRoleLike(holder: Pick<Holder, 'roles'>, wanted: readonly string[]): boolean {
  mustBeList(wanted, 'parts of roles');
  return (
    isAdministrator(holder) || wanted.some((part) => part !== '' && holder.roles.some((role) => role.includes(part)))
  );
}

/** RP-005: true for any of the permissions, and for `*:*:*` always. Throws as `hasRole` does. */
export function hasPermission({ permissions = [] }: Holder, wanted: readonly string[]): boolean {
  mustBeList(wanted, 'permissions');
  return permissions.includes(ALL) || wanted.some((permission) => permissions.includes(permission));
}

/** The part of a node, button or menu item that names for whom it is there. */
export interface Asked {
  roles?: readonly string[];
  rolesLike?: readonly string[];
  permissions?: readonly string[];
}

/** RP-006: every list that is given must hold. */
export const isGranted = ({ roles, rolesLike, permissions }: Asked, holder: Holder): boolean =>
  (roles === undefined || hasRole(holder, roles)) &&
  (rolesLike === undefined || hasRoleLike(holder, rolesLike)) &&
  (permissions === undefined || hasPermission(holder, permissions));
