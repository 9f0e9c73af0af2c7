import { titleOfTag } from '../editor/grammarDocs.ts';
import type { Entry } from './flatten.ts';

type LooseNode = Record<string, unknown> & { tag: string };

const isNode = (value: unknown): value is LooseNode =>
  typeof value === 'object' && value !== null && typeof (value as { tag?: unknown }).tag === 'string';
const isNodeList = (value: unknown): value is LooseNode[] =>
  Array.isArray(value) && value.length > 0 && value.every(isNode);

/** Reads title and root of a screen; null if the text is not a screen. */
export function readScreenText(text: string): { title: string; root: LooseNode } | null {
  try {
    const { title, root } = JSON.parse(text) as { title?: unknown; root?: unknown };
    return isNode(root) ? { title: typeof title === 'string' ? title : '', root } : null;
  } catch {
    return null;
  }
}

/**
 * Returns all nodes of a screen in document order. Child nodes are found in lists under any key (children, sidebar,
 * header). The `id` of a node consists of its tag, its label and, if an earlier node has both in common, a number.
 */
export function flattenScreen(root: LooseNode): Entry[] {
  const entries: Entry[] = [];
  const counts = new Map<string, number>();
  const visit = (node: LooseNode, containerNames: readonly string[]): void => {
    const label =
      [node.title, node.label, node.text, node.formKey].find((word): word is string => typeof word === 'string') ?? '';
    const baseId = `${node.tag}:${label}`;
    const count = (counts.get(baseId) ?? 0) + 1;
    counts.set(baseId, count);
    const childLists = Object.entries(node).filter((entry): entry is [string, LooseNode[]] => isNodeList(entry[1]));
    const properties = Object.entries(node).filter(
      ([key, value]) => key !== 'tag' && !isNodeList(value) && !(Array.isArray(value) && value.length === 0),
    );
    entries.push({
      id: count === 1 ? baseId : `${baseId}#${count}`,
      tag: node.tag,
      name: label,
      containerPath: containerNames.join(' › '),
      properties: Object.fromEntries(properties),
    });
    for (const [, list] of childLists)
      for (const child of list) visit(child, [...containerNames, label || (titleOfTag(node.tag) ?? node.tag)]);
  };
  visit(root, []);
  return entries;
}
