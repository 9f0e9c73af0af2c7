import type { FieldNode } from '../../grammar/nodes.ts';
import { compileExpression } from '../expressions/expressions.ts';
import type { ExpressionTypes, ReadName } from '../expressions/types.ts';
import { roundTo, withoutNoise } from '../../domain/numbers.ts';
import type { Scope } from '../form.ts';
import type { ValueType } from '../widget.ts';

/** A computed number has the field's decimals; without a setting, those that a double keeps. */
function toFieldNumber(value: number, node: FieldNode): number {
  const precision = 'precision' in node && typeof node.precision === 'number' ? node.precision : undefined;
  return precision === undefined ? withoutNoise(value) : roundTo(value, precision);
}

/** The system's value of a computed field; null when it cannot be evaluated or is of another type than the field. */
export function compileCompute(
  node: FieldNode,
  valueType: ValueType,
  types: ExpressionTypes,
  reader: (scope: Scope) => ReadName,
  own: ReadonlySet<string> | null,
): ((scope: Scope) => unknown) | null {
  // the server keeps it: what is stored is the value, whoever asks; a column, which publishing refuses, is locked and no more
  if (node.rollup) return own === null ? ({ values }) => values[node.__vModel__] ?? null : null;
  if (!node.computed) return null;
  const evaluate = compileExpression(node.computed, types, own);
  return (scope) => {
    const value = evaluate(reader(scope));
    if (typeof value === 'number')
      return valueType === 'double' || valueType === 'dyn' ? toFieldNumber(value, node) : null;
    if (typeof value === 'boolean' && valueType === 'string') return null;
    return value;
  };
}
