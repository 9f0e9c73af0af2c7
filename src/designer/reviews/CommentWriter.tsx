import { Button, Mentions } from 'antd';
import { useRef, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { reviewCalls, type NewComment } from './calls.ts';
import { useComments } from './CommentsContext.tsx';
import { mentionedIds } from './mentions.ts';

const MAX_LENGTH = 2000;

interface Props {
  /** The part to comment on, or the comment to reply to. */
  target: Omit<NewComment, 'text' | 'mentionIds'>;
  label: string;
  placeholder: string;
  /** Label of the send button. */
  sendText: string;
  onSent?: () => void;
  onCancel?: () => void;
}

/** Input for a comment or reply; `@` with a name mentions another administrator; Ctrl+Enter sends. */
export function CommentWriter({ target, label, placeholder, sendText, onSent, onCancel }: Props) {
  const services = useServices();
  const { message } = useFeedback();
  const { documentId, unsentTexts, refresh } = useComments();
  const draftKey = `${target.parentId ?? ''} ${target.part ?? ''}`;
  const [text, setText] = useState(() => unsentTexts.get(draftKey) ?? '');
  const [isBusy, setBusy] = useState(false);
  const [needsAdministrators, setNeedsAdministrators] = useState(false);
  const { load } = useLoad(
    async () => (needsAdministrators ? await reviewCalls(services).administrators() : []),
    [services, needsAdministrators],
  );
  const administrators = load.value ?? [];
  /** The ids of the administrators that were selected from the list, by name. */
  const chosenIds = useRef(new Map<string, string>());
  const changeText = (next: string): void => {
    setText(next);
    if (next === '') unsentTexts.delete(draftKey);
    else unsentTexts.set(draftKey, next);
  };
  const send = async (): Promise<void> => {
    if (text.trim() === '' || isBusy) return;
    setBusy(true);
    try {
      // the list of administrators may still be loading, or its request may have failed
      const mentionableAdministrators =
        text.includes('@') && administrators.length === 0
          ? await reviewCalls(services).administrators()
          : administrators;
      const mentionIds = mentionedIds(text, mentionableAdministrators, chosenIds.current);
      await reviewCalls(services).add(documentId, { ...target, text, mentionIds });
      changeText('');
      refresh();
      onSent?.();
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="dr-writer">
      <Mentions
        aria-label={label}
        placeholder={placeholder}
        value={text}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={MAX_LENGTH}
        disabled={isBusy}
        loading={load.state === 'loading'}
        notFoundContent={load.state === 'loading' ? '正在查找…' : '没有这位管理员'}
        options={administrators.map(({ id, name }) => ({ key: id, value: name, label: name }))}
        onSearch={() => setNeedsAdministrators(true)}
        onSelect={({ key, value }) => chosenIds.current.set(String(value), String(key))}
        onChange={(next) => {
          changeText(next);
          if (next.includes('@')) setNeedsAdministrators(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void send();
        }}
      />
      <div className="dr-writer-foot">
        <span className="sc-note">输入 @ 提到其他管理员</span>
        {onCancel ? (
          <Button size="small" onClick={onCancel} disabled={isBusy}>
            取消
          </Button>
        ) : null}
        <Button
          size="small"
          type="primary"
          loading={isBusy}
          disabled={text.trim() === ''}
          onClick={() => void send()}
          data-action="comment-send"
        >
          {sendText}
        </Button>
      </div>
    </div>
  );
}
