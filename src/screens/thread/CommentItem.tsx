import { PaperClipOutlined } from '@ant-design/icons';
import { Avatar, Button, Popconfirm } from 'antd';
import { useState, type ReactNode } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { Comment, CommentInput } from '../../runtime/services/recordPages.ts';
import { openingOf } from '../../widgets/el-upload/fileOpening.ts';
import { SaveFileButton } from '../../widgets/el-upload/SaveFileButton.tsx';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { CommentEditor } from './CommentEditor.tsx';
import { CommentText } from './CommentText.tsx';
import type { CommentDraft } from './commentDraftStore.ts';

interface Props {
  comment: Comment;
  formKey: string;
  recordId: string;
  onChanged(): void;
  onReply(comment: Comment): void;
}

/**
 * One comment with author, time, text and files. Others can reply; the author can edit and remove it for a limited
 * time.
 */
export function CommentItem({ comment, formKey, recordId, onChanged, onReply }: Props) {
  const services = useServices();
  const { message } = useFeedback();
  const [draft, setDraft] = useState<CommentDraft | null>(null);
  const { id, authorName, isRemoved, isOwn } = comment;
  const runAndRefresh = async (call: () => Promise<unknown>, successText: string): Promise<boolean> => {
    try {
      await call();
      message.success(successText);
      onChanged();
      return true;
    } catch (error) {
      message.error(messageOf(error));
      // reloads, so that actions with an expired time limit are hidden
      onChanged();
      return false;
    }
  };
  const edit = async (input: CommentInput): Promise<boolean> => {
    const isDone = await runAndRefresh(
      () => services.recordPages.editComment(formKey, { id: recordId, commentId: id, ...input }),
      '已修改',
    );
    if (isDone) setDraft(null);
    return isDone;
  };
  const remove = (): Promise<boolean> =>
    runAndRefresh(() => services.recordPages.removeComment(formKey, { id: recordId, commentId: id }), '已删除');

  let body: ReactNode;
  if (isRemoved) body = <p className="th-gone">此评论已删除</p>;
  else if (draft)
    body = (
      <CommentEditor
        formKey={formKey}
        recordId={recordId}
        label="修改评论"
        placeholder=""
        draft={draft}
        onChange={setDraft}
        sendText="保存"
        onSend={edit}
        onCancel={() => setDraft(null)}
      />
    );
  else
    body = (
      <>
        {comment.text === '' ? null : (
          <CommentText text={comment.text} names={comment.mentions.map(({ name }) => name)} />
        )}
        {comment.files.length > 0 ? (
          <ul className="th-files">
            {comment.files.map((file) => (
              <li key={file.id}>
                <Button
                  type="link"
                  size="small"
                  icon={<PaperClipOutlined />}
                  onClick={() => openingOf(services, file, true).open()}
                >
                  {file.fileName}
                </Button>
                <SaveFileButton file={file} />
              </li>
            ))}
          </ul>
        ) : null}
        <div className="th-acts">
          {isOwn && comment.readers > 0 ? <span className="th-note">{comment.readers} 人已读</span> : null}
          {isOwn ? null : (
            <Button
              type="text"
              size="small"
              onClick={() => onReply(comment)}
              aria-label={`回复${authorName}`}
              data-action="comment-reply"
            >
              回复
            </Button>
          )}
          {comment.mayEdit ? (
            <Button
              type="text"
              size="small"
              onClick={() => setDraft({ text: comment.text, mentions: comment.mentions, files: comment.files })}
              data-action="comment-edit"
            >
              修改
            </Button>
          ) : null}
          {comment.mayRemove ? (
            <Popconfirm
              title="删除这条评论？"
              description="删除后其他人看不到内容，只显示“已删除”"
              okText="删除"
              cancelText="取消"
              okButtonProps={{ danger: true }}
              onConfirm={() => void remove()}
            >
              <Button type="text" size="small" danger data-action="comment-remove">
                删除
              </Button>
            </Popconfirm>
          ) : null}
        </div>
      </>
    );
  return (
    <li className="th-comment" data-comment={id} data-own={isOwn ? '1' : '0'}>
      <Avatar className="th-avatar" aria-hidden="true">
        {authorName.slice(-1)}
      </Avatar>
      <div className="th-body">
        <div className="th-head">
          <strong>{authorName}</strong>
          <time>{comment.time.slice(0, 16)}</time>
          {comment.editedTime !== '' && !isRemoved ? (
            <span className="th-note" title={`修改于 ${comment.editedTime}`}>
              已编辑
            </span>
          ) : null}
        </div>
        {body}
      </div>
    </li>
  );
}
