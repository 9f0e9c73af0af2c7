import { useMemo, useState } from 'react';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import type { DocumentSummary, FormOfFlow } from '../../runtime/services/documents.ts';
import { loadForm } from '../../screens/shared/loadForm.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { dictionariesOf, fieldsOf, typesOf, type Design } from './panel/design.ts';
import { rememberedForm, rememberForm } from './reference.ts';

export interface Reference {
  /** The form whose fields are offered; '' for none. */
  formKey: string;
  choose(formKey: string): void;
  /** Forms that use the process. */
  using: readonly FormOfFlow[];
  /** All published forms. */
  forms: readonly DocumentSummary[];
}

/** What the settings of a process are made from: the form it is for, roles, posts, other processes. */
export function useDesignFor(flowKey: string): { design: Design; reference: Reference; reload(): void } {
  const services = useServices();
  const vocabulary = useRegistry();
  const [chosen, setChosen] = useState(() => rememberedForm(flowKey));
  const { load, reload } = useLoad(async () => {
    const [using, forms, holders, flows] = await Promise.all([
      services.flows.forms(flowKey),
      services.forms.list(),
      services.flows.holders(),
      services.flows.list(),
    ]);
    return {
      using,
      holders,
      forms: forms.filter(({ version }) => version > 0),
      flows: flows.filter(({ key, version }) => version > 0 && key !== flowKey),
    };
  }, [services, flowKey]);
  const { using = [], forms = [], flows = [], holders } = load.value ?? {};
  const formKey = forms.some(({ key }) => key === chosen) ? chosen : (using[0]?.formKey ?? '');
  const { load: form } = useLoad(async () => {
    if (formKey === '') return null;
    const compiled = await loadForm({ services, vocabulary, formKey });
    // without its dictionary a field is typed by its codes
    const words = await Promise.all(
      dictionariesOf(compiled).map(async (code) => [code, await services.dictionary(code).catch(() => [])] as const),
    );
    return { compiled, fields: fieldsOf(compiled, new Map(words)) };
  }, [services, vocabulary, formKey]);
  const read = form.value ?? null;
  const isLoading = load.state === 'loading' || form.state === 'loading';
  const design = useMemo(
    (): Design => ({
      isLoading,
      fields: read?.fields ?? [],
      types: read ? typesOf(read.compiled, vocabulary) : null,
      holders: holders ?? { roles: [], posts: [] },
      flows,
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- flows and holders come together
    [read, isLoading, vocabulary, load.value],
  );
  const choose = (next: string): void => {
    setChosen(next);
    rememberForm(flowKey, next);
  };
  return { design, reload, reference: { formKey, choose, using, forms } };
}
