import { CheckCircleOutlined } from '@ant-design/icons';
import { Button, Popconfirm } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { CommentText } from '../../screens/thread/CommentText.tsx';
import { reviewCalls, type DocumentComment } from './calls.ts';
import { useComments } from './CommentsContext.tsx';
import { CommentWriter } from './CommentWriter.tsx';
import type { CommentThread } from './threads.ts';

/** One thread of comments: the first comment, its replies, and buttons to reply and resolve. */
export function ThreadItem({ thread: { root, replies } }: { thread: CommentThread }) {
  const services = useServices();
  const { message } = useFeedback();
  const { refresh, requestedId } = useComments();
  const [isReplying, setReplying] = useState(false);
  const itemRef = useRef<HTMLLIElement>(null);
  const isRequested = requestedId === root.id;
  useEffect(() => {
    if (isRequested) itemRef.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isRequested]);
  const attempt = async (call: () => Promise<unknown>): Promise<void> => {
    try {
      await call();
    } catch (error) {
      message.error(messageOf(error));
    }
    refresh();
  };
  const calls = reviewCalls(services);
  const remove = (id: string): void => {
    void attempt(() => calls.remove(id));
  };
  return (
    <li
      ref={itemRef}
      className="dr-thread"
      data-comment={root.id}
      data-resolved={root.isResolved}
      data-asked={isRequested}
    >
      <CommentBody comment={root} onRemove={remove} />
      {replies.length > 0 ? (
        <ul className="dr-replies">
          {replies.map((reply) => (
            <li key={reply.id} data-comment={reply.id}>
              <CommentBody comment={reply} onRemove={remove} />
            </li>
          ))}
        </ul>
      ) : null}
      {isReplying ? (
        <CommentWriter
          target={{ parentId: root.id }}
          label={`回复${root.authorName}`}
          placeholder={`回复${root.authorName}…`}
          sendText="回复"
          onSent={() => setReplying(false)}
          onCancel={() => setReplying(false)}
        />
      ) : (
        <div className="dr-acts">
          {root.isResolved ? (
            <span className="dr-resolved">
              <CheckCircleOutlined aria-hidden="true" /> {root.resolvedBy} 标为已解决
            </span>
          ) : null}
          {root.isRemoved ? null : (
            <Button type="text" size="small" onClick={() => setReplying(true)} data-action="comment-reply">
              回复
            </Button>
          )}
          <Button
            type="text"
            size="small"
            onClick={() => void attempt(() => calls.resolve(root.id, !root.isResolved))}
            data-action={root.isResolved ? 'comment-reopen' : 'comment-resolve'}
          >
            {root.isResolved ? '重新打开' : '标为已解决'}
          </Button>
        </div>
      )}
    </li>
  );
}

function CommentBody({ comment, onRemove }: { comment: DocumentComment; onRemove(id: string): void }) {
  const { id, authorName, time, text, mentions, isOwn, isRemoved } = comment;
  return (
    <>
      <div className="dr-head">
        <strong>{authorName}</strong>
        <time>{time.slice(0, 16)}</time>
        {isOwn && !isRemoved ? (
          <Popconfirm
            title="删除这条批注？"
            description="删除后其他人看不到内容"
            okText="删除"
            cancelText="取消"
            okButtonProps={{ danger: true }}
            onConfirm={() => onRemove(id)}
          >
            <Button type="text" size="small" danger data-action="comment-remove">
              删除
            </Button>
          </Popconfirm>
        ) : null}
      </div>
      {isRemoved ? (
        <p className="dr-gone">此批注已删除</p>
      ) : (
        <CommentText text={text} names={mentions.map(({ name }) => name)} />
      )}
    </>
  );
}
