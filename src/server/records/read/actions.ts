import type { NodeRules } from '../../../rules/situation.ts';
import type { TaskRow } from '../approvals.ts';

type Action = NodeRules['actions'][number];

/**
 * The actions that a task of the kind `delegate` (委派) may offer. `approve` reports back to the person who delegated
 * the task.
 */
const DELEGATE_ACTIONS: ReadonlySet<Action> = new Set(['approve', 'save', 'cc']);

/** Returns the actions that a task of this kind offers at its node. */
export const actionsOf = (rules: NodeRules | null, kind: TaskRow['kind']): readonly Action[] =>
  (rules?.actions ?? []).filter((action) => kind !== 'delegate' || DELEGATE_ACTIONS.has(action));
