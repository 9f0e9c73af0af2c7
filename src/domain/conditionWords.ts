import { isPeriodName } from './periods.ts';

/** A condition that needs no value of the person or page: whether the field is filled in, or lies in a period. */
export type WordCondition = { op: 'empty' | 'notEmpty'; value: null } | { op: 'within'; value: string };

const WORD = /^\s*\$\{\s*([^}\s]+)\s*\}\s*$/;

/**
 * Converts a placeholder of a fixed condition to a condition. `${empty}` and `${notEmpty}` check whether the field has
 * a value. The name of a period (`${thisMonth}`, `${last:30d}`) checks whether the date lies in the period; the period is
 * computed on the day of the query. Returns null for any other value.
 */
export function wordCondition(value: unknown): WordCondition | null {
  const [, word = ''] = typeof value === 'string' ? (WORD.exec(value) ?? []) : [];
  if (word === 'empty' || word === 'notEmpty') return { op: word, value: null };
  return isPeriodName(word) ? { op: 'within', value: word } : null;
}
