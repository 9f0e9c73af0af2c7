import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Empty, Skeleton } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { PivotNode } from '../../../grammar/nodes.ts';
import { useServices } from '../../../runtime/contexts.ts';
import type { BlockProps } from '../../../runtime/node/faces.ts';
import type { DatasetOutline } from '../../../runtime/services/datasets.ts';
import { useFormRights } from '../../list/useFormRights.ts';
import { SavedViews } from '../../list/views/SavedViews.tsx';
import { Failure } from '../../shared/Failure.tsx';
import { SubscribeButton } from '../../subscriptions/SubscribeButton.tsx';
import { messageOf } from '../../shared/messages.ts';
import { useFeedback } from '../../shared/useFeedback.ts';
import { useLoad } from '../../shared/useLoad.ts';
import { useDrill } from '../useDrill.tsx';
import { PivotFields } from './PivotFields.tsx';
import { PivotGrid } from './PivotGrid.tsx';
import { usePivot } from './usePivot.ts';
import '../../screens.css';
import '../figures.css';
import './pivot.css';

/** Default maximum height, in pixels. */
const DEFAULT_HEIGHT = 480;

/** A pivot table of a dataset. The user drags fields to its rows, columns and cells. */
export function PivotBlock({ node, path }: BlockProps<PivotNode>) {
  const services = useServices();
  const { load, reload } = useLoad(() => services.datasets.outline(node.dataset), [services, node.dataset]);
  if (load.state === 'error') return <Failure error={load.error} title="透视表加载失败" onRetry={reload} />;
  if (!load.value) return <Skeleton active paragraph={{ rows: 6 }} />;
  return <Pivot node={node} path={path} outline={load.value} />;
}

function Pivot({ node, path, outline }: Pick<BlockProps<PivotNode>, 'node' | 'path'> & { outline: DatasetOutline }) {
  const services = useServices();
  const { message } = useFeedback();
  const pivot = usePivot(node, outline, path);
  const { layout, question, load } = pivot;
  const { rights } = useFormRights(outline.formKey);
  const storageKey = `${useLocation().pathname}:${node.dataset}:${node.key ?? 'pivot'}`;
  const [isExporting, setExporting] = useState(false);
  // by the keys of their groups, joined; the grand total has no groups
  const answers = load.value?.answers;
  const grandTotal = answers?.get('');
  const cells = answers?.get([...(load.value?.layout.rows ?? []), ...(load.value?.layout.columns ?? [])].join());
  const drill = useDrill(question, grandTotal);
  const title = node.title ?? outline.name;
  const latestShowLayout = useRef(pivot.showLayout);
  useEffect(() => {
    latestShowLayout.current = pivot.showLayout;
  });
  // memoised, so that new answers do not render the fields again
  const pivotFields = useMemo(
    () => <PivotFields fields={pivot.fields} layout={layout} onChange={(next) => latestShowLayout.current(next)} />,
    [pivot.fields, layout],
  );
  const exportAll = async (): Promise<void> => {
    setExporting(true);
    await services.datasets
      .exportPivot(question, layout, title)
      .catch((error: unknown) => message.error(messageOf(error)));
    setExporting(false);
  };
  return (
    <section
      className="sc-panel sc-figure"
      aria-label={title}
      aria-busy={load.state === 'loading'}
      data-dataset={node.dataset}
    >
      <div className="sc-toolbar">
        <h3 className="sc-title">{title}</h3>
        <div className="sc-toolbar-buttons">
          {layout.values.length > 0 && (rights === undefined || rights.includes('export')) ? (
            <Button
              icon={<DownloadOutlined />}
              loading={isExporting}
              onClick={() => void exportAll()}
              data-action="export"
            >
              导出
            </Button>
          ) : null}
          {layout.values.length > 0 ? (
            <SubscribeButton
              title={title}
              question={{ ...question, by: [...layout.rows, ...layout.columns], figures: layout.values }}
              hasText
            />
          ) : null}
          <Button icon={<ReloadOutlined />} onClick={pivot.reload} data-action="refresh">
            刷新
          </Button>
          {rights === undefined || rights.includes('see') ? (
            <SavedViews
              formKey={outline.formKey}
              storageKey={storageKey}
              viewId={pivot.viewId}
              readConfig={() => ({ query: pivot.savedQuery(), columns: {} })}
              onUse={(view) => pivot.applyQuery({ ...view.config.query, view: view.id })}
              onLeave={pivot.reset}
            />
          ) : null}
        </div>
      </div>
      {pivotFields}
      {load.state === 'error' ? (
        <Failure error={load.error} title="透视表加载失败" onRetry={pivot.reload} />
      ) : !load.value || (layout.values.length > 0 && !grandTotal) ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : load.value.layout.values.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="把度量拖到“值”" />
      ) : cells && cells.rows.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={cells.maySee ? '暂无数据' : '没有您可查看的记录'} />
      ) : (
        <PivotGrid
          layout={load.value.layout}
          answers={load.value.answers}
          height={node.height ?? DEFAULT_HEIGHT}
          onOpen={drill.open}
        />
      )}
      {cells && cells.total > cells.rows.length ? (
        <p className="sc-figure-note" role="note">
          前 {cells.rows.length} 组，共 {cells.total} 组
        </p>
      ) : null}
      {drill.drawer}
    </section>
  );
}
