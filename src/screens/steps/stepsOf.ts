import type { Option } from '../../kernel/index.ts';
import type { FlowProgress } from '../../runtime/services/tasks.ts';

/** One step as it is drawn; `error`: the record left the line here. */
export interface Step {
  key: string;
  label: string;
  state: 'finish' | 'process' | 'wait' | 'error';
  note?: string;
}

interface Wanted {
  values?: readonly string[];
  off?: readonly string[];
}

/**
 * Steps by the options of a state field: those before the record's own are behind it. A value of `off` stands beside the
 * line: nothing of it is said to be done. An empty or unknown value is before the first.
 */
export function fieldSteps(options: readonly Option[], value: unknown, { values, off = [] }: Wanted): Step[] {
  const labels = new Map(options.map((option) => [String(option.value), String(option.label)]));
  const line = (values ?? [...labels.keys()]).filter((one) => !off.includes(one));
  const own = value === null || value === undefined ? '' : String(value);
  const at = line.indexOf(own);
  const steps = line.map((one, index): Step => ({
    key: one,
    label: labels.get(one) ?? one,
    state: at < 0 || index > at ? 'wait' : index < at || index === line.length - 1 ? 'finish' : 'process',
  }));
  return own !== '' && off.includes(own)
    ? [...steps, { key: own, label: labels.get(own) ?? own, state: 'error' }]
    : steps;
}

const STATES = { done: 'finish', current: 'process', next: 'wait', returned: 'error' } as const;

/** Steps by the nodes of a process: those named, else those reached and those to come. None without a process. */
export function flowSteps(
  progress: FlowProgress | null,
  names: readonly string[] | undefined,
  flwState: string | undefined,
): Step[] {
  if (!progress) return [];
  const known = new Map(progress.nodes.map((node) => [node.taskNode, node]));
  const line = names ?? progress.nodes.map(({ taskNode }) => taskNode);
  return [...new Set(line)].flatMap((name): Step[] => {
    const node = known.get(name);
    // a finished process went past it
    if (name === '' || (!node && flwState === '3')) return [];
    const last = node?.steps.at(-1);
    const holders = node?.pending.flatMap(({ names: people }) => people) ?? [];
    const note =
      node?.state === 'current'
        ? [...new Set(holders)].join('、')
        : last
          ? `${last.userName} ${last.time.slice(5, 16)}`
          : '';
    return [{ key: name, label: name, state: node ? STATES[node.state] : 'wait', ...(note ? { note } : {}) }];
  });
}
