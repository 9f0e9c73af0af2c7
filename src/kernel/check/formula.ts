import { type Problem, problem } from '../../domain/problem/index.ts';
import {
  checkExpression,
  lookupName,
  extractLookups,
  type ExpressionType,
  type ExpressionTypes,
  type ValueType,
} from '../../expressions/index.ts';

/** Returns the types of the names in a formula, extended by the names that stand for its look-ups (`lookupName`). */
export const withLookupTypes = (types: ExpressionTypes, lookupTypes: readonly ExpressionType[]): ExpressionTypes => ({
  ...types,
  ...Object.fromEntries(lookupTypes.map((type, index) => [lookupName(index), type])),
});

/**
 * Checks a formula, which may contain look-ups, without the definitions of other forms. Looked-up values may have any
 * type here. The paths of problems are empty, as in `checkExpression`.
 */
export function checkFormula(text: string, types: ExpressionTypes, expected: ValueType): Problem[] {
  const { text: textWithoutCalls, calls, errors } = extractLookups(text);
  if (errors.length > 0) return errors.map((detail) => problem('DOC_EXPRESSION', [], { detail }));
  if (calls.length === 0) return checkExpression(text, types, expected);
  return checkExpression(
    textWithoutCalls,
    withLookupTypes(
      types,
      calls.map(() => 'dyn' as const),
    ),
    expected,
  );
}
