import { observer } from '@formily/reactive-react';
import { useOptionalForm } from '../../runtime/contexts.ts';
import { fieldKeysIn } from './panes.ts';

/** Label of a pane with its number of validation problems, which are invisible while the pane is closed. */
export const PaneLabel = observer(function PaneLabel({ text, nodes }: { text: string; nodes: unknown }) {
  const form = useOptionalForm();
  const problemCount =
    form === null ? 0 : fieldKeysIn(nodes).reduce((total, key) => total + form.problems(key).length, 0);
  return problemCount === 0 ? (
    text
  ) : (
    <>
      {text}
      <span className="sf-pane-problems" aria-label={`${problemCount} 处问题`}>
        {problemCount}
      </span>
    </>
  );
});
