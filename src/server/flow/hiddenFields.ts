import { userTasks, type FlowDefinition } from './definition.ts';

/** Fields that some task node hides: what they hold must not be found out by searching for it either. */
export function hiddenFields(flow: FlowDefinition | null): ReadonlySet<string> {
  const rules = flow ? userTasks(flow).flatMap((node) => Object.entries(node.rules?.fields ?? {})) : [];
  return new Set(rules.filter(([, rule]) => rule.visible === '0').map(([key]) => key));
}
