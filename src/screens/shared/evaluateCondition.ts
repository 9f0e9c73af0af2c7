import { compileExpression, type ExpressionTypes } from '../../expressions/index.ts';

/** The names that a condition may read, with their types: `row` (the row of a list) and `user`. */
const TYPES: ExpressionTypes = { row: 'dyn', user: { fields: { id: 'string', name: 'string', roles: 'list' } } };
const compiledCache = new Map<string, ReturnType<typeof compileExpression>>();

/** Returns the value of a condition of a document; null if the condition is invalid or its evaluation fails. */
export function evaluateCondition(source: string, scope: Readonly<Record<string, unknown>>): unknown {
  let evaluate = compiledCache.get(source);
  if (!evaluate) compiledCache.set(source, (evaluate = compileExpression(source, TYPES)));
  return evaluate((name) => scope[name]);
}
