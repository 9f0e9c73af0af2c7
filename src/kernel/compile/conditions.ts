import { compileExpression } from '../expressions/expressions.ts';
import type { ExpressionTypes, ReadName } from '../expressions/types.ts';
import type { Scope } from '../form.ts';

export type Condition = (scope: Scope) => boolean;

/** Undefined when the document sets no condition. One that cannot be evaluated does not hold. */
export function compileCondition(text: string | undefined, types: ExpressionTypes, reader: (scope: Scope) => ReadName): Condition | undefined {
  if (text === undefined || text === '') return undefined;
  const evaluate = compileExpression(text, types);
  return (scope) => evaluate(reader(scope)) === true;
}
