import { CommentOutlined } from '@ant-design/icons';
import { use } from 'react';
import { MarksContext, ShowCommentsContext } from './CommentsContext.tsx';

/** Shows the number of unresolved comments of a node; a click selects the node and opens the panel. */
export function CommentMark({ id }: { id: number }) {
  const count = use(MarksContext).get(id) ?? 0;
  const show = use(ShowCommentsContext);
  if (count === 0) return null;
  return (
    <button
      type="button"
      className="dr-mark"
      aria-label={`${count} 条未解决的批注`}
      data-comments={count}
      onClick={show}
    >
      <CommentOutlined aria-hidden="true" /> {count}
    </button>
  );
}
