import { Link } from 'react-router-dom';
import type { Chain } from '../../runtime/services/recordPages.ts';
import { detailAddress } from '../navigation/pageNavigation.ts';
import { FlowStateTag } from '../shared/FlowStateTag.tsx';

/** Card of a record to which the page's record refers. */
export function AboveCard({ record }: { record: Chain['above'][number] }) {
  const { formKey, formName, id, title, flwState, hasFlow, label } = record;
  return (
    <li className="chain-card" data-chain-above={formKey} data-record={id}>
      <h4>{label === formName ? formName : `${label}（${formName}）`}</h4>
      <p className="chain-record">
        <Link to={detailAddress({ formKey, id })}>{title || '未填写标题'}</Link>
        <FlowStateTag state={flwState} hasFlow={hasFlow} />
      </p>
    </li>
  );
}

/** Card of the page's own record. */
export function CurrentRecordCard({ title, flwState }: { title: string; flwState: string | undefined }) {
  return (
    <li className="chain-card" aria-current="page" data-chain-own>
      <h4>本记录</h4>
      <p className="chain-record">
        <strong>{title || '未填写标题'}</strong>
        {flwState === '4' ? <FlowStateTag state={flwState} /> : null}
      </p>
    </li>
  );
}
