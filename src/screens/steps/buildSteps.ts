import type { Option } from '../../kernel/index.ts';
import type { FlowProgress } from '../../runtime/services/tasks.ts';

/** One displayed step; `error`: the record left the regular sequence at this step. */
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
 * Returns the steps by the options of a state field; steps before the record's value are finished. A value in `off`
 * (outside the regular sequence) is added as an `error` step, and no step is finished. For an empty or unknown value,
 * no step is finished.
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
 * Returns the steps by the nodes of a process: the nodes in `names`, else the reached and expected nodes. Empty without
 * a process.
 */
export function flowSteps(
  progress: FlowProgress | null,
  names: readonly string[] | undefined,
  flwState: string | undefined,
): Step[] {
  if (!progress) return [];
  const nodeByName = new Map(progress.nodes.map((node) => [node.taskNode, node]));
  const nodeNames = names ?? progress.nodes.map(({ taskNode }) => taskNode);
  return [...new Set(nodeNames)].flatMap((name): Step[] => {
    const node = nodeByName.get(name);
    // a finished process has skipped this node
    if (name === '' || (!node && flwState === '3')) return [];
    const last = node?.steps.at(-1);
    const assignees = node?.pending.flatMap(({ names: people }) => people) ?? [];
    const lastText = last ? `${last.userName} ${last.time.slice(5, 16)}` : '';
    const note = node?.state === 'current' ? [...new Set(assignees)].join('、') : lastText;
    return [{ key: name, label: name, state: node ? STEP_STATES[node.state] : 'wait', ...(note ? { note } : {}) }];
  });
}
