import { Link } from 'react-router-dom';
import type { ChainStage } from '../../runtime/services/recordPages.ts';
import { amountText } from '../related/amountText.ts';
import { detailAddress } from '../navigation/pageNavigation.ts';
import { FlowStateTag } from '../shared/FlowStateTag.tsx';
import { flowStateOf } from '../shared/flowState.ts';
import { StatusTag } from '../shared/StatusTag.tsx';

/** Card for the records of one form that refer to the page's record: counts by state, sums, and the newest records. */
export function StageCard({ stage }: { stage: ChainStage }) {
  const { formKey, formName, hasFlow, count, sums, records } = stage;
  const states = statesOf(stage);
  return (
    <li className="chain-card" data-chain-stage={formKey} data-count={count}>
      <h4>
        {formName}
        <span className="chain-count">{count} 份</span>
      </h4>
      {states.length > 1 || hasFlow ? (
        <p className="chain-states">
          {states.map(({ label, tone, count: number }) => (
            <StatusTag key={label} tone={tone}>
              {label} {number}
            </StatusTag>
          ))}
        </p>
      ) : null}
      {sums.length === 0 ? null : (
        <dl className="chain-sums">
          {sums.map(({ key, label, sum }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{amountText(sum, 2)} 元</dd>
            </div>
          ))}
        </dl>
      )}
      <ul>
        {records.map(({ id, title, flwState }) => (
          <li key={id} className="chain-record" data-record={id}>
            <Link to={detailAddress({ formKey, id })}>{title || '未填写标题'}</Link>
            {hasFlow || flwState === '4' ? <FlowStateTag state={flwState} hasFlow={hasFlow} /> : null}
          </li>
        ))}
      </ul>
      {count > records.length ? <p className="chain-more">另有 {count - records.length} 份</p> : null}
    </li>
  );
}

/** Returns counts by state label. Without a process, every state except voided has the label 有效. */
function statesOf({ states, hasFlow }: ChainStage) {
  const countsByLabel = new Map<
    string,
    { label: string; tone: Parameters<typeof StatusTag>[0]['tone']; count: number }
  >();
  for (const { flwState, count } of states) {
    const state = flowStateOf(flwState, hasFlow);
    if (state)
      countsByLabel.set(state.label, { ...state, count: (countsByLabel.get(state.label)?.count ?? 0) + count });
  }
  return [...countsByLabel.values()];
}
