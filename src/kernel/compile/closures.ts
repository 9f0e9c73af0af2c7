import {
  compileExpression,
  dateFunctionIn,
  type ExpressionTypes,
  type ReadName,
  extractLookups,
  type ValueType,
} from '../../expressions/index.ts';
import type { Scope } from '../form.ts';
import type { FieldNode } from '../../grammar/nodes.ts';
import { roundTo, roundTo15Digits } from '../../domain/numbers.ts';
import { compileLookupFormula, type FormulaContext } from './lookups.ts';

/** A compiled yes-or-no expression. */
export interface Condition {
  holds(scope: Scope): boolean;
  /** True if the expression reads the current date: its result may have changed since a page was opened. */
  readsDate: boolean;
}

/**
 * Compiles a condition; undefined if the document sets none. A condition that cannot be evaluated does not hold.
 * `columnKeys`: for a condition of a sub-table's column, the keys of all columns of the sub-table; otherwise null.
 */
export function compileCondition(
  text: string | undefined,
  types: ExpressionTypes,
  reader: (scope: Scope) => ReadName,
  columnKeys: ReadonlySet<string> | null = null,
): Condition | undefined {
  if (text === undefined || text === '') return undefined;
  const evaluate = compileExpression(text, types, columnKeys);
  return { holds: (scope) => evaluate(reader(scope)) === true, readsDate: dateFunctionIn(text) !== null };
}

/**
 * Creates the function with which an expression reads the value of a name: in a sub-table, of a column of the row; else
 * of a field of the form; else of `form`, `user`, `taskNode` or `flowState`. The function reads only the requested
 * value, so that reactive callers depend on nothing else.
 */
export function readerOf(fieldKeys: ReadonlySet<string>, columnKeys?: ReadonlySet<string>): (scope: Scope) => ReadName {
  return (scope) => (name) => {
    if (columnKeys?.has(name)) return scope.row?.[name];
    if (fieldKeys.has(name)) return scope.values[name];
    switch (name) {
      case 'form':
        return scope.values;
      case 'user':
        return scope.situation.user;
      case 'taskNode':
        return scope.situation.taskNode;
      case 'flowState':
        return scope.situation.flowState;
      default:
        return undefined;
    }
  };
}

/** Rounds a computed number to the field's decimals; without such a setting, to the 15 digits that a double keeps. */
function toFieldNumber(value: number, node: FieldNode): number {
  const precision = 'precision' in node && typeof node.precision === 'number' ? node.precision : undefined;
  return precision === undefined ? roundTo15Digits(value) : roundTo(value, precision);
}

const NO_COLUMNS: ReadonlySet<string> = new Set();

/**
 * Compiles the function that computes a field's value; null for a field that is not computed. The function returns null
 * if the value cannot be evaluated or has another type than the field. `columnKeys` as for `compileCondition`.
 */
export function compileCompute(
  node: FieldNode,
  valueType: ValueType,
  types: ExpressionTypes,
  reader: (scope: Scope) => ReadName,
  columnKeys: ReadonlySet<string> | null,
  formulaContext: Pick<FormulaContext, 'table' | 'fieldKeys'>,
): ((scope: Scope) => unknown) | null {
  // The server computes roll-ups, so the function returns the stored value. Publishing refuses a roll-up as a column of
  // a sub-table; such a column has no computed value here.
  if (node.rollup) return columnKeys === null ? ({ values }) => values[node.__vModel__] ?? null : null;
  if (!node.computed) return null;
  const toFieldValue = (value: unknown): unknown => {
    if (typeof value === 'number')
      return valueType === 'double' || valueType === 'dyn' ? toFieldNumber(value, node) : null;
    if (typeof value === 'boolean' && valueType === 'string') return null;
    return value;
  };
  const lookups = extractLookups(node.computed);
  if (lookups.calls.length > 0) {
    const evaluate = compileLookupFormula(lookups, node.computed, types, reader, {
      ...formulaContext,
      field: node.__vModel__,
      columnKeys: columnKeys ?? NO_COLUMNS,
    });
    return (scope) => {
      const outcome = evaluate(scope);
      return 'previousValue' in outcome ? outcome.previousValue : toFieldValue(outcome.computed);
    };
  }
  const evaluate = compileExpression(node.computed, types, columnKeys);
  return (scope) => toFieldValue(evaluate(reader(scope)));
}
