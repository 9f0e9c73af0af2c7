import { useEffect, useState } from 'react';
import { compileForm, type CompiledForm } from '../../kernel/index.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import { failureText } from '../../runtime/host/notice.ts';
import { readServedForm } from '../shared/readServedForm.ts';

/** Debounce time of the form key in ms. */
const DEBOUNCE_MS = 400;

export interface TargetForm {
  form: CompiledForm | null;
  message: string | null;
}

/** Loads the published form of a template. `message`: the reason if there is no form. */
export function useTargetForm(formKey: string): TargetForm {
  const services = useServices();
  const registry = useRegistry();
  const [found, setFound] = useState<TargetForm & { formKey: string }>({ formKey: '', form: null, message: null });
  useEffect(() => {
    if (formKey === '') return undefined;
    let isCurrent = true;
    const setResult = (form: CompiledForm | null, message: string | null): void => {
      if (isCurrent) setFound({ formKey, form, message });
    };
    const timer = setTimeout(() => {
      services.forms
        .definition(formKey)
        .then((raw) => readServedForm(raw, registry, formKey))
        .then((read) => {
          if (read.ok) setResult(compileForm(read.value, registry), null);
          else setResult(null, '表单定义无法读取');
        })
        .catch((error: unknown) => setResult(null, failureText(error)));
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [services, registry, formKey]);
  if (formKey === '') return { form: null, message: '填写表单键后，可在版面中放入该表单的字段' };
  return found.formKey === formKey ? found : { form: null, message: null };
}
