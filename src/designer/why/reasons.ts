import type { FormRight } from '../../rules/formRights.ts';

/** Forms and menu entries to which the access can be explained. */
export interface SelectableTargets {
  forms: { formKey: string; formName: string }[];
  menus: { id: string; title: string }[];
}

/**
 * The permissions of one person with the reasons for them, as the server returns them. In `form`, `reach` describes the
 * records that the person may read, and `fields` lists the fields that the person may not see or not change.
 */
export interface AccessReasons {
  name: string;
  username: string;
  isDisabled: boolean;
  roles: { code: string; name: string; from: string }[];
  form: {
    rights: { right: FormRight; name: string; isAllowed: boolean; because: string }[];
    reach: { what: string; because: string }[];
    fields: { label: string; rule: 'hidden' | 'locked' }[];
  } | null;
  record: { title: string; because: string[] } | null;
  menu: { title: string; isAllowed: boolean; because: string } | null;
}

/**
 * One page of people with access. `checked`: number of people checked for this page. `next`: cursor of the next page;
 * null on the last page.
 */
export interface PeopleWithAccess {
  rows: { userId: string; name: string; username: string; deptName: string; rights: string; because: string }[];
  checked: number;
  next: string | null;
}

/** The selected form, record or menu entry, from the URL; '' if not selected. */
export interface AccessTarget {
  formKey: string;
  recordId: string;
  menuId: string;
}

/** Returns the request parameters for a target; null while nothing is selected. */
export function targetParams({ formKey, recordId, menuId }: AccessTarget): Record<string, string> | null {
  if (menuId !== '') return { menuId };
  if (formKey === '') return null;
  return recordId === '' ? { formKey } : { formKey, recordId };
}
