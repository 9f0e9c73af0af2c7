import { isPeriodName } from './periods.ts';

/** A condition that needs no value of the person or page: whether the field is filled in, or lies in a period. */
export type WordCondition = { op: 'empty' | 'notEmpty'; value: null } | { op: 'within'; value: string };

const WORD = /^\s*\$\{\s*([^}\s]+)\s*\}\s*$/;

/**
 * The condition that a word of a fixed condition stands for: `${empty}` and `${notEmpty}` whether the field is filled
 * in, the name of a period (`${thisMonth}`, `${last:30d}`) whether its date lies in that period, seen from the day of
 * the query. Null: the value is no such word.
 */
export function wordCondition(value: unknown): WordCondition | null {
  const [, word = ''] = typeof value === 'string' ? (WORD.exec(value) ?? []) : [];
  if (word === 'empty' || word === 'notEmpty') return { op: word, value: null };
  return isPeriodName(word) ? { op: 'within', value: word } : null;
}
