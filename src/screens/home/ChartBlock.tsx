import { Suspense, useMemo } from 'react';
import { Skeleton } from 'antd';
import type { ChartNode } from '../../grammar/nodes.ts';
import { fillPlaceholders, placeholderValuesOf, readAnswer } from '../../kernel/index.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { NodeBoundary } from '../../runtime/node/NodeBoundary.tsx';
import { whenIdle } from '../../runtime/host/whenIdle.ts';
import { useLoad } from '../shared/useLoad.ts';
import { ChartFigure } from '../figures/ChartFigure.tsx';
import { chartOption } from './chartOption.ts';
import { DEFAULT_CHART_HEIGHT, chartHeight } from './heights.ts';
import { Panel } from './Panel.tsx';

/** The chart library is large, so it is loaded when the browser is idle. */
const Canvas = lazyFace(async () => {
  await whenIdle();
  return (await import('./ChartCanvas.tsx')).ChartCanvas;
});

/** A chart of a dataset, or a chart with an ECharts option in the document. */
export function ChartBlock({ node, path }: BlockProps<ChartNode>) {
  return node.dataset ? <ChartFigure node={node} /> : <ChartOfRequest node={node} path={path} />;
}

/** A chart with an ECharts option from the document and rows from a server call. */
function ChartOfRequest({ node }: BlockProps<ChartNode>) {
  const services = useServices();
  const situation = useSituation();
  const { url, method = 'GET', dataPath, height = DEFAULT_CHART_HEIGHT } = node;
  // as a text: the call is repeated when a value changes, not for a new object with the same values
  const params = JSON.stringify(fillPlaceholders(node.params ?? {}, placeholderValuesOf(situation, situation.query)));
  const { load, reload } = useLoad<readonly unknown[]>(async () => {
    if (!url) return [];
    const rows = readAnswer(
      await services.request({ url, method, params: JSON.parse(params) as Record<string, unknown> }),
      dataPath,
    );
    return Array.isArray(rows) ? rows : [];
  }, [services, url, method, params, dataPath, situation.user.id]);
  const rows = load.value;
  const option = useMemo(() => chartOption(node.option ?? {}, rows ?? null), [node.option, rows]);
  return (
    <Panel
      title={node.title ?? '图表'}
      height={chartHeight(node)}
      load={load}
      onRetry={reload}
      isEmpty={(list) => url !== undefined && list.length === 0}
      emptyText="暂无数据"
    >
      {() => (
        <NodeBoundary tag="chart" path={[]}>
          <Suspense fallback={<Skeleton active />}>
            <Canvas option={option} height={height} label={node.title ?? '图表'} rows={rows ?? []} />
          </Suspense>
        </NodeBoundary>
      )}
    </Panel>
  );
}
