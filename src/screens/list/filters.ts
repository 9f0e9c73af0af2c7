import type { FieldNode } from '../../grammar/nodes.ts';
import type { Vocabulary, FieldFilter, FilterControl as FieldControl, FilterOperator } from '../../kernel/index.ts';
import { FLOW_STATE_CHOICES, NO_FLOW_STATE_CHOICES } from '../shared/flowState.ts';
import type { SystemColumn } from './columns/systemColumns.ts';

export type Operator = FilterOperator;

/** The input of a filter: from the field's widget, a plain text, or the flow states. */
export type FilterControl =
  | FieldControl
  | { kind: 'text'; placeholder: string }
  | { kind: 'state'; isSingle?: boolean; choices: readonly { value: string; label: string }[] };

export interface FilterShape {
  op: Operator;
  control: FilterControl;
}

const SUBSTRING_FILTER: FieldFilter = { op: 'contains', control: { kind: 'text' } };

/**
 * Returns the default filter of a field, from its widget: texts by substring, dates and numbers by range, choices by
 * one or more of their values.
 */
export const filterOfField = (node: FieldNode, vocabulary: Vocabulary): FieldFilter =>
  vocabulary.definition(node.tag)?.filter?.(node as never) ?? SUBSTRING_FILTER;

const PERSON_SELECTOR = { tag: 'userSelector', clearable: true, flowEditable: '1' };

/** Returns the default filter of a system column. `hasFlow`: the form has a process. */
export function filterOfSystemColumn(column: SystemColumn, hasFlow: boolean): FilterShape {
  switch (column) {
    case 'flwState':
      return hasFlow
        ? { op: 'in', control: { kind: 'state', choices: FLOW_STATE_CHOICES } }
        : { op: 'in', control: { kind: 'state', choices: NO_FLOW_STATE_CHOICES } };
    case 'createTime':
    case 'updateTime':
      return { op: 'range', control: { kind: 'date', picker: 'date', hasTime: true } };
    case 'createBy':
    case 'updateBy':
      return { op: 'eq', control: { kind: 'face', node: { ...PERSON_SELECTOR, __vModel__: column } as FieldNode } };
    default:
      return SUBSTRING_FILTER;
  }
}
