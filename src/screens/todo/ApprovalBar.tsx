import { Button, Input, Space } from 'antd';
import { useId, useState } from 'react';
import type { NodeRules } from '../../rules/situation.ts';
import { useFeedback } from '../shared/useFeedback.ts';

type Act = 'approve' | 'return' | 'reject';

interface Props {
  rules: NodeRules | null;
  isBusy: boolean;
  onAct(action: Act, opinion: string): void;
  onSave: (() => void) | null;
}

const PHRASES = ['同意', '情况属实，同意办理', '请补充材料后重新提交', '内容有误，请修改'];
/** Going back or ending needs a reason; a consent may be silent. */
const NEEDS_OPINION: ReadonlySet<Act> = new Set(['return', 'reject']);
const MAX_OPINION = 500;

/** Opinion and the actions that this node allows. */
export function ApprovalBar({ rules, isBusy, onAct, onSave }: Props) {
  const id = useId();
  const [opinion, setOpinion] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { confirm } = useFeedback();
  const allowed = rules?.actions ?? [];

  const act = (action: Act): void => {
    const text = opinion.trim();
    if (NEEDS_OPINION.has(action) && text === '') {
      setMissing(true);
      document.getElementById(id)?.focus();
      return;
    }
    const go = (): void => onAct(action, text);
    if (action === 'reject') confirm({ title: '确定不同意吗？', content: '此申请将就此结束，不能再继续办理。', okText: '不同意', isDanger: true, onOk: go });
    else go();
  };

  return (
    <section className="sc-approval" aria-label="办理">
      <div className="sc-approval-opinion">
        <label htmlFor={id}>办理意见</label>
        <Input.TextArea
          id={id} value={opinion} maxLength={MAX_OPINION} autoSize={{ minRows: 1, maxRows: 4 }} placeholder="请填写办理意见，退回或不同意时必填"
          status={isMissing ? 'error' : ''} aria-invalid={isMissing} aria-describedby={isMissing ? `${id}-error` : undefined}
          onChange={(event) => { setOpinion(event.target.value); setMissing(false); }}
        />
        {isMissing ? <span id={`${id}-error`} className="sc-error" role="alert">请填写办理意见</span> : null}
        <Space size={4} wrap className="sc-phrases" aria-label="常用语">
          {PHRASES.map((phrase) => <Button key={phrase} size="small" type="text" onClick={() => { setOpinion(phrase); setMissing(false); }}>{phrase}</Button>)}
        </Space>
      </div>
      <Space wrap className="sc-approval-buttons">
        {onSave && allowed.includes('save') ? <Button onClick={onSave} disabled={isBusy} data-action="save">保存</Button> : null}
        {allowed.includes('reject') ? <Button danger onClick={() => act('reject')} disabled={isBusy} data-action="reject">不同意</Button> : null}
        {allowed.includes('return') ? <Button onClick={() => act('return')} disabled={isBusy} data-action="return">退回</Button> : null}
        {allowed.includes('approve') ? <Button type="primary" onClick={() => act('approve')} loading={isBusy} data-action="approve">通过</Button> : null}
      </Space>
    </section>
  );
}
