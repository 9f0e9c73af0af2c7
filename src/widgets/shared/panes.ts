import { isTableNode } from '../../kernel/index.ts';
import { useOptionalForm } from '../../runtime/contexts.ts';

/** Returns the visible panes (`visibleWhen`) with their index in the document. Call it inside an `observer`. */
export function useVisiblePanes<P extends object>(panes: readonly P[]): { pane: P; index: number }[] {
  const form = useOptionalForm();
  return panes
    .map((pane, index) => ({ pane, index }))
    .filter(({ pane }) => form === null || form.compiled.isNodeVisible(pane, form.scope));
}

/** Returns the keys of all fields in these nodes, at any depth, without the columns of sub-tables. */
export function fieldKeysIn(nodes: unknown): string[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: { __vModel__?: string; tag?: string; children?: unknown }) => [
    ...(node.__vModel__ === undefined ? [] : [node.__vModel__]),
    ...(isTableNode(node as { tag: string }) ? [] : fieldKeysIn(node.children)),
  ]);
}
