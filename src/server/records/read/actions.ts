import type { NodeRules } from '../../../rules/situation.ts';
import type { TaskRow } from '../approvals.ts';

type Action = NodeRules['actions'][number];

/** Somebody who was asked for help reports to who asked, and decides nothing else. */
const HELPING: ReadonlySet<Action> = new Set(['approve', 'save', 'cc']);

/** What a task of this kind offers at its node. */
export const actionsOf = (rules: NodeRules | null, kind: TaskRow['kind']): readonly Action[] =>
  (rules?.actions ?? []).filter((action) => kind !== 'delegate' || HELPING.has(action));
