import type { NodeRules } from '../../../rules/situation.ts';
import type { FlowDefinition } from '../definition.ts';

const NO_FIELDS: ReadonlySet<string> = new Set();
/** Cache per definition; a definition never changes. */
const hiddenByFlow = new WeakMap<FlowDefinition, ReadonlySet<string>>();

/**
 * Returns the fields and sub-tables that at least one node with node rules hides: a task, a copy, or a node that waits
 * for a message. Without a flow: none. Searches must not use the values of these fields.
 */
export function hiddenFields(flow: FlowDefinition | null): ReadonlySet<string> {
  if (!flow) return NO_FIELDS;
  const fieldKeys = hiddenByFlow.get(flow) ?? findHiddenFields(flow);
  hiddenByFlow.set(flow, fieldKeys);
  return fieldKeys;
}

/** Returns the node rules of all nodes that have some. */
const allNodeRules = (flow: FlowDefinition): NodeRules[] =>
  Object.values(flow.nodes).flatMap(({ rules }) => rules ?? []);

const hiddenKeys = (rules: Readonly<Record<string, { visible?: string }>>): string[] =>
  Object.keys(rules).filter((key) => rules[key]?.visible === '0');

const findHiddenFields = (flow: FlowDefinition): ReadonlySet<string> =>
  new Set(allNodeRules(flow).flatMap(({ fields, tables }) => [...hiddenKeys(fields), ...hiddenKeys(tables)]));

/** Returns the columns of a sub-table that at least one node with node rules hides. */
export const hiddenColumns = (flow: FlowDefinition | null, table: string): ReadonlySet<string> =>
  new Set((flow ? allNodeRules(flow) : []).flatMap(({ tables }) => hiddenKeys(tables[table]?.columns ?? {})));
