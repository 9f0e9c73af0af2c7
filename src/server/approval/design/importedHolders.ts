import {
  extensionsOf,
  holderKey,
  listOf,
  userTasks,
  type Holder,
  type Element,
  type FlowDefinition,
} from '../../flow/index.ts';
import type { AddNote, CreateElement } from './importNote.ts';

/** A person, role, post or department named in a file, and the tasks that name it. */
export interface NamedHolder {
  type: Holder['type'];
  value: string;
  tasks: readonly { id: string; name: string }[];
}

const NAMED_TYPES: ReadonlySet<string> = new Set<Holder['type']>(['role', 'user', 'post', 'dept']);

/** Returns all persons, roles, posts and departments that the tasks of a process name as holders, each once. */
export function namedHolders(flow: FlowDefinition): NamedHolder[] {
  const holders = new Map<string, { type: Holder['type']; value: string; tasks: { id: string; name: string }[] }>();
  for (const node of userTasks(flow))
    for (const { type, value } of node.candidates) {
      if (!NAMED_TYPES.has(type)) continue;
      const holder = holders.get(holderKey({ type, value })) ?? { type, value, tasks: [] };
      holder.tasks.push({ id: node.id, name: node.name });
      holders.set(holderKey({ type, value }), holder);
    }
  return [...holders.values()];
}

/** Replaces holders of an element. `replacements`: the new holders, by the `holderKey` of the holders they replace. */
export function replaceHolders(
  element: Element,
  replacements: Readonly<Record<string, Holder>>,
  create: CreateElement,
  addNote: AddNote,
): void {
  for (const extension of extensionsOf(element, 'sf:Candidates')) {
    const type = String(extension.type ?? '') as Holder['type'];
    const text = String(extension.value ?? '');
    const values = (type === 'expression' ? [text] : text.split(',')).map((value) => value.trim());
    if (!values.some((value) => replacements[holderKey({ type, value })])) continue;
    // one extension for each holder, because a replacement may have another type
    const parent = element.extensionElements as Element;
    const extensions = values.map((value) => {
      const replacement = replacements[holderKey({ type, value })];
      if (replacement)
        addNote(element, `办理人 ${value} 改为 ${replacement.value === '' ? replacement.type : replacement.value}`);
      const holder = replacement ?? { type, value };
      const candidateElement = create('sf:Candidates', { type: holder.type, value: holder.value });
      candidateElement.$parent = parent;
      return candidateElement;
    });
    parent.values = listOf(parent, 'values').flatMap((child) => (child === extension ? extensions : [child]));
  }
}
