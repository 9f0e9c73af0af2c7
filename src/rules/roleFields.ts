import { EVERYBODY, type FormRight } from './formRights.ts';

/**
 * Fields of a form that a person's roles keep from them, by their keys (`table.column` of a column): `hidden` are never
 * seen, `locked` never changed. A hidden field is never changed either.
 */
export interface RoleFields {
  hidden: readonly string[];
  locked: readonly string[];
}

/** One role's line in the grid of a form. */
export interface RoleFormLine extends RoleFields {
  formKey: string;
  role: string;
  rights: readonly FormRight[];
}

/** Rights that let a role write fields of a form. */
export const WRITING_RIGHTS: readonly FormRight[] = ['create', 'editOwn', 'editAll'];

/**
 * What the roles of one person keep from them, by form. Rights of several roles add up: a field is hidden when one of the
 * roles hides it and no other role of theirs that sees the form shows it; locked in the same way, among the roles that may
 * write. What everybody may (`*`) opens no field that a role of theirs closes.
 */
export function roleFieldsOf(lines: readonly RoleFormLine[]): Record<string, RoleFields> {
  const forms: Record<string, RoleFields> = {};
  for (const formKey of new Set(lines.map((line) => line.formKey))) {
    const own = lines.filter((line) => line.formKey === formKey);
    const named = own.filter(({ role }) => role !== EVERYBODY);
    const readers = named.filter(({ rights }) => rights.includes('see'));
    const writers = named.filter(({ rights }) => rights.some((right) => WRITING_RIGHTS.includes(right)));
    const hidden = distinct(own.flatMap((line) => line.hidden)).filter((key) =>
      readers.every((line) => line.hidden.includes(key)),
    );
    const locked = distinct(own.flatMap((line) => [...line.locked, ...line.hidden])).filter(
      (key) => hidden.includes(key) || writers.every((line) => line.locked.includes(key) || line.hidden.includes(key)),
    );
    if (hidden.length + locked.length > 0) forms[formKey] = { hidden, locked };
  }
  return forms;
}

const distinct = (keys: readonly string[]): string[] => [...new Set(keys)].sort();

type Ruled = { roleFields?: RoleFields | null };

/** Is this field kept from the person by their roles? `key`: of the field, or `table.column`. */
export const isHiddenFromRole = (key: string, { roleFields }: Ruled): boolean =>
  roleFields?.hidden.includes(key) === true;

/** May the person's roles never change this field? */
export const isLockedForRole = (key: string, situation: Ruled): boolean =>
  situation.roleFields?.locked.includes(key) === true || isHiddenFromRole(key, situation);
