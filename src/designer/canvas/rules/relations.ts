import { useMemo } from 'react';
import type { CompiledForm } from '../../../kernel/index.ts';
import { useRegistry, useServices } from '../../../runtime/contexts.ts';
import { loadForm } from '../../../screens/shared/loadForm.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';

/** A form that can be reached from this form through relations. */
export interface RelatedForm {
  /** The keys of the relations, joined by dots. */
  path: string;
  label: string;
  form: CompiledForm;
}

interface Relation {
  key: string;
  label: string;
  to: string;
  isMultiple: boolean;
}

/** The relation fields of a form. */
export const relationsOf = ({ fields }: CompiledForm): Relation[] =>
  [...fields.values()].flatMap(({ key, node }) => {
    const { to, label, multiple } = node as { to?: unknown; label?: string; multiple?: boolean };
    return typeof to === 'string' && to !== '' ? [{ key, label: label || key, to, isMultiple: multiple === true }] : [];
  });

/**
 * Loads the forms that can be reached from this form through one or two relations to a single record, in the order of
 * the fields. Each form is requested once; forms that cannot be read are left out.
 */
export function useRelatedForms(compiled: CompiledForm): readonly RelatedForm[] {
  const services = useServices();
  const vocabulary = useRegistry();
  const relations = useMemo(() => relationsOf(compiled), [compiled]);
  const relationsText = JSON.stringify(relations);
  const { load } = useLoad(async () => {
    const forms = new Map<string, Promise<CompiledForm | null>>();
    const formOf = (formKey: string): Promise<CompiledForm | null> => {
      const form = forms.get(formKey) ?? loadForm({ services, vocabulary, formKey }).catch(() => null);
      forms.set(formKey, form);
      return form;
    };
    const relatedFrom = async (
      sources: readonly Relation[],
      path: string,
      name: string,
      depth: number,
    ): Promise<RelatedForm[]> => {
      const related = await Promise.all(
        sources
          .filter(({ isMultiple }) => !isMultiple)
          .map(async ({ key, label, to }): Promise<RelatedForm[]> => {
            const form = await formOf(to);
            if (!form) return [];
            const one = { path: path + key, label: name + label, form };
            const nested =
              depth > 1 ? await relatedFrom(relationsOf(form), `${one.path}.`, `${one.label} › `, depth - 1) : [];
            return [one, ...nested];
          }),
      );
      return related.flat();
    };
    return relatedFrom(relations, '', '', MAX_DEPTH);
    // oxlint-disable-next-line react/exhaustive-deps -- `relationsText` contains all relations
  }, [services, vocabulary, relationsText]);
  return load.value ?? NO_FORMS;
}

/** Maximum number of relations in a path. */
const MAX_DEPTH = 2;
const NO_FORMS: readonly RelatedForm[] = [];
