import type { FieldNode } from '../../grammar/nodes.ts';
import type { Situation } from '../../rules/situation.ts';
import type { Scope } from '../form.ts';
import { valueIn } from '../options.ts';
import { type Problem, problem } from '../../domain/problem/index.ts';

const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}(?:-\d{2}|$)/.test(value);

/** Key of the date that a date field must not be earlier than; null where none is named. */
export const notBeforeOf = (node: object): string | null => (node as { notBefore?: string }).notBefore || null;

/** A field as another one speaks of it. */
export interface Other {
  label: string;
  mayRead(situation: Situation): boolean;
}

/**
 * An end that comes before its beginning. Compared as far as both are said: a day with a month by the month. A beginning
 * that this person may not see is not compared with: by trying, they would find it out.
 */
export function compileNotBefore(
  node: FieldNode,
  otherOf: (key: string) => Other | undefined,
): (value: unknown, scope: Scope) => Problem[] {
  const key = notBeforeOf(node);
  const other = key === null ? undefined : otherOf(key);
  if (key === null || !other) return () => [];
  return (value, scope) => {
    const first = valueIn(scope, key);
    if (!isDate(value) || !isDate(first) || !other.mayRead(scope.situation)) return [];
    const length = Math.min(value.length, first.length);
    return value.slice(0, length) < first.slice(0, length)
      ? [problem('VALUE_RANGE', [], { label: node.label || node.__vModel__, detail: `不能早于“${other.label}”` })]
      : [];
  };
}
