import { isTableNode } from '../../kernel/index.ts';
import { useOptionalForm } from '../../runtime/contexts.ts';

/** The panes whose `visibleWhen` holds, each with its place in the document. Call it inside `observer`. */
export function useOpenPanes<P extends object>(panes: readonly P[]): { pane: P; index: number }[] {
  const form = useOptionalForm();
  return panes
    .map((pane, index) => ({ pane, index }))
    .filter(({ pane }) => form === null || form.compiled.isNodeVisible(pane, form.scope));
}

/** Keys of the fields in some nodes, at any depth. */
export function keysIn(nodes: unknown): string[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: { __vModel__?: string; tag?: string; children?: unknown }) => [
    ...(node.__vModel__ === undefined ? [] : [node.__vModel__]),
    ...(isTableNode(node as { tag: string }) ? [] : keysIn(node.children)),
  ]);
}
