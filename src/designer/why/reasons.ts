import type { FormRight } from '../../rules/formRights.ts';

/** Forms and entries of the menu that may be asked about. */
export interface Subjects {
  forms: { formKey: string; formName: string }[];
  menus: { id: string; title: string }[];
}

/** What the server says of one person. */
export interface Why {
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

/** One page of people with access. `checked`: people examined for it; `next`: cursor of the next page, null on the last. */
export interface Who {
  rows: { userId: string; name: string; username: string; deptName: string; rights: string; because: string }[];
  checked: number;
  next: string | null;
}

/** What is asked about, as it stands in the address. */
export interface Subject {
  formKey: string;
  recordId: string;
  menuId: string;
}

/** The parameters of a call about a subject; null while nothing is chosen. */
export function asked({ formKey, recordId, menuId }: Subject): Record<string, string> | null {
  if (menuId !== '') return { menuId };
  if (formKey === '') return null;
  return recordId === '' ? { formKey } : { formKey, recordId };
}
