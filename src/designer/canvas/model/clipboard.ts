import { isNode, type RawNode } from './nodes.ts';

/** Marks text that was copied from a form, to distinguish it from other JSON in the clipboard. */
const CLIPBOARD_MARKER = 'form-nodes';

/** Longer texts are not parsed. */
const MAX_TEXT_LENGTH = 5_000_000;

/** Converts copied nodes to text for the clipboard. */
export const clipboardText = (nodes: readonly RawNode[]): string =>
  JSON.stringify({ clipboard: CLIPBOARD_MARKER, nodes }, null, 2);

/**
 * Returns the nodes of a clipboard text; also accepts a node or list of nodes without the marker. Null for any other
 * text.
 */
export function readClipboard(text: string): RawNode[] | null {
  // only a text that begins with [ or { can be JSON of nodes
  if (text.length > MAX_TEXT_LENGTH || !/^\s*[[{]/.test(text)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const content = value as { clipboard?: unknown; nodes?: unknown } | null;
  const list = content?.clipboard === CLIPBOARD_MARKER ? content.nodes : Array.isArray(value) ? value : [value];
  return Array.isArray(list) && list.length > 0 && list.every(isNode) ? list : null;
}
