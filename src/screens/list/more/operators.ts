import type { FieldNode } from '../../../grammar/nodes.ts';
import type { ListOperator } from '../../../runtime/services/paging.ts';
import type { ListFilter } from '../compile.ts';

const TEXT: readonly ListOperator[] = ['contains', 'notContains', 'eq', 'ne', 'empty', 'notEmpty'];
const NUMBER: readonly ListOperator[] = ['eq', 'ne', 'gte', 'lte', 'range', 'empty', 'notEmpty'];
const DATE: readonly ListOperator[] = ['within', 'range', 'eq', 'empty', 'notEmpty'];
const PERIOD: readonly ListOperator[] = ['range', 'empty', 'notEmpty'];
const AMONG: readonly ListOperator[] = ['in', 'notIn', 'empty', 'notEmpty'];
const ONE: readonly ListOperator[] = ['eq', 'ne', 'empty', 'notEmpty'];

/** The comparisons that a field offers, the usual one first. */
export function operatorsOf({ op, control }: ListFilter): readonly ListOperator[] {
  switch (control.kind) {
    case 'text':
      return TEXT;
    case 'number':
      return NUMBER;
    case 'date':
      return control.picker === 'date' ? DATE : PERIOD;
    case 'time':
      return PERIOD;
    case 'state':
      return ['in', 'notIn'];
    case 'face':
      return op === 'in' ? AMONG : ONE;
  }
}

/** The filter's control for a comparison: several values to be among, one to be equal to. */
export function typedControl(filter: ListFilter, op: ListOperator): ListFilter {
  const { control } = filter;
  const shown: ListFilter = { ...filter, op: op === 'range' ? 'range' : op === 'in' || op === 'notIn' ? 'in' : 'eq' };
  if (control.kind !== 'face') return shown;
  const isSeveral = op === 'in' || op === 'notIn';
  return { ...shown, control: { kind: 'face', node: { ...control.node, multiple: isSeveral } as FieldNode } };
}
