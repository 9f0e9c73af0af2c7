import { Skeleton } from 'antd';
import { Suspense, useMemo, useRef } from 'react';
import type { ChartNode } from '../../grammar/nodes.ts';
import { whenIdle } from '../../runtime/host/whenIdle.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { NodeBoundary } from '../../runtime/node/NodeBoundary.tsx';
import type { Figure, FigureAnswer, FigureRow } from '../../runtime/services/datasets.ts';
import type { ChartHandle } from '../home/chartToDataUrl.ts';
import { mergeOption } from '../home/chartOption.ts';
import { DEFAULT_CHART_HEIGHT } from '../home/heights.ts';
import { chartOfAnswer } from './figureOption.ts';
import { FigureShell } from './FigureShell.tsx';
import { FigureTable } from './FigureTable.tsx';
import { useDrill } from './useDrill.tsx';
import { useFigure } from './useFigure.ts';

/** The chart library is large, so it is loaded when the browser is idle. */
const Canvas = lazyFace(async () => {
  await whenIdle();
  return (await import('../home/ChartCanvas.tsx')).ChartCanvas;
});

/** Height of the frame around the chart, in px. */
const SHELL_HEIGHT = 69;

/** A chart of a dataset. A click on a bar, point or slice shows the records that its figure aggregates. */
export function ChartFigure({ node }: { node: ChartNode }) {
  const groupKeys = [node.x, node.series].filter((key) => key !== undefined);
  const figures = node.y;
  const { load, reload, question } = useFigure(node, {
    ...(groupKeys.length > 0 ? { by: groupKeys } : node.type === 'gauge' ? { by: [] } : {}),
    ...(figures ? { figures } : {}),
  });
  const answer = load.value;
  const chart = useMemo(() => (answer ? chartOfAnswer(node, answer) : null), [node, answer]);
  const option = useMemo(() => (chart ? mergeOption(chart.option, node.option) : {}), [chart, node.option]);
  const drill = useDrill(question, answer);
  const height = node.height ?? DEFAULT_CHART_HEIGHT;
  const chartHandle = useRef<ChartHandle>(null);
  const openRow = ({ groups }: FigureAnswer, row: FigureRow, { key }: Figure): void =>
    drill.open({
      keys: Object.fromEntries(groups.map((group, index) => [group.key, row.keys[index] ?? ''])),
      labels: row.labels,
      figure: key,
    });
  return (
    <>
      <FigureShell
        title={node.title}
        load={load}
        question={question}
        minHeight={height + SHELL_HEIGHT}
        onRetry={reload}
        picture={() => chartHandle.current?.toDataUrl() ?? null}
        table={(value) => (
          <FigureTable
            caption={node.title ?? value.name}
            answer={value}
            onListRecords={(row, figure) => openRow(value, row, figure)}
          />
        )}
      >
        {(value) => (
          <NodeBoundary tag="chart" path={[]}>
            <Suspense fallback={<Skeleton active />}>
              <Canvas
                option={option}
                height={height}
                label={node.title ?? value.name}
                handle={chartHandle}
                table={<FigureTable caption={node.title ?? value.name} answer={value} />}
                onPress={(params) => {
                  const cell = chart?.cellOf(params);
                  if (cell) drill.open(cell);
                }}
              />
            </Suspense>
          </NodeBoundary>
        )}
      </FigureShell>
      {drill.drawer}
    </>
  );
}
