import { isNode, type RawNode } from './nodes.ts';

/** Marks what was copied from a form, so that any other JSON in the clipboard is told apart. */
const MARK = 'form-nodes';

/** Copied nodes as text: for another place, another form or another window. */
export const clipboardText = (nodes: readonly RawNode[]): string => JSON.stringify({ clipboard: MARK, nodes }, null, 2);

/** The nodes of a copied text; a bare node or list of nodes counts, too. Null for anything else. */
export function readClipboard(text: string): RawNode[] | null {
  if (text.length > 5_000_000 || !/^\s*[[{]/.test(text)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const marked = value as { clipboard?: unknown; nodes?: unknown } | null;
  const list = marked?.clipboard === MARK ? marked.nodes : Array.isArray(value) ? value : [value];
  return Array.isArray(list) && list.length > 0 && list.every(isNode) ? list : null;
}
