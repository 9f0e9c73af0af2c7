import { useMemo } from 'react';
import type { CompiledForm } from '../../../kernel/index.ts';
import { useServices } from '../../../runtime/contexts.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { fieldsOf, type FieldInfo } from '../../flow/panel/design.ts';
import { useRelatedForms, type RelatedForm } from './relations.ts';

/** Labels of everything that a rule can name. */
export interface RuleNames {
  /** Fields of the form; those of related forms have keys like `contract.amount`. */
  infos: readonly FieldInfo[];
  related: readonly RelatedForm[];
  /** Published forms. */
  forms: readonly { key: string; name: string }[];
  roles: readonly { code: string; name: string }[];
}

/** What the editors of a rule choose from. */
export interface RuleChoices {
  names: RuleNames;
  compiled: CompiledForm;
  /** Task nodes of the form's process. */
  nodes: readonly string[];
}

/** Date fields of the form itself: a reminder counts from one of them. */
export const ownDates = ({ infos }: RuleNames): FieldInfo[] =>
  infos.filter(({ isDate, columns, key }) => isDate && columns === null && !key.includes('.'));

/** Loads the labels for a form's rules. While they load, and where a form cannot be read, keys are shown instead. */
export function useRuleNames(compiled: CompiledForm): RuleNames {
  const services = useServices();
  const related = useRelatedForms(compiled);
  const { load: forms } = useLoad(() => services.forms.list(), [services]);
  const { load: holders } = useLoad(() => services.flows.holders(), [services]);
  return useMemo((): RuleNames => {
    const further = related.flatMap(({ path, label, form }) =>
      fieldsOf(form)
        .filter(({ columns }) => columns === null)
        .map((info) => ({ ...info, key: `${path}.${info.key}`, label: `${label} › ${info.label}` })),
    );
    return {
      infos: [...fieldsOf(compiled), ...further],
      related,
      forms: (forms.value ?? []).filter(({ version }) => version > 0),
      roles: holders.value?.roles ?? [],
    };
  }, [compiled, related, forms.value, holders.value]);
}
