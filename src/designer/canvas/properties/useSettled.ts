import { useEffect, useState } from 'react';
import type { FormDoc, RawNode } from '../model/nodes.ts';

/** Debounce of a name, in milliseconds. */
const PAUSE = 300;

interface Seen {
  doc: FormDoc;
  node: RawNode;
}

/** The name of a node, and the key that goes with it: no editor of another key shows them. */
const NAMING: ReadonlySet<string> = new Set(['label', '__vModel__']);

function isNamed(before: RawNode, now: RawNode): boolean {
  if (before === now) return false;
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)]))
    if (!NAMING.has(key) && before[key] !== now[key]) return false;
  return true;
}

/**
 * Debounces changes of a node's name (and the key made from it) for the editors of its other keys: each letter would render
 * all of them and compute their lists of fields again. Any other change is passed on at once. Answers document and node.
 */
export function useSettled(doc: FormDoc, node: RawNode): Seen {
  const [seen, setSeen] = useState<Seen>({ doc, node });
  const isNaming = isNamed(seen.node, node);
  useEffect(() => {
    if (!isNaming) return undefined;
    const timer = setTimeout(() => setSeen({ doc, node }), PAUSE);
    return () => clearTimeout(timer);
  }, [isNaming, doc, node]);
  if (isNaming || (seen.doc === doc && seen.node === node)) return seen;
  setSeen({ doc, node });
  return { doc, node };
}
