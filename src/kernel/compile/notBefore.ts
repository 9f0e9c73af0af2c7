import type { FieldNode } from '../../grammar/nodes.ts';
import type { Situation } from '../../rules/situation.ts';
import { type Problem, problem } from '../../domain/problem/index.ts';
import type { Scope } from '../form.ts';
import { valueIn } from '../options.ts';

const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}(?:-\d{2}|$)/.test(value);

/** Returns the key of the date field that a date must not be earlier than; null if there is none. */
export const notBeforeOf = (node: object): string | null => (node as { notBefore?: string }).notBefore || null;

/** The field with which a date is compared. */
export interface ComparedField {
  label: string;
  mayRead(situation: Situation): boolean;
}

/**
 * Compiles the check that a date is not before the date of another field. Dates of different precision are compared at
 * the lower precision: a day and a month by their months. A date that this person may not see is not compared, since
 * trial and error would reveal it.
 */
export function compileNotBefore(
  node: FieldNode,
  comparedFieldOf: (key: string) => ComparedField | undefined,
): (value: unknown, scope: Scope) => Problem[] {
  const key = notBeforeOf(node);
  const comparedField = key === null ? undefined : comparedFieldOf(key);
  if (key === null || !comparedField) return () => [];
  return (value, scope) => {
    const earliest = valueIn(scope, key);
    if (!isDate(value) || !isDate(earliest) || !comparedField.mayRead(scope.situation)) return [];
    const length = Math.min(value.length, earliest.length);
    return value.slice(0, length) < earliest.slice(0, length)
      ? [
          problem('VALUE_RANGE', [], {
            label: node.label || node.__vModel__,
            detail: `不能早于“${comparedField.label}”`,
          }),
        ]
      : [];
  };
}
