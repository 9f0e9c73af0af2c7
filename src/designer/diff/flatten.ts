import type { AnyNode } from '../../grammar/nodes.ts';
import { type FormDefinition, isFieldNode, isTableNode } from '../../kernel/index.ts';

/** One node of a definition. `id`: the key of a field, else tag and text; stable between versions. */
export interface Entry {
  id: string;
  tag: string;
  /** The display name. */
  name: string;
  /** Names of the containers around the node. */
  containerPath: string;
  /** The properties of the node, without its children. */
  properties: Readonly<Record<string, unknown>>;
}

type LooseNode = Record<string, unknown> & {
  tag?: string;
  label?: string;
  text?: string;
  __vModel__?: string;
  children?: unknown;
};

const STRUCTURE_KEYS: ReadonlySet<string> = new Set(['tag', 'children', '__vModel__']);
const asList = (value: unknown): LooseNode[] => (Array.isArray(value) ? (value as LooseNode[]) : []);

/** Returns all nodes in document order, including columns and panes. */
export function flatten({ fields }: FormDefinition): Entry[] {
  const entries: Entry[] = [];
  const counts = new Map<string, number>();
  const toUniqueId = (id: string): string => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : `${id}#${count}`;
  };
  const visit = (node: LooseNode, keyPrefix: string, containerNames: readonly string[]): void => {
    const tag = node.tag ?? 'pane';
    const isField = node.tag !== undefined && isFieldNode(node as AnyNode);
    const label = String(node.label ?? node.text ?? node.__vModel__ ?? '');
    const name = isField && label !== node.__vModel__ ? `${label}（${String(node.__vModel__)}）` : label;
    const id = toUniqueId(isField ? `${keyPrefix}${String(node.__vModel__)}` : `${keyPrefix}${tag}:${label}`);
    entries.push({
      id,
      tag,
      name,
      containerPath: containerNames.join(' › '),
      properties: Object.fromEntries(Object.entries(node).filter(([key]) => !STRUCTURE_KEYS.has(key))),
    });
    const innerKeyPrefix = isTableNode({ tag }) ? `${String(node.__vModel__)}.` : keyPrefix;
    for (const child of asList(node.children))
      visit(child, innerKeyPrefix, label === '' ? containerNames : [...containerNames, label]);
  };
  for (const node of asList(fields)) visit(node, '', []);
  return entries;
}
