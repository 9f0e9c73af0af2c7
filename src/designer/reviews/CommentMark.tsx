import { CommentOutlined } from '@ant-design/icons';
import { use } from 'react';
import { PartCountsContext, NodeCountsContext, ShowCommentsContext } from './CommentsContext.tsx';

/** Returns the accessible name of a mark. */
export const markName = (count: number): string => `${count} 条未解决的批注`;

function Mark({ count, onClick }: { count: number; onClick(): void }) {
  if (count === 0) return null;
  return (
    <button type="button" className="dr-mark" aria-label={markName(count)} data-comments={count} onClick={onClick}>
      <CommentOutlined aria-hidden="true" /> {count}
    </button>
  );
}

/**
 * Shows the number of unresolved comments of a node. A click opens the panel; the canvas also receives the click and
 * selects the node.
 */
export function CommentMark({ id }: { id: number }) {
  return <Mark count={use(NodeCountsContext).get(id) ?? 0} onClick={use(ShowCommentsContext)} />;
}

/** Shows the number of unresolved comments of an element of a process. `onSelect`: selects the element. */
export function ElementMark({ id, onSelect }: { id: string; onSelect(id: string): void }) {
  const show = use(ShowCommentsContext);
  const click = (): void => {
    onSelect(id);
    show();
  };
  return <Mark count={use(PartCountsContext).get(`element:${id}`) ?? 0} onClick={click} />;
}
