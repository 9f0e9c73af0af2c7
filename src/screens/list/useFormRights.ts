import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { fetchFormRights, type UserFormRights } from '../shared/formRights.ts';

/**
 * Returns the person's rights on the records of a form, and whether an administrator has disabled the form. Returns an
 * empty object until the rights are loaded, and if the server does not report rights.
 */
export function useFormRights(formKey: string): Partial<UserFormRights> {
  const services = useServices();
  const [loadedRights, setLoadedRights] = useState<(UserFormRights & { formKey: string }) | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    void fetchFormRights(services, formKey).then((answer) => {
      if (!isUnmounted && answer) setLoadedRights({ formKey, ...answer });
    });
    return () => {
      isUnmounted = true;
    };
  }, [services, formKey]);
  return loadedRights?.formKey === formKey ? loadedRights : {};
}
