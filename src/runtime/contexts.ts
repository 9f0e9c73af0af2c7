import { createContext, useContext } from 'react';
import type { Registry } from '../kernel/index.ts';
import type { FormRecord } from '../grammar/documents.ts';
import type { FieldNode } from '../grammar/nodes.ts';
import type { Situation } from '../rules/situation.ts';
import type { Faces } from './node/faces.ts';
import type { Services } from './services/services.ts';
import type { FormSession } from './form/session.ts';

export const RegistryContext = createContext<Registry<Faces> | null>(null);
export const ServicesContext = createContext<Services | null>(null);
export const SituationContext = createContext<Situation | null>(null);
export const FormContext = createContext<FormSession | null>(null);

/** The stored record whose page is shown: what blocks below its form are about. */
export interface PageRecord {
  formKey: string;
  formName: string;
  record: FormRecord;
  /** What the form says of a field, for its name and look. */
  fieldNode(key: string): FieldNode | undefined;
}
export const RecordPageContext = createContext<PageRecord | null>(null);

/** Values of the sub-table row around a cell: placeholders in options and requests read them before the form's. */
export const RowContext = createContext<Readonly<Record<string, unknown>> | null>(null);

function mustHave<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`${what} is missing: render inside <RuntimeProvider>`);
  return value;
}

export const useRegistry = (): Registry<Faces> => mustHave(useContext(RegistryContext), 'the registry');
export const useServices = (): Services => mustHave(useContext(ServicesContext), 'services');

/** The form around, or null on a screen that has none. */
export const useOptionalForm = (): FormSession | null => useContext(FormContext);
export const useForm = (): FormSession => mustHave(useContext(FormContext), 'a form session');

/** Of the form around, else of the screen. Reactive inside `observer`. */
export function useSituation(): Situation {
  const outer = useContext(SituationContext);
  return useContext(FormContext)?.situation ?? mustHave(outer, 'the situation');
}
