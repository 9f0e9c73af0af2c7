import { userTasks, type FlowDefinition } from '../definition.ts';

const NO_FIELDS: ReadonlySet<string> = new Set();
/** Cache per definition; a definition never changes. */
const hiddenByFlow = new WeakMap<FlowDefinition, ReadonlySet<string>>();

/** Fields that at least one task node hides; none without a flow. Searches must not use their values. */
export function hiddenFields(flow: FlowDefinition | null): ReadonlySet<string> {
  if (!flow) return NO_FIELDS;
  const hidden = hiddenByFlow.get(flow) ?? findHiddenFields(flow);
  hiddenByFlow.set(flow, hidden);
  return hidden;
}

function findHiddenFields(flow: FlowDefinition): ReadonlySet<string> {
  const rules = userTasks(flow).flatMap((node) => Object.entries(node.rules?.fields ?? {}));
  return new Set(rules.filter(([, rule]) => rule.visible === '0').map(([key]) => key));
}

/** Columns of a sub-table that at least one task node hides. */
export const hiddenColumns = (flow: FlowDefinition | null, table: string): ReadonlySet<string> =>
  new Set(
    (flow ? userTasks(flow) : []).flatMap(({ rules }) =>
      Object.entries(rules?.tables?.[table]?.columns ?? {})
        .filter(([, rule]) => rule.visible === '0')
        .map(([key]) => key),
    ),
  );
