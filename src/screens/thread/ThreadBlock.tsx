import { Button, Divider, Empty, Skeleton } from 'antd';
import { Fragment, useContext, useMemo, useRef, useState } from 'react';
import type { ThreadNode } from '../../grammar/nodes.ts';
import { RecordPageContext, useServices, useSituation } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import type { CommentInput } from '../../runtime/services/recordPages.ts';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { createOnceSender, onceText } from '../shared/sendOnce.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { CommentEditor, type CommentEditorHandle } from './CommentEditor.tsx';
import { CommentItem } from './CommentItem.tsx';
import { createCommentDraftStore, NO_DRAFT, type CommentDraft } from './commentDraftStore.ts';
import { useThread } from './useThread.ts';
import './thread.css';

/** Comments on the page's record. */
export function ThreadBlock({ node }: BlockProps<ThreadNode>) {
  const page = useContext(RecordPageContext);
  return page?.record.id ? (
    <Thread key={page.record.id} node={node} formKey={page.formKey} recordId={page.record.id} />
  ) : null;
}

function Thread({ node, formKey, recordId }: { node: ThreadNode; formKey: string; recordId: string }) {
  const services = useServices();
  const { message } = useFeedback();
  const { user } = useSituation();
  const endElement = useRef<HTMLDivElement>(null);
  const editor = useRef<CommentEditorHandle>(null);
  const storedDraft = useMemo(() => createCommentDraftStore(user.id, recordId), [user.id, recordId]);
  const [draft, setDraft] = useState<CommentDraft>(() => storedDraft.get());
  // a repeated send after a lost answer is stored only once
  const onceSender = useMemo(
    () =>
      createOnceSender((input: CommentInput, key) =>
        services.recordPages.addComment(formKey, { id: recordId, ...input }, key),
      ),
    [services, formKey, recordId],
  );
  const { load, reload, refresh, loadMore, firstUnreadId } = useThread(formKey, recordId, endElement);
  const updateDraft = (next: CommentDraft): void => {
    setDraft(next);
    storedDraft.set(next);
  };
  const send = async (input: CommentInput): Promise<boolean> => {
    try {
      const { kind } = await onceSender.send(input);
      refresh();
      if (kind === 'earlier') {
        message.warning(onceText(kind, '', '发送'), 6);
        return false;
      }
      updateDraft(NO_DRAFT);
      return true;
    } catch (error) {
      message.error(messageOf(error));
      return false;
    }
  };
  if (load.state === 'error' && load.value === undefined)
    return <Failure title="讨论没有加载出来" error={load.error} onRetry={reload} />;
  if (load.value === undefined) return <Skeleton active avatar paragraph={{ rows: 3 }} />;
  const { comments, total } = load.value;
  return (
    <section className="th" aria-label={node.title ?? '讨论'} data-thread={recordId}>
      {node.title ? <h3>{node.title}</h3> : null}
      {loadMore ? (
        <Button block type="dashed" onClick={loadMore} loading={load.state === 'loading'} data-action="comment-more">
          显示更早的评论（还有 {total - comments.length} 条）
        </Button>
      ) : null}
      {comments.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有评论，写下第一条" />
      ) : (
        <ul className="th-list" aria-live="polite">
          {comments.map((comment) => (
            <Fragment key={comment.id}>
              {comment.id === firstUnreadId && comment.id !== comments[0]?.id ? (
                <li className="th-new">
                  <Divider plain>以下为新评论</Divider>
                </li>
              ) : null}
              <CommentItem
                comment={comment}
                formKey={formKey}
                recordId={recordId}
                onChanged={refresh}
                onReply={({ authorId, authorName }) =>
                  editor.current?.appendMention({ id: authorId, name: authorName })
                }
              />
            </Fragment>
          ))}
        </ul>
      )}
      <div ref={endElement} className="th-end" />
      <CommentEditor
        formKey={formKey}
        recordId={recordId}
        label="写评论"
        placeholder={node.placeholder ?? '写评论…'}
        draft={draft}
        onChange={updateDraft}
        sendText="发送"
        onSend={send}
        handle={editor}
      />
    </section>
  );
}
