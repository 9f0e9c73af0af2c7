import { useMemo } from 'react';
import type { CompiledForm } from '../../../kernel/index.ts';
import { useRegistry, useServices } from '../../../runtime/contexts.ts';
import { loadForm } from '../../../screens/shared/loadForm.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';

/** A record that an effect can reach: by its path, with its name and its form. */
export interface Reached {
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

/** The records that a record of this form leads to, over one relation or two; forms that cannot be read are left out. */
export function useReached(compiled: CompiledForm | null): readonly Reached[] {
  const services = useServices();
  const vocabulary = useRegistry();
  const first = useMemo(() => (compiled ? relationsOf(compiled).filter(({ isMany }) => !isMany) : []), [compiled]);
  const asked = first.map(({ key, to }) => `${key}>${to}`).join();
  const { load } = useLoad(async () => {
    const reached: Reached[] = [];
    const open = async (from: string, name: string, relations: readonly Relation[], isLast: boolean): Promise<void> => {
      for (const { key, label, to, isMany } of relations) {
        if (isMany) continue;
        const form = await loadForm({ services, vocabulary, formKey: to }).catch(() => null);
        if (!form) continue;
        const [path, called] = [from + key, name + label];
        reached.push({ path, label: called, form });
        if (!isLast) await open(`${path}.`, `${called} › `, relationsOf(form), true);
      }
    };
    await open('', '', first, false);
    return reached;
    // oxlint-disable-next-line react/exhaustive-deps -- the text names all relations
  }, [services, vocabulary, asked]);
  return load.value ?? NONE;
}

const NONE: readonly Reached[] = [];
