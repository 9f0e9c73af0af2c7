import { EVERYBODY, type FormRight } from './formRights.ts';

/**
 * The fields of a form that a person's roles restrict, by key (a column as `table.column`): `hidden` ones are never
 * visible, `locked` ones never editable. A hidden field is never editable either.
 */
export interface RoleFields {
  hidden: readonly string[];
  locked: readonly string[];
}

/** The rights and field restrictions of one role on one form. */
export interface RoleFormLine extends RoleFields {
  formKey: string;
  role: string;
  rights: readonly FormRight[];
}

/** Rights with which a role may write fields of a form. */
export const WRITING_RIGHTS: readonly FormRight[] = ['create', 'editOwn', 'editAll'];

/**
 * Combines the field restrictions of a person's roles, by form. The rights of several roles add up. A field is hidden
 * if a role hides it and no role with the right `see` leaves it visible. A field is locked if it is hidden, or if a
 * role locks or hides it and no role with a writing right leaves it editable. The pseudo-role `*` (everybody) can
 * restrict a field, but cannot make a field visible or editable that another role restricts.
 */
export function roleFieldsOf(lines: readonly RoleFormLine[]): Record<string, RoleFields> {
  const forms: Record<string, RoleFields> = {};
  for (const formKey of new Set(lines.map((line) => line.formKey))) {
    const formLines = lines.filter((line) => line.formKey === formKey);
    const roleLines = formLines.filter(({ role }) => role !== EVERYBODY);
    const readingRoleLines = roleLines.filter(({ rights }) => rights.includes('see'));
    const writingRoleLines = roleLines.filter(({ rights }) => rights.some((right) => WRITING_RIGHTS.includes(right)));
    const hidden = sortedDistinct(formLines.flatMap((line) => line.hidden)).filter((key) =>
      readingRoleLines.every((line) => line.hidden.includes(key)),
    );
    const locked = sortedDistinct(formLines.flatMap((line) => [...line.locked, ...line.hidden])).filter(
      (key) =>
        hidden.includes(key) ||
        writingRoleLines.every((line) => line.locked.includes(key) || line.hidden.includes(key)),
    );
    if (hidden.length + locked.length > 0) forms[formKey] = { hidden, locked };
  }
  return forms;
}

const sortedDistinct = (keys: readonly string[]): string[] => [...new Set(keys)].sort();

type WithRoleFields = { roleFields?: RoleFields | null };

/** Returns true if the person's roles hide this field. `key`: key of a field, or `table.column`. */
export const isHiddenFromRole = (key: string, { roleFields }: WithRoleFields): boolean =>
  roleFields?.hidden.includes(key) === true;

/** Returns true if the person's roles lock or hide this field. `key`: key of a field, or `table.column`. */
export const isLockedForRole = (key: string, situation: WithRoleFields): boolean =>
  situation.roleFields?.locked.includes(key) === true || isHiddenFromRole(key, situation);
