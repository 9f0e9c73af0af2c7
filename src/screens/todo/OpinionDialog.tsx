import { Alert, Input, Modal } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { isBlank } from '../../domain/blank.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { FlowOptions, OpinionDetails } from '../../runtime/services/tasks.ts';
import { actionName } from './actionNames.ts';
import type { StoredOpinion } from './storedOpinion.ts';
import { busyModalProps } from './acts/busyModal.ts';
import { FilesField } from './acts/FilesField.tsx';
import { PeopleField } from './acts/PeopleField.tsx';
import { ReturnFields, type ReturnChoice } from './acts/ReturnFields.tsx';
import { SignaturePad, type UploadSignature } from './acts/SignaturePad.tsx';
import { useUploadsCheck } from './acts/useUploadsCheck.ts';
import { Phrases } from './phrases/Phrases.tsx';

export type Act = 'approve' | 'return' | 'reject';

/** The input besides the text. After a refused action, the dialog opens again with this input. */
export interface EnteredDetails {
  /** File ids joined by commas. */
  files: string;
  copies: { ids: readonly string[]; names: string };
  returnTo: ReturnChoice;
  /** File id of the signature; '' for none. */
  signature: string;
}

interface Props {
  act: Act;
  /** Label of the action, if the node defines one. */
  title?: string;
  isBusy: boolean;
  /** The task of the action; null while unknown. */
  task?: FlowOptions['task'];
  /** Storage of the opinion until the action succeeds. */
  storedOpinion: StoredOpinion;
  /** Opinion in the form, used as initial text. */
  formOpinion?: string;
  /** The input of the previous, refused action. */
  entered?: EnteredDetails | undefined;
  onDone(opinion: string, details: OpinionDetails, entered: EnteredDetails): void;
  onClose(): void;
}

const MAX_OPINION_LENGTH = 500;

/**
 * Dialog for the opinion of an action, with files, copies, return target and signature. Returning and rejecting require
 * a text; approving does not.
 */
export function OpinionDialog({
  act,
  title = actionName(act),
  isBusy,
  task = null,
  storedOpinion,
  formOpinion = '',
  entered,
  onDone,
  onClose,
}: Props) {
  useReturnedFocus();
  const id = useId();
  const textArea = useRef<TextAreaRef>(null);
  const [opinion, setOpinionText] = useState(
    () => storedOpinion.get() ?? (formOpinion.trim().slice(0, MAX_OPINION_LENGTH) || (act === 'approve' ? '同意' : '')),
  );
  const setOpinion = (text: string): void => {
    setOpinionText(text);
    storedOpinion.set(text);
  };
  const [files, setFiles] = useState(entered?.files ?? '');
  const [copies, setCopies] = useState(entered?.copies ?? { ids: [], names: '' });
  // in an object, because `setUploadSignature` would call a function
  const [uploadSignature, setUploadSignature] = useState<{ run: UploadSignature } | null>(null);
  const [isUploading, setUploading] = useState(false);
  const [isInputMissing, setInputMissing] = useState(false);
  const mayChooseTarget = task?.actions.includes('returnTo') === true;
  const targets = (task?.targets ?? []).filter(({ isStart }) => mayChooseTarget || isStart);
  const [selectedReturn, setSelectedReturn] = useState<ReturnChoice>(
    entered?.returnTo ?? { target: '', isStraight: false },
  );
  // the default target is not in the state, because the targets may be loaded after the dialog has opened
  const returnTo: ReturnChoice = { ...selectedReturn, target: selectedReturn.target || (targets[0]?.nodeId ?? '') };
  const isTextRequired = act !== 'approve';
  const isSignatureRequired = act === 'approve' && task?.needsSignature === true;
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => textArea.current?.focus({ cursor: 'end' }), 100);
    return () => clearTimeout(timer);
  }, []);
  const areUploadsDone = useUploadsCheck();
  const submit = async (): Promise<void> => {
    if (!areUploadsDone()) return;
    const text = opinion.trim();
    if ((isTextRequired && isBlank(text)) || (isSignatureRequired && !uploadSignature)) {
      setInputMissing(true);
      if (isTextRequired && isBlank(text)) textArea.current?.focus();
      return;
    }
    setUploading(true);
    const signature = isSignatureRequired && uploadSignature ? await uploadSignature.run() : '';
    setUploading(false);
    // null: the upload failed (the signature pad shows the reason), or the dialog was closed
    if (signature === null || !isOpen.current) return;
    onDone(
      text,
      {
        ...(files ? { files: files.split(',') } : {}),
        ...(signature ? { signature } : {}),
        ...(copies.ids.length > 0 ? { cc: copies.ids } : {}),
        ...(act === 'return' && returnTo.target
          ? { target: returnTo.target, ...(returnTo.isStraight ? { isStraight: true } : {}) }
          : {}),
      },
      { files, copies, returnTo: selectedReturn, signature },
    );
  };
  const isOpinionMissing = isInputMissing && isTextRequired && isBlank(opinion);
  return (
    <Modal
      open
      title={title}
      okText={act === 'reject' ? `确定${title}` : '确定'}
      cancelText="取消"
      okButtonProps={{ danger: act === 'reject' }}
      {...busyModalProps(isBusy, onClose)}
      confirmLoading={isBusy || isUploading}
      onOk={() => void submit()}
      maskClosable={false}
      width={560}
    >
      {act === 'reject' ? (
        <Alert type="warning" showIcon className="sc-offer" message="不同意后，此申请就此结束，不能再继续办理。" />
      ) : null}
      <div className="sc-opinion" data-opinion={act}>
        {act === 'return' && targets.length > 0 ? (
          <ReturnFields targets={targets} value={returnTo} onChange={setSelectedReturn} />
        ) : null}
        <label htmlFor={id}>办理意见{isTextRequired ? '（必填）' : ''}</label>
        <Input.TextArea
          ref={textArea}
          id={id}
          value={opinion}
          maxLength={MAX_OPINION_LENGTH}
          rows={3}
          showCount
          placeholder="请填写办理意见"
          status={isOpinionMissing ? 'error' : ''}
          aria-invalid={isOpinionMissing}
          aria-required={isTextRequired}
          aria-describedby={isOpinionMissing ? `${id}-error` : undefined}
          onChange={(event) => {
            setOpinion(event.target.value);
            setInputMissing(false);
          }}
        />
        {isOpinionMissing ? (
          <span id={`${id}-error`} className="sc-error" role="alert">
            请填写办理意见
          </span>
        ) : null}
        <Phrases
          act={act}
          opinion={opinion}
          onPick={(text) => {
            setOpinion(text);
            setInputMissing(false);
          }}
        />
        {isSignatureRequired ? (
          <SignaturePad
            isMissing={isInputMissing && !uploadSignature}
            isBusy={isBusy || isUploading}
            initialFileId={entered?.signature ?? ''}
            onSignatureChange={(run) => setUploadSignature(run && { run })}
          />
        ) : null}
        {task ? <FilesField value={files} onChange={setFiles} /> : null}
        {task?.actions.includes('cc') ? (
          <PeopleField
            label="抄送（选填）"
            isMultiple
            isInvalid={false}
            value={copies.ids}
            names={copies.names}
            onChange={(ids, names) => setCopies({ ids, names })}
          />
        ) : null}
      </div>
    </Modal>
  );
}
