import { isEmptyValue } from '../expressions/index.ts';

/** Compares stored values deeply. All empty values (undefined, null, empty text, empty list) are equal. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (isEmptyValue(a) && isEmptyValue(b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) =>
    isSameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}

/** Returns a text that is the same for all values that `isSameValue` treats as equal. */
export const sameValueText = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (isEmptyValue(part)) return null;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(
      Object.entries(part)
        .filter(([, inner]) => !isEmptyValue(inner))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  });

/**
 * Compares like `isSameValue`, with a tolerance for numbers: a computed number may differ in its last digits between
 * JavaScript engines. Only decides whether the result of another engine is accepted. A result to be stored or shown
 * must be compared exactly, since the tolerance exceeds a cent for amounts from about ten million.
 */
export function isSameComputed(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
  return isSameValue(a, b);
}
