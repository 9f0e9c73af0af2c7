import { PaperClipOutlined } from '@ant-design/icons';
import { Button, Mentions, Tag } from 'antd';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { CommentInput, Mentionable } from '../../runtime/services/recordPages.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import type { CommentDraft } from './keptComment.ts';

export const MAX_TEXT = 2000;
const MAX_FILES = 20;
/** A name is looked for once nobody has typed for so long. */
const PAUSE_MS = 200;

export interface CommentEditorHandle {
  /** Puts `@name` at the end and goes there. */
  address(person: { id: string; name: string }): void;
}

interface Props {
  formKey: string;
  recordId: string;
  label: string;
  placeholder: string;
  draft: CommentDraft;
  onChange(draft: CommentDraft): void;
  sendText: string;
  /** Answers whether it was sent. */
  onSend(comment: CommentInput): Promise<boolean>;
  onCancel?: () => void;
  handle?: Ref<CommentEditorHandle>;
}

/** Writes a comment: text with `@` and people to choose from, files, Ctrl+Enter to send. */
export function CommentEditor({
  formKey,
  recordId,
  label,
  placeholder,
  draft,
  onChange,
  sendText,
  onSend,
  onCancel,
  handle,
}: Props) {
  const services = useServices();
  const { message } = useFeedback();
  const [people, setPeople] = useState<readonly Mentionable[]>([]);
  const [isLooking, setLooking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [percent, setPercent] = useState<number | null>(null);
  const text = useRef<HTMLTextAreaElement | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const around = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const asked = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const change = (next: CommentDraft): void => {
    latest.current = next;
    onChange(next);
  };
  const focus = (): void => {
    text.current = around.current?.querySelector('textarea') ?? null;
    text.current?.focus();
  };
  useImperativeHandle(handle, () => ({
    address(person) {
      const { text: before, mentions } = latest.current;
      const gap = before === '' || /\s$/.test(before) ? '' : ' ';
      change({
        ...latest.current,
        text: `${before}${gap}@${person.name} `,
        mentions: [...mentions.filter(({ id }) => id !== person.id), person],
      });
      focus();
    },
  }));

  const look = (keyword: string): void => {
    clearTimeout(timer.current);
    const turn = (asked.current += 1);
    setLooking(true);
    timer.current = setTimeout(() => {
      services.recordPages.mentionable(formKey, recordId, keyword.slice(0, 40)).then(
        (found) => {
          if (turn !== asked.current) return;
          setPeople(found);
          setLooking(false);
        },
        () => {
          if (turn !== asked.current) return;
          setPeople([]);
          setLooking(false);
        },
      );
    }, PAUSE_MS);
  };

  const upload = async (picked: FileList | null): Promise<void> => {
    const files = [...(picked ?? [])];
    if (file.current) file.current.value = '';
    for (const one of files) {
      if (latest.current.files.length >= MAX_FILES) {
        message.error(`一条评论最多带 ${MAX_FILES} 个附件`);
        break;
      }
      setPercent(0);
      try {
        const { id, fileName, fileExt, url } = await services.files.upload(one, setPercent);
        change({ ...latest.current, files: [...latest.current.files, { id, fileName, fileExt, url }] });
      } catch (error) {
        message.error(`${one.name}：${messageOf(error)}`);
      }
    }
    setPercent(null);
  };

  const isEmpty = draft.text.trim() === '' && draft.files.length === 0;
  const send = async (): Promise<void> => {
    if (isEmpty || isBusy || percent !== null) return;
    setBusy(true);
    await onSend({
      text: draft.text,
      mentionIds: draft.mentions.filter(({ name }) => draft.text.includes(`@${name}`)).map(({ id }) => id),
      fileIds: draft.files.map(({ id }) => id),
    });
    setBusy(false);
  };
  const remove = (id: string): void => {
    change({ ...draft, files: draft.files.filter((one) => one.id !== id) });
    focus();
  };

  return (
    <div className="th-editor" ref={around}>
      <Mentions
        aria-label={label}
        placeholder={placeholder}
        value={draft.text}
        autoSize={{ minRows: 2, maxRows: 10 }}
        maxLength={MAX_TEXT}
        disabled={isBusy}
        loading={isLooking}
        notFoundContent={isLooking ? '正在查找…' : '没有找到此人'}
        onSearch={look}
        filterOption={false}
        options={people.map(({ id, name, deptName, mayRead }) => ({
          key: id,
          value: name,
          disabled: !mayRead,
          label: (
            <span className="th-person">
              {name} <small>{mayRead ? deptName : '无权查看此记录，不能提到'}</small>
            </span>
          ),
        }))}
        onSelect={({ key, value }) => {
          const person = { id: String(key), name: String(value) };
          change({
            ...latest.current,
            mentions: [...latest.current.mentions.filter(({ id }) => id !== person.id), person],
          });
        }}
        onChange={(value) => change({ ...latest.current, text: value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void send();
          }
        }}
      />
      {draft.files.length > 0 ? (
        <ul className="th-files" aria-label="附件">
          {draft.files.map((one) => (
            <li key={one.id}>
              <Tag
                closable
                closeIcon={<span aria-label={`移除${one.fileName}`}>×</span>}
                onClose={() => remove(one.id)}
              >
                <PaperClipOutlined /> {one.fileName}
              </Tag>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="th-editor-foot">
        <input
          ref={file}
          type="file"
          multiple
          hidden
          aria-label="选择附件"
          onChange={(event) => void upload(event.target.files)}
        />
        <Button
          icon={<PaperClipOutlined />}
          loading={percent !== null}
          disabled={isBusy}
          onClick={() => file.current?.click()}
          data-action="comment-file"
        >
          {percent === null ? '附件' : `正在上传 ${percent}%`}
        </Button>
        <span className="th-hint">输入 @ 提到同事，Ctrl+Enter 发送</span>
        {onCancel ? (
          <Button onClick={onCancel} disabled={isBusy} data-action="comment-cancel">
            取消
          </Button>
        ) : null}
        <Button
          type="primary"
          loading={isBusy}
          disabled={isEmpty || percent !== null}
          onClick={() => void send()}
          data-action="comment-send"
        >
          {sendText}
        </Button>
      </div>
    </div>
  );
}
