import { isPeriodName } from '../domain/periods.ts';
import { WHOLE_PLACEHOLDER } from './placeholders.ts';

/**
 * The condition of a condition word: the field is filled in or not, or its date lies in a period. A condition word is
 * the name of a placeholder that stands for a condition instead of a value.
 */
type WordCondition = { op: 'empty' | 'notEmpty'; value: null } | { op: 'within'; value: string };

function conditionOf(word: string): WordCondition | null {
  if (word === 'empty' || word === 'notEmpty') return { op: word, value: null };
  return isPeriodName(word) ? { op: 'within', value: word } : null;
}

/** Returns true if a placeholder with this name stands for a condition. */
export const isConditionWord = (name: string): boolean => conditionOf(name) !== null;

/**
 * Converts a value that consists of a condition word in a placeholder to a condition. `${empty}` and `${notEmpty}`
 * check whether the field has a value. The name of a period (`${thisMonth}`, `${last:30d}`) checks whether the date
 * lies in the period; the period is computed on the day of the query. Returns null for any other value.
 */
export function wordCondition(value: unknown): WordCondition | null {
  const [, word = ''] = typeof value === 'string' ? (WHOLE_PLACEHOLDER.exec(value) ?? []) : [];
  return conditionOf(word);
}
