import { hasRole, type PersonRights } from './permission.ts';

/** The access settings of a form, in addition to the general rules. */
export interface FormAccess {
  /**
   * People with one of these roles read and change all records of their units, and add records. If the list is not
   * empty, nobody else adds records, except people with one of the `createRoles`.
   */
  keeperRoles?: readonly string[];
  /** People with one of these roles open the list and add records of their own; `*`: every signed-in person. */
  createRoles?: readonly string[];
  /** People with one of these roles open the list and read the records within their data scope. */
  readRoles?: readonly string[];
  /** Field that names the person whom a record is about; that person may read it. */
  ownerField?: string;
  /** Field that names the department that a record is about; its leader may read it. */
  deptField?: string;
}

type PersonRoles = Pick<PersonRights, 'roles'>;

/**
 * Returns true if the person maintains the form's records (of their own units, which the server checks). False if the
 * form names no keeper role.
 */
export const isKeeper = (access: FormAccess | undefined, person: PersonRoles): boolean =>
  access?.keeperRoles !== undefined && access.keeperRoles.length > 0 && hasRole(person, access.keeperRoles);

/**
 * Returns true if the person may add a record to a form for which no rights by role are configured yet: everybody or,
 * if the form has keeper roles, only people with one of them. Once rights by role are configured (initially from
 * `keeperRoles`, `createRoles` and `readRoles`), they replace this rule.
 */
export const mayAddRecord = (access: FormAccess | undefined, person: PersonRoles): boolean =>
  access?.keeperRoles === undefined || access.keeperRoles.length === 0 || hasRole(person, access.keeperRoles);
