import type { FormRight } from '../../rules/formRights.ts';
import type { Services } from '../../runtime/services/services.ts';

/** The permissions of the signed-in person for the records of one form. */
export interface KnownRights {
  rights: readonly FormRight[];
  /** An administrator has taken the form out of use. */
  isDisabled: boolean;
}

/** Loads the permissions of the signed-in person for a form. Result null: the back end has no such call, or it failed. */
export async function askFormRights(services: Services, formKey: string): Promise<KnownRights | null> {
  const url = `/system/frmCrud/rights/${encodeURIComponent(formKey)}`;
  try {
    const answer = (await services.request({ url, method: 'GET', params: {} })) as Partial<KnownRights> | null;
    return Array.isArray(answer?.rights) ? { rights: answer.rights, isDisabled: answer.isDisabled === true } : null;
  } catch {
    // the screen then goes by the form's own access, and the server refuses
    return null;
  }
}
