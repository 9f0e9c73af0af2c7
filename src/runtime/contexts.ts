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
/** The session of the enclosing form; null outside of forms. */
export const FormContext = createContext<FormSession | null>(null);

/** The stored record whose page is shown, for the blocks below the form. */
export interface PageRecord {
  formKey: string;
  formName: string;
  record: FormRecord;
  /** Returns the node of a field in the form definition, for its label and format; undefined for an unknown key. */
  fieldNode(key: string): FieldNode | undefined;
}
export const RecordPageContext = createContext<PageRecord | null>(null);

/**
 * Values of the sub-table row that contains a cell; null outside of rows. Placeholders in options and requests are
 * filled from these values first, then from the values of the form.
 */
export const RowContext = createContext<Readonly<Record<string, unknown>> | null>(null);

function requireContext<T>(value: T | null, name: string): T {
  if (value === null) throw new Error(`${name} is missing: render inside <RuntimeProvider>`);
  return value;
}

export const useRegistry = (): Registry<Faces> => requireContext(useContext(RegistryContext), 'the registry');
export const useServices = (): Services => requireContext(useContext(ServicesContext), 'services');

/** Returns the session of the enclosing form; null on a screen without a form. */
export const useOptionalForm = (): FormSession | null => useContext(FormContext);
export const useForm = (): FormSession => requireContext(useContext(FormContext), 'a form session');

/**
 * Returns the situation of the enclosing form; without a form, the situation of the screen. Reactive inside `observer`.
 */
export function useSituation(): Situation {
  const screenSituation = useContext(SituationContext);
  return useContext(FormContext)?.situation ?? requireContext(screenSituation, 'the situation');
}
