import {
  extensionsOf,
  holderKey,
  userTasks,
  type Candidate,
  type Element,
  type FlowDefinition,
} from '../../flow/index.ts';
import type { AddNote } from './importNote.ts';

/** A person, role, post or department named in a file, and the tasks that name it. */
export interface NamedHolder {
  type: Candidate['type'];
  value: string;
  tasks: readonly { id: string; name: string }[];
}

const NAMED_TYPES: ReadonlySet<string> = new Set<Candidate['type']>(['role', 'user', 'post', 'dept']);

/** All holders that the tasks of a process name, without duplicates. */
export function namedHolders(flow: FlowDefinition): NamedHolder[] {
  const holders = new Map<string, { type: Candidate['type']; value: string; tasks: { id: string; name: string }[] }>();
  for (const node of userTasks(flow))
    for (const { type, value } of node.candidates) {
      if (!NAMED_TYPES.has(type)) continue;
      const holder = holders.get(holderKey({ type, value })) ?? { type, value, tasks: [] };
      holder.tasks.push({ id: node.id, name: node.name });
      holders.set(holderKey({ type, value }), holder);
    }
  return [...holders.values()];
}

/** Replaces the holders of an element that have an entry in `replacements`, by `holderKey`. */
export function replaceHolders(
  element: Element,
  replacements: Readonly<Record<string, Candidate>>,
  addNote: AddNote,
): void {
  for (const extension of extensionsOf(element, 'sf:Candidates')) {
    const type = String(extension.type ?? '') as Candidate['type'];
    const values = String(extension.value ?? '')
      .split(',')
      .map((value) => value.trim());
    const [replacement] = values.map((value) => replacements[holderKey({ type, value })]);
    // only an extension with a single value can be replaced
    if (!replacement || values.length !== 1) continue;
    addNote(element, `办理人 ${values[0]} 改为 ${replacement.value === '' ? replacement.type : replacement.value}`);
    extension.type = replacement.type;
    extension.value = replacement.value;
  }
}
