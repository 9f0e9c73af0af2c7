import type { Option } from '../../kernel/index.ts';
import type { FlowProgress } from '../../runtime/services/tasks.ts';

/**
 * One displayed step. `error`: the record has a value outside the regular sequence, or the last act at this node sent
 * the process back.
 */
export interface Step {
  key: string;
  label: string;
  state: 'finish' | 'process' | 'wait' | 'error';
  note?: string;
}

interface StepOptions {
  values?: readonly string[];
  off?: readonly string[];
}

/**
 * Returns one step for each value in `values` (by default: each option of the state field) that is not in `off`. Steps
 * before the record's value are finished, and so is the last step when the record has its value. If the record's value
 * is in `off` (values outside the regular sequence), it is added as an `error` step, and no step is finished. For an
 * empty or unknown value, no step is finished.
 */
export function fieldSteps(options: readonly Option[], value: unknown, { values, off = [] }: StepOptions): Step[] {
  const labels = new Map(options.map((option) => [String(option.value), String(option.label)]));
  const sequence = (values ?? [...labels.keys()]).filter((option) => !off.includes(option));
  const currentValue = value === null || value === undefined ? '' : String(value);
  const currentIndex = sequence.indexOf(currentValue);
  const stateAt = (index: number): Step['state'] => {
    if (currentIndex < 0 || index > currentIndex) return 'wait';
    return index < currentIndex || index === sequence.length - 1 ? 'finish' : 'process';
  };
  const steps = sequence.map((option, index): Step => ({
    key: option,
    label: labels.get(option) ?? option,
    state: stateAt(index),
  }));
  return currentValue !== '' && off.includes(currentValue)
    ? [...steps, { key: currentValue, label: labels.get(currentValue) ?? currentValue, state: 'error' }]
    : steps;
}

const STEP_STATES = { done: 'finish', current: 'process', next: 'wait', returned: 'error' } as const;

/**
 * Returns one step for each node in `configuredNames` (node names); without them, for each node of `progress`. Empty
 * without a process. A finished process has no steps for the nodes that it did not reach.
 */
export function flowSteps(
  progress: FlowProgress | null,
  configuredNames: readonly string[] | undefined,
  flwState: string | undefined,
): Step[] {
  if (!progress) return [];
  const nodeByName = new Map(progress.nodes.map((node) => [node.taskNode, node]));
  const nodeNames = configuredNames ?? progress.nodes.map(({ taskNode }) => taskNode);
  return [...new Set(nodeNames)].flatMap((name): Step[] => {
    const node = nodeByName.get(name);
    // a finished process did not reach this node
    if (name === '' || (!node && flwState === '3')) return [];
    const last = node?.steps.at(-1);
    const assignees = node?.pending.flatMap(({ names: people }) => people) ?? [];
    const lastText = last ? `${last.userName} ${last.time.slice(5, 16)}` : '';
    const note = node?.state === 'current' ? [...new Set(assignees)].join('、') : lastText;
    return [{ key: name, label: name, state: node ? STEP_STATES[node.state] : 'wait', ...(note ? { note } : {}) }];
  });
}
