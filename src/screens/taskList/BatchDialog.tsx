import { Alert, Input, Modal } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { isBlank } from '../../domain/blank.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { BatchDecision, Task } from '../../runtime/services/tasks.ts';
import { actionName } from '../todo/actionNames.ts';
import { PeopleField } from '../todo/acts/PeopleField.tsx';
import { Phrases } from '../todo/phrases/Phrases.tsx';
import type { BatchAction } from './useBatch.ts';

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
  transfer: {
    title: `批量${actionName('transfer')}`,
    ok: actionName('transfer'),
    hint: '每一项都转给同一位同事办理，您不再办理这些事项；原因写入每一项。',
    initialOpinion: '',
  },
} as const;

interface Props {
  action: BatchAction;
  /** The selected tasks that offer the action. */
  tasks: readonly Task[];
  /** Number of all selected tasks. */
  selectedCount: number;
  isBusy: boolean;
  /** `colleague`: name of the person who gets the tasks; '' for other actions. */
  onDone(decision: BatchDecision, colleague: string): void;
  onClose(): void;
}

/**
 * Dialog in which the user decides several to-dos with one opinion, or hands them to a colleague. Lists the titles of
 * the to-dos. A return and a transfer require a reason.
 */
export function BatchDialog({ action, tasks, selectedCount, isBusy, onDone, onClose }: Props) {
  useReturnedFocus();
  const { user } = useSituation();
  const id = useId();
  const texts = ACTION_TEXTS[action];
  const [opinion, setOpinion] = useState<string>(texts.initialOpinion);
  const [isOpinionMissing, setOpinionMissing] = useState(false);
  const [colleague, setColleague] = useState<{ ids: readonly string[]; names: string }>({ ids: [], names: '' });
  const [isColleagueMissing, setColleagueMissing] = useState(false);
  const isTransfer = action === 'transfer';
  const isReasonRequired = action !== 'approve';
  const opinionName = isTransfer ? '转办原因' : '办理意见';
  const leftOutCount = selectedCount - tasks.length;
  const textArea = useRef<TextAreaRef>(null);
  useEffect(() => {
    if (isTransfer) return undefined;
    const timer = setTimeout(() => textArea.current?.focus({ cursor: 'end' }), 100);
    return () => clearTimeout(timer);
  }, [isTransfer]);
  const submit = (): void => {
    const isReasonMissing = isReasonRequired && isBlank(opinion);
    const isNobodyChosen = isTransfer && colleague.ids.length === 0;
    setOpinionMissing(isReasonMissing);
    setColleagueMissing(isNobodyChosen);
    if (isReasonMissing || isNobodyChosen) return;
    const text = opinion.trim();
    onDone(isTransfer ? { action, opinion: text, userIds: colleague.ids } : { action, opinion: text }, colleague.names);
  };
  return (
    <Modal
      open
      title={`${texts.title}（${tasks.length} 项）`}
      okText={texts.ok}
      cancelText="取消"
      okButtonProps={{ danger: action === 'return' }}
      confirmLoading={isBusy}
      onOk={submit}
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
      {leftOutCount > 0 ? (
        <p className="sc-note">
          另有 {leftOutCount} 项所在节点不能{texts.title}，不在其中。
        </p>
      ) : null}
      <div className="sc-opinion" data-opinion={`batch-${action}`}>
        {isTransfer ? (
          <>
            <PeopleField
              label="转办给"
              isMultiple={false}
              excludedIds={[user.id]}
              isInvalid={isColleagueMissing}
              value={colleague.ids}
              names={colleague.names}
              onChange={(ids, names) => {
                setColleague({ ids, names });
                setColleagueMissing(false);
              }}
            />
            {isColleagueMissing ? (
              <span className="sc-error" role="alert">
                请选择人员
              </span>
            ) : null}
          </>
        ) : null}
        <label htmlFor={id}>
          {opinionName}
          {isReasonRequired ? '（必填）' : ''}
        </label>
        <Input.TextArea
          id={id}
          ref={textArea}
          value={opinion}
          maxLength={MAX_OPINION_LENGTH}
          rows={3}
          showCount
          placeholder={`请填写${opinionName}`}
          status={isOpinionMissing ? 'error' : ''}
          aria-invalid={isOpinionMissing}
          aria-required={isReasonRequired}
          aria-describedby={isOpinionMissing ? `${id}-error` : undefined}
          onChange={({ target }) => {
            setOpinion(target.value);
            setOpinionMissing(false);
          }}
        />
        {isOpinionMissing ? (
          <span id={`${id}-error`} className="sc-error" role="alert">
            请填写{opinionName}
          </span>
        ) : null}
        {isTransfer ? null : (
          <Phrases
            act={action}
            opinion={opinion}
            onPick={(text) => {
              setOpinion(text);
              setOpinionMissing(false);
            }}
          />
        )}
      </div>
    </Modal>
  );
}
