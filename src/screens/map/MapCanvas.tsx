import { CompressOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { MapChart, ScatterChart } from 'echarts/charts';
import { GeoComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import { init, registerMap, use, type ECharts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useContext, useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { BoardContext } from '../board/boardContext.ts';
import { chartTheme } from '../home/chartTheme.ts';
import { chartToDataUrl, type ChartHandle } from '../home/chartToDataUrl.ts';

use([MapChart, ScatterChart, GeoComponent, TooltipComponent, VisualMapComponent, CanvasRenderer]);

interface Props {
  mapName: string;
  /** Returns the outline in ECharts' format; it is registered as `mapName`. */
  outline: () => Record<string, unknown>;
  /** The ECharts option (`mapOption`). */
  option: Record<string, unknown>;
  height: number;
  label: string;
  handle: Ref<ChartHandle>;
  /** Called for a click. `index`: position of the area or point in the data of its series in `option`. */
  onPress(mark: { kind: 'area' | 'point'; index: number }): void;
}

/** Factor of one zoom step. */
const ZOOM_STEP = 1.5;

/** Renders a map in the size of its container, with zoom buttons for devices without a mouse wheel. */
export function MapCanvas({ mapName, outline, option, height, label, handle, onPress }: Props) {
  const scale = useContext(BoardContext)?.scale ?? 1;
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const latestProps = useRef({ onPress, option });
  useEffect(() => {
    latestProps.current = { onPress, option };
  });
  useEffect(() => {
    if (!container.current) return undefined;
    // a board enlarges its blocks with CSS by `scale`, which would blur a canvas of the normal pixel ratio
    const newChart = init(container.current, chartTheme(container.current), {
      devicePixelRatio: window.devicePixelRatio * scale,
    });
    chart.current = newChart;
    newChart.on('click', ({ seriesType, dataIndex }) => {
      if (dataIndex >= 0)
        latestProps.current.onPress({ kind: seriesType === 'scatter' ? 'point' : 'area', index: dataIndex });
    });
    const themeObserver = new MutationObserver(() => {
      if (container.current) newChart.setTheme(chartTheme(container.current));
    });
    themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const sizeObserver = new ResizeObserver(() => newChart.resize());
    sizeObserver.observe(container.current);
    return () => {
      sizeObserver.disconnect();
      themeObserver.disconnect();
      newChart.dispose();
      chart.current = null;
    };
  }, [scale]);
  useImperativeHandle(handle, () => ({ toDataUrl: () => (chart.current ? chartToDataUrl(chart.current) : null) }), []);
  useEffect(() => {
    registerMap(mapName, outline() as never);
  }, [mapName, outline]);
  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true });
  }, [option, mapName, scale]);
  const zoom = (factor: number): void => {
    const currentChart = chart.current;
    currentChart?.dispatchAction({
      type: 'geoRoam',
      componentType: 'geo',
      geoIndex: 0,
      zoom: factor,
      originX: currentChart.getWidth() / 2,
      originY: currentChart.getHeight() / 2,
    });
  };
  return (
    <div className="sc-map-place">
      <div ref={container} style={{ height }} aria-hidden data-chart={label} />
      <div className="sc-map-zoom">
        <Button size="small" icon={<PlusOutlined />} aria-label="放大" title="放大" onClick={() => zoom(ZOOM_STEP)} />
        <Button
          size="small"
          icon={<MinusOutlined />}
          aria-label="缩小"
          title="缩小"
          onClick={() => zoom(1 / ZOOM_STEP)}
        />
        <Button
          size="small"
          icon={<CompressOutlined />}
          aria-label="复原"
          title="复原"
          onClick={() => chart.current?.setOption(latestProps.current.option, { notMerge: true })}
        />
      </div>
    </div>
  );
}
