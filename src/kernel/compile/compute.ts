import type { FieldNode } from '../../grammar/nodes.ts';
import {
  compileExpression,
  lookupText,
  type ExpressionTypes,
  type ReadName,
  type ValueType,
} from '../../expressions/index.ts';
import { roundTo, roundTo15Digits } from '../../domain/numbers.ts';
import type { Scope } from '../form.ts';
import { compileLookups, type FieldContext } from './lookups.ts';

/** Rounds a computed number to the field's decimals; without such a setting, to the 15 digits that a double keeps. */
function toFieldNumber(value: number, node: FieldNode): number {
  const precision = 'precision' in node && typeof node.precision === 'number' ? node.precision : undefined;
  return precision === undefined ? roundTo15Digits(value) : roundTo(value, precision);
}

const NO_COLUMNS: ReadonlySet<string> = new Set();

/**
 * Compiles the function that computes a field's value; null for a field that is not computed. The function gives null
 * if the value cannot be evaluated or has another type than the field.
 */
export function compileCompute(
  node: FieldNode,
  valueType: ValueType,
  types: ExpressionTypes,
  reader: (scope: Scope) => ReadName,
  rowNames: ReadonlySet<string> | null,
  fieldContext: Pick<FieldContext, 'table' | 'fieldKeys'>,
): ((scope: Scope) => unknown) | null {
  // A roll-up is computed by the server: return the stored value. Publishing refuses roll-ups as columns of sub-tables;
  // they have no value here.
  if (node.rollup) return rowNames === null ? ({ values }) => values[node.__vModel__] ?? null : null;
  if (!node.computed) return null;
  const toFieldValue = (value: unknown): unknown => {
    if (typeof value === 'number')
      return valueType === 'double' || valueType === 'dyn' ? toFieldNumber(value, node) : null;
    if (typeof value === 'boolean' && valueType === 'string') return null;
    return value;
  };
  const lookups = lookupText(node.computed);
  if (lookups.calls.length > 0) {
    const evaluate = compileLookups(lookups, node.computed, types, reader, {
      ...fieldContext,
      field: node.__vModel__,
      columnKeys: rowNames ?? NO_COLUMNS,
    });
    return (scope) => {
      const outcome = evaluate(scope);
      return 'previousValue' in outcome ? outcome.previousValue : toFieldValue(outcome.computed);
    };
  }
  const evaluate = compileExpression(node.computed, types, rowNames);
  return (scope) => toFieldValue(evaluate(reader(scope)));
}
