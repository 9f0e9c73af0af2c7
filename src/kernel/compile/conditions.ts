import { compileExpression, dateFunctionIn, type ExpressionTypes, type ReadName } from '../../expressions/index.ts';
import type { Scope } from '../form.ts';

/** A compiled yes-or-no expression. */
export interface Condition {
  holds(scope: Scope): boolean;
  /** True if the expression reads the date: its result may have changed since a page was opened. */
  readsDate: boolean;
}

/** Compiles a condition; undefined if the document sets none. A condition that cannot be evaluated does not hold. */
export function compileCondition(
  text: string | undefined,
  types: ExpressionTypes,
  reader: (scope: Scope) => ReadName,
  rowNames: ReadonlySet<string> | null = null,
): Condition | undefined {
  if (text === undefined || text === '') return undefined;
  const evaluate = compileExpression(text, types, rowNames);
  return { holds: (scope) => evaluate(reader(scope)) === true, readsDate: dateFunctionIn(text) !== null };
}
