import { useMemo } from 'react';
import type { CompiledForm, Vocabulary } from '../../../kernel/index.ts';
import { useRegistry, useServices } from '../../../runtime/contexts.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { fieldsOf, type FieldInfo } from '../../flow/panel/design.ts';
import { relatedForms, relationsOf, useForms, type FormLookup, type RelatedForm } from './relations.ts';
import { formsInRules, infosOfRelated } from './ruleScopes.ts';

/** Labels of the fields, forms and persons that a rule can refer to. */
export interface RuleNames {
  /** Key, label and type of each field of the form; fields of related forms have keys like `contract.amount`. */
  infos: readonly FieldInfo[];
  /** The forms that can be reached from the form through relations. */
  related: readonly RelatedForm[];
  /** Returns a form named in the rules or reached through relations, if it is loaded. */
  formOf: FormLookup;
  vocabulary: Vocabulary;
  /**
   * True if a value may be `id`, the id of the current record, for example to fill a relation of another record. False
   * for a rule that creates the record itself.
   */
  allowsRecordId: boolean;
  /** Published forms. */
  forms: readonly { key: string; name: string }[];
  roles: readonly { code: string; name: string }[];
  /** The persons who are receivers in the rules. */
  people: readonly { id: string; name: string }[];
}

/** The rules of a form, as in the document. */
export interface Rules {
  effects: readonly unknown[];
  actions: readonly unknown[];
  reminders: readonly unknown[];
}

/** Returns the ids of the persons who are receivers in the rules. */
const personsIn = (rules: Rules): string[] => [
  ...new Set([...JSON.stringify(rules).matchAll(/"user:([^"\\]+)"/g)].flatMap(([, id]) => id ?? [])),
];

/** The props that the editors of rules share. */
export interface RuleEditorProps {
  names: RuleNames;
  compiled: CompiledForm;
  /** Task nodes of the form's process. */
  nodes: readonly string[];
  /** All effects of the form's events, as in the document. */
  effects: readonly unknown[];
}

/**
 * Returns the date fields of the form itself, without those of related forms; a reminder refers to one of these fields.
 */
export const ownDateFields = ({ infos }: RuleNames): FieldInfo[] =>
  infos.filter(({ isDate, columns, key }) => isDate && columns === null && !key.includes('.'));

/**
 * Loads the labels for a form's rules. While they are loading, and for forms that cannot be read, keys are shown
 * instead.
 */
export function useRuleNames(compiled: CompiledForm, rules: Rules): RuleNames {
  const services = useServices();
  const vocabulary = useRegistry();
  const relations = useMemo(() => relationsOf(compiled), [compiled]);
  const loadedForms = useForms(
    relations.filter(({ isMultiple }) => !isMultiple).map(({ to }) => to),
    formsInRules(compiled, rules.effects, rules.actions),
  );
  const { load: forms } = useLoad(() => services.forms.list(), [services]);
  const { load: holders } = useLoad(() => services.flows.holders(), [services]);
  const personsText = personsIn(rules).join();
  const { load: people } = useLoad(
    () => (personsText === '' ? Promise.resolve([]) : services.users.byIds(personsText.split(','))),
    [services, personsText],
  );
  return useMemo((): RuleNames => {
    const formOf: FormLookup = (key) => loadedForms.get(key);
    const related = relatedForms(relations, formOf);
    return {
      infos: [...fieldsOf(compiled), ...infosOfRelated(related)],
      related,
      formOf,
      vocabulary,
      allowsRecordId: true,
      forms: (forms.value ?? []).filter(({ version }) => version > 0),
      roles: holders.value?.roles ?? [],
      people: (people.value ?? []).map(({ id, showName }) => ({ id, name: showName })),
    };
  }, [compiled, relations, loadedForms, forms.value, holders.value, people.value, vocabulary]);
}
