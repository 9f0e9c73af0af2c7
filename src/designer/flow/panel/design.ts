import { createContext, useContext } from 'react';
import {
  type CompiledField,
  type CompiledForm,
  isFieldNode,
  walkNodes,
  flowTypesOf,
  type FlowTypes,
  type Vocabulary,
  type Option,
  isTableNode,
} from '../../../kernel/index.ts';
import type { ExpressionTypes, ValueType } from '../../../expressions/index.ts';
import type { FieldNode } from '../../../grammar/nodes.ts';

/** A field as conditions and selects of the designers need it: its key, label, type and options. */
export interface FieldInfo {
  key: string;
  label: string;
  tag: string;
  /** True if the value is one or several users of the organisation. */
  isPerson?: boolean;
  /** True if the value is one or several departments of the organisation. */
  isDept?: boolean;
  /** True if the value is a date or a date range. */
  isDate?: boolean;
  /** Type of the value in conditions. */
  type: ValueType;
  /** The options from the document or its dictionary; null if there are none. */
  options: readonly Option[] | null;
  /** True if the value is computed. */
  isComputed?: boolean;
  /** The columns of a sub-table; null for other fields. */
  columns: readonly { key: string; label: string; type: ValueType }[] | null;
}

/** The roles and posts that can be holders of a task. */
export interface Holders {
  roles: readonly { code: string; name: string }[];
  posts: readonly string[];
}

/** The data for the selects in the settings of a process. */
export interface SettingsData {
  /** True while the form is loading. */
  isLoading?: boolean;
  /** The fields of the form of the process; empty while no form is selected. */
  fields: readonly FieldInfo[];
  /** Names and types for conditions; null while no form is selected. */
  types: FlowTypes | null;
  /** The roles and posts from which holders are selected. */
  holders: Holders;
  /** Other published processes. */
  flows: readonly { key: string; name: string }[];
}

/** Returns the codes of the dictionaries that fields of a form use. */
export const dictionariesOf = (form: CompiledForm): string[] => [
  ...new Set([...form.fields.values()].map(({ node }) => dictionaryOf(node)).filter(Boolean)),
];

const dictionaryOf = (node: FieldNode): string =>
  (node as { isDict?: string }).isDict === '1' ? ((node as { dictCode?: string }).dictCode ?? '') : '';

function optionsOf(
  { node, options }: CompiledField,
  dictionaries: ReadonlyMap<string, readonly Option[]>,
): readonly Option[] | null {
  const choices = dictionaries.get(dictionaryOf(node)) ?? options ?? [];
  return choices.length > 0 ? choices : null;
}

const labelOf = (node: FieldNode): string => String((node as { label?: string }).label ?? '').trim() || node.__vModel__;

/** Returns the fields of a form. `dictionaries`: options by the code of the dictionary. */
export function fieldsOf(
  form: CompiledForm,
  dictionaries: ReadonlyMap<string, readonly Option[]> = new Map(),
): FieldInfo[] {
  return [...walkNodes(form.definition.fields)]
    .map(({ node }) => node)
    .filter(isFieldNode)
    .flatMap((node): FieldInfo[] => {
      const compiled = form.fields.get(node.__vModel__);
      if (!compiled) return [];
      return [
        {
          key: node.__vModel__,
          label: labelOf(node),
          tag: node.tag,
          ...(compiled.definition.references?.to === 'user' ? { isPerson: true } : {}),
          ...(compiled.definition.references?.to === 'dept' ? { isDept: true } : {}),
          ...(compiled.definition.dateFormat ? { isDate: true } : {}),
          type: compiled.valueType,
          options: optionsOf(compiled, dictionaries),
          ...(compiled.compute ? { isComputed: true } : {}),
          columns: isTableNode(node)
            ? (form.tables.get(node.__vModel__)?.columns ?? []).map((column) => ({
                key: column.key,
                label: labelOf(column.node),
                type: column.valueType,
              }))
            : null,
        },
      ];
    });
}

/** Returns the types of the fields of a form for the conditions of its process. */
export const typesOf = (form: CompiledForm, vocabulary: Vocabulary): FlowTypes =>
  flowTypesOf(form.definition.fields, vocabulary);

export const SettingsDataContext = createContext<SettingsData>({
  fields: [],
  types: null,
  holders: { roles: [], posts: [] },
  flows: [],
});
export const useSettingsData = (): SettingsData => useContext(SettingsDataContext);

/** The names that holders and conditions of the selected element may use in addition to the fields of the form. */
export interface ElementScope {
  /** True if the element is inside a repeated sub-process. */
  isRepeated: boolean;
  /** The sub-table over whose rows the sub-process is repeated; null for other repetitions. */
  table: FieldInfo | null;
  /** Names and types for the conditions of the element; null while no form is selected. */
  types: ExpressionTypes | null;
}

export const ElementScopeContext = createContext<ElementScope>({ isRepeated: false, table: null, types: null });
export const useElementScope = (): ElementScope => useContext(ElementScopeContext);
