import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import type { Change } from './compare.ts';
import { valueText } from './titles.ts';

const KINDS = {
  added: { label: '新增', tone: 'good' },
  removed: { label: '删除', tone: 'bad' },
  changed: { label: '修改', tone: 'warn' },
  moved: { label: '移动', tone: 'busy' },
} as const;
type Kind = keyof typeof KINDS;

/** Number of changes that are shown initially and added with each click. */
const STEP = 200;

/** The list of changes: added, removed, changed and moved nodes, with their changed properties. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const [kind, setKind] = useState<Kind | 'all'>('all');
  const [shownCount, setShownCount] = useState(STEP);
  const count = (kind: Kind): number => changes.filter((change) => change.kind === kind).length;
  const filteredChanges = changes.filter((change) => kind === 'all' || change.kind === kind);
  return (
    <>
      <Segmented<Kind | 'all'>
        size="small"
        value={kind}
        onChange={setKind}
        aria-label="变化的种类"
        options={[
          { label: '全部', value: 'all' },
          ...(Object.keys(KINDS) as Kind[]).map((value) => ({ value, label: `${KINDS[value].label} ${count(value)}` })),
        ]}
      />
      <ul className="ds-changes">
        {filteredChanges.slice(0, shownCount).map((change) => (
          <li key={change.kind + change.id} data-change={change.kind} data-node={change.id}>
            <div className="ds-change-head">
              <StatusTag tone={KINDS[change.kind].tone}>{KINDS[change.kind].label}</StatusTag>
              <strong>{change.name}</strong>
              <span className="sc-note">
                {change.tagTitle}
                {change.containerPath ? `，在“${change.containerPath}”中` : ''}
              </span>
            </div>
            {change.details.map((detail) => (
              <div key={detail.key} className="ds-change-detail" data-key={detail.key}>
                <span className="ds-change-key" title={detail.key}>
                  {detail.title}
                </span>
                <del>{valueText(detail.before)}</del>
                <ins>{valueText(detail.after)}</ins>
              </div>
            ))}
          </li>
        ))}
        {filteredChanges.length > shownCount ? (
          <li>
            <Button type="link" size="small" onClick={() => setShownCount(shownCount + STEP)}>
              再显示 {Math.min(STEP, filteredChanges.length - shownCount)} 项（共 {filteredChanges.length} 项）
            </Button>
          </li>
        ) : null}
      </ul>
    </>
  );
}
