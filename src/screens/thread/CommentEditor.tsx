import { PaperClipOutlined } from '@ant-design/icons';
import { Button, Mentions, Tag } from 'antd';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { mentionedPeople } from '../../domain/mentions.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { CommentInput, MentionSuggestion } from '../../runtime/services/recordPages.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import type { CommentDraft } from './commentDraftStore.ts';

/** Maximum length of a comment, in characters. */
export const MAX_COMMENT_LENGTH = 2000;
const MAX_FILES = 20;
/** Debounce time in ms of the search for people to mention. */
const DEBOUNCE_MS = 200;

export interface CommentEditorHandle {
  /** Appends `@name` to the text and focuses the editor. */
  appendMention(person: { id: string; name: string }): void;
}

interface Props {
  formKey: string;
  recordId: string;
  label: string;
  placeholder: string;
  draft: CommentDraft;
  onChange(draft: CommentDraft): void;
  /** Label of the send button. */
  sendText: string;
  /** Sends the comment and, on success, empties or closes the editor. Returns true on success. */
  onSend(comment: CommentInput): Promise<boolean>;
  onCancel?: () => void;
  handle?: Ref<CommentEditorHandle>;
}

/** Editor of a comment: text with `@` mentions, and attached files. Ctrl+Enter (on a Mac also ⌘+Enter) sends it. */
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
  const [people, setPeople] = useState<readonly MentionSuggestion[]>([]);
  const [isSearching, setSearching] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [uploadPercent, setUploadPercent] = useState<number | null>(null);
  const textArea = useRef<HTMLTextAreaElement | null>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // number of searches so far; the result of an earlier search than the last one is ignored
  const searchCount = useRef(0);
  // after 取消 the result of a running upload is ignored
  const isCancelled = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  // the draft with changes that are not rendered yet; uploads, which end later, add their files to it
  const latestDraft = useRef(draft);
  useEffect(() => {
    latestDraft.current = draft;
  });
  const change = (next: CommentDraft): void => {
    latestDraft.current = next;
    onChange(next);
  };
  const focus = (): void => {
    textArea.current = container.current?.querySelector('textarea') ?? null;
    textArea.current?.focus();
  };
  useImperativeHandle(handle, () => ({
    appendMention(person) {
      const { text: before, mentions } = latestDraft.current;
      const separator = before === '' || /\s$/.test(before) ? '' : ' ';
      change({
        ...latestDraft.current,
        text: `${before}${separator}@${person.name} `,
        mentions: [...mentions.filter(({ id }) => id !== person.id), person],
      });
      focus();
    },
  }));

  const searchPeople = (keyword: string): void => {
    clearTimeout(timer.current);
    const searchNumber = (searchCount.current += 1);
    setSearching(true);
    timer.current = setTimeout(() => {
      services.recordPages.mentionable(formKey, recordId, keyword.slice(0, 40)).then(
        (found) => {
          if (searchNumber !== searchCount.current) return;
          setPeople(found);
          setSearching(false);
        },
        () => {
          if (searchNumber !== searchCount.current) return;
          setPeople([]);
          setSearching(false);
        },
      );
    }, DEBOUNCE_MS);
  };

  const upload = async (fileList: FileList | null): Promise<void> => {
    const files = [...(fileList ?? [])];
    if (fileInput.current) fileInput.current.value = '';
    for (const newFile of files) {
      if (latestDraft.current.files.length >= MAX_FILES) {
        message.error(`一条评论最多带 ${MAX_FILES} 个附件`);
        break;
      }
      setUploadPercent(0);
      try {
        const { id, fileName, fileExt, url } = await services.files.upload(newFile, setUploadPercent);
        if (isCancelled.current) return;
        change({ ...latestDraft.current, files: [...latestDraft.current.files, { id, fileName, fileExt, url }] });
      } catch (error) {
        if (isCancelled.current) return;
        message.error(`${newFile.name}：${messageOf(error)}`);
      }
    }
    setUploadPercent(null);
  };

  const isEmpty = draft.text.trim() === '' && draft.files.length === 0;
  const send = async (): Promise<void> => {
    if (isEmpty || isBusy || uploadPercent !== null) return;
    setBusy(true);
    await onSend({
      text: draft.text,
      mentionIds: mentionedPeople(draft.text, draft.mentions).map(({ id }) => id),
      fileIds: draft.files.map(({ id }) => id),
    });
    setBusy(false);
  };
  const remove = (id: string): void => {
    change({ ...draft, files: draft.files.filter((file) => file.id !== id) });
    focus();
  };

  return (
    <div className="th-editor" ref={container}>
      <Mentions
        aria-label={label}
        placeholder={placeholder}
        value={draft.text}
        autoSize={{ minRows: 2, maxRows: 10 }}
        maxLength={MAX_COMMENT_LENGTH}
        disabled={isBusy}
        loading={isSearching}
        notFoundContent={isSearching ? '正在查找…' : '没有找到此人'}
        onSearch={searchPeople}
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
            ...latestDraft.current,
            mentions: [...latestDraft.current.mentions.filter(({ id }) => id !== person.id), person],
          });
        }}
        onChange={(value) => change({ ...latestDraft.current, text: value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void send();
          }
        }}
      />
      {draft.files.length > 0 ? (
        <ul className="th-files" aria-label="附件">
          {draft.files.map((file) => (
            <li key={file.id}>
              <Tag
                closable
                closeIcon={<span aria-label={`移除${file.fileName}`}>×</span>}
                onClose={() => remove(file.id)}
              >
                <PaperClipOutlined /> {file.fileName}
              </Tag>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="th-editor-foot">
        <input
          ref={fileInput}
          type="file"
          multiple
          hidden
          aria-label="选择附件"
          onChange={(event) => void upload(event.target.files)}
        />
        <Button
          icon={<PaperClipOutlined />}
          loading={uploadPercent !== null}
          disabled={isBusy}
          onClick={() => fileInput.current?.click()}
          data-action="comment-file"
        >
          {uploadPercent === null ? '附件' : `正在上传 ${uploadPercent}%`}
        </Button>
        <span className="th-hint">输入 @ 提到同事，Ctrl+Enter 发送</span>
        {onCancel ? (
          <Button
            onClick={() => {
              isCancelled.current = true;
              onCancel();
            }}
            disabled={isBusy}
            data-action="comment-cancel"
          >
            取消
          </Button>
        ) : null}
        <Button
          type="primary"
          loading={isBusy}
          disabled={isEmpty || uploadPercent !== null}
          onClick={() => void send()}
          data-action="comment-send"
        >
          {sendText}
        </Button>
      </div>
    </div>
  );
}
