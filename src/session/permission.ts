/** Who may see an element: lists of codes, any of which is enough. */
export interface Holder { roles: readonly string[]; permissions: readonly string[] }

const ADMIN = 'admin';
const ALL = '*:*:*';

const mustBeList = (list: unknown, what: string): void => {
  if (!Array.isArray(list) || list.length === 0) throw new TypeError(`a list of ${what} is needed`);
};

/** RP-004, ER-019: true for any of the roles, and for an administrator always. Throws TypeError without a list. */
export function hasRole({ roles }: Holder, wanted: readonly string[]): boolean {
  mustBeList(wanted, 'roles');
  return roles.includes(ADMIN) || wanted.some((role) => roles.includes(role));
}

/** RP-005, ER-019: true for any of the permissions, and for `*:*:*` always. Throws TypeError without a list. */
export function hasPermission({ permissions }: Holder, wanted: readonly string[]): boolean {
  mustBeList(wanted, 'permissions');
  return permissions.includes(ALL) || wanted.some((permission) => permissions.includes(permission));
}
