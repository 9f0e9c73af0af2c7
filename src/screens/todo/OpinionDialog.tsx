import { Alert, Input, Modal } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { isBlank } from '../../domain/blank.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { FlowOptions, OpinionDetails } from '../../runtime/services/tasks.ts';
import { actionName } from './actionNames.ts';
import type { KeptOpinion } from './keptOpinion.ts';
import { FilesField } from './acts/FilesField.tsx';
import { PeopleField } from './acts/PeopleField.tsx';
import { ReturnFields, type ReturnTo } from './acts/ReturnFields.tsx';
import { SignaturePad, type KeepSignature } from './acts/SignaturePad.tsx';
import { useUploadsDone } from './acts/useUploadsDone.ts';
import { Phrases } from './phrases/Phrases.tsx';

export type Act = 'approve' | 'return' | 'reject';

interface Props {
  act: Act;
  /** What the node calls the action. */ title?: string;
  isBusy: boolean;
  /** The task acted on, as far as it is known. */ task?: FlowOptions['task'];
  /** What was written before, where it was not done. */ kept: KeptOpinion;
  /** The opinion that stands in the form already. */ formOpinion?: string;
  onDone(opinion: string, more: OpinionDetails): void;
  onClose(): void;
}

const MAX_OPINION = 500;

/** The opinion that goes with an action, and what goes with it. Going back or ending needs a reason; a consent may be silent. */
export function OpinionDialog({
  act,
  title = actionName(act),
  isBusy,
  task = null,
  kept,
  formOpinion = '',
  onDone,
  onClose,
}: Props) {
  useReturnedFocus();
  const id = useId();
  const box = useRef<TextAreaRef>(null);
  const [opinion, setText] = useState(
    () => kept.get() ?? (formOpinion.trim().slice(0, MAX_OPINION) || (act === 'approve' ? '同意' : '')),
  );
  const setOpinion = (text: string): void => {
    setText(text);
    kept.set(text);
  };
  const [files, setFiles] = useState('');
  const [copies, setCopies] = useState<{ ids: readonly string[]; names: string }>({ ids: [], names: '' });
  const [keepSignature, setKeep] = useState<{ run: KeepSignature } | null>(null);
  const [isKeeping, setKeeping] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const mayChoose = task?.actions.includes('returnTo') === true;
  const targets = (task?.targets ?? []).filter(({ isStart }) => mayChoose || isStart);
  const [chosen, setTo] = useState<ReturnTo>({ target: '', isStraight: false });
  // the targets may arrive after the dialog has opened
  const to: ReturnTo = { ...chosen, target: chosen.target || (targets[0]?.nodeId ?? '') };
  const isNeeded = act !== 'approve';
  const isSigning = act === 'approve' && task?.needsSignature === true;
  useEffect(() => {
    const timer = setTimeout(() => box.current?.focus({ cursor: 'end' }), 100);
    return () => clearTimeout(timer);
  }, []);
  const areUploadsDone = useUploadsDone();
  const done = async (): Promise<void> => {
    if (!areUploadsDone()) return;
    const text = opinion.trim();
    if ((isNeeded && isBlank(text)) || (isSigning && !keepSignature)) {
      setMissing(true);
      if (isNeeded && isBlank(text)) box.current?.focus();
      return;
    }
    setKeeping(true);
    const signature = isSigning && keepSignature ? await keepSignature.run() : '';
    setKeeping(false);
    // the pad says why
    if (signature === null) return;
    onDone(text, {
      ...(files ? { files: files.split(',') } : {}),
      ...(signature ? { signature } : {}),
      ...(copies.ids.length > 0 ? { cc: copies.ids } : {}),
      ...(act === 'return' && to.target ? { target: to.target, ...(to.isStraight ? { isStraight: true } : {}) } : {}),
    });
  };
  const isOpinionMissing = isMissing && isNeeded && isBlank(opinion);
  return (
    <Modal
      open
      title={title}
      okText={act === 'reject' ? `确定${title}` : '确定'}
      cancelText="取消"
      okButtonProps={{ danger: act === 'reject' }}
      confirmLoading={isBusy || isKeeping}
      onOk={() => void done()}
      onCancel={onClose}
      maskClosable={false}
      width={560}
    >
      {act === 'reject' ? (
        <Alert type="warning" showIcon className="sc-offer" message="不同意后，此申请就此结束，不能再继续办理。" />
      ) : null}
      <div className="sc-opinion" data-opinion={act}>
        {act === 'return' && targets.length > 0 ? <ReturnFields targets={targets} value={to} onChange={setTo} /> : null}
        <label htmlFor={id}>办理意见{isNeeded ? '（必填）' : ''}</label>
        <Input.TextArea
          ref={box}
          id={id}
          value={opinion}
          maxLength={MAX_OPINION}
          rows={3}
          showCount
          placeholder="请填写办理意见"
          status={isOpinionMissing ? 'error' : ''}
          aria-invalid={isOpinionMissing}
          aria-required={isNeeded}
          aria-describedby={isOpinionMissing ? `${id}-error` : undefined}
          onChange={(event) => {
            setOpinion(event.target.value);
            setMissing(false);
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
            setMissing(false);
          }}
        />
        {isSigning ? (
          <SignaturePad
            isMissing={isMissing && !keepSignature}
            isBusy={isBusy || isKeeping}
            onDrawn={(run) => setKeep(run && { run })}
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
