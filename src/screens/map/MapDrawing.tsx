import { Skeleton } from 'antd';
import { Suspense, useMemo, type Ref } from 'react';
import { whenIdle } from '../../runtime/host/whenIdle.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { NodeBoundary } from '../../runtime/node/NodeBoundary.tsx';
import type { ChartHandle } from '../home/chartToDataUrl.ts';
import { mapNameOf, toEchartsMap, type AreaOutline } from './outline.ts';
import '../figures/figures.css';

/** The chart library is large, so it is loaded only when the browser is idle. */
const Canvas = lazyFace(async () => {
  await whenIdle();
  return (await import('./MapCanvas.tsx')).MapCanvas;
});

interface Props {
  /** Undefined: the outline is loading or could not be loaded. */
  outline: AreaOutline | undefined;
  isLoading: boolean;
  /** The ECharts option (`mapOption`). */
  option: Record<string, unknown>;
  height: number;
  label: string;
  handle?: Ref<ChartHandle>;
  onPress(mark: { kind: 'area' | 'point'; index: number }): void;
}

/** The canvas of a map once its outline is loaded; until then a space of the same height. */
export function MapDrawing({ outline, isLoading, option, height, label, handle = null, onPress }: Props) {
  const createEchartsMap = useMemo(() => () => (outline ? toEchartsMap(outline) : {}), [outline]);
  if (!outline) return <div style={{ height }}>{isLoading ? <Skeleton active /> : null}</div>;
  return (
    <NodeBoundary tag="map" path={[]}>
      <Suspense fallback={<div style={{ height }} />}>
        <Canvas
          mapName={mapNameOf(outline.code)}
          outline={createEchartsMap}
          option={option}
          height={height}
          label={label}
          handle={handle}
          onPress={onPress}
        />
      </Suspense>
    </NodeBoundary>
  );
}
