import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { askFormRights, type KnownRights } from '../shared/formRights.ts';

/** What this person may do with the records of a form; and whether an administrator has taken it out of use; empty until it is known, and where a back end does not tell. */
export function useFormRights(formKey: string): Partial<KnownRights> {
  const services = useServices();
  const [known, setKnown] = useState<(KnownRights & { formKey: string }) | null>(null);
  useEffect(() => {
    let isGone = false;
    void askFormRights(services, formKey).then((answer) => {
      if (!isGone && answer) setKnown({ formKey, ...answer });
    });
    return () => {
      isGone = true;
    };
  }, [services, formKey]);
  return known?.formKey === formKey ? known : {};
}
