import { type Problem, problem } from '../../domain/problem/index.ts';
import { checkExpression } from '../expressions/expressions.ts';
import { lookupName, lookupText } from '../expressions/lookupText.ts';
import type { ExpressionType, ExpressionTypes } from '../expressions/types.ts';
import type { ValueType } from '../widget.ts';

/** The names of a formula with those that stand for what its calls look up. */
export const withValues = (types: ExpressionTypes, values: readonly ExpressionType[]): ExpressionTypes => ({
  ...types,
  ...Object.fromEntries(values.map((type, index) => [lookupName(index), type])),
});

/**
 * Judges a formula that may look values up, as far as its own form tells; what it looks up is of any type here. Paths are
 * empty, as those of `checkExpression`.
 */
export function checkFormula(text: string, types: ExpressionTypes, expected: ValueType): Problem[] {
  const { text: rest, calls, wrong } = lookupText(text);
  if (wrong.length > 0) return wrong.map((detail) => problem('DOC_EXPRESSION', [], { detail }));
  if (calls.length === 0) return checkExpression(text, types, expected);
  return checkExpression(
    rest,
    withValues(
      types,
      calls.map(() => 'dyn' as const),
    ),
    expected,
  );
}
