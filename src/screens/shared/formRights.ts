import type { FormRight } from '../../rules/formRights.ts';
import type { Services } from '../../runtime/services/services.ts';

/** Permissions of the user for the records of one form. */
export interface UserFormRights {
  rights: readonly FormRight[];
  /** True when an administrator has disabled the form. */
  isDisabled: boolean;
}

/** Loads the user's permissions for a form. Null: the server has no such call, or the call failed. */
export async function fetchFormRights(services: Services, formKey: string): Promise<UserFormRights | null> {
  const url = `/system/frmCrud/rights/${encodeURIComponent(formKey)}`;
  try {
    const answer = (await services.request({ url, method: 'GET', params: {} })) as Partial<UserFormRights> | null;
    return Array.isArray(answer?.rights) ? { rights: answer.rights, isDisabled: answer.isDisabled === true } : null;
  } catch {
    // the screen then uses only the `access` of the form; the server checks permissions in any case
    return null;
  }
}
