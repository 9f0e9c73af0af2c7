import { Alert, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BatchItemResult, FlowInstance } from '../../runtime/services/flowAdmin.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { PeopleField } from '../../screens/todo/acts/PeopleField.tsx';

type Operation = 'suspend' | 'resume' | 'retry' | 'assign' | 'reassign';
const TEXTS: Readonly<Record<Operation, { title: string; hint: string; done: string }>> = {
  suspend: { title: '暂停流程', hint: '暂停后不能办理，计时停止，直到恢复。', done: '已暂停' },
  resume: { title: '恢复流程', hint: '恢复后可继续办理，剩余时间从此刻起算。', done: '已恢复' },
  retry: { title: '立即重试', hint: '失败的定时或服务调用在十秒内再执行一次。', done: '已安排重试' },
  assign: { title: '改派', hint: '当前任务改由所选人员办理。', done: '已改派' },
  reassign: {
    title: '离职交接',
    hint: '交接人的全部待办（含会签中尚未轮到的、后续节点已选定的）改由接收人办理。',
    done: '已交接',
  },
};
const NOBODY = { ids: [] as readonly string[], names: '' };

/**
 * The dialog for an administrator's operation on running approvals. Asks for a reason and, for some operations, for
 * people.
 */
export function ReasonDialog({
  kind,
  rows,
  onClose,
  onDone,
}: {
  kind: Operation;
  rows: readonly FlowInstance[];
  onClose(): void;
  onDone(): void;
}) {
  useReturnedFocus();
  const id = useId();
  const { flowAdmin } = useServices();
  const { message } = useFeedback();
  const texts = TEXTS[kind];
  const [leaver, setLeaver] = useState(NOBODY);
  const [receiver, setReceiver] = useState(NOBODY);
  const [reason, setReason] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const leaverId = leaver.ids[0];
  const { load: heldInstanceCount } = useLoad(
    () => (leaverId === undefined ? Promise.resolve(null) : flowAdmin.countHeldBy(leaverId)),
    [flowAdmin, leaverId],
  );
  const needsReceiver = kind === 'assign' || kind === 'reassign';
  const ids = rows.map(({ instanceId }) => instanceId);
  const runOperation = (): Promise<BatchItemResult[]> => {
    if (kind === 'assign') return flowAdmin.assign(ids, receiver.ids, reason.trim());
    if (kind === 'reassign') return flowAdmin.reassign(leaverId ?? '', receiver.ids[0] ?? '', reason.trim());
    return flowAdmin[kind](ids, reason.trim());
  };
  const showResults = (results: readonly BatchItemResult[]): void => {
    const failedItems = results.filter(({ isDone }) => !isDone);
    if (failedItems.length === 0) message.success(`${texts.done} ${results.length} 项`);
    else
      message.warning(
        `${texts.done} ${results.length - failedItems.length} 项，${failedItems.length} 项未完成：${[...new Set(failedItems.map(({ msg }) => msg))].join('；')}`,
      );
  };
  const missingPeople = [
    ...(kind === 'reassign' && leaverId === undefined ? ['交接人'] : []),
    ...(needsReceiver && receiver.ids.length === 0 ? [kind === 'reassign' ? '接收人' : '人员'] : []),
  ];
  const missingText = [
    ...(missingPeople.length > 0 ? [`请选择${missingPeople.join('和')}`] : []),
    ...(reason.trim() === '' ? [missingPeople.length > 0 ? '并填写原因' : '请填写原因'] : []),
  ].join('');
  const submit = (): void => {
    setSubmitted(true);
    if (missingText !== '') return;
    setBusy(true);
    runOperation()
      .then(
        (results) => {
          showResults(results);
          onDone();
        },
        (error: unknown) => message.error(messageOf(error)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Modal
      open
      title={texts.title}
      okText="确定"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={submit}
      onCancel={onClose}
      maskClosable={false}
      width={520}
    >
      <div className="sc-opinion" data-act={kind}>
        <p className="sc-note">{kind === 'reassign' ? texts.hint : `${texts.hint}共 ${rows.length} 项。`}</p>
        {kind === 'reassign' ? (
          <PeopleField
            label="交接人"
            isMultiple={false}
            isInvalid={isSubmitted && leaverId === undefined}
            value={leaver.ids}
            names={leaver.names}
            onChange={(chosen, names) => setLeaver({ ids: chosen, names })}
          />
        ) : null}
        {kind === 'reassign' && typeof heldInstanceCount.value === 'number' ? (
          <Alert
            type="info"
            showIcon
            message={
              heldInstanceCount.value === 0
                ? '此人没有在办的任务'
                : `此人有 ${heldInstanceCount.value} 个流程的任务待交接`
            }
          />
        ) : null}
        {needsReceiver ? (
          <PeopleField
            label={kind === 'reassign' ? '接收人' : '改派给'}
            isMultiple={kind === 'assign'}
            isInvalid={isSubmitted && receiver.ids.length === 0}
            value={receiver.ids}
            names={receiver.names}
            onChange={(chosen, names) => setReceiver({ ids: chosen, names })}
          />
        ) : null}
        <label htmlFor={id}>原因（必填）</label>
        <Input.TextArea
          id={id}
          value={reason}
          rows={3}
          maxLength={500}
          showCount
          status={isSubmitted && reason.trim() === '' ? 'error' : ''}
          onChange={(event) => setReason(event.target.value)}
        />
        {isSubmitted && missingText !== '' ? (
          <span className="sc-error" role="alert">
            {missingText}
          </span>
        ) : null}
      </div>
    </Modal>
  );
}
