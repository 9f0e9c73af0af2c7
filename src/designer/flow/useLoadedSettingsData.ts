import { useMemo, useState } from 'react';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import type { DocumentSummary, FormOfFlow } from '../../runtime/services/documents.ts';
import { loadForm } from '../../screens/shared/loadForm.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { dictionariesOf, fieldsOf, typesOf, type SettingsData } from './panel/design.ts';
import { rememberedFormKey, rememberForm } from './rememberedForm.ts';

/** The form whose fields the settings of a process can name, and the forms from which it is selected. */
export interface FormChoice {
  /** The key of the selected form; '' if there is none. */
  formKey: string;
  selectForm(formKey: string): void;
  /** Forms that use the process. */
  usingForms: readonly FormOfFlow[];
  publishedForms: readonly DocumentSummary[];
}

/** Loads the data for the settings of a process (`design`): fields of the form, roles, posts and other processes. */
export function useLoadedSettingsData(flowKey: string): {
  design: SettingsData;
  formChoice: FormChoice;
  /** The error of a failed load; null if the data are loaded or loading. */
  failure: unknown;
  reload(): void;
} {
  const services = useServices();
  const vocabulary = useRegistry();
  const [chosenFormKey, setChosenFormKey] = useState(() => rememberedFormKey(flowKey));
  const { load, reload: reloadLists } = useLoad(async () => {
    const [usingForms, forms, holders, flows] = await Promise.all([
      services.flows.forms(flowKey),
      services.forms.list(),
      services.flows.holders(),
      services.flows.list(),
    ]);
    return {
      usingForms,
      holders,
      publishedForms: forms.filter(({ version }) => version > 0),
      flows: flows.filter(({ key, version }) => version > 0 && key !== flowKey),
    };
  }, [services, flowKey]);
  const { usingForms = [], publishedForms = [], flows = [], holders } = load.value ?? {};
  const formKey = publishedForms.some(({ key }) => key === chosenFormKey)
    ? chosenFormKey
    : (usingForms[0]?.formKey ?? '');
  const { load: form, reload: reloadForm } = useLoad(async () => {
    if (formKey === '') return { formKey, loaded: null };
    const compiled = await loadForm({ services, vocabulary, formKey });
    // if a dictionary cannot be loaded, the user types its codes
    const dictionaries = await Promise.all(
      dictionariesOf(compiled).map(async (code) => [code, await services.dictionary(code).catch(() => [])] as const),
    );
    return { formKey, loaded: { compiled, fields: fieldsOf(compiled, new Map(dictionaries)) } };
  }, [services, vocabulary, formKey]);
  // while another form is loading or after its load failed, `form.value` still contains the previous form
  const loadedForm = form.value?.formKey === formKey ? form.value.loaded : null;
  const isLoading = load.state === 'loading' || form.state === 'loading';
  const design = useMemo(
    (): SettingsData => ({
      isLoading,
      fields: loadedForm?.fields ?? [],
      types: loadedForm ? typesOf(loadedForm.compiled, vocabulary) : null,
      holders: holders ?? { roles: [], posts: [] },
      flows,
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- flows and holders are loaded together
    [loadedForm, isLoading, vocabulary, load.value],
  );
  const selectForm = (next: string): void => {
    setChosenFormKey(next);
    rememberForm(flowKey, next);
  };
  const reload = (): void => {
    reloadLists();
    reloadForm();
  };
  const failure = load.state === 'error' ? load.error : form.state === 'error' ? form.error : null;
  return { design, failure, reload, formChoice: { formKey, selectForm, usingForms, publishedForms } };
}
