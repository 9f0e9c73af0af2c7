import { Alert, Input, Modal } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { isBlank } from '../../domain/blank.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { BatchDecision, Task } from '../../runtime/services/tasks.ts';
import { actionName } from '../todo/actionNames.ts';
import { Phrases } from '../todo/phrases/Phrases.tsx';

const MAX_OPINION_LENGTH = 500;
/** Maximum number of tasks listed by title. */
const MAX_LISTED_TASKS = 5;
const ACTION_TEXTS = {
  approve: {
    title: `批量${actionName('approve')}`,
    ok: actionName('approve'),
    hint: '意见写入每一项，提交后按各自的流程流转。',
    initialOpinion: '同意',
  },
  return: {
    title: `批量${actionName('return')}`,
    ok: actionName('return'),
    hint: '每一项都退回申请人，意见写入每一项。',
    initialOpinion: '',
  },
} as const;

interface Props {
  action: BatchDecision['action'];
  tasks: readonly Task[];
  isBusy: boolean;
  onDone(opinion: string): void;
  onClose(): void;
}

/** Dialog for one opinion on several to-dos, with a list of their titles. A return requires a reason. */
export function BatchDialog({ action, tasks, isBusy, onDone, onClose }: Props) {
  useReturnedFocus();
  const id = useId();
  const texts = ACTION_TEXTS[action];
  const [opinion, setOpinion] = useState<string>(texts.initialOpinion);
  const [isMissing, setMissing] = useState(false);
  const isReasonRequired = action === 'return';
  const textArea = useRef<TextAreaRef>(null);
  useEffect(() => {
    const timer = setTimeout(() => textArea.current?.focus({ cursor: 'end' }), 100);
    return () => clearTimeout(timer);
  }, []);
  const confirm = (): void => {
    if (isReasonRequired && isBlank(opinion)) setMissing(true);
    else onDone(opinion.trim());
  };
  return (
    <Modal
      open
      title={`${texts.title}（${tasks.length} 项）`}
      okText={texts.ok}
      cancelText="取消"
      okButtonProps={{ danger: action === 'return' }}
      confirmLoading={isBusy}
      onOk={confirm}
      onCancel={onClose}
      maskClosable={false}
      width={560}
    >
      <Alert type="info" showIcon className="sc-offer" message={texts.hint} />
      <ul className="tl-chosen">
        {tasks.slice(0, MAX_LISTED_TASKS).map((task) => (
          <li key={task.taskId}>{task.title}</li>
        ))}
        {tasks.length > MAX_LISTED_TASKS ? <li>等 {tasks.length} 项</li> : null}
      </ul>
      <div className="sc-opinion" data-opinion={`batch-${action}`}>
        <label htmlFor={id}>办理意见{isReasonRequired ? '（必填）' : ''}</label>
        <Input.TextArea
          id={id}
          ref={textArea}
          value={opinion}
          maxLength={MAX_OPINION_LENGTH}
          rows={3}
          showCount
          placeholder="请填写办理意见"
          status={isMissing ? 'error' : ''}
          aria-invalid={isMissing}
          aria-required={isReasonRequired}
          aria-describedby={isMissing ? `${id}-error` : undefined}
          onChange={({ target }) => {
            setOpinion(target.value);
            setMissing(false);
          }}
        />
        {isMissing ? (
          <span id={`${id}-error`} className="sc-error" role="alert">
            请填写办理意见
          </span>
        ) : null}
        <Phrases
          act={action}
          opinion={opinion}
          onPick={(text) => {
            setOpinion(text);
            setMissing(false);
          }}
        />
      </div>
    </Modal>
  );
}
