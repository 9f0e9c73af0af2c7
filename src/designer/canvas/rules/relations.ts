import { useMemo } from 'react';
import type { CompiledForm } from '../../../kernel/index.ts';
import { useRegistry, useServices } from '../../../runtime/contexts.ts';
import { loadForm } from '../../../screens/shared/loadForm.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';

/** A form that can be reached from this form through relations. */
export interface RelatedForm {
  /**
   * The keys of the relations from this form, joined by dots. A relation of a sub-table row or of a button's dialog has
   * a prefix: `row.device`, `dialog.project`.
   */
  path: string;
  label: string;
  form: CompiledForm;
}

/** A relation field. `key`: its key, with a prefix as in `RelatedForm.path`; `to`: the key of the form it refers to. */
export interface Relation {
  key: string;
  label: string;
  to: string;
  isMultiple: boolean;
}

/** Returns a loaded form by its key; undefined if it is not loaded. */
export type FormLookup = (formKey: string) => CompiledForm | undefined;

/** Returns the relations among the given fields. */
export const relationsIn = (nodes: Iterable<{ key: string; node: object }>): Relation[] =>
  [...nodes].flatMap(({ key, node }) => {
    const { to, label, multiple } = node as { to?: unknown; label?: string; multiple?: boolean };
    return typeof to === 'string' && to !== '' ? [{ key, label: label || key, to, isMultiple: multiple === true }] : [];
  });

/** Returns the relation fields of a form. */
export const relationsOf = ({ fields }: CompiledForm): Relation[] => relationsIn(fields.values());

/** Maximum number of relations in a path. */
const MAX_DEPTH = 2;

/**
 * Returns the forms that can be reached through one or two relations to a single record, in the order of the relations.
 * Forms that are not loaded are left out.
 */
export function relatedForms(relations: readonly Relation[], formOf: FormLookup, depth = MAX_DEPTH): RelatedForm[] {
  return relations
    .filter(({ isMultiple }) => !isMultiple)
    .flatMap(({ key, label, to }): RelatedForm[] => {
      const form = formOf(to);
      if (!form) return [];
      const nested = depth > 1 ? relatedForms(relationsOf(form), formOf, depth - 1) : [];
      return [
        { path: key, label, form },
        ...nested.map((inner) => ({ ...inner, path: `${key}.${inner.path}`, label: `${label} › ${inner.label}` })),
      ];
    });
}

const NO_FORMS: ReadonlyMap<string, CompiledForm> = new Map();

/**
 * Loads forms; each form is requested once. Forms that cannot be read are left out. `deepKeys`: keys of forms whose
 * related forms are loaded, too. `shallowKeys`: keys of forms without their related forms.
 */
export function useForms(
  deepKeys: readonly string[],
  shallowKeys: readonly string[] = [],
): ReadonlyMap<string, CompiledForm> {
  const services = useServices();
  const vocabulary = useRegistry();
  const keysText = JSON.stringify([deepKeys, shallowKeys]);
  const { load } = useLoad(async () => {
    const forms = new Map<string, CompiledForm>();
    const loadAll = async (keys: readonly string[]): Promise<void> => {
      await Promise.all(
        [...new Set(keys)]
          .filter((key) => !forms.has(key))
          .map(async (formKey) => {
            const form = await loadForm({ services, vocabulary, formKey }).catch(() => null);
            if (form) forms.set(formKey, form);
          }),
      );
    };
    await loadAll([...deepKeys, ...shallowKeys]);
    const found = deepKeys.flatMap((key) => forms.get(key) ?? []);
    await loadAll(found.flatMap((form) => relationsOf(form).map(({ to }) => to)));
    return forms;
    // oxlint-disable-next-line react/exhaustive-deps -- `keysText` contains all keys
  }, [services, vocabulary, keysText]);
  return load.value ?? NO_FORMS;
}

/** Loads the forms that can be reached from this form through one or two relations to a single record. */
export function useRelatedForms(compiled: CompiledForm): readonly RelatedForm[] {
  const relations = useMemo(() => relationsOf(compiled), [compiled]);
  const forms = useForms(relations.map(({ to }) => to));
  return useMemo(() => relatedForms(relations, (key) => forms.get(key)), [relations, forms]);
}
