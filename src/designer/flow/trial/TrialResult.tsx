import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import { Alert, Tag } from 'antd';
import type { FlowTrial, TrialStep } from '../../../runtime/services/documents.ts';
import { describeCondition } from '../conditions/simpleCondition.ts';
import { useSettingsData } from '../panel/design.ts';
import { jointDecisionText } from '../panel/labels.ts';

const KIND_NAMES: Readonly<Record<string, string>> = { userTask: '', copy: '抄送', timer: '等待', service: '服务调用' };

function Step({ step, number }: { step: TrialStep; number: number }) {
  const { fields } = useSettingsData();
  const signText =
    step.sign && step.people.length > 1
      ? jointDecisionText({ mode: step.sign.mode, ratio: String(step.sign.ratio) }) || '一人办理即可'
      : '';
  return (
    <li className="fd-trial-step" data-trial={step.nodeId} data-stopped={step.isStopped}>
      {step.judged.map((condition) => (
        <div key={condition.edge} className="fd-judged" data-holds={condition.holds}>
          {condition.holds ? <CheckOutlined aria-label="满足" /> : <CloseOutlined aria-label="不满足" />}{' '}
          {condition.name}：{describeCondition(condition.condition, fields)}
        </div>
      ))}
      <div className="fd-trial-head">
        <span className="fd-trial-number">{number}</span>
        <strong>{step.item ? `${step.name}（${step.item}）` : step.name}</strong>
        {KIND_NAMES[step.kind] ? <Tag>{KIND_NAMES[step.kind]}</Tag> : null}
        {signText ? <Tag color="blue">{signText}</Tag> : null}
      </div>
      <div>
        {step.people.map(({ id, name }) => (
          <Tag key={id} data-person={id}>
            {name}
          </Tag>
        ))}
      </div>
      {step.remark === '' ? null : <div className={step.isStopped ? 'ds-bad' : 'sc-note'}>{step.remark}</div>}
      {step.kind === 'userTask' ? (
        <div className="sc-note">
          {step.editable.length === 0
            ? '只能查看'
            : `可填写：${step.editable.map((label) => (step.required.includes(label) ? `${label}*` : label)).join('、')}`}
          {step.hidden.length > 0 ? `；看不到：${step.hidden.join('、')}` : ''}
        </div>
      ) : null}
    </li>
  );
}

/** The result of a trial: for each step the people, the evaluated conditions, and the fields that can be filled in. */
export function TrialResult({ trial }: { trial: FlowTrial }) {
  return (
    <section aria-label="试运行的结果">
      <ol className="fd-trial">
        {trial.steps.map((step, index) => (
          <Step key={`${step.nodeId}${String(index)}`} step={step} number={index + 1} />
        ))}
      </ol>
      {trial.fault === '' ? null : <Alert type="error" showIcon message={trial.fault} />}
      {trial.isFinished ? (
        <Alert type="success" showIcon message="流程走到了结束（假定每个人都通过）" />
      ) : trial.fault === '' ? (
        <Alert type="warning" showIcon message="流程没有走到结束" />
      ) : null}
    </section>
  );
}
