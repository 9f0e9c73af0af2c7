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

/**
 * Loads the published form for which a template is written. `message`: why there is no form; null also while the form
 * loads.
 */
export function useTargetForm(formKey: string): TargetForm {
  const services = useServices();
  const registry = useRegistry();
  const [result, setResult] = useState<TargetForm & { formKey: string }>({ formKey: '', form: null, message: null });
  useEffect(() => {
    if (formKey === '') return undefined;
    let isCurrent = true;
    const finish = (form: CompiledForm | null, message: string | null): void => {
      if (isCurrent) setResult({ formKey, form, message });
    };
    const timer = setTimeout(() => {
      services.forms
        .definition(formKey)
        .then((raw) => readServedForm(raw, registry, formKey))
        .then((definition) => {
          if (definition.ok) finish(compileForm(definition.value, registry), null);
          else finish(null, '表单定义无法读取');
        })
        .catch((error: unknown) => finish(null, failureText(error)));
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [services, registry, formKey]);
  if (formKey === '') return { form: null, message: '填写表单键后，可在版面中放入该表单的字段' };
  return result.formKey === formKey ? result : { form: null, message: null };
}
