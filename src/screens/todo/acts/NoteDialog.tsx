import { Alert, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import { busyModalProps } from './busyModal.ts';
import { FilesField } from './FilesField.tsx';
import { useUploadsCheck } from './useUploadsCheck.ts';

export type NoteKind = 'urge' | 'comment' | 'void' | 'message';

const NOTE_TEXTS: Readonly<Record<NoteKind, { title: string; label: string; ok: string; isRequired: boolean }>> = {
  urge: { title: '催办', label: '催办留言（选填）', ok: '催办', isRequired: false },
  comment: { title: '评论', label: '评论', ok: '发表', isRequired: true },
  message: { title: '通知', label: '说明（选填）', ok: '已收到，继续流程', isRequired: false },
  void: { title: '作废', label: '作废原因（必填）', ok: '确定作废', isRequired: true },
};
const MAX_NOTE_LENGTH = 500;

/**
 * Dialog for the text that belongs to an action: urging the assignees (催办), commenting, voiding, or confirming an
 * awaited message.
 */
export function NoteDialog({
  kind,
  subject = '',
  isBusy,
  onSubmit,
  onClose,
}: {
  kind: NoteKind;
  /** The awaited message or the task to which the text refers, shown in the title; '' for none. */
  subject?: string;
  isBusy: boolean;
  onSubmit(opinion: string, files: readonly string[]): void;
  onClose(): void;
}) {
  useReturnedFocus();
  const id = useId();
  const texts = NOTE_TEXTS[kind];
  const [text, setText] = useState('');
  const [files, setFiles] = useState('');
  const [isMissing, setMissing] = useState(false);
  const areUploadsDone = useUploadsCheck();
  const submit = (): void => {
    if (!areUploadsDone()) return;
    if (texts.isRequired && text.trim() === '' && files === '') setMissing(true);
    else onSubmit(text.trim(), files ? files.split(',') : []);
  };
  return (
    <Modal
      open
      title={subject === '' ? texts.title : `${texts.title}“${subject}”`}
      okText={texts.ok}
      cancelText="取消"
      okButtonProps={{ danger: kind === 'void' }}
      onOk={submit}
      {...busyModalProps(isBusy, onClose)}
      maskClosable={false}
      width={520}
    >
      {kind === 'void' ? (
        <Alert type="warning" showIcon className="sc-offer" message="作废后流程结束，不能恢复；记录仍可查看。" />
      ) : null}
      <div className="sc-opinion" data-act={kind}>
        <label htmlFor={id}>{texts.label}</label>
        <Input.TextArea
          id={id}
          value={text}
          maxLength={MAX_NOTE_LENGTH}
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
        {kind === 'comment' ? <FilesField value={files} onChange={setFiles} /> : null}
      </div>
    </Modal>
  );
}
