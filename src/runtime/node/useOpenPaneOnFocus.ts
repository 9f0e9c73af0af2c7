import { isTableNode } from '../../kernel/index.ts';
import { useEffect } from 'react';
import { useOptionalForm } from '../contexts.ts';

interface NodeLike {
  __vModel__?: unknown;
  children?: unknown;
  items?: unknown;
}

/**
 * Returns true if the nodes or their descendants contain the field with this key. Columns of sub-tables do not count.
 */
function containsField(nodes: unknown, key: string): boolean {
  return (
    Array.isArray(nodes) &&
    nodes.some(
      (node: NodeLike) =>
        node?.__vModel__ === key ||
        (!isTableNode(node as { tag: string }) &&
          (containsField(node?.children, key) || containsField(node?.items, key))),
    )
  );
}

/** On a jump to a problem, calls `open` with the index of the pane that contains the field. */
export function useOpenPaneOnFocus(panes: readonly { children: unknown }[], open: (index: number) => void): void {
  const form = useOptionalForm();
  useEffect(
    () =>
      form?.onFocus((path) => {
        const index = panes.findIndex((pane) => containsField(pane.children, String(path[0])));
        if (index >= 0) open(index);
      }),
    [form, panes, open],
  );
}
