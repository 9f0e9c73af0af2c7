import { Skeleton } from 'antd';
import { Suspense, useMemo, useRef } from 'react';
import type { ChartNode } from '../../grammar/nodes.ts';
import { whenIdle } from '../../runtime/host/whenIdle.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { NodeBoundary } from '../../runtime/node/NodeBoundary.tsx';
import type { Figure, FigureAnswer, FigureRow } from '../../runtime/services/datasets.ts';
import type { ChartHandle } from '../home/pictureOf.ts';
import { drawnOption } from '../home/chartOption.ts';
import { CHART } from '../home/heights.ts';
import { drawFigure } from './figureOption.ts';
import { FigureShell } from './FigureShell.tsx';
import { FigureTable } from './FigureTable.tsx';
import { useDrill } from './useDrill.tsx';
import { useFigure } from './useFigure.ts';

/** The library is large: it comes when the page around the chart stands. */
const Canvas = lazyFace(async () => {
  await whenIdle();
  return (await import('../home/ChartCanvas.tsx')).ChartCanvas;
});

/** A chart over a dataset. Pressing a bar, point or part opens the records behind it. */
export function ChartFigure({ node }: { node: ChartNode }) {
  const by = [node.x, node.series].filter((key) => key !== undefined);
  const figures = node.y;
  const { load, reload, question } = useFigure(node, {
    ...(by.length > 0 ? { by } : node.type === 'gauge' ? { by: [] } : {}),
    ...(figures ? { figures } : {}),
  });
  const answer = load.value;
  const drawn = useMemo(() => (answer ? drawFigure(node, answer) : null), [node, answer]);
  const option = useMemo(() => (drawn ? drawnOption(drawn.option, node.option) : {}), [drawn, node.option]);
  const drill = useDrill(question, answer);
  const height = node.height ?? CHART;
  const handle = useRef<ChartHandle>(null);
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
        minHeight={height + 69}
        onRetry={reload}
        picture={() => handle.current?.picture() ?? null}
        table={(value) => (
          <FigureTable
            caption={node.title ?? value.name}
            answer={value}
            onOpen={(row, figure) => openRow(value, row, figure)}
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
                handle={handle}
                table={<FigureTable caption={node.title ?? value.name} answer={value} />}
                onPress={(params) => {
                  const mark = drawn?.marks(params);
                  if (mark) drill.open(mark);
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
