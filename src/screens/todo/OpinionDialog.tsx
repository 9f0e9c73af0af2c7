import { Alert, Button, Input, Modal } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useReturnedFocus } from '../../runtime/returnedFocus.ts';

export type Act = 'approve' | 'return' | 'reject';

interface Props { act: Act; isBusy: boolean; onDone(opinion: string): void; onClose(): void }

const TITLES: Readonly<Record<Act, string>> = { approve: '通过', return: '退回申请人', reject: '不同意' };
const PHRASES: Readonly<Record<Act, readonly string[]>> = {
  approve: ['同意', '情况属实，同意办理', '已阅，同意'],
  return: ['请补充材料后重新提交', '内容有误，请修改', '请补充说明事由'],
  reject: ['不符合规定，不同意', '事项已取消', '重复申请'],
};
const MAX_OPINION = 500;

/** The opinion that goes with an action. Going back or ending needs a reason; a consent may be silent. */
export function OpinionDialog({ act, isBusy, onDone, onClose }: Props) {
  useReturnedFocus();
  const id = useId();
  const box = useRef<TextAreaRef>(null);
  const [opinion, setOpinion] = useState(act === 'approve' ? '同意' : '');
  const [isMissing, setMissing] = useState(false);
  const isNeeded = act !== 'approve';
  useEffect(() => {
    const timer = setTimeout(() => box.current?.focus({ cursor: 'end' }), 100);
    return () => clearTimeout(timer);
  }, []);
  const done = (): void => {
    const text = opinion.trim();
    if (isNeeded && text === '') {
      setMissing(true);
      box.current?.focus();
    } else onDone(text);
  };
  return (
    <Modal
      open title={TITLES[act]} okText={act === 'reject' ? '确定不同意' : '确定'} cancelText="取消" okButtonProps={{ danger: act === 'reject' }} confirmLoading={isBusy}
      onOk={done} onCancel={onClose} maskClosable={false} width={520}
    >
      {act === 'reject' ? <Alert type="warning" showIcon className="sc-offer" message="不同意后，此申请就此结束，不能再继续办理。" /> : null}
      <div className="sc-opinion" data-opinion={act}>
        <label htmlFor={id}>办理意见{isNeeded ? '（必填）' : ''}</label>
        <Input.TextArea
          ref={box} id={id} value={opinion} maxLength={MAX_OPINION} rows={3} showCount placeholder="请填写办理意见"
          status={isMissing ? 'error' : ''} aria-invalid={isMissing} aria-required={isNeeded} aria-describedby={isMissing ? `${id}-error` : undefined}
          onChange={(event) => { setOpinion(event.target.value); setMissing(false); }}
        />
        {isMissing ? <span id={`${id}-error`} className="sc-error" role="alert">请填写办理意见</span> : null}
        <div className="sc-phrases">
          {PHRASES[act].map((phrase) => <Button key={phrase} size="small" onClick={() => { setOpinion(phrase); setMissing(false); }}>{phrase}</Button>)}
        </div>
      </div>
    </Modal>
  );
}
