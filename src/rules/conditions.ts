import { RuleError } from './ruleError.ts';

/** Operators of the conditions of buttons. */
export const OPERATORS = ['==', '!=', '>', '>=', '<', '<=', 'in', 'notIn', 'contains', 'empty', 'notEmpty'] as const;
export type Operator = (typeof OPERATORS)[number];

export const isOperator = (text: string): text is Operator => (OPERATORS as readonly string[]).includes(text);

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
const isEmpty = (value: unknown): boolean => asText(value) === '' || (Array.isArray(value) && value.length === 0);
const isNumeric = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

/**
 * Compares two texts: as numbers if both are numeric, else as text, which is right for dates (YYYY-MM-DD). Returns a
 * negative number, 0 or a positive number, like `left - right`. Returns NaN if a text is empty, so that <, <=, > and >=
 * are all false.
 */
function compare(left: string, right: string): number {
  if (left === '' || right === '') return Number.NaN;
  if (isNumeric(left) && isNumeric(right)) return Number(left) - Number(right);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const isEqual = (left: string, right: string): boolean =>
  left === right || (isNumeric(left) && isNumeric(right) && Number(left) === Number(right));

const TESTS: Record<Operator, (value: unknown, expected: string) => boolean> = {
  '==': (value, expected) => isEqual(asText(value), expected),
  '!=': (value, expected) => !isEqual(asText(value), expected),
  '>': (value, expected) => compare(asText(value), expected) > 0,
  '>=': (value, expected) => compare(asText(value), expected) >= 0,
  '<': (value, expected) => compare(asText(value), expected) < 0,
  '<=': (value, expected) => compare(asText(value), expected) <= 0,
  in: (value, expected) => expected.split('|').some((part) => isEqual(asText(value), part.trim())),
  notIn: (value, expected) => !expected.split('|').some((part) => isEqual(asText(value), part.trim())),
  contains: (value, expected) =>
    Array.isArray(value) ? value.some((item) => isEqual(asText(item), expected)) : asText(value).includes(expected),
  empty: (value) => isEmpty(value),
  notEmpty: (value) => !isEmpty(value),
};

/**
 * Returns true if `value` meets the condition. `in` and `notIn` take several values separated by `|`. Throws RuleError
 * on an unknown operator.
 */
export function isConditionMet(value: unknown, operator: string, expected: string): boolean {
  if (!isOperator(operator)) throw new RuleError(`unknown operator "${operator}"`);
  return TESTS[operator](value, expected);
}
