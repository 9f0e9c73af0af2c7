import { useMemo } from 'react';
import type { CompiledForm } from '../../../kernel/index.ts';
import { useServices } from '../../../runtime/contexts.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { fieldsOf, type FieldInfo } from '../../flow/panel/design.ts';
import { useRelatedForms, type RelatedForm } from './relations.ts';

/** The labels of everything that a rule can refer to. */
export interface RuleNames {
  /** Fields of the form; those of related forms have keys like `contract.amount`. */
  infos: readonly FieldInfo[];
  related: readonly RelatedForm[];
  /** Published forms. */
  forms: readonly { key: string; name: string }[];
  roles: readonly { code: string; name: string }[];
}

/** The props that the editors of rules share. */
export interface RuleChoices {
  names: RuleNames;
  compiled: CompiledForm;
  /** Task nodes of the form's process. */
  nodes: readonly string[];
}

/** The date fields of the form itself, without those of related forms; a reminder refers to one of them. */
export const ownDateFields = ({ infos }: RuleNames): FieldInfo[] =>
  infos.filter(({ isDate, columns, key }) => isDate && columns === null && !key.includes('.'));

/**
 * Loads the labels for a form's rules. While they are loading, and for forms that cannot be read, keys are shown
 * instead.
 */
export function useRuleNames(compiled: CompiledForm): RuleNames {
  const services = useServices();
  const related = useRelatedForms(compiled);
  const { load: forms } = useLoad(() => services.forms.list(), [services]);
  const { load: holders } = useLoad(() => services.flows.holders(), [services]);
  return useMemo((): RuleNames => {
    const relatedInfos = related.flatMap(({ path, label, form }) =>
      fieldsOf(form)
        .filter(({ columns }) => columns === null)
        .map((info) => ({ ...info, key: `${path}.${info.key}`, label: `${label} › ${info.label}` })),
    );
    return {
      infos: [...fieldsOf(compiled), ...relatedInfos],
      related,
      forms: (forms.value ?? []).filter(({ version }) => version > 0),
      roles: holders.value?.roles ?? [],
    };
  }, [compiled, related, forms.value, holders.value]);
}
