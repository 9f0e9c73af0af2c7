import { userTasks, type FlowDefinition } from '../definition.ts';

const NONE: ReadonlySet<string> = new Set();
/** A definition never changes. */
const known = new WeakMap<FlowDefinition, ReadonlySet<string>>();

/** Fields that some task node hides: what they hold must not be found out by searching for it either. */
export function hiddenFields(flow: FlowDefinition | null): ReadonlySet<string> {
  if (!flow) return NONE;
  const hidden = known.get(flow) ?? hiddenIn(flow);
  known.set(flow, hidden);
  return hidden;
}

function hiddenIn(flow: FlowDefinition): ReadonlySet<string> {
  const rules = userTasks(flow).flatMap((node) => Object.entries(node.rules?.fields ?? {}));
  return new Set(rules.filter(([, rule]) => rule.visible === '0').map(([key]) => key));
}

/** Columns of a sub-table that the rules of some task hide. */
export const hiddenCells = (flow: FlowDefinition | null, table: string): ReadonlySet<string> =>
  new Set(
    (flow ? userTasks(flow) : []).flatMap(({ rules }) =>
      Object.entries(rules?.tables?.[table]?.columns ?? {})
        .filter(([, rule]) => rule.visible === '0')
        .map(([key]) => key),
    ),
  );
