import { observer } from '@formily/reactive-react';
import { useOptionalForm } from '../../runtime/contexts.ts';
import { keysIn } from './panes.ts';

/** Label of a pane with its number of validation problems, which are invisible while the pane is closed. */
export const PaneLabel = observer(function PaneLabel({ text, nodes }: { text: string; nodes: unknown }) {
  const form = useOptionalForm();
  const count = form === null ? 0 : keysIn(nodes).reduce((total, key) => total + form.problems(key).length, 0);
  return count === 0 ? (
    text
  ) : (
    <>
      {text}
      <span className="sf-pane-problems" aria-label={`${count} 处问题`}>
        {count}
      </span>
    </>
  );
});
