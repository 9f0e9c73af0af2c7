import { createContext, useContext } from 'react';
import {
  type CompiledField,
  type CompiledForm,
  isFieldNode,
  walkNodes,
  columnNodes,
  flowTypesOf,
  type FlowTypes,
  type ExpressionTypes,
  type Vocabulary,
  type Option,
  type ValueType,
  isTableNode,
} from '../../../kernel/index.ts';
import type { FieldNode, NodeByTag } from '../../../grammar/nodes.ts';

export interface FieldInfo {
  key: string;
  label: string;
  tag: string;
  /** The value names people of the organisation. */
  isPerson?: boolean;
  /** The value is a date, or two. */
  isDate?: boolean;
  /** Type of its value in conditions. */
  type: ValueType;
  /** Options of the document or of its dictionary; null where anything may be typed. */
  options: readonly Option[] | null;
  /** The system gives its value. */
  isComputed?: boolean;
  /** Of a sub-table; null for others. */
  columns: readonly { key: string; label: string }[] | null;
}

export interface Holders {
  roles: readonly { code: string; name: string }[];
  posts: readonly string[];
}

/** What the settings of a process are made from. */
export interface Design {
  /** Its form is still being read. */
  isLoading?: boolean;
  /** Of the form the process is made for; none while no form is chosen. */
  fields: readonly FieldInfo[];
  types: FlowTypes | null;
  holders: Holders;
  /** Other published processes. */
  flows: readonly { key: string; name: string }[];
}

/** Codes of the dictionaries that the fields of a form take their options from. */
export const dictionariesOf = (form: CompiledForm): string[] => [
  ...new Set([...form.fields.values()].map(({ node }) => dictionaryOf(node)).filter(Boolean)),
];

const dictionaryOf = (node: FieldNode): string =>
  (node as { isDict?: string }).isDict === '1' ? ((node as { dictCode?: string }).dictCode ?? '') : '';

function optionsOf(
  { node, options }: CompiledField,
  dictionaries: ReadonlyMap<string, readonly Option[]>,
): readonly Option[] | null {
  const found = dictionaries.get(dictionaryOf(node)) ?? options ?? [];
  return found.length > 0 ? found : null;
}

const labelOf = (node: FieldNode): string => String((node as { label?: string }).label ?? '').trim() || node.__vModel__;

/** `dictionaries`: options by the code of the dictionary. */
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
          ...(compiled.definition.dateFormat ? { isDate: true } : {}),
          type: compiled.valueType,
          options: optionsOf(compiled, dictionaries),
          ...(compiled.compute ? { isComputed: true } : {}),
          columns: isTableNode(node)
            ? columnNodes(node as NodeByTag['subTable']).map((column) => ({
                key: column.__vModel__,
                label: labelOf(column),
              }))
            : null,
        },
      ];
    });
}

export const typesOf = (form: CompiledForm, vocabulary: Vocabulary): FlowTypes =>
  flowTypesOf(form.definition.fields, vocabulary);

export const DesignContext = createContext<Design>({
  fields: [],
  types: null,
  holders: { roles: [], posts: [] },
  flows: [],
});
export const useDesign = (): Design => useContext(DesignContext);

/** Where the selected element stands. */
export interface Place {
  /** Inside of a sub-process that is repeated. */
  isRepeated: boolean;
  /** The sub-table whose rows it is repeated over; null for anything else. */
  table: FieldInfo | null;
  /** Names and types for its conditions; null while no form is chosen. */
  types: ExpressionTypes | null;
}

export const PlaceContext = createContext<Place>({ isRepeated: false, table: null, types: null });
export const usePlace = (): Place => useContext(PlaceContext);
