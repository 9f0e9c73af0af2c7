import {
  extensionsOf,
  holderKey,
  userTasks,
  type Candidate,
  type Element,
  type FlowDefinition,
} from '../../flow/index.ts';
import type { Note } from './notes.ts';

/** A person, role, post or department that tasks of a file name, and the tasks. */
export interface NamedHolder {
  type: Candidate['type'];
  value: string;
  tasks: readonly { id: string; name: string }[];
}

const NAMED: ReadonlySet<string> = new Set<Candidate['type']>(['role', 'user', 'post', 'dept']);

/** Everybody the tasks of a process name, each once. */
export function namedHolders(flow: FlowDefinition): NamedHolder[] {
  const found = new Map<string, { type: Candidate['type']; value: string; tasks: { id: string; name: string }[] }>();
  for (const node of userTasks(flow))
    for (const { type, value } of node.candidates) {
      if (!NAMED.has(type)) continue;
      const holder = found.get(holderKey({ type, value })) ?? { type, value, tasks: [] };
      holder.tasks.push({ id: node.id, name: node.name });
      found.set(holderKey({ type, value }), holder);
    }
  return [...found.values()];
}

/** Puts the holders that somebody has chosen in the place of those that are unknown here. */
export function mapHolders(element: Element, mapped: Readonly<Record<string, Candidate>>, note: Note): void {
  for (const stated of extensionsOf(element, 'sf:Candidates')) {
    const type = String(stated.type ?? '') as Candidate['type'];
    const values = String(stated.value ?? '')
      .split(',')
      .map((value) => value.trim());
    const chosen = values.map((value) => mapped[holderKey({ type, value })]);
    const [first] = chosen;
    // a list is mapped as a whole, when it stands for one value
    if (!first || values.length !== 1) continue;
    note(element, `办理人 ${values[0]} 改为 ${first.value === '' ? first.type : first.value}`);
    stated.type = first.type;
    stated.value = first.value;
  }
}
