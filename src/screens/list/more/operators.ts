import type { FieldNode } from '../../../grammar/nodes.ts';
import type { ListOperator } from '../../../runtime/services/paging.ts';
import type { ListFilter } from '../compile.ts';

const TEXT_OPERATORS: readonly ListOperator[] = ['contains', 'notContains', 'eq', 'ne', 'empty', 'notEmpty'];
const NUMBER_OPERATORS: readonly ListOperator[] = ['eq', 'ne', 'gte', 'lte', 'range', 'empty', 'notEmpty'];
const DATE_OPERATORS: readonly ListOperator[] = ['within', 'range', 'eq', 'empty', 'notEmpty'];
const RANGE_OPERATORS: readonly ListOperator[] = ['range', 'empty', 'notEmpty'];
const MULTIPLE_CHOICE_OPERATORS: readonly ListOperator[] = ['in', 'notIn', 'empty', 'notEmpty'];
const SINGLE_CHOICE_OPERATORS: readonly ListOperator[] = ['eq', 'ne', 'empty', 'notEmpty'];

/** Returns the operators of a field, the default first. */
export function operatorsOf({ op, control }: ListFilter): readonly ListOperator[] {
  switch (control.kind) {
    case 'text':
      return TEXT_OPERATORS;
    case 'number':
      return NUMBER_OPERATORS;
    case 'date':
      return control.picker === 'date' ? DATE_OPERATORS : RANGE_OPERATORS;
    case 'time':
      return RANGE_OPERATORS;
    case 'state':
      return ['in', 'notIn'];
    case 'face':
      return op === 'in' ? MULTIPLE_CHOICE_OPERATORS : SINGLE_CHOICE_OPERATORS;
  }
}

/**
 * Returns the filter with the input that the operator needs: several values for `in` and `notIn`, a range for `range`,
 * otherwise one value.
 */
export function filterForOperator(filter: ListFilter, op: ListOperator): ListFilter {
  const { control } = filter;
  const adaptedFilter: ListFilter = {
    ...filter,
    op: op === 'range' ? 'range' : op === 'in' || op === 'notIn' ? 'in' : 'eq',
  };
  if (control.kind !== 'face') return adaptedFilter;
  const isMultiple = op === 'in' || op === 'notIn';
  return { ...adaptedFilter, control: { kind: 'face', node: { ...control.node, multiple: isMultiple } as FieldNode } };
}
