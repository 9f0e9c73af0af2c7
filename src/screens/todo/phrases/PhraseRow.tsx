import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { Button, Input, Popconfirm, Tag, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { unlessComposing } from '../../../runtime/host/composing.ts';
import { useOneAtATime } from '../../../runtime/host/useOneAtATime.ts';
import type { Phrase } from '../../../runtime/services/phrases.ts';

interface Props {
  phrase: Phrase;
  isBusy: boolean;
  canChange: boolean;
  isFirst: boolean;
  isLast: boolean;
  onMove(by: 1 | -1): void;
  /** Stores the text. Returns true on success. */
  onSave(text: string): Promise<boolean>;
  onRemove(): void;
}

/** One phrase. In edit mode Enter stores the change and Escape cancels it. */
export function PhraseRow({ phrase, isBusy, canChange, isFirst, isLast, onMove, onSave, onRemove }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const input = useRef<InputRef>(null);
  const isEditing = draft !== null;
  useEffect(() => {
    if (isEditing) input.current?.focus({ cursor: 'end' });
  }, [isEditing]);
  const { run } = useOneAtATime();
  // Enter and the loss of focus may both call this; a text that could not be stored stays, so that the user can try
  // again
  const save = (): Promise<void> =>
    run(async () => {
      const text = draft?.trim() ?? '';
      if (text === '' || text === phrase.text || (await onSave(text))) setDraft(null);
    });
  return (
    <li className="sc-phrase-row" data-row={phrase.id}>
      {draft === null ? (
        <span className="sc-phrase-text">
          {phrase.text}
          {phrase.isCommon ? <Tag>公用</Tag> : null}
        </span>
      ) : (
        <Input
          ref={input}
          value={draft}
          maxLength={200}
          aria-label="常用语"
          onChange={(event) => setDraft(event.target.value)}
          onPressEnter={unlessComposing(() => void save())}
          onBlur={() => void save()}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            if (!event.nativeEvent.isComposing) setDraft(null);
          }}
        />
      )}
      {canChange && draft === null ? (
        <span className="sc-phrase-tools">
          <Button
            size="small"
            type="text"
            icon={<ArrowUpOutlined />}
            aria-label="上移"
            disabled={isBusy || isFirst}
            onClick={() => onMove(-1)}
            data-action="up"
          />
          <Button
            size="small"
            type="text"
            icon={<ArrowDownOutlined />}
            aria-label="下移"
            disabled={isBusy || isLast}
            onClick={() => onMove(1)}
            data-action="down"
          />
          <Button
            size="small"
            type="text"
            icon={<EditOutlined />}
            aria-label="修改"
            disabled={isBusy}
            onClick={() => setDraft(phrase.text)}
            data-action="edit"
          />
          <Popconfirm
            title={phrase.isCommon ? '删除后所有人都不能再选用，确定吗？' : '删除此常用语？'}
            okText="删除"
            cancelText="取消"
            onConfirm={onRemove}
          >
            <Button
              size="small"
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label="删除"
              disabled={isBusy}
              data-action="remove"
            />
          </Popconfirm>
        </span>
      ) : null}
    </li>
  );
}
