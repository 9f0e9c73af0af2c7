import { useEffect, useState } from 'react';
import type { CanvasDoc, RawNode } from '../model/nodes.ts';

/** Debounce of changes of a name. */
const DEBOUNCE_MS = 300;

interface DocAndNode {
  doc: CanvasDoc;
  node: RawNode;
}

/** The keys that hold the name of a node and the field key that is made from the name. */
const NAME_KEYS: ReadonlySet<string> = new Set(['label', '__vModel__']);

/** Returns true if two states of a node differ only in the name and the key made from it. */
function differsOnlyInName(before: RawNode, now: RawNode): boolean {
  if (before === now) return false;
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)]))
    if (!NAME_KEYS.has(key) && before[key] !== now[key]) return false;
  return true;
}

/**
 * Returns the document and the node that the property editors show. A change of only the node's name and the key made
 * from it appears after DEBOUNCE_MS, because otherwise every keystroke would render all property editors and compute
 * their lists of fields again. Other changes appear at once.
 */
export function useDebouncedName(doc: CanvasDoc, node: RawNode): DocAndNode {
  const [debounced, setDebounced] = useState<DocAndNode>({ doc, node });
  const isOnlyRenamed = differsOnlyInName(debounced.node, node);
  useEffect(() => {
    if (!isOnlyRenamed) return undefined;
    const timer = setTimeout(() => setDebounced({ doc, node }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isOnlyRenamed, doc, node]);
  if (isOnlyRenamed || (debounced.doc === doc && debounced.node === node)) return debounced;
  setDebounced({ doc, node });
  return { doc, node };
}
