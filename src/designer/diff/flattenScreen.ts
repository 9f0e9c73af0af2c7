import { titleOfTag } from '../editor/grammarDocs.ts';
import type { Entry } from './flatten.ts';

type Loose = Record<string, unknown> & { tag: string };

const isNode = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && typeof (value as { tag?: unknown }).tag === 'string';
const isNodeList = (value: unknown): value is Loose[] =>
  Array.isArray(value) && value.length > 0 && value.every(isNode);

/** A screen's text as far as a comparison needs it; null for what is no screen. */
export function readScreenText(text: string): { title: string; root: Loose } | null {
  try {
    const { title, root } = JSON.parse(text) as { title?: unknown; root?: unknown };
    return isNode(root) ? { title: typeof title === 'string' ? title : '', root } : null;
  } catch {
    return null;
  }
}

/** Every block of a screen in document order, whatever key its place has (children, sidebar, header); known by its tag and words. */
export function flattenScreen(root: Loose): Entry[] {
  const entries: Entry[] = [];
  const counts = new Map<string, number>();
  const visit = (node: Loose, places: readonly string[]): void => {
    const words =
      [node.title, node.label, node.text, node.formKey].find((word): word is string => typeof word === 'string') ?? '';
    const plain = `${node.tag}:${words}`;
    const count = (counts.get(plain) ?? 0) + 1;
    counts.set(plain, count);
    const inner = Object.entries(node).filter((entry): entry is [string, Loose[]] => isNodeList(entry[1]));
    const own = Object.entries(node).filter(
      ([key, value]) => key !== 'tag' && !isNodeList(value) && !(Array.isArray(value) && value.length === 0),
    );
    entries.push({
      id: count === 1 ? plain : `${plain}#${count}`,
      tag: node.tag,
      name: words,
      place: places.join(' › '),
      properties: Object.fromEntries(own),
    });
    for (const [, list] of inner)
      for (const child of list) visit(child, [...places, words || (titleOfTag(node.tag) ?? node.tag)]);
  };
  visit(root, []);
  return entries;
}
