import { hasRole, type Holder } from './permission.ts';

/** What a form says of its records' keepers and readers, beside the general rules. */
export interface FormAccess {
  /** Roles whose holders alone add records, and read and change all of their units'. */
  keeperRoles?: readonly string[];
  /** Roles whose holders open the list and add records of their own; `*`: everybody who is signed in. */
  createRoles?: readonly string[];
  /** Field that names the person a record is about: that person may read it. */
  ownerField?: string;
  /** Field that names the department a record is about: its leader may read it. */
  deptField?: string;
}

type Asking = Pick<Holder, 'roles'>;

/** Keeps the form's records (of the own units, which the server checks). Nobody does where the form names no role. */
export const isKeeper = (access: FormAccess | undefined, holder: Asking): boolean =>
  access?.keeperRoles !== undefined && access.keeperRoles.length > 0 && hasRole(holder, access.keeperRoles);

/** May add a record: anybody, unless the form leaves it to its keepers. */
export const mayAddRecord = (access: FormAccess | undefined, holder: Asking): boolean =>
  access?.keeperRoles === undefined || access.keeperRoles.length === 0 || hasRole(holder, access.keeperRoles);
