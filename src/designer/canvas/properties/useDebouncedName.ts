import { useEffect, useState } from 'react';
import type { FormDoc, RawNode } from '../model/nodes.ts';

/** Debounce of changes of a name. */
const DEBOUNCE_MS = 300;

interface State {
  doc: FormDoc;
  node: RawNode;
}

/** Keys of a node for its name and the key made from the name. Editors of other keys do not show them. */
const NAME_KEYS: ReadonlySet<string> = new Set(['label', '__vModel__']);

/** Returns true if two states of a node differ only in the name and the key made from it. */
function isRenamed(before: RawNode, now: RawNode): boolean {
  if (before === now) return false;
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)]))
    if (!NAME_KEYS.has(key) && before[key] !== now[key]) return false;
  return true;
}

/**
 * Debounces changes of a node's name and the key made from it. Otherwise every keystroke would render all property
 * editors and compute their lists of fields again. Other changes apply at once. Returns document and node.
 */
export function useDebouncedName(doc: FormDoc, node: RawNode): State {
  const [debounced, setDebounced] = useState<State>({ doc, node });
  const isNaming = isRenamed(debounced.node, node);
  useEffect(() => {
    if (!isNaming) return undefined;
    const timer = setTimeout(() => setDebounced({ doc, node }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isNaming, doc, node]);
  if (isNaming || (debounced.doc === doc && debounced.node === node)) return debounced;
  setDebounced({ doc, node });
  return { doc, node };
}
