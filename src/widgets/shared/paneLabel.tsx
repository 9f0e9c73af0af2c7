import { observer } from '@formily/reactive-react';
import { useOptionalForm } from '../../runtime/contexts.ts';

function keysIn(nodes: unknown): string[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: { __vModel__?: string; tag?: string; children?: unknown }) => [
    ...(node.__vModel__ === undefined ? [] : [node.__vModel__]),
    ...(node.tag === 'subTable' ? [] : keysIn(node.children)),
  ]);
}

/** A pane's name, with the number of problems in it: those of a closed pane would not be seen. */
export const PaneLabel = observer(function PaneLabel({ text, nodes }: { text: string; nodes: unknown }) {
  const form = useOptionalForm();
  const count = form === null ? 0 : keysIn(nodes).reduce((total, key) => total + form.problems(key).length, 0);
  return count === 0 ? text : <>{text}<span className="sf-pane-problems" aria-label={`${count} 处问题`}>{count}</span></>;
});
