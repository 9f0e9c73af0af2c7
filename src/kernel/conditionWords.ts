import { isPeriodName } from '../domain/periods.ts';
import { WHOLE_PLACEHOLDER } from './placeholders.ts';

/** A condition that needs no value of the person or page: whether the field is filled in, or lies in a period. */
type WordCondition = { op: 'empty' | 'notEmpty'; value: null } | { op: 'within'; value: string };

function conditionOf(word: string): WordCondition | null {
  if (word === 'empty' || word === 'notEmpty') return { op: word, value: null };
  return isPeriodName(word) ? { op: 'within', value: word } : null;
}

/** Returns true if `wordCondition` converts a placeholder with this name to a condition. */
export const isConditionWord = (name: string): boolean => conditionOf(name) !== null;

/**
 * Converts a placeholder of a fixed condition to a condition. `${empty}` and `${notEmpty}` check whether the field has
 * a value. The name of a period (`${thisMonth}`, `${last:30d}`) checks whether the date lies in the period; the period is
 * computed on the day of the query. Returns null for any other value.
 */
export function wordCondition(value: unknown): WordCondition | null {
  const [, word = ''] = typeof value === 'string' ? (WHOLE_PLACEHOLDER.exec(value) ?? []) : [];
  return conditionOf(word);
}
