import { isTableNode } from '../../kernel/index.ts';
import { useEffect } from 'react';
import { useOptionalForm } from '../contexts.ts';

interface Tree {
  __vModel__?: unknown;
  children?: unknown;
  items?: unknown;
}

/** True when the field of this key lies anywhere in the nodes. */
function holds(nodes: unknown, key: string): boolean {
  return (
    Array.isArray(nodes) &&
    nodes.some(
      (node: Tree) =>
        node?.__vModel__ === key ||
        (!isTableNode(node as { tag: string }) && (holds(node?.children, key) || holds(node?.items, key))),
    )
  );
}

/** Tells a container which of its panes holds the field that a jump to a problem is about to focus. */
export function useFocusedChild(panes: readonly { children: unknown }[], open: (index: number) => void): void {
  const form = useOptionalForm();
  useEffect(
    () =>
      form?.onFocus((path) => {
        const index = panes.findIndex((pane) => holds(pane.children, String(path[0])));
        if (index >= 0) open(index);
      }),
    [form, panes, open],
  );
}
