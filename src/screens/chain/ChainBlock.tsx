import { Alert, Empty, Skeleton } from 'antd';
import { useContext } from 'react';
import type { ChainNode } from '../../grammar/nodes.ts';
import { RecordPageContext, useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import type { Chain, ChainStage } from '../../runtime/services/recordPages.ts';
import { Failure } from '../shared/Failure.tsx';
import { useLoad } from '../shared/useLoad.ts';
import { AboveCard, CurrentRecordCard } from './AboveCard.tsx';
import { StageCard } from './StageCard.tsx';
import './chain.css';

/**
 * Chain of related records: records to which the page's record refers, and records that refer to it; one column per
 * level.
 */
export function ChainBlock({ node }: BlockProps<ChainNode>) {
  const page = useContext(RecordPageContext);
  const services = useServices();
  const { id, revision = 0, title = '', flwState } = page?.record ?? {};
  const formKey = page?.formKey ?? '';
  const forms = node.forms ?? null;
  const { load, reload } = useLoad(
    () => (id ? services.recordPages.chain(formKey, { id, forms }) : Promise.resolve(null)),
    [services, formKey, id, revision, forms?.join(' ') ?? ''],
  );
  if (!page || !id) return null;
  if (load.state === 'error' && !load.value)
    return <Failure title="关联链没有加载出来" error={load.error} onRetry={reload} />;
  if (!load.value) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <section className="chain" aria-label="关联链" data-chain={id}>
      {load.value.isPartial ? <Alert type="info" showIcon message="有的单据您无权查看，没有列出" /> : null}
      {load.value.leftOut > 0 ? (
        <Alert type="info" showIcon message={`单据种类较多，还有 ${load.value.leftOut} 种没有列出`} />
      ) : null}
      <div className="chain-columns">
        {levelsAbove(load.value).map(({ level, records }) => (
          <ol key={`above${level}`} className="chain-step" aria-label={`上 ${level} 级`}>
            {records.map((record) => (
              <AboveCard key={`${record.formKey} ${record.id}`} record={record} />
            ))}
          </ol>
        ))}
        <ol className="chain-step chain-own" aria-label="本记录">
          <CurrentRecordCard title={title} flwState={flwState} />
        </ol>
        {levelsBelow(load.value).map(({ level, stages }) => (
          <ol key={`below${level}`} className="chain-step" aria-label={`下 ${level} 级`}>
            {stages.map((stage) => (
              <StageCard key={stage.formKey} stage={stage} />
            ))}
          </ol>
        ))}
      </div>
      {load.value.below.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有由它而来的单据" />
      ) : null}
      {load.value.missing.length === 0 ? null : <p className="chain-missing">暂无：{missingText(load.value)}</p>}
    </section>
  );
}

/** Maximum number of forms without records that are listed by name. */
const MAX_NAMED_FORMS = 8;

function missingText({ missing }: Chain): string {
  const names = missing.slice(0, MAX_NAMED_FORMS).map(({ formName }) => formName);
  return `${names.join('、')}${missing.length > MAX_NAMED_FORMS ? `等 ${missing.length} 类单据` : ''}`;
}

/** Groups by level the records to which this record refers (`above`), the most distant level first. */
function levelsAbove({ above }: Chain): { level: number; records: Chain['above'] }[] {
  const levels = [...new Set(above.map(({ level }) => level))].toSorted((a, b) => b - a);
  return levels.map((level) => ({ level, records: above.filter((record) => record.level === level) }));
}

/** Groups by level the forms whose records refer to this record (`below`), the nearest level first. */
function levelsBelow({ below }: Chain): { level: number; stages: readonly ChainStage[] }[] {
  const levels = [...new Set(below.map(({ level }) => level))].toSorted((a, b) => a - b);
  return levels.map((level) => ({ level, stages: below.filter((stage) => stage.level === level) }));
}
