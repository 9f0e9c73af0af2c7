import type { AnyNode } from '../../grammar/nodes.ts';
import { type FormDefinition, isFieldNode, isTableNode } from '../../kernel/index.ts';

/** One node of a definition, known by what stays the same between versions: a field by its key, anything else by its words. */
export interface Entry {
  id: string;
  tag: string;
  /** For people. */
  name: string;
  /** Where it stands: names of the containers around it. */
  place: string;
  /** Its own properties, without what it contains. */
  properties: Readonly<Record<string, unknown>>;
}

type Loose = Record<string, unknown> & {
  tag?: string;
  label?: string;
  text?: string;
  __vModel__?: string;
  children?: unknown;
};

const INNER: ReadonlySet<string> = new Set(['tag', 'children', '__vModel__']);
const asList = (value: unknown): Loose[] => (Array.isArray(value) ? (value as Loose[]) : []);

/** Every node in document order, columns and panes included. */
export function flatten({ fields }: FormDefinition): Entry[] {
  const entries: Entry[] = [];
  const counts = new Map<string, number>();
  const numbered = (id: string): string => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : `${id}#${count}`;
  };
  const visit = (node: Loose, scope: string, places: readonly string[]): void => {
    const tag = node.tag ?? 'pane';
    const isField = node.tag !== undefined && isFieldNode(node as AnyNode);
    const words = String(node.label ?? node.text ?? node.__vModel__ ?? '');
    const name = isField && words !== node.__vModel__ ? `${words}（${String(node.__vModel__)}）` : words;
    const id = numbered(isField ? `${scope}${String(node.__vModel__)}` : `${scope}${tag}:${words}`);
    entries.push({
      id,
      tag,
      name,
      place: places.join(' › '),
      properties: Object.fromEntries(Object.entries(node).filter(([key]) => !INNER.has(key))),
    });
    const inner = isTableNode({ tag }) ? `${String(node.__vModel__)}.` : scope;
    for (const child of asList(node.children)) visit(child, inner, words === '' ? places : [...places, words]);
  };
  for (const node of asList(fields)) visit(node, '', []);
  return entries;
}
