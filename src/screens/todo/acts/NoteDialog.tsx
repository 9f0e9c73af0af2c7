import { Alert, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import { FilesField } from './FilesField.tsx';
import { useUploadsDone } from './useUploadsDone.ts';

export type Note = 'urge' | 'comment' | 'void' | 'message';

const WORDS: Readonly<Record<Note, { title: string; label: string; ok: string; isNeeded: boolean }>> = {
  urge: { title: '催办', label: '催办留言（选填）', ok: '催办', isNeeded: false },
  comment: { title: '评论', label: '评论', ok: '发表', isNeeded: true },
  message: { title: '通知', label: '说明（选填）', ok: '已收到，继续流程', isNeeded: false },
  void: { title: '作废', label: '作废原因（必填）', ok: '确定作废', isNeeded: true },
};
const MAX_NOTE = 500;

/** A word that goes with urging, commenting or voiding, or with what has come that was waited for. */
export function NoteDialog({
  note,
  of = '',
  isBusy,
  onDone,
  onClose,
}: {
  note: Note;
  /** What the word is about. */ of?: string;
  isBusy: boolean;
  onDone(opinion: string, files: readonly string[]): void;
  onClose(): void;
}) {
  useReturnedFocus();
  const id = useId();
  const words = WORDS[note];
  const [text, setText] = useState('');
  const [files, setFiles] = useState('');
  const [isMissing, setMissing] = useState(false);
  const areUploadsDone = useUploadsDone();
  const done = (): void => {
    if (!areUploadsDone()) return;
    if (words.isNeeded && text.trim() === '' && files === '') setMissing(true);
    else onDone(text.trim(), files ? files.split(',') : []);
  };
  return (
    <Modal
      open
      title={of === '' ? words.title : `${words.title}“${of}”`}
      okText={words.ok}
      cancelText="取消"
      okButtonProps={{ danger: note === 'void' }}
      confirmLoading={isBusy}
      onOk={done}
      onCancel={onClose}
      maskClosable={false}
      width={520}
    >
      {note === 'void' ? (
        <Alert type="warning" showIcon className="sc-offer" message="作废后流程结束，不能恢复；记录仍可查看。" />
      ) : null}
      <div className="sc-opinion" data-act={note}>
        <label htmlFor={id}>{words.label}</label>
        <Input.TextArea
          id={id}
          value={text}
          maxLength={MAX_NOTE}
          rows={3}
          showCount
          status={isMissing ? 'error' : ''}
          aria-invalid={isMissing}
          onChange={(event) => {
            setText(event.target.value);
            setMissing(false);
          }}
        />
        {isMissing ? (
          <span className="sc-error" role="alert">
            请填写内容
          </span>
        ) : null}
        {note === 'comment' ? <FilesField value={files} onChange={setFiles} /> : null}
      </div>
    </Modal>
  );
}
