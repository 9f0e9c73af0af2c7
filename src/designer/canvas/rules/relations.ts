import { useMemo } from 'react';
import type { CompiledForm } from '../../../kernel/index.ts';
import { useRegistry, useServices } from '../../../runtime/contexts.ts';
import { loadForm } from '../../../screens/shared/loadForm.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';

/** A form that a record of this one leads to: the path of relations to it, its label, and the form. */
export interface RelatedForm {
  path: string;
  label: string;
  form: CompiledForm;
}

interface Relation {
  key: string;
  label: string;
  to: string;
  isMany: boolean;
}

/** Relations of a form to others. */
export const relationsOf = ({ fields }: CompiledForm): Relation[] =>
  [...fields.values()].flatMap(({ key, node }) => {
    const { to, label, multiple } = node as { to?: unknown; label?: string; multiple?: boolean };
    return typeof to === 'string' && to !== '' ? [{ key, label: label || key, to, isMany: multiple === true }] : [];
  });

/**
 * The records that a record of this form leads to, over one relation or two, in the order of their fields. Each form is
 * asked for once; those that cannot be read are left out.
 */
export function useRelatedForms(compiled: CompiledForm): readonly RelatedForm[] {
  const services = useServices();
  const vocabulary = useRegistry();
  const relations = useMemo(() => relationsOf(compiled), [compiled]);
  const asked = JSON.stringify(relations);
  const { load } = useLoad(async () => {
    const forms = new Map<string, Promise<CompiledForm | null>>();
    const formOf = (formKey: string): Promise<CompiledForm | null> => {
      const form = forms.get(formKey) ?? loadForm({ services, vocabulary, formKey }).catch(() => null);
      forms.set(formKey, form);
      return form;
    };
    const follow = async (
      from: readonly Relation[],
      path: string,
      name: string,
      depth: number,
    ): Promise<RelatedForm[]> => {
      const found = await Promise.all(
        from
          .filter(({ isMany }) => !isMany)
          .map(async ({ key, label, to }): Promise<RelatedForm[]> => {
            const form = await formOf(to);
            if (!form) return [];
            const one = { path: path + key, label: name + label, form };
            const further =
              depth > 1 ? await follow(relationsOf(form), `${one.path}.`, `${one.label} › `, depth - 1) : [];
            return [one, ...further];
          }),
      );
      return found.flat();
    };
    return follow(relations, '', '', DEPTH);
    // oxlint-disable-next-line react/exhaustive-deps -- the text holds all relations
  }, [services, vocabulary, asked]);
  return load.value ?? NONE;
}

/** How many relations a path may have. */
const DEPTH = 2;
const NONE: readonly RelatedForm[] = [];
