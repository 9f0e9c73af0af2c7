import { Skeleton } from 'antd';
import { useServices } from '../runtime/contexts.ts';
import { ServiceError, type Services } from '../runtime/services.ts';
import { Failure } from '../screens/shared/Failure.tsx';
import { useLoad } from '../screens/shared/useLoad.ts';
import { textOfDefinition } from './document.ts';
import { FormEditor } from './FormEditor.tsx';

/** What the editor began from; compared again before a save, so that a colleague's work is not overwritten. */
export interface Origin {
  formKey: string;
  formName: string;
  /** Published version; 0 when there is none. */
  version: number;
  hasDraft: boolean;
  /** Of the draft; undefined where the back end does not count them. */
  revision: number | undefined;
  text: string;
}

const isMissing = (error: unknown): boolean => error instanceof ServiceError && error.code === '404';

export async function loadOrigin(services: Services, formKey: string): Promise<Origin> {
  const [forms, draft] = await Promise.all([
    services.forms.list(),
    services.forms.draft(formKey).catch((error: unknown) => { if (isMissing(error)) return null; throw error; }),
  ]);
  const summary = forms.find((form) => form.formKey === formKey);
  const raw = draft ?? await services.forms.definition(formKey);
  return { formKey, formName: summary?.formName ?? formKey, version: summary?.version ?? 0, hasDraft: summary?.hasDraft ?? false, revision: summary?.revision, text: textOfDefinition(raw) };
}

export function FormEditorLoader({ formKey, onBack }: { formKey: string; onBack(): void }) {
  const services = useServices();
  const { load, reload } = useLoad(() => loadOrigin(services, formKey), [services, formKey]);
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (load.state === 'loading') return <Skeleton active paragraph={{ rows: 10 }} />;
  return <FormEditor origin={load.value} onBack={onBack} onReload={reload} />;
}
