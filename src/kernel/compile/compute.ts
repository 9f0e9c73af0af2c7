import type { FieldNode } from '../../grammar/nodes.ts';
import { compileExpression } from '../expressions/expressions.ts';
import { lookupText } from '../expressions/lookupText.ts';
import type { ExpressionTypes, ReadName } from '../expressions/types.ts';
import { roundTo, withoutNoise } from '../../domain/numbers.ts';
import type { Scope } from '../form.ts';
import type { ValueType } from '../widget.ts';
import { compileLookups, type LookupPlace } from './lookups.ts';

/** A computed number has the field's decimals; without a setting, those that a double keeps. */
function toFieldNumber(value: number, node: FieldNode): number {
  const precision = 'precision' in node && typeof node.precision === 'number' ? node.precision : undefined;
  return precision === undefined ? withoutNoise(value) : roundTo(value, precision);
}

const NO_COLUMNS: ReadonlySet<string> = new Set();

/** The system's value of a computed field; null when it cannot be evaluated or is of another type than the field. */
export function compileCompute(
  node: FieldNode,
  valueType: ValueType,
  types: ExpressionTypes,
  reader: (scope: Scope) => ReadName,
  own: ReadonlySet<string> | null,
  place: Pick<LookupPlace, 'table' | 'fieldKeys'>,
): ((scope: Scope) => unknown) | null {
  // the server keeps it: what is stored is the value, whoever asks; a column, which publishing refuses, is locked and no more
  if (node.rollup) return own === null ? ({ values }) => values[node.__vModel__] ?? null : null;
  if (!node.computed) return null;
  const fit = (value: unknown): unknown => {
    if (typeof value === 'number')
      return valueType === 'double' || valueType === 'dyn' ? toFieldNumber(value, node) : null;
    if (typeof value === 'boolean' && valueType === 'string') return null;
    return value;
  };
  const looked = lookupText(node.computed);
  if (looked.calls.length > 0) {
    const evaluate = compileLookups(looked, node.computed, types, reader, {
      ...place,
      field: node.__vModel__,
      columnKeys: own ?? NO_COLUMNS,
    });
    return (scope) => {
      const outcome = evaluate(scope);
      return 'kept' in outcome ? outcome.kept : fit(outcome.computed);
    };
  }
  const evaluate = compileExpression(node.computed, types, own);
  return (scope) => fit(evaluate(reader(scope)));
}
