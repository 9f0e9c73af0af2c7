import { useEffect, useState } from 'react';
import type { FormDoc, RawNode } from '../model/nodes.ts';

/** Debounce of changes of a name. */
const DEBOUNCE_MS = 300;

interface State {
  doc: FormDoc;
  node: RawNode;
}

/** The name of a node and the key made from it; editors of other keys do not show them. */
const NAME_KEYS: ReadonlySet<string> = new Set(['label', '__vModel__']);

/** Whether the two states of a node differ in its name (and the key made from it) only. */
function isRenamed(before: RawNode, now: RawNode): boolean {
  if (before === now) return false;
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)]))
    if (!NAME_KEYS.has(key) && before[key] !== now[key]) return false;
  return true;
}

/**
 * Debounces changes of a node's name (and the key made from it): otherwise every keystroke would render the editors of
 * all other keys and compute their lists of fields again. Any other change is passed on at once. Result: document and
 * node.
 */
export function useDebouncedName(doc: FormDoc, node: RawNode): State {
  const [passedOn, setPassedOn] = useState<State>({ doc, node });
  const isNaming = isRenamed(passedOn.node, node);
  useEffect(() => {
    if (!isNaming) return undefined;
    const timer = setTimeout(() => setPassedOn({ doc, node }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isNaming, doc, node]);
  if (isNaming || (passedOn.doc === doc && passedOn.node === node)) return passedOn;
  setPassedOn({ doc, node });
  return { doc, node };
}
