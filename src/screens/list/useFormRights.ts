import { useEffect, useState } from 'react';
import type { FormRight } from '../../rules/formRights.ts';
import { useServices } from '../../runtime/contexts.ts';

/** What this person may do with the records of a form; and whether an administrator has taken it out of use; empty until it is known, and where a back end does not tell. */
export function useFormRights(formKey: string): { rights?: readonly FormRight[]; isDisabled?: boolean } {
  const services = useServices();
  const [known, setKnown] = useState<{ formKey: string; rights: readonly FormRight[]; isDisabled: boolean } | null>(
    null,
  );
  useEffect(() => {
    let isGone = false;
    const ask = async (): Promise<void> => {
      const url = `/system/frmCrud/rights/${encodeURIComponent(formKey)}`;
      const answer = (await services.request({ url, method: 'GET', params: {} })) as {
        rights?: FormRight[];
        isDisabled?: boolean;
      } | null;
      if (!isGone && Array.isArray(answer?.rights))
        setKnown({ formKey, rights: answer.rights, isDisabled: answer.isDisabled === true });
    };
    // a list without this answer goes by the form's own access, and the server refuses
    void ask().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [services, formKey]);
  return known?.formKey === formKey ? known : {};
}
