import type { ReactNode } from 'react';
import type { Situation } from '../../rules/situation.ts';
import { useSituation } from '../contexts.ts';
import { createLazyValue, type LazyValue } from '../node/LazyFace.tsx';

type Condition = (situation: Situation) => boolean;

/** The types of the names that a condition can read. */
const TYPES = {
  user: { fields: { id: 'string', name: 'string', roles: 'list' } },
  taskNode: 'string',
  flowState: 'string',
  query: 'dyn',
} as const;

const conditions = new Map<string, LazyValue<Condition>>();

/**
 * Returns the compiled condition, cached by its text. The expression engine is downloaded when the first condition is
 * read: the sign-in page has no condition and does not download it.
 */
function conditionFor(text: string): LazyValue<Condition> {
  let condition = conditions.get(text);
  if (!condition) {
    condition = createLazyValue(async () => {
      const { compileExpression } = await import('../../expressions/lazy.ts');
      const evaluate = compileExpression(text, TYPES);
      return (situation: Situation) => evaluate((name) => situation[name as keyof Situation]) === true;
    });
    conditions.set(text, condition);
  }
  return condition;
}

/**
 * Shows the children of a block outside of forms while its `visibleWhen` is true. A condition that fails counts as
 * false.
 */
export function WhenTrue({ condition, children }: { condition: string; children: ReactNode }) {
  const situation = useSituation();
  return conditionFor(condition).read()(situation) ? children : null;
}
