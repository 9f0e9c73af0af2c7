import type { ReactNode } from 'react';
import type { Situation } from '../../rules/situation.ts';
import { useSituation } from '../contexts.ts';
import { late, type Late } from '../host/lazyLoader.ts';

type Condition = (situation: Situation) => boolean;

const TYPES = {
  user: { fields: { id: 'string', name: 'string', roles: 'list' } },
  taskNode: 'string',
  flowState: 'string',
  query: 'dyn',
} as const;

const conditions = new Map<string, Late<Condition>>();

/** The expression engine is downloaded by the first screen that has a condition; the sign-in page needs none. */
function conditionFor(text: string): Late<Condition> {
  let condition = conditions.get(text);
  if (!condition) {
    condition = late(async () => {
      const { compileExpression } = await import('../../kernel/expressions/index.ts');
      const evaluate = compileExpression(text, TYPES);
      return (situation: Situation) => evaluate((name) => situation[name as keyof Situation]) === true;
    });
    conditions.set(text, condition);
  }
  return condition;
}

/** Children of a block outside of any form, while its `visibleWhen` is true. A condition that fails is not true. */
export function WhenTrue({ condition, children }: { condition: string; children: ReactNode }) {
  const situation = useSituation();
  return conditionFor(condition).read()(situation) ? children : null;
}
