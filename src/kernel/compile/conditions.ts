import { compileExpression, readsIn } from '../expressions/expressions.ts';
import type { ExpressionTypes, ReadName } from '../expressions/types.ts';
import type { Scope } from '../form.ts';

/** An expression that says yes or no. */
export interface Condition {
  holds(scope: Scope): boolean;
  /** It reads the date: what it said when a page was opened it may no longer say. */
  readsClock: boolean;
}

/** Undefined when the document sets no condition. One that cannot be evaluated does not hold. */
export function compileCondition(
  text: string | undefined,
  types: ExpressionTypes,
  reader: (scope: Scope) => ReadName,
  own: ReadonlySet<string> | null = null,
): Condition | undefined {
  if (text === undefined || text === '') return undefined;
  const evaluate = compileExpression(text, types, own);
  return { holds: (scope) => evaluate(reader(scope)) === true, readsClock: readsIn(text).functions.includes('today') };
}
